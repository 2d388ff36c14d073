/** One document: a form for its data, or these as JSON, and the page beside it with what is said of each field. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { GenerateRequest } from '../../clients/typescript/src/schemas'
import { PagePicture } from '../editor/page-picture'
import { Tabs } from '../editor/tabs'
import { useLiveData } from '../editor/use-live'
import { Form } from '../form/fields'
import { remarksOf } from '../form/remarks'
import type { Schema } from '../form/schema'
import { RemarksContext } from '../form/use-remarks'
import { later } from '../shell/later'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { useAnswer } from '../shell/use-answer'
import { useKept } from '../shell/use-kept'
import { usePreviewer } from '../shell/use-previewer'
import { TEXTS } from '../texts'
import { Download } from './download'
import { ACCOUNT, lacksAccount } from './how-to-pay'
import { JsonData } from './json-data'
import { useData } from './use-data'
import { optionsOf, type Wishes } from './wishes'

const AsCode = later(async () => (await import('./as-code')).AsCode)

type Shelf = 'form' | 'json' | 'use'

const TABS: readonly { name: Shelf; label: string }[] = [
  { name: 'form', label: TEXTS.asForm },
  { name: 'json', label: 'JSON' },
  { name: 'use', label: TEXTS.asCode },
]
const NO_WISHES: Wishes = { archive: false, invoice: false }

type MakeOneProps = {
  session: Session
  id: string
  /** Whether it begins with the data of the API's own example, in place of the sample. */
  isExample: boolean
}

export function MakeOne({ session, id, isExample }: MakeOneProps) {
  const [shelf, setShelf] = useState<Shelf>('form')
  const [page, setPage] = useState(1)
  const [isLarge, setLarge] = useState(false)
  const [wishes, keepWishes] = useKept(`make/${id}`, NO_WISHES)
  const found = useAnswer(() => session.platen.template(id), [session.key, id])
  const template = found.value
  const schema = template?.variables as Schema | undefined
  const { data, revision, change, isRestored, isLost, discard } = useData(session, template, { isExample })
  const request = useMemo<GenerateRequest | undefined>(() => {
    if (!template) return undefined
    // The rules of an e-invoice are told with its page.
    const options = wishes.invoice ? optionsOf(wishes, template) : undefined
    return { template_id: template.id, data, ...(options && { options }) }
  }, [template, data, wishes.invoice])
  const { previewer, shown } = usePreviewer(session.platen)
  useEffect(() => {
    if (request) previewer.want({ request: { endpoint: 'generate', request, pages: String(page) } })
  }, [previewer, request, page])
  const live = useLiveData(template, data)
  const { warnings, error } = shown
  // What the last download was refused for, until something changes.
  const [refused, setRefused] = useState<unknown>()
  useEffect(() => setRefused(undefined), [data])
  const isUnpayable = lacksAccount(schema, data)
  const remarks = useMemo(() => {
    const advice = isUnpayable ? [[ACCOUNT, TEXTS.noAccount] as const] : []
    return remarksOf(schema, { warnings, errors: [error, refused], advice })
  }, [schema, warnings, error, refused, isUnpayable])
  const notes = (remarks.get('') ?? []).filter(({ isFault }) => !isFault).map(({ text }) => text)
  const ofFields = [...remarks].reduce((sum, [path, said]) => (path === '' ? sum : sum + said.length), 0)
  const options = optionsOf(wishes, template)
  const whole = request && { ...request, ...(options && { options }) }
  return (
    <>
      <p class="way-back">
        <a href="#/make">{TEXTS.gallery.all}</a>
      </p>
      <div class="make">
        <div class={template ? 'make-form' : 'make-form to-come'}>
          <h1 tabIndex={-1}>{template?.label ?? TEXTS.nav.make}</h1>
          {isRestored && (
            <p class="notice">
              {TEXTS.restored}{' '}
              <button type="button" class="quiet" onClick={discard}>
                {TEXTS.startAnew}
              </button>
            </p>
          )}
          <p class="bad-text" role="alert">
            {isLost && TEXTS.notKept}
          </p>
          {template && (
            <Tabs<Shelf> label={TEXTS.dataAs} tabs={TABS} current={shelf} onChange={setShelf}>
              {shelf === 'use' && whole ? (
                <AsCode session={session} request={whole} label={template.label} />
              ) : shelf === 'form' && schema ? (
                <RemarksContext.Provider value={remarks}>
                  <Form key={revision} schema={schema} data={data} onChange={change} />
                </RemarksContext.Provider>
              ) : (
                <JsonData key={revision} data={data} onChange={change} />
              )}
            </Tabs>
          )}
          {whole && (
            <Download
              session={session}
              request={whole}
              wishes={wishes}
              onWishes={keepWishes}
              takesInvoice={!!template?.invoice}
              remarks={ofFields}
              onRefused={setRefused}
            />
          )}
          <Problem error={found.error} onRetry={found.again} />
        </div>
        <div id="page" class="make-page" hidden={found.error !== undefined}>
          <PagePicture
            shown={shown}
            notes={notes}
            page={page}
            onPage={setPage}
            live={live}
            isLarge={isLarge}
            onLarge={setLarge}
          />
        </div>
      </div>
    </>
  )
}
