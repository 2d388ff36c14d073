/**
 * Glyphs that are drawn, as wide as the file says that they are (ISO 19005-1 6.3.6, ISO 19005-2 6.2.11.5). Readers go by
 * the file, and look at the width that a glyph says itself for nothing (ISO 32000-1 9.6.5).
 */
import { type PDFDict, PDFName, PDFStream } from 'pdf-lib'
import { decimal, latin1, operations, writeOperation } from '../content-stream'
import { decodeStream } from '../streams'
import { budgetOf } from '../work-budget'
import { differencesOf } from './fonts/encodings'
import { glyphFinder } from './fonts/glyph-finder'
import type { ShownCodes } from './fonts/shown-codes'
import { isAlike } from './fonts/widths'
import { dictAt, flateStream, isType3 } from './objects'

/** Returns whether the font was changed. A glyph that codes show in several widths stays. Throws WorkLimitExceeded. */
export function mendType3(font: PDFDict, { visible }: ShownCodes): boolean {
  const drawn = isType3(font) ? dictAt(font, 'CharProcs') : undefined
  const find = drawn && glyphFinder(font)
  if (!drawn || !find) return false
  const names = differencesOf(font)
  const wrong = new Map<string, number>()
  for (const code of visible) {
    const { isPresent, own, said } = find(code)
    const name = names.get(code)
    if (isPresent && name !== undefined && said !== undefined && !own.every((width) => isAlike(width, said)))
      wrong.set(name, said)
  }
  // Others may draw with the same glyphs, in widths of their own.
  const copy = wrong.size > 0 ? drawn.clone(font.context) : drawn
  for (const [name, width] of wrong) {
    const glyph = copy.lookup(PDFName.of(name))
    if (glyph instanceof PDFStream) copy.set(PDFName.of(name), font.context.register(widened(glyph, width)))
  }
  if (wrong.size > 0) font.set(PDFName.of('CharProcs'), copy)
  return wrong.size > 0
}

/** The glyph with another width; one that says none is given it in front. */
function widened(glyph: PDFStream, width: number): PDFStream {
  const text = latin1(decodeStream(glyph))
  const { context } = glyph.dict
  let start = 0
  for (const operation of operations(text, budgetOf(context))) {
    const { operator, operands, end } = operation
    if (operator === 'd0' || operator === 'd1') {
      const own = writeOperation({ operator, operands: [decimal(width), ...operands.slice(1)] })
      return flateStream(context, `${text.slice(0, start)} ${own} ${text.slice(end)}`, glyph.dict)
    }
    start = end
  }
  return flateStream(context, `${decimal(width)} 0 d0 ${text}`, glyph.dict)
}
