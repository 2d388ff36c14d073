/**
 * Leaves out of embedded fonts the glyphs that a document does not show. Glyphs keep their numbers, so that nothing that
 * refers to them changes. Where it cannot be told for sure what is shown, a font stays whole.
 */
import {
  type PDFContext,
  type PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
} from 'pdf-lib'
import { type ReadContent, readAllContents } from '../pdfa/contents'
import { descendantOf, glyphsByCid } from '../pdfa/fonts/glyph-finder'
import { glyphsThatMayShow, partsOfOthers } from '../pdfa/fonts/possible-glyphs'
import { programOf } from '../pdfa/fonts/read-program'
import { type ShownText, shownText } from '../pdfa/fonts/shown-codes'
import { hasSubsetTag } from '../pdfa/fonts/subset-tag'
import { dictAt, dictionariesOf, dictOf, nameAt } from '../pdfa/objects'
import { readInTurns } from '../read-in-turns'
import { DEFLATE_COST, decodeStream, deflateStream } from '../streams'
import { budgetOf } from '../work-budget'
import { blankCff } from './blank-cff'
import { subsetSfnt } from './subset-sfnt'

/** Smaller ones, packed, gain little, in bytes. */
const MIN_PROGRAM = 8_192
/** What a font that was made smaller may have of its former size. */
const MAX_SHARE = 0.9

/** A program and the fonts that use it: simple ones, and composite ones in place of their parts. */
type Program = { ref: PDFRef; kind: 'FontFile2' | 'FontFile3'; users: Set<PDFDict> }

/** Returns the programs that it made smaller and packed. Throws WorkLimitExceeded. */
export async function subsetFonts(document: PDFDocument): Promise<Set<PDFRef>> {
  const packed = new Set<PDFRef>()
  const { context } = document
  const known = programsOf(context)
  const programs = [...known.values()].filter(({ ref }) => sizeOf(context, ref) >= MIN_PROGRAM)
  if (programs.length === 0) return packed
  const contents = await readAllContents(document)
  for (const content of contents) if (!(await isToldForSure(content))) return packed
  const shown = await shownText(contents)
  if (shown.fontless.size > 0) return packed
  for (const font of shown.fonts.keys())
    for (const { ref } of programRefsOf(font)) known.get(ref)?.users.add(font)
  const untouched = new Set(
    [...fontsOfForms(document)].flatMap((font) => programRefsOf(font).map(({ ref }) => ref)),
  )
  for (const program of programs) {
    await budgetOf(context).takeTurns()
    if (!untouched.has(program.ref) && subsetOne(context, program, shown)) packed.add(program.ref)
  }
  return packed
}

/** Everything that has a descriptor counts as a font: readers do not ask for its type. */
function programsOf(context: PDFContext): Map<PDFRef, Program> {
  const programs = new Map<PDFRef, Program>()
  for (const dict of dictionariesOf(context)) {
    budgetOf(context).charge('objects')
    if (nameAt(dict, 'Subtype')?.startsWith('CIDFontType')) continue
    for (const found of programRefsOf(dict)) {
      const program = programs.get(found.ref) ?? { ...found, users: new Set() }
      program.users.add(dict)
      programs.set(found.ref, program)
    }
  }
  return programs
}

function programRefsOf(font: PDFDict): Pick<Program, 'ref' | 'kind'>[] {
  const descriptor = dictAt(descendantOf(font), 'FontDescriptor')
  return (['FontFile2', 'FontFile3'] as const).flatMap((kind) => {
    const ref = descriptor?.get(PDFName.of(kind))
    return ref instanceof PDFRef ? [{ ref, kind }] : []
  })
}

function sizeOf(context: PDFContext, ref: PDFRef): number {
  const stream = context.lookup(ref)
  return stream instanceof PDFRawStream ? stream.contents.length : 0
}

/** Operators that say by a name, of a font or of what has one, what text is shown in. */
const NAMES_FONT = new Set(['Tf', 'gs', 'Do'])

/**
 * Whether a content shows in all places what it shows where we met it. Readers may show more of a damaged one than we
 * read; and one without resources of its own names other fonts on other pages.
 */
async function isToldForSure({ text, content }: ReadContent): Promise<boolean> {
  let last = 0
  const isUnsure = await readInTurns(text, content.work, ({ end, operator }) => {
    last = end
    // What a glyph draws begins in no font.
    const isOfGlyph = content.kind === 'glyph' && operator === 'Do'
    return content.borrowsResources && NAMES_FONT.has(operator) && !isOfGlyph
  })
  if (isUnsure) return false
  return /^[\0\t\n\f\r ]*$/.test(text.slice(last, last + 1000)) && text.length - last < 1000
}

const MAY_BE_TYPED_IN = new Set(['Widget', 'FreeText'])

/**
 * Fonts that may show more than they do: those that fields and notes are filled in with, and those of looks that are
 * shown only under the pointer. Each dictionary on the way is looked through once. Throws WorkLimitExceeded.
 */
function fontsOfForms({ catalog, context }: PDFDocument): Set<PDFDict> {
  const fonts = new Set<PDFDict>()
  const [seenFonts, seenLooks] = [new Set<PDFDict>(), new Set<PDFDict>()]
  const valuesOf = (dict: PDFDict | undefined, seen: Set<PDFDict>): PDFDict[] => {
    if (!dict || seen.has(dict)) return []
    seen.add(dict)
    budgetOf(context).charge('objects', dict.keys().length)
    return dict.keys().flatMap((key) => dictOf(dict.lookup(key)) ?? [])
  }
  const addFrom = (resources: PDFDict | undefined) => {
    for (const font of valuesOf(dictAt(resources, 'Font'), seenFonts)) fonts.add(font)
  }
  addFrom(dictAt(dictAt(catalog, 'AcroForm'), 'DR'))
  for (const dict of dictionariesOf(context)) {
    budgetOf(context).charge('objects')
    const mayBeTypedIn = MAY_BE_TYPED_IN.has(nameAt(dict, 'Subtype') ?? '')
    addFrom(dictAt(dict, 'DR'))
    const looks = dictAt(dict, 'AP')
    for (const key of mayBeTypedIn ? ['N', 'D', 'R'] : ['D', 'R']) {
      const look = dictAt(looks, key)
      addFrom(dictAt(look, 'Resources'))
      for (const state of valuesOf(look, seenLooks)) addFrom(dictAt(state, 'Resources'))
    }
  }
  return fonts
}

/** Returns whether the program is another now. */
function subsetOne(context: PDFContext, { ref, kind, users }: Program, { fonts }: ShownText): boolean {
  const [first] = users
  const whole = programOf(dictAt(first && descendantOf(first), 'FontDescriptor'))
  const used = new Set(whole && partsOfOthers(whole))
  for (const font of users) {
    const codes = fonts.get(font)
    const glyphs = glyphsShown(font, codes ? [...codes.visible, ...codes.hidden] : [])
    if (!glyphs) return false
    for (const glyph of glyphs) used.add(glyph)
  }
  const stream = context.lookup(ref)
  if (!(stream instanceof PDFRawStream)) return false
  const made = subsetOf(stream, kind, { used, users })
  if (!made) return false
  budgetOf(context).charge('bytes', made.length * DEFLATE_COST)
  const packed = deflateStream(made)
  if (packed.length > MAX_SHARE * stream.contents.length) return false
  const dict = stream.dict.clone()
  dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'))
  dict.delete(PDFName.of('DecodeParms'))
  if (kind === 'FontFile2') dict.set(PDFName.of('Length1'), PDFNumber.of(made.length))
  context.assign(ref, PDFRawStream.of(dict, packed))
  for (const font of users) markSubset(font, ref)
  return true
}

/** The glyphs of codes; undefined for a font whose codes cannot be told from its glyphs. */
function glyphsShown(font: PDFDict, codes: number[]): Set<number> | undefined {
  const descendant = descendantOf(font)
  const program = programOf(dictAt(descendant, 'FontDescriptor'))
  if (!program || !descendant || programRefsOf(font).length !== 1) return undefined
  if (nameAt(font, 'Subtype') !== 'Type0') return glyphsThatMayShow(font, program, codes)
  if (!nameAt(font, 'Encoding')?.startsWith('Identity-')) return undefined
  const glyphOf = glyphsByCid(descendant, program)
  return new Set(codes.map((cid) => glyphOf(cid) ?? 0))
}

function subsetOf(
  stream: PDFRawStream,
  kind: Program['kind'],
  { used, users }: { used: Set<number>; users: Set<PDFDict> },
): Uint8Array | undefined {
  const type = nameAt(stream.dict, 'Subtype')
  if (kind === 'FontFile3' && type !== 'Type1C' && type !== 'CIDFontType0C') return undefined
  const bytes = decodeStream(stream)
  if (kind === 'FontFile3') return blankCff(bytes, used, budgetOf(stream.dict.context))
  const byNumber = [...users].every((font) => nameAt(font, 'Subtype') === 'Type0')
  const made = subsetSfnt(bytes, used, { byNumber })
  // To pack what is hardly less takes seconds for large fonts, and gains nothing.
  return made && made.length <= MAX_SHARE * bytes.length ? made : undefined
}

/** Names it as a subset (ISO 32000-2, 9.9.2), and takes away lists of the glyphs that it had. */
function markSubset(font: PDFDict, { objectNumber }: PDFRef): void {
  const letters = Array.from({ length: 6 }, (_, at) => 65 + (Math.floor(objectNumber / 26 ** at) % 26))
  const tag = String.fromCharCode(...letters)
  const part = descendantOf(font)
  const descriptor = dictAt(part, 'FontDescriptor')
  for (const key of ['CharSet', 'CIDSet']) descriptor?.delete(PDFName.of(key))
  for (const [dict, key] of [
    [font, 'BaseFont'],
    [part, 'BaseFont'],
    [descriptor, 'FontName'],
  ] as const) {
    const name = nameAt(dict, key)
    if (dict && name !== undefined && !hasSubsetTag(name))
      dict.set(PDFName.of(key), PDFName.of(`${tag}+${name}`))
  }
}
