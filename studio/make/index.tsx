/** Make a document: a template, a form for its data, and the page beside it. */
import { useEffect, useState } from 'preact/hooks'
import type { GenerateRequest } from '../../clients/typescript/src/schemas'
import { Fields } from '../form/fields'
import type { Schema } from '../form/schema'
import type { PageProps } from '../shell/page'
import { Problem } from '../shell/problem'
import { useAnswer } from '../shell/use-answer'
import { TEXTS } from '../texts'
import { Download } from './download'
import { usePreview } from './use-preview'

export default function Make({ session, rest }: PageProps) {
  const [id, setId] = useState(rest.join('/') || 'invoice/classic')
  const [data, setData] = useState<Record<string, unknown>>({})
  const list = useAnswer(() => session.platen.templates(), [session.key])
  const found = useAnswer(() => session.platen.template(id), [session.key, id])
  const template = found.value?.id === id ? found.value : undefined
  useEffect(() => setData(template?.sample ?? {}), [template])
  const request: GenerateRequest | undefined = template && { template_id: template.id, data }
  const preview = usePreview(session, request)
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
        <Problem error={found.error ?? list.error ?? preview.error} />
      </form>
      <section class="page" aria-label={TEXTS.preview}>
        <p class="hint" role="status">
          {preview.pages && TEXTS.pages(preview.pages)}
        </p>
        {preview.picture && <img src={preview.picture} alt={TEXTS.page} class={preview.old ? 'old' : ''} />}
        {preview.warnings && (
          <>
            <h2>{TEXTS.warnings}</h2>
            <p>{preview.warnings}</p>
          </>
        )}
      </section>
    </div>
  )
}
