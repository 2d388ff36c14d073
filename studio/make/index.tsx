/** Make a document: a template, a form for its data, and the page beside it. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { GenerateRequest } from '../../clients/typescript/src/schemas'
import { isRecord } from '../form/data-path'
import { Fields } from '../form/fields'
import type { Schema } from '../form/schema'
import { exampleBody } from '../shell/example-body'
import type { PageProps } from '../shell/page'
import { Problem } from '../shell/problem'
import { useAnswer } from '../shell/use-answer'
import { usePreviewer } from '../shell/use-previewer'
import { TEXTS } from '../texts'
import { Download } from './download'

export default function Make({ session, rest, query }: PageProps) {
  const [id, setId] = useState(rest.join('/') || 'invoice/classic')
  const [data, setData] = useState<Record<string, unknown>>({})
  const list = useAnswer(() => session.platen.templates(), [session.key])
  const found = useAnswer(() => session.platen.template(id), [session.key, id])
  const template = found.value?.id === id ? found.value : undefined
  const isExample = query.has('example')
  const example = useAnswer(
    async (signal) => (isExample ? await exampleBody('/v1/generate', signal) : {}),
    [isExample],
  )
  useEffect(() => {
    const { template_id, data: shown } = example.value ?? {}
    setData(template_id === template?.id && isRecord(shown) ? shown : (template?.sample ?? {}))
  }, [template, example.value])
  const request = useMemo<GenerateRequest | undefined>(
    () => template && { template_id: template.id, data },
    [template, data],
  )
  const { previewer, shown } = usePreviewer(session.platen)
  useEffect(() => {
    if (request) previewer.want({ request: { endpoint: 'generate', request } })
  }, [previewer, request])
  return (
    <div class="make">
      <form onSubmit={(event) => event.preventDefault()}>
        <h1 tabIndex={-1} class="unseen">
          {TEXTS.nav.make}
        </h1>
        <label>
          <span>{TEXTS.template}</span>
          <select value={id} onChange={(event) => setId(event.currentTarget.value)}>
            {list.value?.map((item) => (
              <option key={item.id} value={item.id}>{`${item.label} (${item.id})`}</option>
            ))}
          </select>
        </label>
        {template?.variables && (
          <Fields
            key={template.id}
            schema={template.variables as Schema}
            data={data}
            onChange={setData}
            fold
          />
        )}
        {request && <Download session={session} request={request} takesInvoice={!!template?.invoice} />}
        <Problem error={found.error ?? list.error ?? shown.error} />
      </form>
      <section class="page" aria-label={TEXTS.preview}>
        <p class="hint" role="status">
          {shown.pages && TEXTS.pages(shown.pages)}
        </p>
        {shown.picture && <img src={shown.picture} alt={TEXTS.page} class={shown.isOld ? 'old' : ''} />}
        {shown.warnings && (
          <>
            <h2>{TEXTS.warnings}</h2>
            <p>{shown.warnings}</p>
          </>
        )}
      </section>
    </div>
  )
}
