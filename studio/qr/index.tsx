/** QR codes: every type, in one's own colours and with a logo; seen while it is typed, paid when it is taken. */
import { useEffect, useState } from 'preact/hooks'
import type { DryRun, QrCodeRequest } from '../../clients/typescript/src/schemas'
import { Copy } from '../shell/copy'
import { curlOf } from '../shell/curl'
import { sentenceOf } from '../shell/fault-words'
import { saveDocument } from '../shell/file'
import { Head, type PageProps } from '../shell/page'
import { Problem } from '../shell/problem'
import { toast } from '../shell/toast'
import { useKept } from '../shell/use-kept'
import { useWork } from '../shell/use-work'
import { TEXTS } from '../texts'
import { Content } from './content'
import { FIRST, groundOf, requestOf } from './design'
import { FIELDS, type QrType, SAMPLES } from './fields'
import { Look } from './look'
import { QrSymbol } from './symbol'

const PAUSE_MS = 300
const words = TEXTS.qr

export default function QrDesigner({ session }: PageProps) {
  const [design, keep] = useKept('qr', FIRST)
  const [busy, setBusy] = useState('')
  const { problem, run } = useWork()
  const { type, values, color, logo, size } = design
  const request = requestOf(design)
  const checked = useCheck(session, request)
  // Nobody is told that what they have not begun is wrong.
  const isBlank = FIELDS[type].every(({ name }) => !values[name])
  const choose = (next: QrType) => keep({ ...design, type: next, values: SAMPLES[next] ?? {} })
  const save = async (format: 'png' | 'svg') => {
    setBusy(format)
    await run(async () => {
      const made = await session.platen.qrcode({ ...request, format, size })
      const { creditsCharged, warnings } = made
      await saveDocument(made, `code.${format}`)
      toast(words.saved(creditsCharged ?? 0, warnings))
      session.refresh()
    })
    setBusy('')
  }
  return (
    <>
      <Head title={words.title} lead={words.lead}>
        {JSON.stringify(design) !== JSON.stringify(FIRST) && (
          <button type="button" class="quiet" onClick={() => keep(FIRST)}>
            {words.anew}
          </button>
        )}
      </Head>
      <div class="two">
        <form onSubmit={(event) => event.preventDefault()}>
          <label>
            <span>{words.type}</span>
            <select value={type} onChange={(event) => choose(event.currentTarget.value as QrType)}>
              {Object.keys(FIELDS).map((name) => (
                <option key={name} value={name}>
                  {words.types[name as QrType]}
                </option>
              ))}
            </select>
          </label>
          <Content type={type} values={values} onChange={(next) => keep({ ...design, values: next })} />
          <Look session={session} design={design} onChange={keep} />
          <div class="bar">
            <button type="button" disabled={busy !== ''} onClick={() => save('svg')}>
              {words.svg}
            </button>
            <button type="button" class="plain" disabled={busy !== ''} onClick={() => save('png')}>
              {words.png}
            </button>
            <Copy label={TEXTS.copy} text={curlOf('/v1/qrcode', { ...request, size }, 'code.png')} />
            <span class="hint">{checked.dryRun && TEXTS.credits(checked.dryRun.price)}</span>
          </div>
          <Problem error={problem ?? (isBlank ? undefined : checked.error)} />
        </form>
        <section class="qr-stage" aria-label={TEXTS.preview}>
          {isBlank ? (
            <div class="qr-blank" />
          ) : (
            <QrSymbol request={request} color={color} background={groundOf(design)} />
          )}
          {logo && <p class="hint">{words.logoLater}</p>}
          {checked.dryRun && checked.dryRun.warnings.length > 0 && (
            <div role="status">
              <h2>{TEXTS.warnings}</h2>
              <ul class="plain-list">
                {checked.dryRun.warnings.map((warning) => (
                  <li key={warning}>{sentenceOf(warning)}</li>
                ))}
              </ul>
            </div>
          )}
        </section>
      </div>
    </>
  )
}

/** What the service says of the request, some time after the last key: its price and warnings, or why it is refused. */
function useCheck({ platen }: PageProps['session'], request: QrCodeRequest) {
  const [checked, setChecked] = useState<{ dryRun?: DryRun; error?: unknown }>({})
  const sent = JSON.stringify(request)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      platen.dryRun('qrcode', JSON.parse(sent)).then(
        (dryRun) => isCurrent && setChecked({ dryRun }),
        (error) => isCurrent && setChecked({ error }),
      )
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [platen, sent])
  return checked
}
