/** Rules about shown glyphs and their encodings: ISO 19005-1 6.3.3 to 6.3.7, ISO 19005-2 6.2.11.3 to 6.2.11.8, ISO 14289-1 7.21. */
import type { PDFDict } from 'pdf-lib'
import { judgeCharacterMap } from '../fonts/character-map'
import { baseNames, differencesOf } from '../fonts/encodings'
import { descendantOf, type GlyphFinder, glyphFinder } from '../fonts/glyph-finder'
import { programOf } from '../fonts/read-program'
import type { ShownCodes } from '../fonts/shown-codes'
import { encodingProblem } from '../fonts/true-type-encoding'
import { isAlike } from '../fonts/widths'
import { dictAt, nameAt, streamAt } from '../objects'
import { type ConformanceFinding, type OpenFile, type Rule, when } from './conformance-rule'

export const glyphRules: Rule[] = [
  { part1: '6.3.4', part2: '6.2.11.4.1', ua: '7.21.4.1', find: readable },
  { part1: '6.3.5', part2: '6.2.11.4.1', ua: '7.21.4.1', find: present },
  { part1: '6.3.6', part2: '6.2.11.5', ua: '7.21.5', find: widths },
  { part1: '6.3.7', part2: '6.2.11.6', ua: '7.21.6', find: trueTypeEncodings },
  { part1: '6.3.3.1', part2: '6.2.11.3', ua: '7.21.3', find: characterMaps },
  { part2: '6.2.11.8', ua: '7.21.8', find: hiddenNotdef },
]

/**
 * `lacksGlyph` and `hasOtherWidths` are of the codes that are painted; no if the font cannot be judged. `hidesNotdef` is
 * of the others: whether one of them stands for no glyph.
 */
type ShownFont = {
  font: PDFDict
  codes: ShownCodes
  name: string
  lacksGlyph: boolean
  hasOtherWidths: boolean
  hidesNotdef: boolean
}

const NOTDEF = '.notdef'

const fontsOfFile = new WeakMap<OpenFile, ShownFont[]>()

/** The fonts that the contents show anything in; each is judged once for all rules, and what was read for it is let go. */
function shownFonts(file: OpenFile): ShownFont[] {
  const known = fontsOfFile.get(file)
  if (known) return known
  const fonts = [...file.shown].map(([font, codes]) => {
    const name = nameAt(font, 'BaseFont') ?? nameAt(descendantOf(font), 'BaseFont') ?? 'drawn as shapes'
    const find = glyphFinder(font)
    const hidesNotdef = [...codes.hidden].some(notdefFinder(font, find))
    return { font, codes, name, hidesNotdef, ...judge(find, codes) }
  })
  fontsOfFile.set(file, fonts)
  return fonts
}

function judge(find: GlyphFinder | undefined, { visible }: ShownCodes) {
  let [lacksGlyph, hasOtherWidths] = [false, false]
  for (const code of find ? visible : []) {
    const { isPresent, own, said } = find?.(code) ?? {}
    if (!isPresent) lacksGlyph = true
    else if (said !== undefined && !own?.every((width) => isAlike(width, said))) hasOtherWidths = true
  }
  return { lacksGlyph, hasOtherWidths }
}

/** Which codes lead to .notdef: those without a name, or without a glyph if the file names none. */
function notdefFinder(font: PDFDict, find: GlyphFinder | undefined): (code: number) => boolean {
  const subtype = nameAt(font, 'Subtype')
  const isAbsent = (code: number) => find !== undefined && !find(code).isPresent
  if (subtype === 'Type0') return (code) => (find ? isAbsent(code) : code === 0)
  const [differences, names] = [differencesOf(font), baseNames(font)]
  const isNamed = names !== undefined && subtype !== 'Type3'
  return (code) => {
    const name = differences.get(code) ?? names?.get(code)
    return name === NOTDEF || (isNamed ? name === undefined : isAbsent(code))
  }
}

function hasProgram(font: PDFDict): boolean {
  const descriptor = dictAt(descendantOf(font), 'FontDescriptor')
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => streamAt(descriptor, key))
}

/** A font that is embedded and painted with can be read; that one is embedded at all is another rule. */
function readable(file: OpenFile): ConformanceFinding[] {
  return shownFonts(file).flatMap(({ font, codes, name }) => {
    const descriptor = dictAt(descendantOf(font), 'FontDescriptor')
    const isBroken =
      hasProgram(font) && (!fitsType(font, descriptor, file) || programOf(descriptor) === undefined)
    const message = `The font ${name} is embedded as something that cannot be read.`
    return when(isBroken && codes.visible.size > 0, message, codes.page)
  })
}

/** Each type of font has its kinds of programs (ISO 32000-1 table 126); PDF 1.4, and so PDF/A-1, knows no OpenType. */
function fitsType(font: PDFDict, descriptor: PDFDict | undefined, { part }: OpenFile): boolean {
  const subtype = nameAt(descendantOf(font), 'Subtype')
  const compact = nameAt(streamAt(descriptor, 'FontFile3')?.dict, 'Subtype')
  if (compact === 'OpenType') return part !== 1
  if (compact === 'CIDFontType0C') return subtype === 'CIDFontType0'
  const isType1 = subtype === 'Type1' || subtype === 'MMType1'
  if (compact !== undefined || streamAt(descriptor, 'FontFile')) return isType1
  return subtype === 'TrueType' || subtype === 'CIDFontType2'
}

function present(file: OpenFile): ConformanceFinding[] {
  return shownFonts(file).flatMap(({ codes, lacksGlyph, name }) =>
    when(lacksGlyph, `The font ${name} lacks a glyph that is shown.`, codes.page),
  )
}

/** Text that is only there to be searched for may not lead to .notdef either. */
function hiddenNotdef(file: OpenFile): ConformanceFinding[] {
  return shownFonts(file).flatMap(({ codes, hidesNotdef, name }) =>
    when(hidesNotdef, `Invisible text has a character that its font ${name} lacks.`, codes.page),
  )
}

function widths(file: OpenFile): ConformanceFinding[] {
  return shownFonts(file).flatMap(({ codes, hasOtherWidths, name }) =>
    when(hasOtherWidths, `The font ${name} says other widths than its glyphs have.`, codes.page),
  )
}

function trueTypeEncodings(file: OpenFile): ConformanceFinding[] {
  return shownFonts(file).flatMap(({ font, codes, name }) => {
    // PDF/A asks it of text that is only there to be searched for, too.
    const shown = codes.visible.size + (file.part ? codes.hidden.size : 0)
    if (nameAt(font, 'Subtype') !== 'TrueType' || !hasProgram(font) || shown === 0) return []
    const reason = encodingProblem(font, file.part)
    return when(reason !== undefined, `The font ${name} ${reason}.`, codes.page)
  })
}

/** Of the character maps that are not embedded we know Identity alone. */
function characterMaps(file: OpenFile): ConformanceFinding[] {
  return shownFonts(file).flatMap(({ font, codes, name }) => {
    if (nameAt(font, 'Subtype') !== 'Type0') return []
    const verdict = judgeCharacterMap(font, [...codes.visible, ...codes.hidden], file.part)
    if (verdict === 'fits') return []
    if (verdict !== 'unjudged') return [{ message: `The font ${name} ${verdict.problem}.`, page: codes.page }]
    const message = `The font ${name} has a character map that cannot be judged.`
    return [{ message, page: codes.page, isUnjudged: true }]
  })
}
