/** Changes of a TrueType program that change no drawing: its widths, its table of codes, and copies of glyphs (OpenType 1.9). */
import { concatBytes } from '../../../binary/bytes'
import { tablesOf } from './sfnt'
import { bytesOf, padded, viewOf, writeSfnt } from './write-sfnt'

/** Widths are in thousandths of the size. */
export type Remake = {
  /** The glyphs of all codes of a simple font; without it the program's own tables stay. */
  glyphOfCode?: ReadonlyMap<number, number> | undefined
  widths: ReadonlyMap<number, number>
  /** Copies that are numbered behind all glyphs. */
  copies: { source: number; width: number }[]
}

/** What readers of PDF need, but for the table of codes and what names or measures single glyphs. */
const KEPT = new Set(['head', 'hhea', 'hmtx', 'maxp', 'loca', 'glyf', 'cvt ', 'fpgm', 'prep', 'gasp', 'OS/2'])
const MAX_GLYPHS = 0xffff
/** Sound files need a few; each could have the longest drawing of the program. */
const MAX_COPIES = 1000
/** Bytes that copies may have in a program that draws hardly anything. */
const MIN_ROOM = 65_536
/** The last byte that a short place reaches, and one more. */
const SHORT_PLACES = 2 * 0x10000

/** Undefined for what is no sound program, or would have too many glyphs, or copies that are longer than all it draws. */
export function remakeTrueType(bytes: Uint8Array, remake: Remake): Uint8Array | undefined {
  try {
    return remade(bytes, remake)
  } catch (error) {
    // An offset leads out of the program.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function remade(bytes: Uint8Array, { glyphOfCode, widths, copies }: Remake): Uint8Array | undefined {
  const tables = tablesOf(bytes)
  const kept = [...tables].filter(([tag]) => KEPT.has(tag) || (tag === 'cmap' && !glyphOfCode))
  const own = new Map<string, Uint8Array>(kept.map(([tag, data]) => [tag, bytesOf(data).slice()]))
  const view = (tag: string) => viewOf(own.get(tag) ?? new Uint8Array())
  const glyphs = view('maxp').getUint16(4)
  if (glyphs + copies.length > MAX_GLYPHS || copies.length > MAX_COPIES) return undefined
  const scale = view('head').getUint16(18) / 1000
  own.set('hmtx', widthTable(view('hhea'), view('hmtx'), { glyphs, scale, widths, copies }))
  view('hhea').setUint16(34, glyphs + copies.length)
  if (copies.length > 0) copyDrawings(own, view, glyphs, copies)
  view('maxp').setUint16(4, glyphs + copies.length)
  if (glyphOfCode) own.set('cmap', codeTable(glyphOfCode))
  return writeSfnt(
    [...own].sort(([one], [other]) => (one < other ? -1 : 1)).map(([tag, data]) => ({ tag, data })),
  )
}

function widthTable(
  hhea: DataView,
  hmtx: DataView,
  { glyphs, scale, widths, copies }: Pick<Remake, 'widths' | 'copies'> & { glyphs: number; scale: number },
): Uint8Array {
  const metrics = hhea.getUint16(34)
  const made = new DataView(new ArrayBuffer(4 * (glyphs + copies.length)))
  const bearingOf = (glyph: number) => {
    const at = glyph < metrics ? 4 * glyph + 2 : 4 * metrics + 2 * (glyph - metrics)
    return at + 2 <= hmtx.byteLength ? hmtx.getInt16(at) : 0
  }
  const write = (glyph: number, source: number, width: number | undefined) => {
    const own = 4 * Math.min(source, metrics - 1)
    const units = width === undefined ? hmtx.getUint16(own) : Math.round(width * scale)
    made.setUint16(4 * glyph, Math.min(0xffff, Math.max(0, units)))
    made.setInt16(4 * glyph + 2, bearingOf(source))
  }
  for (let glyph = 0; glyph < glyphs; glyph++) write(glyph, glyph, widths.get(glyph))
  for (const [index, { source, width }] of copies.entries()) write(glyphs + index, source, width)
  return new Uint8Array(made.buffer)
}

function copyDrawings(
  own: Map<string, Uint8Array>,
  view: (tag: string) => DataView,
  glyphs: number,
  copies: Remake['copies'],
): void {
  const [loca, isLong] = [view('loca'), view('head').getUint16(50) === 1]
  const placeOf = (glyph: number) => (isLong ? loca.getUint32(4 * glyph) : 2 * loca.getUint16(2 * glyph))
  const drawings = own.get('glyf') ?? new Uint8Array()
  const pieces = [padded(drawings, 4)]
  const places = Array.from({ length: glyphs + 1 }, (_, glyph) => placeOf(glyph))
  let end = pieces[0]?.length ?? 0
  // Whatever lies behind the last glyph, the first copy begins where ours do.
  const ends = copies.map(({ source }) => {
    const piece = padded(drawings.subarray(placeOf(source), placeOf(source + 1)), 4)
    if (end + piece.length > 2 * drawings.length + MIN_ROOM) throw new RangeError('the copies are too long')
    pieces.push(piece)
    end += piece.length
    return end
  })
  places[glyphs] = pieces[0]?.length ?? 0
  own.set('glyf', concatBytes(pieces))
  const all = [...places, ...ends]
  const needsLong = isLong || end >= SHORT_PLACES
  const made = new DataView(new ArrayBuffer((needsLong ? 4 : 2) * all.length))
  for (const [glyph, place] of all.entries())
    if (needsLong) made.setUint32(4 * glyph, place)
    else made.setUint16(2 * glyph, place / 2)
  view('head').setUint16(50, needsLong ? 1 : 0)
  own.set('loca', new Uint8Array(made.buffer))
}

/** Where the codes of a symbolic font stand. */
const SYMBOLS = 0xf000

/** One table for symbols (platform 3, encoding 0, format 4): a segment from the first code to the last. */
function codeTable(glyphOfCode: ReadonlyMap<number, number>): Uint8Array {
  const codes = [...glyphOfCode.keys()]
  const [first, last] = [Math.min(...codes, 255), Math.max(...codes, 0)]
  const count = Math.max(0, last - first + 1)
  const glyphs = Array.from({ length: count }, (_, index) => glyphOfCode.get(first + index) ?? 0)
  const segments = count > 0 ? 2 : 1
  const length = 16 + 8 * segments + 2 * count
  const ends = count > 0 ? [SYMBOLS + last, 0xffff] : [0xffff]
  const starts = count > 0 ? [SYMBOLS + first, 0xffff] : [0xffff]
  const deltas = count > 0 ? [0, 1] : [1]
  // The glyphs stand behind both offsets.
  const offsets = count > 0 ? [4, 0] : [0]
  const search = [2 * segments, segments > 1 ? 4 : 2, segments > 1 ? 1 : 0, segments > 1 ? 0 : 0]
  const words = [
    0,
    1,
    3,
    0,
    0,
    12,
    4,
    length,
    0,
    ...search,
    ...ends,
    0,
    ...starts,
    ...deltas,
    ...offsets,
    ...glyphs,
  ]
  const made = new DataView(new ArrayBuffer(2 * words.length))
  for (const [index, word] of words.entries()) made.setUint16(2 * index, word)
  return new Uint8Array(made.buffer)
}
