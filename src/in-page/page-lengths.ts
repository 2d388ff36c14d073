/** Lengths and sizes as `@page` rules have them, in CSS pixels. */

/** Of font sizes, that of the root is taken for the usual one. */
const UNITS: Record<string, number> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  rem: 16,
}
/** In millimetres. */
const NAMED: Record<string, readonly [number, number]> = {
  a5: [148, 210],
  a4: [210, 297],
  a3: [297, 420],
  b5: [176, 250],
  b4: [250, 353],
  letter: [215.9, 279.4],
  legal: [215.9, 355.6],
  ledger: [279.4, 431.8],
}

/** A length, of which `whole` is all; undefined for one that must be calculated. */
export function lengthInPixels(length: string, whole: number): number | undefined {
  const match = /^([-+\d.]+)([a-z]*|%)$/i.exec(length.trim())
  if (!match) return undefined
  const [, number = '', unit = ''] = match
  if (unit === '%') return (Number(number) / 100) * whole
  if (unit === '') return Number(number) === 0 ? 0 : undefined
  const factor = UNITS[unit.toLowerCase()]
  return factor === undefined ? undefined : Number(number) * factor
}

/** Width and height that a value of `size` names, on `paper` if it says only how that is turned. */
export function pageSizeInPixels(
  value: string,
  paper: { width: number; height: number },
): [number, number] | undefined {
  const words = value.toLowerCase().split(/\s+/)
  const paperSize = words.map((word) => NAMED[word]).find(Boolean)
  const lengths = words.map((word) => lengthInPixels(word, 0)).filter((length) => length !== undefined)
  const first = lengths[0]
  let size: [number, number] | undefined
  if (paperSize) size = [(paperSize[0] * 96) / 25.4, (paperSize[1] * 96) / 25.4]
  else if (first !== undefined) size = [first, lengths[1] ?? first]
  else if (words.includes('landscape') || words.includes('portrait')) size = [paper.width, paper.height]
  if (!size) return undefined
  const [short, long] = [Math.min(...size), Math.max(...size)]
  if (words.includes('landscape')) return [long, short]
  return words.includes('portrait') ? [short, long] : size
}
