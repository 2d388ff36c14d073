/** The document itself, and what it is to be. What is charged is told before. */
import { useEffect } from 'preact/hooks'
import type { GenerateRequest } from '../../clients/typescript/src/schemas'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { Switch } from '../shell/switch'
import { usePrice } from '../shell/use-price'
import { useSave } from '../shell/use-work'
import { TEXTS } from '../texts'
import type { Wishes } from './wishes'

type DownloadProps = {
  session: Session
  request: GenerateRequest
  wishes: Wishes
  onWishes: (wishes: Wishes) => void
  takesInvoice: boolean
  /** How much is said of the fields, some of which are folded away. */
  remarks: number
  /** What was refused, and why; nothing once it is tried again. */
  onRefused: (problem: unknown) => void
}

export function Download(props: DownloadProps) {
  const { session, request, wishes, onWishes, takesInvoice, remarks, onRefused } = props
  const invoice = wishes.invoice && takesInvoice
  // The data do not change the price.
  const price = usePrice(session.platen, 'generate', { ...request, data: {} })
  const { isBusy, problem, charged, save, forget } = useSave(session, () => session.platen.generate(request))
  // What was downloaded is another document now.
  useEffect(forget, [request.data, forget])
  useEffect(() => onRefused(problem), [problem, onRefused])
  return (
    <>
      <div class="wishes">
        <Switch
          label={TEXTS.archive}
          on={invoice || wishes.archive}
          disabled={invoice}
          onChange={(archive) => onWishes({ ...wishes, archive })}
        />
        {takesInvoice && (
          <Switch
            label={TEXTS.invoice}
            on={invoice}
            onChange={(on) => onWishes({ ...wishes, invoice: on })}
          />
        )}
      </div>
      <div class="take-bar">
        <button type="button" disabled={isBusy} onClick={save}>
          {isBusy
            ? TEXTS.working
            : [TEXTS.download, price !== undefined && TEXTS.credits(price)].filter(Boolean).join(' · ')}
        </button>
        <button type="button" class="plain to-page" onClick={toPage}>
          {TEXTS.preview}
        </button>
        <span role="status">
          {charged !== undefined ? TEXTS.downloaded(charged) : remarks > 0 && TEXTS.remarks(remarks)}
        </span>
        <Problem error={problem} />
      </div>
    </>
  )
}

/** Where it stands below the form. */
function toPage(): void {
  document.getElementById('page')?.scrollIntoView()
}
