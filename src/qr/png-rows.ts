/**
 * The rows of a PNG: how interlacing spreads them over passes, and how filtering is undone (W3C PNG,
 * third edition).
 */

/** One pass over the image: every `stepX`th pixel of every `stepY`th row from `x`, `y`. */
export type Pass = {
  x: number
  y: number
  stepX: number
  stepY: number
  width: number
  height: number
  /** Bytes of a row without its filter byte. */
  rowBytes: number
  /** Bytes of a whole pixel, at least 1: how far back "left" is for a filter. */
  pixelBytes: number
  /** Bytes of all rows with their filter bytes. */
  bytes: number
}

/** Adam7 (8.1): start and step of each of the seven passes. */
const adam7 = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
]

/** The passes that an image of `bits` a pixel is stored in, empty ones left out. */
export function passesOf({
  width,
  height,
  bits,
  interlaced,
}: {
  width: number
  height: number
  bits: number
  interlaced: boolean
}): Pass[] {
  const grids = interlaced ? adam7 : [{ x: 0, y: 0, stepX: 1, stepY: 1 }]
  return grids
    .map((grid) => {
      const columns = Math.ceil((width - grid.x) / grid.stepX)
      const rows = Math.ceil((height - grid.y) / grid.stepY)
      const rowBytes = Math.ceil((columns * bits) / 8)
      const pixelBytes = Math.max(1, bits >> 3)
      return { ...grid, width: columns, height: rows, rowBytes, pixelBytes, bytes: rows * (rowBytes + 1) }
    })
    .filter((pass) => pass.width > 0 && pass.height > 0)
}

/** Undoes the filters (9.2) of a pass in place; false if a row names a filter that does not exist. */
export function unfilter(rows: Uint8Array, { height, rowBytes, pixelBytes }: Pass): boolean {
  const stride = rowBytes + 1
  for (let y = 0; y < height; y++) {
    const start = y * stride + 1
    const filter = rows[start - 1] ?? 0
    if (filter > 4) return false
    if (filter === 0) continue
    for (let i = 0; i < rowBytes; i++) {
      const left = i < pixelBytes ? 0 : (rows[start + i - pixelBytes] ?? 0)
      const above = y === 0 ? 0 : (rows[start + i - stride] ?? 0)
      const corner = y === 0 || i < pixelBytes ? 0 : (rows[start + i - stride - pixelBytes] ?? 0)
      rows[start + i] = (rows[start + i] ?? 0) + predicted(filter, left, above, corner)
    }
  }
  return true
}

/** One call a byte: an object of the three numbers would take as long as all the rest. */
function predicted(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return (left + above) >> 1
    case 4:
      return paeth(left, above, corner)
    default:
      return 0
  }
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - above), Math.abs(estimate - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}
