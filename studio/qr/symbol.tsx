/** The code as it is typed, drawn here at once by the service's own code; the file itself is the service's. */
import type { QrCodeRequest } from '../../clients/typescript/src/schemas'
import { payloadOf } from '../../src/qr/payload'
import { encodeSymbol, modulePath } from '../../src/qr/symbol'
import { TEXTS } from '../texts'

const QUIET_ZONE = 4
const MAX_SIDE = 177

type SymbolProps = { request: QrCodeRequest; color: string; background: string }

/** Nothing for what is not complete yet. */
export function QrSymbol({ request, color, background }: SymbolProps) {
  const symbol = symbolOf(request)
  if (!symbol) return <div class="qr-blank" />
  const side = symbol.side + 2 * QUIET_ZONE
  return (
    <svg class="qr-symbol" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={TEXTS.qr.alt}>
      {background !== 'transparent' && <path fill={background} d={`M0 0h${side}v${side}H0z`} />}
      <path
        fill={color}
        shape-rendering="crispEdges"
        transform={`translate(${QUIET_ZONE} ${QUIET_ZONE})`}
        d={modulePath(symbol)}
      />
    </svg>
  )
}

function symbolOf({ error_level, logo_url, ...request }: QrCodeRequest) {
  const level = logo_url ? 'high' : (error_level ?? 'medium')
  try {
    const text = payloadOf(request as Parameters<typeof payloadOf>[0])
    return text ? encodeSymbol({ text, level, maxSide: MAX_SIDE }) : undefined
  } catch {
    return undefined
  }
}
