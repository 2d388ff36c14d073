/** What a finished document is to be, and the document itself. */
import { useState } from 'preact/hooks'
import type { GenerateRequest, Options } from '../../clients/typescript/src/schemas'
import { Copy } from '../shell/copy'
import { curlOf } from '../shell/curl'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { Switch } from '../shell/switch'
import { usePrice } from '../shell/use-price'
import { useSave } from '../shell/use-work'
import { TEXTS } from '../texts'

type DownloadProps = { session: Session; request: GenerateRequest; takesInvoice: boolean }

export function Download({ session, request, takesInvoice }: DownloadProps) {
  const [archive, setArchive] = useState(false)
  const [invoice, setInvoice] = useState(false)
  const options: Options | undefined =
    invoice && takesInvoice ? { factur_x: true } : archive ? { pdf_format: 'PDF/A-3b' } : undefined
  const whole = { ...request, ...(options && { options }) }
  // The data do not change the price.
  const asked = { template_id: request.template_id, data: {}, options }
  const price = usePrice(session.platen, 'generate', asked)
  const { isBusy, problem, charged, save } = useSave(session, () => session.platen.generate(whole))
  return (
    <>
      <div class="bar">
        <Switch label={TEXTS.archive} on={archive} onChange={setArchive} />
        {takesInvoice && <Switch label={TEXTS.invoice} on={invoice} onChange={setInvoice} />}
      </div>
      <div class="bar">
        <button type="button" disabled={isBusy} onClick={save}>
          {isBusy
            ? TEXTS.working
            : [TEXTS.download, price !== undefined && TEXTS.credits(price)].filter(Boolean).join(' · ')}
        </button>
        <Copy label={TEXTS.copy} text={curlOf('/v1/generate', whole, 'document.pdf')} />
        <span role="status">{charged !== undefined && TEXTS.credits(charged)}</span>
      </div>
      <Problem error={problem} />
    </>
  )
}
