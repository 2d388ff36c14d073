import { Problem } from '../../errors'
import { type ErrorLevel, MAX_TEXT } from '../../qr/qr-options'
import { QUIET_ZONE } from '../../qr/quiet-zone'
import { encodeSymbol, modulePath, sideOf, VERSIONS } from '../../qr/symbol'

/**
 * A QR code as inline SVG, 1 unit a module, quiet zone included; its size is the style sheet's matter.
 *
 * @param label what the picture says to those who do not see it
 * @param quietZone in modules; 0 where the page around it is left white
 * @throws Problem `invalid_request` if the text is longer than a QR code holds
 */
export function qrSvg(text: string, label: string, level: ErrorLevel = 'medium', quietZone = QUIET_ZONE) {
  const symbol = text.length <= MAX_TEXT && encodeSymbol({ text, level, maxSide: sideOf(VERSIONS) })
  if (!symbol) {
    throw new Problem('invalid_request', {
      detail: `A QR code cannot hold these ${text.length} characters. Shorten the text that it encodes.`,
    })
  }
  const side = symbol.side + 2 * quietZone
  const box = `${-quietZone} ${-quietZone} ${side} ${side}`
  return `<svg class="qr" viewBox="${box}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path d="${modulePath(symbol)}"/></svg>`
}
