/** The marks of buttons that are on, within their boxes; the boxes are the document's own. */

/** A box in points, and its color: red, green and blue, to 255. */
type Mark = { width: number; tall: number; color: [number, number, number] }

const rounded = (...values: number[]) => values.map((value) => Math.round(value * 100) / 100).join(' ')

function inkOf({ color }: Mark): string {
  return rounded(...color.map((part) => Math.min(255, Math.max(0, part)) / 255))
}

/** What a check box that is on shows. */
export function tick(field: Mark): string {
  const { width, tall } = field
  const side = Math.min(width, tall)
  const [left, bottom] = [(width - side) / 2, (tall - side) / 2]
  const at = (x: number, y: number) => rounded(left + x * side, bottom + y * side)
  return `q ${inkOf(field)} RG ${rounded(side * 0.13)} w 1 J 1 j ${at(0.24, 0.5)} m ${at(0.43, 0.3)} l ${at(0.78, 0.72)} l S Q`
}

/** What a radio button that is chosen shows. */
export function dot(field: Mark): string {
  const { width, tall } = field
  const [x, y, r] = [width / 2, tall / 2, Math.min(width, tall) * 0.26]
  const k = r * 0.5523
  const curve = (...points: number[]) => `${rounded(...points)} c`
  return [
    `q ${inkOf(field)} rg ${rounded(x + r, y)} m`,
    curve(x + r, y + k, x + k, y + r, x, y + r),
    curve(x - k, y + r, x - r, y + k, x - r, y),
    curve(x - r, y - k, x - k, y - r, x, y - r),
    curve(x + k, y - r, x + r, y - k, x + r, y),
    'f Q',
  ].join(' ')
}
