/** Which pictures are what JPEG is for. */

/** One (grey), three or four bytes a pixel; the fourth says nothing. */
export type Samples = {
  width: number
  height: number
  channels: 1 | 3 | 4
  data: Uint8Array | Uint8ClampedArray
}

/** Squares of so many pixels are looked at, so many of them at most. */
const SQUARE = 16
const MAX_SQUARES = 400
/** A square with more colours is busy: text on one ground has more only with the picture behind it. */
const MAX_FLAT_COLORS = 4
/** Photographs are busy in 88 % of their squares and more, screenshots in 57 % at most. */
const MIN_BUSY_SHARE = 0.7

/**
 * Many colours among a sample of the pixels, and hardly a flat square: what JPEG is for. Drawings, screenshots and codes
 * have flat ground, however many colours a picture in them has.
 */
export function looksLikePhoto({ data, width, height, channels }: Samples): boolean {
  const [green, blue] = channels === 1 ? [0, 0] : [1, 2]
  const colorAt = (pixel: number) => {
    const at = channels * pixel
    return ((data[at] ?? 0) << 16) | ((data[at + green] ?? 0) << 8) | (data[at + blue] ?? 0)
  }
  const [across, down] = [Math.floor(width / SQUARE), Math.floor(height / SQUARE)]
  const step = Math.max(1, Math.floor((across * down) / MAX_SQUARES))
  const colors = new Set<number>()
  let [looked, busy] = [0, 0]
  for (let square = 0; square < across * down; square += step) {
    const corner = (Math.floor(square / across) * width + (square % across)) * SQUARE
    const own = new Set<number>()
    for (let at = 0; at < SQUARE * SQUARE; at++)
      own.add(colorAt(corner + Math.floor(at / SQUARE) * width + (at % SQUARE)))
    for (const color of own) colors.add(color)
    looked++
    if (own.size > MAX_FLAT_COLORS) busy++
  }
  return busy >= MIN_BUSY_SHARE * looked && (colors.size > 1_500 || isSmoothGrey(colors))
}

/** A grey picture has at most 256 colours, nearly all of which a photograph uses. */
function isSmoothGrey(colors: Set<number>): boolean {
  if (colors.size < 120) return false
  for (const color of colors) if ((color & 0xff) !== color >> 16) return false
  return true
}
