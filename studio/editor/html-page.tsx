/** Plain HTML as it prints, and as it prints with goCreditMode: what was found, what was done, before and after. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import { isRecord } from '../form/data-path'
import { exampleBody } from '../shell/example-body'
import { later } from '../shell/later'
import { Head, type PageProps } from '../shell/page'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { toast } from '../shell/toast'
import { useKept } from '../shell/use-kept'
import { usePreviewer } from '../shell/use-previewer'
import { usePrice } from '../shell/use-price'
import { useSave } from '../shell/use-work'
import { TEXTS as WORDS } from '../texts'
import { CodeEditor } from './code-editor'
import { draftPlace, keepDraft, readDraft } from './drafts'
import { paperOf } from './live-paper'
import { OptimizationReport } from './optimization-report'
import { type Options, OptionsPanel } from './options-panel'
import { PagePicture } from './page-picture'
import { SAMPLE_HTML } from './sample-html'
import { Tabs } from './tabs'
import { parsed } from './template-source'
import { TEXTS } from './texts'

const CopyAs = later(async () => (await import('./copy-as')).CopyAs)

type Written = { html: string; css: string; options: Options }
type Shelf = 'html' | 'css' | 'options' | 'use'

export default function HtmlPage({ session, query }: PageProps) {
  // An example has a place of its own: it takes that of nobody's draft.
  const isExample = query.has('example')
  const place = useMemo(
    () => draftPlace(session.key, isExample ? 'example' : 'html'),
    [session.key, isExample],
  )
  const [written, setWritten] = useState(() => readWritten(place))
  const [hasExample, setHasExample] = useState(false)
  const [{ optimize, hasMarks }, keepView] = useKept('html', { optimize: true, hasMarks: true })
  const [isLarge, setLarge] = useState(false)
  const [isLost, setLost] = useState(false)
  const [shelf, setShelf] = useState<Shelf>('html')
  const [page, setPage] = useState(1)
  const before = usePreviewer(session.platen)
  const after = usePreviewer(session.platen)
  useEffect(() => {
    if (!isExample || readDraft(place) !== undefined) return
    const stop = new AbortController()
    exampleBody('/v1/transform', stop.signal).then(
      (body) => {
        // Who was faster has written something else.
        if (stop.signal.aborted || readDraft(place) !== undefined) return
        setWritten(writtenOf(body))
        setHasExample(true)
      },
      () => undefined,
    )
    return () => stop.abort()
  }, [isExample, place])
  const { html, css, options } = written
  const change = (changed: Partial<Written>) => {
    const next = { ...written, ...changed }
    setWritten(next)
    setLost(!keepDraft(place, JSON.stringify(next)))
  }
  const request = useMemo(
    () => ({ html: html || ' ', ...(css && { css }), ...(Object.keys(options).length > 0 && { options }) }),
    [html, css, options],
  )
  useEffect(() => {
    const wanted = (goCreditMode: boolean) => ({
      request: {
        endpoint: 'transform',
        request: { ...request, goCreditMode },
        pages: String(page),
        ...(hasMarks && { layout: true }),
      },
    })
    before.previewer.want(wanted(false))
    if (optimize) after.previewer.want(wanted(true))
  }, [before.previewer, after.previewer, request, page, optimize, hasMarks])
  const live = useMemo(
    () => ({ written: { html, css }, paper: paperOf(options, { own: false }) }),
    [html, css, options],
  )
  const tabs: { name: Shelf; label: string }[] = [
    { name: 'html', label: TEXTS.html },
    { name: 'css', label: TEXTS.css },
    { name: 'options', label: TEXTS.options },
    { name: 'use', label: TEXTS.use },
  ]
  const whole = { ...request, goCreditMode: optimize }
  return (
    <>
      <Head title={TEXTS.html} lead={TEXTS.htmlLead}>
        <label class="switch">
          <input
            type="checkbox"
            checked={optimize}
            onChange={(event) => keepView({ optimize: event.currentTarget.checked, hasMarks })}
          />
          {TEXTS.optimize}
        </label>
        <Download session={session} request={whole} />
      </Head>
      <p class="bad-text" role="alert">
        {isLost && TEXTS.notKept}
      </p>
      <div class={optimize ? 'workbench two-pages' : 'workbench'}>
        <div class="desk">
          <Tabs<Shelf> label={TEXTS.files} tabs={tabs} current={shelf} onChange={setShelf}>
            {shelf === 'options' ? (
              <OptionsPanel options={options} onChange={(changed) => change({ options: changed })} />
            ) : shelf === 'use' ? (
              <CopyAs call={{ kind: 'transform', body: whole }} />
            ) : (
              <>
                <CodeEditor
                  key={`${shelf}${hasExample}`}
                  language={shelf}
                  label={shelf === 'html' ? TEXTS.html : TEXTS.css}
                  value={written[shelf]}
                  onChange={(text) => change({ [shelf]: text })}
                />
                <p class="hint">{TEXTS.leaveEditor}</p>
              </>
            )}
          </Tabs>
          {optimize && after.shown.optimization && <OptimizationReport header={after.shown.optimization} />}
        </div>
        <PagePicture
          shown={before.shown}
          page={page}
          onPage={setPage}
          label={TEXTS.before}
          hasLabel={optimize}
          live={live}
          hasMarks={hasMarks}
          onMarks={(on) => keepView({ optimize, hasMarks: on })}
          isLarge={isLarge}
          {...(!optimize && { onLarge: setLarge })}
        />
        {optimize && (
          <PagePicture
            shown={after.shown}
            page={page}
            onPage={setPage}
            label={TEXTS.after}
            hasLabel
            hasMarks={hasMarks}
            isLarge={isLarge}
            onLarge={setLarge}
          />
        )}
      </div>
    </>
  )
}

type DownloadProps = {
  session: Session
  request: { html: string; css?: string; options?: Options; goCreditMode: boolean }
}

/** What is charged is told before, and what was. */
function Download({ session, request }: DownloadProps) {
  const price = usePrice(session.platen, 'transform', { ...request, html: '<p>…</p>', css: undefined })
  const { isBusy, problem, charged, save } = useSave(session, () => session.platen.transform(request))
  useEffect(() => {
    if (charged !== undefined) toast(WORDS.downloaded(charged))
  }, [charged])
  return (
    <>
      <button type="button" disabled={isBusy} onClick={save}>
        {isBusy
          ? TEXTS.working
          : [TEXTS.download, price !== undefined && TEXTS.price(price)].filter(Boolean).join(' · ')}
      </button>
      <Problem error={problem} />
    </>
  )
}

function readWritten(place: string): Written {
  return writtenOf(parsed(readDraft(place) ?? ''))
}

function writtenOf(kept: Record<string, unknown> | undefined): Written {
  if (!kept || typeof kept.html !== 'string') return { html: SAMPLE_HTML, css: '', options: {} }
  return {
    html: kept.html,
    css: typeof kept.css === 'string' ? kept.css : '',
    options: isRecord(kept.options) ? kept.options : {},
  }
}
