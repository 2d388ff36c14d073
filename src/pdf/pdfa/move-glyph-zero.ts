/**
 * Glyph 0 that is a character: some programs number the glyphs of a subset from 0, and say in ToUnicode what code 0 is.
 * The standards forbid CID 0 whatever it draws (ISO 19005-1 6.3.8, ISO 19005-2 and -3 6.2.11.8), so a character map in
 * the file leads that code to the CID of a copy, and contents stay as they are.
 *
 * Known gap: compact programs (CIDFontType0) stay as they are, and are refused where the rule holds.
 */
import { type PDFDict, PDFName, type PDFRawStream, PDFString } from 'pdf-lib'
import { latin1 } from '../content-stream'
import { decodeStream } from '../streams'
import { descendantOf } from './fonts/glyph-finder'
import { programOf } from './fonts/read-program'
import { remakeTrueType } from './fonts/remake-true-type'
import { widthsByCid } from './fonts/widths'
import { replaceProgram } from './mend-true-type'
import { arrayAt, dictAt, flateStream, nameAt, streamAt } from './objects'
import { decodeUtf16, hexCode, MAX_BYTE, parseBlocks } from './parse-to-unicode'
import { inBlocks } from './to-unicode'

/** What says that there is no character. */
const NO_TEXT = new Set(['', '\0', '\uFEFF', '\uFFFE', '\uFFFD'])

/** Whether the map of a composite font says that code 0 is a character. */
export function isGlyphZeroCharacter(font: PDFDict): boolean {
  const map = streamAt(font, 'ToUnicode')
  if (!map) return false
  const entries = parseBlocks(latin1(decodeStream(map))).flatMap((block) => block.entries)
  return entries.some(({ first, target }) => {
    const text = typeof target === 'string' ? target : (target[0] ?? '')
    return Number.parseInt(first, 16) === 0 && !NO_TEXT.has(decodeUtf16(text))
  })
}

/**
 * Gives code 0 of a composite font whose codes are CIDs a CID of its own, which is a copy of glyph 0. Does nothing to what
 * is no sound TrueType program. Throws WorkLimitExceeded.
 */
export function moveGlyphZero(font: PDFDict): void {
  const { context } = font
  const shared = descendantOf(font)
  const program = programOf(dictAt(shared, 'FontDescriptor'))
  const file = streamAt(dictAt(shared, 'FontDescriptor'), 'FontFile2')
  if (!shared || !program || !file || nameAt(shared, 'Subtype') !== 'CIDFontType2') return
  const { widths, fallback } = widthsByCid(shared)
  const width = widths.get(0) ?? fallback
  const made = remakeTrueType(decodeStream(file), { widths: new Map(), copies: [{ source: 0, width }] })
  const map = streamAt(shared, 'CIDToGIDMap')
  const glyphs = map ? decodeStream(map) : undefined
  const cid = glyphs ? freeCid(glyphs) : program.glyphs
  if (!made || !cid || cid > MAX_CID) return
  const descendant = shared.clone(context)
  replaceProgram(descendant, made)
  if (glyphs) {
    const mapped = new Uint8Array(Math.max(glyphs.length, 2 * cid + 2))
    mapped.set(glyphs)
    mapped.set([program.glyphs >> 8, program.glyphs & MAX_BYTE], 2 * cid)
    descendant.set(PDFName.of('CIDToGIDMap'), context.register(flateStream(context, mapped)))
  }
  descendant.set(PDFName.of('W'), context.obj([...(arrayAt(shared, 'W')?.asArray() ?? []), cid, [width]]))
  descendant.set(PDFName.of('CIDSystemInfo'), context.obj(COLLECTION))
  const isVertical = nameAt(font, 'Encoding') === 'Identity-V'
  font.set(PDFName.of('Encoding'), context.register(characterMap(font, cid, isVertical)))
  font.set(PDFName.of('DescendantFonts'), context.obj([context.register(descendant)]))
}

const MAX_CID = 0xffff
const COLLECTION = { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 }

/** The first CID behind a map, or in a map of all CIDs the last that leads to no glyph; undefined if all lead to one. */
function freeCid(glyphs: Uint8Array): number | undefined {
  let cid = glyphs.length >> 1
  while (cid > MAX_CID || (2 * cid < glyphs.length && (glyphs[2 * cid] || glyphs[2 * cid + 1]))) cid--
  return cid > 0 ? cid : undefined
}

/** A map that leads each code below `zero` to the CID of its number, but code 0 to `zero` (Adobe Technical Note 5014). */
function characterMap({ context }: PDFDict, zero: number, isVertical: boolean): PDFRawStream {
  const name = 'Platen-Zero'
  const code = (value: number) => `<${hexCode(value, 4)}>`
  const ranges: string[] = []
  // Only the last byte of a range may count up.
  for (let first = 1; first < zero; first = (first | MAX_BYTE) + 1)
    ranges.push(`${code(first)} ${code(Math.min(first | MAX_BYTE, zero - 1))} ${first}`)
  const text = [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo 3 dict dup begin /Registry (Adobe) def /Ordering (Identity) def /Supplement 0 def end def',
    `/CMapName /${name} def /CMapType 1 def /WMode ${isVertical ? 1 : 0} def`,
    '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    `1 begincidchar <0000> ${zero} endcidchar`,
    ...inBlocks('cidrange', ranges),
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
  const entries = { Type: 'CMap', CMapName: name, CIDSystemInfo: COLLECTION, WMode: isVertical ? 1 : 0 }
  return flateStream(context, text, context.obj(entries))
}
