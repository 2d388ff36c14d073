/**
 * pdf-lib makes an object and a text of each number that it reads: 70 bytes, of which a file of a stranger can have a million,
 * most of them a few again and again. This module, when it is imported, has it make those once that were read of late.
 */
import { PDFNumber } from 'pdf-lib'

/** Numbers that are remembered, one in each place. */
const PLACES = 8_192
/** Odd, so that neighbouring fractions have different places. */
const SPREAD = 7_919

const kept: (PDFNumber | undefined)[] = new Array(PLACES).fill(undefined)
const { of } = PDFNumber

PDFNumber.of = (value: number): PDFNumber => {
  const place = (Number.isInteger(value) ? value : value * SPREAD) & (PLACES - 1)
  const known = kept[place]
  // Minus nought is another number.
  if (known && Object.is(known.asNumber(), value)) return known
  const made = of(value)
  kept[place] = made
  return made
}
