/** The `size` of `@page` rules (CSS Paged Media 3, 7.1). */

/** In inches. */
export type Size = { width: number; height: number }

/** In inches. */
const UNITS: { [unit: string]: number } = {
  in: 1,
  cm: 1 / 2.54,
  mm: 1 / 25.4,
  q: 1 / 101.6,
  pt: 1 / 72,
  pc: 1 / 6,
  px: 1 / 96,
}
const mm = (width: number, height: number): Size => ({ width: width / 25.4, height: height / 25.4 })
const NAMES: { [name: string]: Size } = {
  a5: mm(148, 210),
  a4: mm(210, 297),
  a3: mm(297, 420),
  b5: mm(176, 250),
  b4: mm(250, 353),
  'jis-b5': mm(182, 257),
  'jis-b4': mm(257, 364),
  letter: { width: 8.5, height: 11 },
  legal: { width: 8.5, height: 14 },
  ledger: { width: 11, height: 17 },
}

/** The size that a value names, on `paper` if it names only how that is turned; nothing for what is no size. */
export function parsePageSize(value: string, paper: Size): Size | undefined {
  const words = value.toLowerCase().split(/\s+/)
  const named = words.map((word) => NAMES[word]).find(Boolean)
  const [width, height = width] = words.flatMap((word) => lengthOf(word) ?? [])
  const turned = words.find((word) => word === 'landscape' || word === 'portrait')
  const size = named ?? (width && height ? { width, height } : turned && paper)
  if (!size || !turned) return size
  const [short, long] = [Math.min(size.width, size.height), Math.max(size.width, size.height)]
  return turned === 'landscape' ? { width: long, height: short } : { width: short, height: long }
}

function lengthOf(word: string): number | undefined {
  const [, number, unit = ''] = /^([\d.]+)([a-z]+)$/.exec(word) ?? []
  const factor = UNITS[unit]
  return number !== undefined && factor !== undefined ? Number(number) * factor : undefined
}
