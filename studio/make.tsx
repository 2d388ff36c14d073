/** Make a document: a template, a form for its data, and the page beside it. */
import { useEffect, useState } from 'preact/hooks'
import { call, type Listed, read, type Template } from './api'
import { Fields } from './form'
import { TEXTS } from './texts'
import { usePreview } from './use-preview'

export function Make({ apiKey }: { apiKey: string }) {
  const [list, setList] = useState<Listed[]>([])
  const [id, setId] = useState('invoice/classic')
  const [template, setTemplate] = useState<Template>()
  const [data, setData] = useState<Record<string, unknown>>({})
  const [problem, setProblem] = useState('')
  const tell = (error: unknown) => setProblem(error instanceof Error ? error.message : String(error))
  useEffect(() => {
    read<Listed[]>(apiKey, '/v1/templates').then(setList, tell)
  }, [apiKey])
  useEffect(() => {
    let current = true
    const take = (found: Template) => {
      if (!current) return
      setTemplate(found)
      setData(found.sample ?? {})
      setProblem('')
    }
    read<Template>(apiKey, `/v1/templates/${id}`).then(take, (error) => current && tell(error))
    return () => {
      current = false
    }
  }, [apiKey, id])
  const request = template && { template_id: template.id, data }
  const preview = usePreview(apiKey, request)
  return (
    <main class="make">
      <form onSubmit={(event) => event.preventDefault()}>
        <label>
          <span>{TEXTS.template}</span>
          <select value={id} onChange={(event) => setId(event.currentTarget.value)}>
            {list.map((item) => (
              <option key={item.id} value={item.id}>{`${item.label} (${item.id})`}</option>
            ))}
          </select>
        </label>
        {template?.variables && (
          <Fields key={template.id} schema={template.variables} data={data} onChange={setData} fold />
        )}
        {request && <Download apiKey={apiKey} request={request} takesInvoice={!!template?.invoice} />}
        <p class="error" role="alert">
          {problem || preview.problem}
        </p>
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
    </main>
  )
}

type DownloadProps = { apiKey: string; request: object; takesInvoice: boolean }

function Download({ apiKey, request, takesInvoice }: DownloadProps) {
  const [archive, setArchive] = useState(false)
  const [invoice, setInvoice] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [charged, setCharged] = useState('')
  const eInvoice = invoice && takesInvoice
  const options = eInvoice ? { factur_x: true } : archive ? { pdf_format: 'PDF/A-3b' } : undefined
  const whole = { ...request, ...(options && { options }) }
  const save = async () => {
    setBusy(true)
    setProblem('')
    try {
      const answer = await call(apiKey, '/v1/generate', whole)
      saveFile(await answer.blob())
      setCharged(answer.headers.get('X-Credits-Charged') ?? '')
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  return (
    <>
      <div class="bar">
        <Switch label={TEXTS.archive} on={archive} onChange={setArchive} />
        {takesInvoice && <Switch label={TEXTS.invoice} on={invoice} onChange={setInvoice} />}
      </div>
      <div class="bar">
        <button type="button" disabled={busy} onClick={save}>
          {busy ? TEXTS.working : TEXTS.download}
        </button>
        <CopyAsCurl request={whole} />
        <span role="status">{charged && TEXTS.credits(charged)}</span>
      </div>
      <p class="error" role="alert">
        {problem}
      </p>
    </>
  )
}

function Switch({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <label class="switch">
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  )
}

/** The key is left out: what is copied gets pasted into chats and files. */
function CopyAsCurl({ request }: { request: object }) {
  const [copied, setCopied] = useState(false)
  const body = JSON.stringify(request).replaceAll("'", String.raw`'\''`)
  const command = `curl -sS ${location.origin}/v1/generate -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -d '${body}' -o document.pdf`
  const copy = () => navigator.clipboard.writeText(command).then(() => setCopied(true))
  return (
    <button type="button" class="quiet" onClick={copy}>
      {copied ? TEXTS.copied : TEXTS.copy}
    </button>
  )
}

function saveFile(blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = 'document.pdf'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
