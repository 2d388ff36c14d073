/** The `qr` filter: a code as SVG. */
import { Problem } from '../../errors'
import { type ErrorLevel, MAX_TEXT } from '../../qr/qr-options'
import { QUIET_ZONE } from '../../qr/quiet-zone'
import { encodeSymbol, modulePath, sideOf, VERSIONS } from '../../qr/symbol'
import { MARK_ALPHAS, testMark } from '../../qr/test-mark'

const BLACK_ON_WHITE = { dark: [0, 0, 0, 255], light: [255, 255, 255, 255] } as const

/**
 * A QR code as inline SVG, 1 unit a module, quiet zone included; its size is the style sheet's matter, and `--quiet` the
 * share of it that each zone takes. One that nobody pays for has the mark of a test key's.
 *
 * @param label what the picture says to those who do not see it
 * @param style `quietZone` in modules; 0 where the page around it is left white
 * @throws Problem `invalid_request` if the text is longer than a QR code holds
 */
export function qrSvg(
  text: string,
  label: string,
  {
    level = 'medium',
    quietZone = QUIET_ZONE,
    isMarked = false,
  }: { level?: ErrorLevel; quietZone?: number; isMarked?: boolean | undefined } = {},
) {
  const symbol = text.length <= MAX_TEXT && encodeSymbol({ text, level, maxSide: sideOf(VERSIONS) })
  if (!symbol) {
    throw new Problem('invalid_request', {
      detail: `A QR code cannot hold these ${text.length} characters. Shorten the text that it encodes.`,
    })
  }
  const side = symbol.side + 2 * quietZone
  const box = `${-quietZone} ${-quietZone} ${side} ${side}`
  const quiet = (quietZone / side).toFixed(4)
  return `<svg class="qr" style="--quiet:${quiet}" viewBox="${box}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path d="${modulePath(symbol)}"/>${isMarked ? mark(symbol.side) : ''}</svg>`
}

/** The word across a code of `side` modules. */
function mark(side: number): string {
  const { boxes, color } = testMark(side, BLACK_ON_WHITE, MARK_ALPHAS[1])
  const path = boxes.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join('')
  const [red, green, blue, alpha] = color
  return `<path fill="rgb(${red},${green},${blue})" fill-opacity="${(alpha / 255).toFixed(2)}" d="${path}"/>`
}
