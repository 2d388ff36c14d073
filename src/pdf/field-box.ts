/** The box of a field's look, and what stands in it behind everything else (ISO 32000-2, 12.5.6.19). */
import type { PDFDict } from 'pdf-lib'
import { arrayAt, dictAt, numberAt, numbersOf } from './pdfa/objects'

/** The box that the look is drawn in, and the matrix that turns it as `MK` says, counter-clockwise. */
export function boxOf(widget: PDFDict): { width: number; height: number; turned: number[] } {
  const [a = 0, b = 0, c = 0, d = 0] = numbersOf(arrayAt(widget, 'Rect'))
  const [width, height] = [Math.abs(c - a), Math.abs(d - b)]
  const quarter = (((Math.round((numberAt(dictAt(widget, 'MK'), 'R') ?? 0) / 90) % 4) + 4) % 4) as
    | 0
    | 1
    | 2
    | 3
  const [cos, sin] = (
    [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const
  )[quarter]
  const turned = [cos, sin, -sin, cos, 0, 0]
  return quarter % 2 === 0 ? { width, height, turned } : { width: height, height: width, turned }
}

/** The ground and border that `MK` and `BS` say, as operators. */
export function groundOf(widget: PDFDict, width: number, height: number): string {
  const look = dictAt(widget, 'MK')
  const set = (key: string, operators: Record<number, string>) => {
    const values = numbersOf(arrayAt(look, key))
    const operator = operators[values.length]
    return operator && `${values.join(' ')} ${operator}`
  }
  const fill = set('BG', { 1: 'g', 3: 'rg', 4: 'k' })
  const stroke = set('BC', { 1: 'G', 3: 'RG', 4: 'K' })
  const line = numberAt(dictAt(widget, 'BS'), 'W') ?? 1
  const inner = `${line / 2} ${line / 2} ${width - line} ${height - line} re`
  return [fill && `${fill} 0 0 ${width} ${height} re f`, stroke && `${stroke} ${line} w ${inner} S`]
    .filter(Boolean)
    .join(' ')
}
