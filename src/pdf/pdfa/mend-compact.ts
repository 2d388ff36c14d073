/**
 * Compact (CFF) programs of simple fonts as the standards want them (ISO 19005-1 6.3.5 and 6.3.6, ISO 19005-2 6.2.11.4
 * and 6.2.11.5), which look as they did: glyphs are as wide as the file says, and what a font lacks shows what readers
 * show for it, the glyph that stands for none.
 */
import { type PDFDict, PDFName } from 'pdf-lib'
import { decodeStream } from '../streams'
import { budgetOf } from '../work-budget'
import { OP, topDictOf } from './fonts/cff'
import { type SubsetGlyph, subsetCff } from './fonts/cff-subset'
import { glyphFinder, glyphNamesOf } from './fonts/glyph-finder'
import { programOf } from './fonts/read-program'
import type { ShownCodes } from './fonts/shown-codes'
import { isAlike } from './fonts/widths'
import { dictAt, flateStream, nameAt, streamAt } from './objects'

const MAX_CODE = 255
const NOTDEF = '.notdef'

/** Returns whether the font was changed. `shown` is all that the document shows in it. Throws WorkLimitExceeded. */
export function mendCompact(font: PDFDict, shown: ShownCodes): boolean {
  const descriptor = dictAt(font, 'FontDescriptor')
  const stream = streamAt(descriptor, 'FontFile3')
  // Programs within OpenType have tables beside them.
  const program = nameAt(stream?.dict, 'Subtype') === 'Type1C' ? programOf(descriptor) : undefined
  const find = program?.glyphNamed && glyphFinder(font)
  if (
    !descriptor ||
    !stream ||
    !program ||
    !find ||
    !['Type1', 'MMType1'].includes(nameAt(font, 'Subtype') ?? '')
  )
    return false
  const codes = new Set([...shown.visible, ...shown.hidden])
  const isWrong = [...codes].some((code) => {
    const { isPresent, own, said = 0 } = find(code)
    return !isPresent || !own.every((width) => isAlike(width, said))
  })
  const bytes = decodeStream(stream)
  const work = budgetOf(font.context)
  if (!isWrong || topDictOf(bytes, work).has(OP.fontMatrix)) return false
  const nameOf = glyphNamesOf(font, program)
  const taken = new Map<string, number>()
  const glyphs: (SubsetGlyph & { code: number })[] = []
  for (let code = 0; code <= MAX_CODE; code++) {
    const { isPresent, said = 0 } = find(code)
    if (!isPresent && !codes.has(code)) continue
    const known = nameOf(code) ?? NOTDEF
    const base = known === NOTDEF ? 'absent' : known
    const isTaken = (taken.get(base) ?? said) !== said
    const name = isTaken ? `${base}.${code}` : base
    taken.set(name, said)
    glyphs.push({ code, name, source: isPresent ? known : NOTDEF, width: said })
  }
  const fontName = (nameAt(font, 'BaseFont') ?? '').replace(/[^!-~]/g, '') || 'Font'
  const unique = [...new Map(glyphs.map((glyph) => [glyph.name, glyph])).values()]
  const made = subset(bytes, { fontName, glyphs: unique, work })
  if (!made) return false
  const { context } = font
  const own = descriptor.clone(context)
  own.set(
    PDFName.of('FontFile3'),
    context.register(flateStream(context, made, context.obj({ Subtype: 'Type1C' }))),
  )
  for (const key of ['FontFile', 'FontFile2', 'CharSet']) own.delete(PDFName.of(key))
  font.set(PDFName.of('FontDescriptor'), context.register(own))
  const differences = glyphs.flatMap(({ code, name }) => [code, PDFName.of(name)])
  font.set(PDFName.of('Encoding'), context.obj({ Type: 'Encoding', Differences: differences }))
  return true
}

function subset(...parameters: Parameters<typeof subsetCff>): Uint8Array | undefined {
  try {
    return subsetCff(...parameters)
  } catch (error) {
    // A glyph begins with arithmetic, or an offset leads out of the program.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
