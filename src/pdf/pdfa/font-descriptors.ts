/** What a font says of its program: which glyphs a subset holds, and how wide they are. */
import { type PDFContext, type PDFDict, PDFName, PDFNumber, PDFString } from 'pdf-lib'
import { budgetOf } from '../work-budget'
import { glyphFinder } from './fonts/glyph-finder'
import { cidSetOf, heldGlyphs, listKeyOf } from './fonts/glyph-lists'
import { isSubset } from './fonts/subset-tag'
import { isAlike } from './fonts/widths'
import { arrayAt, dictAt, dictionariesOf, flateStream, isType3, nameAt, numberAt, streamAt } from './objects'

/**
 * Part 1 wants each subset to list the glyphs that it holds (ISO 19005-1 6.3.5). Chromium leaves the list out, and that
 * of a caller's file may be wrong: it is written anew. Throws WorkLimitExceeded.
 */
export function listGlyphs(context: PDFContext): void {
  for (const font of embeddedFonts(context)) {
    const key = listKeyOf(font)
    const glyphs = key && isSubset(font) ? heldGlyphs(font) : undefined
    if (!key || !glyphs) continue
    const names = [...glyphs].map((name) => `/${name}`).join('')
    const list = key === 'CharSet' ? textOf(names) : context.register(flateStream(context, cidSetOf(glyphs)))
    dictAt(font, 'FontDescriptor')?.set(PDFName.of(key), list)
  }
}

/** A text of any characters that names may have. */
function textOf(names: string): PDFString {
  return PDFString.of(names.replace(/[\\()]/g, '\\$&'))
}

/** Parts 2 and 3 do without the lists, and judge one that is wrong (ISO 19005-2 6.2.11.4.2): they go. */
export function dropGlyphLists(context: PDFContext): void {
  for (const font of embeddedFonts(context))
    for (const key of ['CharSet', 'CIDSet']) dictAt(font, 'FontDescriptor')?.delete(PDFName.of(key))
}

/**
 * Widths that agree with a program of fractions, but not with what readers make of it that drop those, are moved
 * between both: by less than a thousandth of the size. Throws WorkLimitExceeded.
 */
export function mendWidths(context: PDFContext): void {
  for (const font of embeddedFonts(context)) {
    const widths = arrayAt(font, 'Widths')
    const compact = streamAt(dictAt(font, 'FontDescriptor'), 'FontFile3')
    const find = widths && compact && !isType3(font) ? glyphFinder(font) : undefined
    if (!widths || !find) continue
    const first = numberAt(font, 'FirstChar') ?? 0
    budgetOf(context).charge('operators', widths.size())
    for (let index = 0; index < widths.size(); index++) {
      const { own, said = 0 } = find(first + index)
      const [exact, truncated] = own
      if (exact === undefined || truncated === undefined) continue
      if (isAlike(exact, said) && !isAlike(truncated, said))
        widths.set(index, PDFNumber.of((exact + truncated) / 2))
    }
  }
}

function* embeddedFonts(context: PDFContext): Generator<PDFDict> {
  for (const dict of dictionariesOf(context))
    if (nameAt(dict, 'Type') === 'Font' && dictAt(dict, 'FontDescriptor')) yield dict
}
