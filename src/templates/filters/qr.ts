import encodeQR from 'qr'
import { Problem } from '../../errors'

/** ISO/IEC 18004 wants a quiet zone of four modules around the symbol. */
const quietZone = 4

/**
 * A QR code as inline SVG, 1 unit a module, quiet zone included; its size is the style sheet's matter.
 *
 * @param label what the picture says to those who do not see it
 * @throws Problem `invalid_request` where the text is longer than a QR code holds
 */
export function qrSvg(text: string, label: string, ecc: 'low' | 'medium' | 'quartile' | 'high' = 'medium') {
  return moduleSvg(symbol(text, ecc), 'qr', label)
}

function symbol(text: string, ecc: 'low' | 'medium' | 'quartile' | 'high') {
  try {
    return encodeQR(text, 'raw', { ecc, border: quietZone })
  } catch (cause) {
    throw new Problem('invalid_request', {
      detail: `A QR code cannot hold these ${text.length} characters. Shorten the text that it encodes.`,
      cause,
    })
  }
}

/** Runs of dark modules as one path: small, and without seams between neighbours at any zoom. */
function moduleSvg(modules: boolean[][], kind: string, label: string) {
  const side = modules.length
  const path = modules.flatMap((row, y) =>
    runs(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  )
  return `<svg class="${kind}" viewBox="0 0 ${side} ${side}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path d="${path.join('')}"/></svg>`
}

function runs(row: boolean[]) {
  const found: [start: number, length: number][] = []
  row.forEach((dark, x) => {
    const last = found.at(-1)
    if (!dark) return
    if (last && last[0] + last[1] === x) last[1] += 1
    else found.push([x, 1])
  })
  return found
}
