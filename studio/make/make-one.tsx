/** One document: a form for its data, or these as JSON, and the page beside it with what is said of each field. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { GenerateRequest } from '../../clients/typescript/src/schemas'
import { CodeEditor } from '../editor/code-editor'
import { Tabs } from '../editor/tabs'
import { isRecord } from '../form/data-path'
import { Fields } from '../form/fields'
import { RemarksContext, remarksOf } from '../form/remarks'
import type { Schema } from '../form/schema'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { useAnswer } from '../shell/use-answer'
import { usePreviewer } from '../shell/use-previewer'
import { TEXTS } from '../texts'
import { Download } from './download'
import { useData } from './use-data'

type Shelf = 'form' | 'json'

type MakeOneProps = {
  session: Session
  id: string
  /** Whether it begins with the data of the API's own example, in place of the sample. */
  isExample: boolean
}

export function MakeOne({ session, id, isExample }: MakeOneProps) {
  const [shelf, setShelf] = useState<Shelf>('form')
  const found = useAnswer(() => session.platen.template(id), [session.key, id])
  const template = found.value
  const schema = template?.variables as Schema | undefined
  const { data, revision, change, isRestored, discard } = useData(session, template, { isExample })
  const request = useMemo<GenerateRequest | undefined>(
    () => template && { template_id: template.id, data },
    [template, data],
  )
  const { previewer, shown } = usePreviewer(session.platen)
  useEffect(() => {
    if (request) previewer.want({ request: { endpoint: 'generate', request } })
  }, [previewer, request])
  const { warnings, error } = shown
  const remarks = useMemo(() => remarksOf(schema, { warnings, error }), [schema, warnings, error])
  const general = remarks.get('')?.filter(({ isFault }) => !isFault) ?? []
  return (
    <>
      <p class="way-back">
        <a href="#/make">{TEXTS.gallery.all}</a>
      </p>
      <div class="make">
        <form onSubmit={(event) => event.preventDefault()}>
          <h1 tabIndex={-1}>{template?.label ?? TEXTS.nav.make}</h1>
          {isRestored && (
            <p class="notice">
              {TEXTS.restored}{' '}
              <button type="button" class="quiet" onClick={discard}>
                {TEXTS.startAnew}
              </button>
            </p>
          )}
          {template && (
            <Tabs<Shelf>
              label={TEXTS.dataAs}
              tabs={[
                { name: 'form', label: TEXTS.asForm },
                { name: 'json', label: 'JSON' },
              ]}
              current={shelf}
              onChange={setShelf}
            >
              {shelf === 'form' && schema ? (
                <RemarksContext.Provider value={remarks}>
                  <Fields schema={schema} data={data} onChange={change} fold />
                </RemarksContext.Provider>
              ) : (
                <JsonData key={revision} data={data} onChange={change} />
              )}
            </Tabs>
          )}
          {request && <Download session={session} request={request} takesInvoice={!!template?.invoice} />}
          <Problem error={found.error ?? shown.error} />
        </form>
        <section class="page" aria-label={TEXTS.preview}>
          <p class="hint" role="status">
            {shown.pages && TEXTS.pages(shown.pages)}
          </p>
          {shown.picture && <img src={shown.picture} alt={TEXTS.page} class={shown.isOld ? 'old' : ''} />}
          {general.length > 0 && (
            <>
              <h2>{TEXTS.warnings}</h2>
              <ul class="plain-list">
                {general.map(({ text }) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </>
          )}
        </section>
      </div>
    </>
  )
}

type JsonDataProps = { data: Record<string, unknown>; onChange: (data: Record<string, unknown>) => void }

/** What is no object yet changes nothing: the page stays. */
function JsonData({ data, onChange }: JsonDataProps) {
  const [isBroken, setBroken] = useState(false)
  // Read once: the editor has the text while somebody types.
  const [text] = useState(() => JSON.stringify(data, undefined, 2))
  const typed = (now: string) => {
    const value = parse(now)
    setBroken(value === undefined)
    if (value) onChange(value)
  }
  return (
    <>
      <CodeEditor language="json" label={TEXTS.dataAs} value={text} onChange={typed} />
      <p class="hint" role="status">
        {isBroken ? TEXTS.brokenJson : TEXTS.leaveEditor}
      </p>
    </>
  )
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
