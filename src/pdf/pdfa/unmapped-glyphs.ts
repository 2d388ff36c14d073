/**
 * Glyphs that stand for no character: vertical and other alternates that Chromium's fonts leave unnamed, and ligatures
 * of combining marks (Arabic shadda with fatha), which it names U+0000. Level A and PDF/UA want every shown code named
 * (ISO 19005-1 6.3.8, ISO 14289-1 7.21.7): these become U+FFFD. What such a glyph says stands in the ActualText that
 * Chromium gives its cluster, which readers take in its place (ISO 32000-1 14.9.4).
 */
import { type PDFDict, type PDFDocument, PDFName, type PDFRef, type PDFStream } from 'pdf-lib'
import { latin1 } from '../content-stream'
import { decodeStream } from '../streams'
import { budgetOf, WorkLimitExceeded } from '../work-budget'
import { textAt } from './annotations'
import { type ReadContent, readAllContents } from './contents'
import { baseEncodingOf, baseNames, characterOf, differencesOf, isListedName } from './fonts/encodings'
import { descendantOf } from './fonts/glyph-finder'
import { programOf } from './fonts/read-program'
import { type ShownCodes, shownText } from './fonts/shown-codes'
import { mendToUnicode } from './mend-to-unicode'
import { dictAt, dictOf, entriesOf, flateStream, nameAt, streamAt } from './objects'
import { type CodeRange, isPrivateUse, parseToUnicode, type ToUnicode } from './parse-to-unicode'
import { toUnicode, withPairs } from './to-unicode'

const UNKNOWN = 0xfffd

/** Names every shown glyph without a character. */
export async function nameUnmappedGlyphs(doc: PDFDocument): Promise<void> {
  const contents = await readAllContents(doc)
  const mended = new Map<PDFStream, PDFRef>()
  for (const font of fontsIn(contents)) {
    mendMap(doc, font, mended)
    await budgetOf(doc.context).takeTurns()
  }
  const { fonts: shown } = await shownText(contents)
  // What the program of a font names is said in a map too: not all readers look for it there.
  for (const [font, codes] of unmappedCodes(shown, () => undefined)) {
    const width = nameAt(font, 'Subtype') === 'Type0' ? 2 : 1
    const known = streamAt(font, 'ToUnicode')
    const characters = namedCharacters(font)
    const builtIn = builtInNames(font)
    // A new map takes the place of the names, so it says all that they did.
    const pairs = (known ? [...codes] : codesOf(shown.get(font))).map((code): [number, number] => [
      code,
      characters.get(code) ?? characterOf(builtIn?.(code) ?? '') ?? UNKNOWN,
    ])
    const map = known ? withPairs(textOf(known), pairs, width) : toUnicode(pairs, width)
    font.set(PDFName.of('ToUnicode'), doc.context.register(flateStream(doc.context, map)))
  }
}

/** The fonts that contents have at hand, each once: pages share them. */
function fontsIn(contents: ReadContent[]): Set<PDFDict> {
  const fonts = contents.flatMap(({ content }) =>
    entriesOf(content.resources, 'Font').flatMap(({ object }) => dictOf(object) ?? []),
  )
  return new Set(fonts)
}

/** `mended` has the maps that took the place of others: fonts that shared one share the new one. */
function mendMap({ context }: PDFDocument, font: PDFDict, mended: Map<PDFStream, PDFRef>): void {
  const map = streamAt(font, 'ToUnicode')
  if (!map) return
  const { emptyRanges, isSure } = read(map)
  if (emptyRanges.length === 0 && isSure) return
  const made = () => flateStream(context, mendToUnicode(textOf(map), budgetOf(context)))
  const ref = mended.get(map) ?? context.register(made())
  mended.set(map, ref)
  font.set(PDFName.of('ToUnicode'), ref)
}

/** The fonts that show codes whose maps give them what is no character. */
export function fontsOfNoCharacters(shown: Map<PDFDict, ShownCodes>): PDFDict[] {
  return [...shown].flatMap(([font, codes]) => {
    const map = streamAt(font, 'ToUnicode')
    const ranges = map && read(map).emptyRanges
    return ranges && codesOf(codes).some((code) => covers(ranges, code)) ? [font] : []
  })
}

/**
 * The fonts that show codes whose characters neither their maps nor their encodings name, nor what `namesIn` finds in their
 * programs, with those codes.
 */
export function unmappedCodes(
  shown: Map<PDFDict, ShownCodes>,
  namesIn = builtInNames,
): Map<PDFDict, Set<number>> {
  const unmapped = new Map<PDFDict, Set<number>>()
  for (const [font, codes] of shown) {
    const map = streamAt(font, 'ToUnicode')
    const ranges = map && read(map).ranges
    const isNamed = ranges ? (code: number) => covers(ranges, code) : namesOf(font, namesIn)
    const unknown = codesOf(codes).filter((code) => !isNamed(code))
    if (unknown.length > 0) unmapped.set(font, new Set(unknown))
  }
  return unmapped
}

/** The fonts that show codes of characters for private use, with those codes. */
export function privateUseCodes(shown: Map<PDFDict, ShownCodes>): Map<PDFDict, Set<number>> {
  const found = new Map<PDFDict, Set<number>>()
  for (const [font, codes] of shown) {
    const map = streamAt(font, 'ToUnicode')
    const ranges = map && read(map).privateRanges
    const characters = map ? undefined : namedCharacters(font)
    const own = codesOf(codes).filter((code) =>
      ranges ? covers(ranges, code) : isPrivateUse(characters?.get(code) ?? 0),
    )
    if (own.length > 0) found.set(font, new Set(own))
  }
  return found
}

function codesOf(codes: ShownCodes | undefined): number[] {
  return codes ? [...new Set([...codes.visible, ...codes.hidden])] : []
}

/** Encodings whose codes are characters by definition. */
const NAMED_ENCODINGS = new Set(['WinAnsiEncoding', 'MacRomanEncoding'])

/** Collections of characters whose numbers are characters by definition (ISO 32000-1 9.10.2). */
const COLLECTIONS = new Set(['GB1', 'CNS1', 'Japan1', 'Korea1'])

function isOfCollection(font: PDFDict): boolean {
  const system = dictAt(descendantOf(font), 'CIDSystemInfo')
  return textAt(system, 'Registry') === 'Adobe' && COLLECTIONS.has(textAt(system, 'Ordering') ?? '')
}

/** Which codes of a font without a map have names that stand for characters, in the Adobe Glyph List itself or the set of Symbol. */
function namesOf(font: PDFDict, namesIn: typeof builtInNames): (code: number) => boolean {
  if (nameAt(font, 'Subtype') === 'Type0') return () => isOfCollection(font)
  const encoding = baseEncodingOf(font) ?? ''
  // Its names are in the Adobe Glyph List, and not in our part of that.
  if (encoding === 'MacExpertEncoding') return () => true
  const base = baseNames(font)
  const differences = differencesOf(font)
  const builtIn = namesIn(font)
  return (code) => {
    const name = differences.get(code)
    if (name === undefined && NAMED_ENCODINGS.has(encoding)) return true
    return isListedName(name ?? base?.get(code) ?? builtIn?.(code) ?? '')
  }
}

/**
 * The names that the program of a Type 1 font gives to codes; undefined if the file names another encoding, for other
 * fonts, and for programs that cannot be read.
 */
function builtInNames(font: PDFDict): ((code: number) => string | undefined) | undefined {
  if (!['Type1', 'MMType1'].includes(nameAt(font, 'Subtype') ?? '') || baseNames(font)) return undefined
  return programOf(dictAt(font, 'FontDescriptor'))?.nameOfCode
}

/** The characters of a simple font's codes by the names of their glyphs (ISO 32000-1 9.10.2). */
function namedCharacters(font: PDFDict): Map<number, number> {
  const characters = new Map<number, number>()
  if (nameAt(font, 'Subtype') === 'Type0') return characters
  for (const [code, name] of [...(baseNames(font) ?? []), ...differencesOf(font)]) {
    const character = characterOf(name)
    if (character === undefined) characters.delete(code)
    else characters.set(code, character)
  }
  return characters
}

/** Each map is read once: fonts share them. */
const maps = new WeakMap<PDFStream, ToUnicode>()

function read(stream: PDFStream): ToUnicode {
  const known = maps.get(stream)
  if (known) return known
  const map = parseToUnicode(textOf(stream))
  maps.set(stream, map)
  return map
}

/** Whether one of the ranges, which are in order, has the code. */
function covers(ranges: readonly CodeRange[], code: number): boolean {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.[1] ?? 0) < code) low = middle + 1
    else high = middle
  }
  return (ranges[low]?.[0] ?? Number.POSITIVE_INFINITY) <= code
}

/** No map of all codes of two bytes is longer, in bytes. */
const MAX_MAP_BYTES = 2 ** 21
/** What an entry of a map takes beside an operator of a content stream, by its bytes. */
const OPERATORS_PER_BYTE = 1 / 2

/** Throws WorkLimitExceeded. */
function textOf(stream: PDFStream): string {
  const text = latin1(decodeStream(stream))
  if (text.length > MAX_MAP_BYTES)
    throw new WorkLimitExceeded('bytes', text.length, MAX_MAP_BYTES, 'a character map of this document')
  budgetOf(stream.dict.context).charge('operators', text.length * OPERATORS_PER_BYTE)
  return text
}
