/** Lengths in a request: a number of inches, or a text with a unit of CSS. */
import { z } from 'zod'

/** Inches of one unit (CSS Values and Units 3, 5.2: a pixel is 1/96 inch). */
const UNITS: Readonly<Record<string, number>> = {
  in: 1,
  cm: 1 / 2.54,
  mm: 1 / 25.4,
  pt: 1 / 72,
  pc: 1 / 6,
  px: 1 / 96,
}

const LENGTH = /^\s{0,9}(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})\s{0,9}(in|cm|mm|pt|pc|px)\s{0,9}$/i
const RULE =
  'must be a number of inches, or a length with its unit such as "20mm", "1.5cm", "0.8in", "12pt" or "96px"'

/** A length between two limits in inches. What is read is inches. */
export function length({ min, max }: { min: number; max: number }) {
  const inches = z.number(RULE).min(min).max(max)
  const withUnit = z.string().max(40).regex(LENGTH, RULE).transform(toInches).pipe(inches)
  return z.union([inches, withUnit], RULE)
}

/** The inches of a text such as "20mm"; nothing for one of another form. */
export function parseLength(text: string): number | undefined {
  const [, number, unit = ''] = LENGTH.exec(text) ?? []
  return number === undefined ? undefined : Number(number) * (UNITS[unit.toLowerCase()] ?? Number.NaN)
}

/** The length of a text that has the form. */
function toInches(text: string): number {
  return parseLength(text) ?? Number.NaN
}
