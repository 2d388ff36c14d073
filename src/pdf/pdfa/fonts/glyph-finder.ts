/** From the codes that are shown in a font to the glyphs of its program, and how wide the file says that they are. */
import { type PDFDict, PDFStream } from 'pdf-lib'
import { latin1, operations } from '../../content-stream'
import { decodeStream } from '../../streams'
import { budgetOf } from '../../work-budget'
import { arrayAt, dictAt, dictOf, nameAt, numberAt, streamAt } from '../objects'
import { cidFinder } from './character-map'
import { baseNames, characterOf, codesOf, differencesOf, macCodeOf, STANDARD_ENCODING } from './encodings'
import type { CharacterMap, FontProgram } from './font-program'
import { programOf } from './read-program'
import { numbersIn, widthsByCid } from './widths'

/**
 * What a code shows: its number in the program, whether the program has it, and its widths in the program (as each kind
 * of reader takes it) and in the file, in thousandths. Glyphs of Type 3 fonts have no number.
 */
export type ShownGlyph = {
  glyph: number | undefined
  isPresent: boolean
  own: (number | undefined)[]
  said: number | undefined
}

/** Finds the glyphs of one font. `undefined` in place of it: the font cannot be judged. */
export type GlyphFinder = (code: number) => ShownGlyph

const SYMBOLIC = 4

/** Whether the descriptor says that the font has glyphs beside the standard Latin ones (ISO 32000-1 table 123). */
export function isSymbolic(font: PDFDict): boolean {
  return ((numberAt(dictAt(font, 'FontDescriptor'), 'Flags') ?? 0) & SYMBOLIC) !== 0
}

/** The descendant of a composite font, other fonts themselves. */
export function descendantOf(font: PDFDict): PDFDict | undefined {
  return nameAt(font, 'Subtype') === 'Type0' ? dictOf(arrayAt(font, 'DescendantFonts')?.lookup(0)) : font
}

/** Throws WorkLimitExceeded. */
export function glyphFinder(font: PDFDict): GlyphFinder | undefined {
  const subtype = nameAt(font, 'Subtype')
  if (subtype === 'Type3') return inType3(font)
  const program = programOf(dictAt(descendantOf(font), 'FontDescriptor'))
  if (!program) return undefined
  return subtype === 'Type0' ? inComposite(font, program) : inSimple(font, program)
}

function inSimple(font: PDFDict, program: FontProgram): GlyphFinder {
  const widths = numbersIn(font, arrayAt(font, 'Widths'))
  const first = numberAt(font, 'FirstChar') ?? 0
  const missing = numberAt(dictAt(font, 'FontDescriptor'), 'MissingWidth') ?? 0
  const glyphOf = program.glyphNamed ? namedGlyphs(font, program) : mappedGlyphs(font, program)
  return (code) => {
    const glyph = glyphOf(code)
    const isPresent = glyph !== undefined && glyph > 0 && glyph < program.glyphs
    return { glyph, isPresent, own: widthsIn(program, glyph ?? 0), said: widths[code - first] ?? missing }
  }
}

function widthsIn({ widthOf, truncatedWidthOf }: FontProgram, glyph: number): (number | undefined)[] {
  return truncatedWidthOf ? [widthOf(glyph), truncatedWidthOf(glyph)] : [widthOf(glyph)]
}

/** Type 1 and its compact form: by name. */
function namedGlyphs(font: PDFDict, program: FontProgram) {
  const nameOf = glyphNamesOf(font, program)
  return (code: number) => {
    const name = nameOf(code)
    return name === undefined ? undefined : program.glyphNamed?.(name)
  }
}

/** The name of the glyph that a code shows. Without an encoding in the file the program's own counts. */
export function glyphNamesOf(
  font: PDFDict,
  { nameOfCode }: FontProgram,
): (code: number) => string | undefined {
  const differences = differencesOf(font)
  const names = baseNames(font)
  return (code) => differences.get(code) ?? (names ? names.get(code) : nameOfCode?.(code))
}

/** Where the codes of symbolic fonts stand in their table. */
export const SYMBOL_BLOCKS = [0, 0xf000, 0xf100, 0xf200]

/** TrueType (ISO 32000-1 9.6.6.4): by character if an encoding is named and the font is not symbolic, else by code. */
function mappedGlyphs(font: PDFDict, { maps, postNamed }: FontProgram) {
  const map = (platform: number, encoding: number) =>
    maps.find((one) => one.platform === platform && one.encoding === encoding)
  const [unicode, symbols, mac] = [map(3, 1), map(3, 0), map(1, 0)]
  const differences = differencesOf(font)
  const names = baseNames(font) ?? (differences.size > 0 ? codesOf(STANDARD_ENCODING) : undefined)
  if (names && !isSymbolic(font)) {
    return (code: number) => {
      const name = differences.get(code) ?? names.get(code) ?? ''
      return glyphByName(name, { unicode, mac }) || postNamed?.(name)
    }
  }
  return (code: number) => {
    const bySymbol = SYMBOL_BLOCKS.map((block) => symbols?.glyphOf(block + code) ?? 0)
    return bySymbol.find((glyph) => glyph > 0) ?? (mac?.glyphOf(code) || unicode?.glyphOf(code) || 0)
  }
}

function glyphByName(
  name: string,
  { unicode, mac }: Record<'unicode' | 'mac', CharacterMap | undefined>,
): number {
  const character = characterOf(name)
  const byCharacter = character === undefined ? 0 : (unicode?.glyphOf(character) ?? 0)
  const code = macCodeOf(name)
  return byCharacter || (code === undefined ? 0 : (mac?.glyphOf(code) ?? 0))
}

/** What cannot be told is not found wrong: that it cannot is told of the character map. */
const UNKNOWN: ShownGlyph = { glyph: undefined, isPresent: true, own: [], said: undefined }

/** By the CIDs of codes; undefined if the font's character map cannot be read. */
function inComposite(font: PDFDict, program: FontProgram): GlyphFinder | undefined {
  const descendant = descendantOf(font)
  const cidOf = cidFinder(font)
  if (!descendant || !cidOf) return undefined
  const { widths, fallback } = widthsByCid(descendant)
  const glyphOf = glyphsByCid(descendant, program)
  return (code) => {
    const cid = cidOf(code)
    if (cid === undefined) return UNKNOWN
    const glyph = glyphOf(cid)
    const isPresent = glyph !== undefined && glyph > 0 && glyph < program.glyphs
    return { glyph, isPresent, own: widthsIn(program, glyph ?? 0), said: widths.get(cid) ?? fallback }
  }
}

/** The glyph of a CID, as the program or the file numbers them. Throws WorkLimitExceeded. */
export function glyphsByCid(descendant: PDFDict, program: FontProgram): (cid: number) => number | undefined {
  if (program.glyphOfCid) return program.glyphOfCid
  const map = streamAt(descendant, 'CIDToGIDMap')
  if (!map || nameAt(descendant, 'Subtype') !== 'CIDFontType2') return (cid) => cid
  const glyphs = decodeStream(map)
  return (cid) => (glyphs[2 * cid] ?? 0) * 256 + (glyphs[2 * cid + 1] ?? 0)
}

/** Whether a font says which glyphs its CIDs mean (ISO 32000-1 table 117). */
export function hasGlyphMap(font: PDFDict): boolean {
  return nameAt(font, 'CIDToGIDMap') === 'Identity' || streamAt(font, 'CIDToGIDMap') !== undefined
}

/** Glyphs that are drawn say their width first (9.6.5); units are the font's own. */
function inType3(font: PDFDict): GlyphFinder {
  const widths = numbersIn(font, arrayAt(font, 'Widths'))
  const first = numberAt(font, 'FirstChar') ?? 0
  const names = differencesOf(font)
  const drawn = glyphsByName(dictAt(font, 'CharProcs'))
  return (code) => {
    const name = names.get(code)
    const glyph = name === undefined || name === '.notdef' ? undefined : drawn.get(name)
    const said = widths[code - first] ?? 0
    if (!glyph) return { glyph: undefined, isPresent: false, own: [], said }
    return { glyph: undefined, isPresent: true, own: [widthDrawn(glyph)], said }
  }
}

function glyphsByName(drawn: PDFDict | undefined): Map<string, PDFStream> {
  const glyphs = new Map<string, PDFStream>()
  if (!drawn) return glyphs
  budgetOf(drawn.context).charge('objects', drawn.keys().length)
  for (const key of drawn.keys()) {
    const glyph = drawn.lookup(key)
    if (glyph instanceof PDFStream) glyphs.set(key.decodeText(), glyph)
  }
  return glyphs
}

function widthDrawn(glyph: PDFStream): number | undefined {
  const work = budgetOf(glyph.dict.context)
  for (const { operator, operands } of operations(latin1(decodeStream(glyph)), work)) {
    if (operator === 'd0' || operator === 'd1') return Number(operands[0])
  }
  return undefined
}
