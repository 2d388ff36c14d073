/**
 * Fonts that a file only names. Readers show them with fonts of their own; an archival file must bring them
 * (ISO 19005-1 6.3.4, ISO 19005-2 6.2.11.4.1). Standard fonts, and those made to their measure, get programs of the same
 * widths; other Latin ones get the most alike of these, and a warning. The widths that the file says are kept.
 */
import { type PDFDict, type PDFDocument, PDFName } from 'pdf-lib'
import { latin1 } from '../content-stream'
import { budgetOf } from '../work-budget'
import { readAllContents } from './contents'
import { parseCff } from './fonts/cff'
import { subsetCff } from './fonts/cff-subset'
import { baseNames, differencesOf, encodingNamed } from './fonts/encodings'
import type { FontProgram } from './fonts/font-program'
import { type ShownCodes, shownText } from './fonts/shown-codes'
import { type Family, faceOf } from './fonts/standard-face'
import type { StandardFontName, StandardFonts } from './fonts/standard-programs'
import { hasSubsetTag } from './fonts/subset-tag'
import { numbersIn } from './fonts/widths'
import { arrayAt, dictAt, dictOf, flateStream, nameAt, numberAt, streamAt } from './objects'

/**
 * Embeds what is shown of fonts without a program. What has no equal stays without one: the check names it. Returns
 * warnings, whole sentences. Throws WorkLimitExceeded.
 */
export async function embedStandardFonts(doc: PDFDocument, standardFonts: StandardFonts): Promise<string[]> {
  if (!mayNeedFonts(doc)) return []
  const contents = await readAllContents(doc)
  const inForms = new Set(formFonts(doc))
  const replaced = new Map<string, StandardFontName>()
  const { fonts } = await shownText(contents)
  for (const [font, shown] of fonts) {
    if (!isBare(font)) continue
    const name = nameAt(font, 'BaseFont') ?? ''
    const face = faceOf(name, font)
    if (!face) continue
    const program = await standardFonts(face.name)
    const made = embed(font, program, { face: face.name, shown, isInForm: inForms.has(font) })
    if (made && !face.isEqual) replaced.set(name, face.name)
    await budgetOf(doc.context).takeTurns()
  }
  return [...replaced].map(
    ([name, face]) =>
      `The font ${name} is not in the file: letters like those of ${face} stand in its place.`,
  )
}

const SIMPLE = new Set(['Type1', 'MMType1', 'TrueType'])

/** Whether any font has no program; most files need no look at their contents. */
function mayNeedFonts({ context }: PDFDocument): boolean {
  return context.enumerateIndirectObjects().some(([, object]) => {
    const dict = dictOf(object)
    budgetOf(context).charge('objects')
    if (!dict) return false
    // Fonts may stand in the resources themselves.
    const fonts = dictAt(dict, 'Font') ?? dictAt(dictAt(dict, 'Resources'), 'Font')
    return isBare(dict) || (fonts?.values().some((value) => isBareValue(value)) ?? false)
  })
}

function isBareValue(value: unknown): boolean {
  const dict = dictOf(value as Parameters<typeof dictOf>[0])
  return dict !== undefined && isBare(dict)
}

function isBare(font: PDFDict): boolean {
  const descriptor = dictAt(font, 'FontDescriptor')
  const isEmbedded = ['FontFile', 'FontFile2', 'FontFile3'].some((key) => streamAt(descriptor, key))
  return nameAt(font, 'Type') === 'Font' && SIMPLE.has(nameAt(font, 'Subtype') ?? '') && !isEmbedded
}

/** The fonts that form fields are filled in with: they may show any character. */
function formFonts({ catalog }: PDFDocument): PDFDict[] {
  const fonts = dictAt(dictAt(dictAt(catalog, 'AcroForm'), 'DR'), 'Font')
  return (fonts?.keys() ?? []).flatMap((key) => dictOf(fonts?.lookup(key)) ?? [])
}

type Embedding = { face: StandardFontName; shown: ShownCodes; isInForm: boolean }
type Glyph = { code: number; name: string; source: string; width: number }

/** Gives the font a program. Returns whether it could: all that is shown must be in it. */
function embed(font: PDFDict, bytes: Uint8Array, { face, shown, isInForm }: Embedding): boolean {
  const work = budgetOf(font.context)
  const program = parseCff(bytes, work)
  if (!program?.glyphNamed) return false
  const names = namesOf(font, face)
  const codes = [...new Set([...shown.visible, ...shown.hidden, ...(isInForm ? names.keys() : [])])]
  const glyphs = glyphsFor(font, program, { codes: codes.sort((one, other) => one - other), names })
  const made = new Set(glyphs.map(({ code }) => code))
  if (![...shown.visible].every((code) => made.has(code))) return false
  describe(font, face, glyphs)
  const fontName = (nameAt(font, 'BaseFont') ?? face).replace(/[^!-~]/g, '') || face
  const unique = [...new Map(glyphs.map((glyph) => [glyph.name, glyph])).values()]
  const stream = flateStream(font.context, subsetCff(bytes, { fontName, glyphs: unique, work }))
  stream.dict.set(PDFName.of('Subtype'), PDFName.of('Type1C'))
  dictAt(font, 'FontDescriptor')?.set(PDFName.of('FontFile3'), font.context.register(stream))
  return true
}

/** The names of a font's codes. Standard fonts that name no encoding have their own, TrueType ones that of Windows. */
function namesOf(font: PDFDict, face: StandardFontName): Map<number, string> {
  const own = face === 'Symbol' || face === 'ZapfDingbats' ? face : undefined
  const fallback = nameAt(font, 'Subtype') === 'TrueType' ? 'WinAnsiEncoding' : 'StandardEncoding'
  const base = own ? encodingNamed(own) : (baseNames(font) ?? encodingNamed(fallback))
  return new Map([...base, ...differencesOf(font)])
}

/** Names of one glyph that programs call otherwise. */
const SAME: Record<string, string> = {
  nbspace: 'space',
  nonbreakingspace: 'space',
  uni00A0: 'space',
  sfthyphen: 'hyphen',
  softhyphen: 'hyphen',
  uni00AD: 'hyphen',
  middot: 'periodcentered',
  overscore: 'macron',
  mu1: 'mu',
  '.notdef': 'space',
}

/**
 * A glyph for each code that the program has one for. Codes that stand for nothing show nothing, as a space does. One
 * name may be two glyphs if the file gives its codes different widths.
 */
function glyphsFor(
  font: PDFDict,
  program: FontProgram,
  { codes, names }: { codes: number[]; names: Map<number, string> },
): Glyph[] {
  const widths = numbersIn(font, arrayAt(font, 'Widths'))
  const first = numberAt(font, 'FirstChar') ?? 0
  const missing = numberAt(dictAt(font, 'FontDescriptor'), 'MissingWidth') ?? 0
  const widthOfName = new Map<string, number>()
  return codes.flatMap((code) => {
    const known = names.get(code) ?? '.notdef'
    const source = program.glyphNamed?.(known) && known !== '.notdef' ? known : SAME[known]
    const glyph = source === undefined ? undefined : program.glyphNamed?.(source)
    if (source === undefined || !glyph) return []
    const own = known === '.notdef' ? 0 : (program.widthOf(glyph) ?? 0)
    const width = widths.length > 0 ? (widths[code - first] ?? missing) : own
    const base = known === '.notdef' ? 'space' : known
    const isTaken = (widthOfName.get(base) ?? width) !== width
    const name = isTaken ? `${base}.${code}` : base
    widthOfName.set(name, width)
    return [{ code, name, source, width }]
  })
}

/** What a descriptor says where the file has none: of the standard fonts, in thousandths. */
const MEASURES: Record<Family | 'Symbol' | 'ZapfDingbats', Record<string, number>> = {
  Courier: { Flags: 33, Ascent: 629, Descent: -157, CapHeight: 562, StemV: 51 },
  Helvetica: { Flags: 32, Ascent: 718, Descent: -207, CapHeight: 718, StemV: 88 },
  Times: { Flags: 34, Ascent: 683, Descent: -217, CapHeight: 662, StemV: 84 },
  Symbol: { Flags: 4, Ascent: 1010, Descent: -293, CapHeight: 1010, StemV: 85 },
  ZapfDingbats: { Flags: 4, Ascent: 820, Descent: -143, CapHeight: 820, StemV: 90 },
}

/** Makes the font a Type 1 font of these glyphs, whose descriptor is its own. */
function describe(font: PDFDict, face: StandardFontName, glyphs: Glyph[]): void {
  const { context } = font
  const family = (Object.keys(MEASURES) as (keyof typeof MEASURES)[]).find((name) => face.startsWith(name))
  const known = dictAt(font, 'FontDescriptor')
  // The library writes characters as bytes: those of UTF-8, as names are.
  const fontName = PDFName.of(latin1(new TextEncoder().encode(subsetName(nameAt(font, 'BaseFont') ?? face))))
  const descriptor =
    known?.clone(context) ?? context.obj({ Type: 'FontDescriptor', ...MEASURES[family ?? 'Helvetica'] })
  descriptor.set(PDFName.of('FontName'), fontName)
  if (!known) {
    descriptor.set(PDFName.of('FontBBox'), context.obj([-200, -300, 1100, 1000]))
    descriptor.set(PDFName.of('ItalicAngle'), context.obj(/Oblique|Italic/.test(face) ? -12 : 0))
  }
  const first = glyphs[0]?.code ?? 0
  const last = glyphs.at(-1)?.code ?? 0
  const widths = new Map(glyphs.map(({ code, width }) => [code, width]))
  const list = Array.from({ length: last - first + 1 }, (_, index) => widths.get(first + index) ?? 0)
  const differences = glyphs.flatMap(({ code, name }) => [code, PDFName.of(name)])
  const entries = {
    Subtype: 'Type1',
    BaseFont: fontName,
    FirstChar: first,
    LastChar: last,
    Widths: list,
    Encoding: { Type: 'Encoding', Differences: differences },
    FontDescriptor: context.register(descriptor),
  }
  for (const [key, value] of context.obj(entries).entries()) font.set(key, value)
}

/** A name with the tag of a subset. */
function subsetName(name: string): string {
  return hasSubsetTag(name) ? name : `PLATEN+${name}`
}
