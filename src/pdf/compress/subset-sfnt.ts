/** Leaves out of a TrueType program what a document does not show (OpenType 1.9, "glyf", "loca"). */
import { concatBytes } from '../../binary/bytes'
import { tablesOf } from '../pdfa/fonts/sfnt'
import { bytesOf, padded, viewOf, writeSfnt } from '../pdfa/fonts/write-sfnt'

/** What readers of PDF need to draw glyphs by their numbers (ISO 32000-2, 9.9.1). */
const FOR_NUMBERS = new Set(['head', 'hhea', 'hmtx', 'maxp', 'loca', 'glyf', 'cvt ', 'fpgm', 'prep', 'gasp'])
/** The same for glyphs that are found by characters or names. */
const FOR_CHARACTERS = new Set([...FOR_NUMBERS, 'cmap', 'post', 'OS/2', 'name'])

/** Glyphs that a glyph may be put together from, those within them counted. */
const MAX_PARTS = 10_000

/**
 * The program with all its glyph numbers, of which only `used`, what these are put together from, and `.notdef` draw
 * anything. Undefined for what is no sound TrueType program. `byNumber`: nobody looks for a character in it.
 */
export function subsetSfnt(
  bytes: Uint8Array,
  used: ReadonlySet<number>,
  { byNumber }: { byNumber: boolean },
): Uint8Array | undefined {
  try {
    return subset(bytes, used, byNumber ? FOR_NUMBERS : FOR_CHARACTERS)
  } catch (error) {
    // An offset leads out of the program.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function subset(bytes: Uint8Array, used: ReadonlySet<number>, kept: ReadonlySet<string>) {
  const tables = tablesOf(bytes)
  const [head, loca, glyf, maxp] = ['head', 'loca', 'glyf', 'maxp'].map((tag) => tables.get(tag))
  if (!head || !loca || !glyf || !maxp) return undefined
  const isLong = head.getUint16(50) === 1
  const count = maxp.getUint16(4)
  const placeOf = (glyph: number) => (isLong ? loca.getUint32(4 * glyph) : 2 * loca.getUint16(2 * glyph))
  // Of drawings that overlap, readers differ in where one ends; and together they may be far longer than the program.
  for (let glyph = 0; glyph < count; glyph++) if (placeOf(glyph + 1) < placeOf(glyph)) return undefined
  const drawings = bytesOf(glyf)
  const drawingOf = (glyph: number) => drawings.subarray(placeOf(glyph), placeOf(glyph + 1))
  const drawn = withParts(used, count, drawingOf)
  const pieces: Uint8Array[] = []
  const newPlaces = new DataView(new ArrayBuffer((isLong ? 4 : 2) * (count + 1)))
  let size = 0
  for (let glyph = 0; glyph <= count; glyph++) {
    if (isLong) newPlaces.setUint32(4 * glyph, size)
    else newPlaces.setUint16(2 * glyph, size / 2)
    if (glyph === count || !drawn.has(glyph)) continue
    // A short place counts in steps of two bytes and reaches no further than all drawings did.
    const piece = padded(drawingOf(glyph), isLong ? 4 : 2)
    pieces.push(piece)
    size += piece.length
  }
  const replaced = new Map([
    ['glyf', concatBytes(pieces)],
    ['loca', new Uint8Array(newPlaces.buffer)],
  ])
  const list = [...tables].filter(([tag]) => kept.has(tag))
  // Tables may overlap, too.
  if (list.reduce((sum, [, data]) => sum + data.byteLength, 0) > bytes.length) return undefined
  return writeSfnt(list.map(([tag, data]) => ({ tag, data: replaced.get(tag) ?? bytesOf(data) })))
}

const HAS_MORE = 32
const ARE_WORDS = 1
/** Bytes of a scale, by the flag that says that there is one. */
const SCALES = [
  [8, 2],
  [64, 4],
  [128, 8],
] as const

/** The glyphs and those that they are put together from, `.notdef` with them. Throws a RangeError for too many. */
function withParts(
  used: ReadonlySet<number>,
  count: number,
  drawingOf: (glyph: number) => Uint8Array,
): Set<number> {
  const all = new Set([0])
  const open = [0, ...used]
  let parts = 0
  for (let glyph = open.pop(); glyph !== undefined; glyph = open.pop()) {
    if (glyph >= count) continue
    all.add(glyph)
    const drawing = drawingOf(glyph)
    if (drawing.length < 10 || viewOf(drawing).getInt16(0) >= 0) continue
    for (const part of partsOf(drawing)) {
      if (++parts > MAX_PARTS) throw new RangeError('a glyph has too many parts')
      if (!all.has(part)) open.push(part)
    }
  }
  return all
}

function* partsOf(drawing: Uint8Array): Generator<number> {
  const view = viewOf(drawing)
  for (let at = 10, flags = HAS_MORE; (flags & HAS_MORE) !== 0; ) {
    flags = view.getUint16(at)
    yield view.getUint16(at + 2)
    at += 4 + ((flags & ARE_WORDS) !== 0 ? 4 : 2)
    at += SCALES.find(([flag]) => (flags & flag) !== 0)?.[1] ?? 0
  }
}
