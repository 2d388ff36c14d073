/** TrueType and OpenType programs (OpenType 1.9). What lies outside the bytes throws a RangeError. */

import { latin1 } from '../../content-stream'
import type { WorkBudget } from '../../work-budget'
import { parseCff } from './cff'
import type { CharacterMap, FontProgram } from './font-program'
import { MAC_GLYPHS } from './glyph-names.data'

/** More tables than programs have, of data or from codes to glyphs: further ones are passed over. */
const MAX_TABLES = 256

/**
 * Undefined if a table is missing that says how wide glyphs are. What is returned holds copies of the tables it needs: the
 * drawings of a large font, 20 MB, may go. Throws WorkLimitExceeded.
 */
export function parseSfnt(bytes: Uint8Array, work: WorkBudget): FontProgram | undefined {
  const tables = tablesOf(bytes)
  const maps = characterMaps(copyOf(tables.get('cmap')))
  const cff = tables.get('CFF ')
  if (cff) {
    const program = parseCff(new Uint8Array(cff.buffer, cff.byteOffset, cff.byteLength), work)
    return program && { ...program, maps }
  }
  const metrics = tables.has('glyf') && tables.has('loca') ? metricsIn(tables) : undefined
  return metrics && { ...metrics, maps, postNamed: glyphNames(tables.get('post'), work) }
}

function metricsIn(tables: Map<string, DataView>): Pick<FontProgram, 'glyphs' | 'widthOf'> | undefined {
  const head = tables.get('head')
  const hhea = tables.get('hhea')
  const maxp = tables.get('maxp')
  const widths = copyOf(tables.get('hmtx'))
  if (!head || !hhea || !widths || !maxp) return undefined
  const unitsPerEm = head.getUint16(18)
  const glyphs = maxp.getUint16(4)
  const metrics = hhea.getUint16(34)
  if (unitsPerEm === 0 || metrics === 0) return undefined
  const widthOf = (glyph: number) => {
    const at = 4 * Math.min(glyph, metrics - 1)
    return glyph < glyphs && at + 2 <= widths.byteLength
      ? (widths.getUint16(at) * 1000) / unitsPerEm
      : undefined
  }
  return { glyphs, widthOf }
}

function copyOf(table: DataView | undefined): DataView | undefined {
  return table && new DataView(table.buffer.slice(table.byteOffset, table.byteOffset + table.byteLength))
}

/** The tables of a program by their tags; those without data are left out, but for the drawings of a font of spaces. */
export function tablesOf(bytes: Uint8Array): Map<string, DataView> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables = new Map<string, DataView>()
  const count = Math.min(view.getUint16(4), MAX_TABLES)
  for (let at = 12; at < 12 + 16 * count; at += 16) {
    const offset = view.getUint32(at + 8)
    // The last table of a subset may be cut short.
    const length = Math.min(view.getUint32(at + 12), bytes.length - offset)
    const tag = latin1(bytes.subarray(at, at + 4))
    if (length > 0 || (length === 0 && tag === 'glyf'))
      tables.set(tag, new DataView(bytes.buffer, bytes.byteOffset + offset, length))
  }
  return tables
}

/** What a name of the table `post` costs to read, in operators. */
const NAME_COST = 1 / 4

/** Glyphs by the names that the table `post` of version 2 gives them; undefined without one. */
function glyphNames(table: DataView | undefined, work: WorkBudget): FontProgram['postNamed'] {
  if (!table || table.byteLength < 34 || table.getUint32(0) !== 0x20000) return undefined
  const count = Math.min(table.getUint16(32), (table.byteLength - 34) >> 1)
  work.charge('operators', count * NAME_COST)
  const own: string[] = []
  for (let at = 34 + 2 * count; at < table.byteLength; ) {
    const length = Math.min(table.getUint8(at), table.byteLength - at - 1)
    own.push(latin1(new Uint8Array(table.buffer, table.byteOffset + at + 1, length)))
    at += 1 + length
  }
  const glyphs = new Map<string, number>()
  for (let glyph = count - 1; glyph >= 0; glyph--) {
    const index = table.getUint16(34 + 2 * glyph)
    const name = MAC_NAMES[index] ?? own[index - MAC_NAMES.length]
    if (name !== undefined) glyphs.set(name, glyph)
  }
  return (name) => glyphs.get(name)
}

const MAC_NAMES = MAC_GLYPHS.split(' ')

function characterMaps(table: DataView | undefined): CharacterMap[] {
  if (!table) return []
  return Array.from({ length: Math.min(table.getUint16(2), MAX_TABLES) }, (_, index) => {
    const at = 4 + 8 * index
    const offset = table.getUint32(at + 4)
    const map = new DataView(table.buffer, table.byteOffset + offset, table.byteLength - offset)
    const [platform, encoding, format] = [table.getUint16(at), table.getUint16(at + 2), map.getUint16(0)]
    return { platform, encoding, format, glyphOf: lookupIn(map, format) }
  })
}

/** Formats 0, 4, 6 and 12: others are not used in PDF. A code outside of a table has no glyph. */
function lookupIn(map: DataView, format: number): (code: number) => number {
  const lookup =
    format === 0
      ? (code: number) => (code < 256 ? map.getUint8(6 + code) : 0)
      : format === 4
        ? (code: number) => inSegments(map, code)
        : format === 6
          ? (code: number) => inTrimmed(map, code)
          : format === 12
            ? (code: number) => inGroups(map, code)
            : () => 0
  return (code) => {
    try {
      return lookup(code)
    } catch (error) {
      if (error instanceof RangeError) return 0
      throw error
    }
  }
}

function inSegments(map: DataView, code: number): number {
  const doubled = map.getUint16(6) & ~1
  if (code > 0xffff) return 0
  const segment = firstIndex(doubled / 2, (index) => map.getUint16(14 + 2 * index) >= code)
  if (segment * 2 >= doubled) return 0
  const [starts, deltas, offsets] = [16 + doubled, 16 + 2 * doubled, 16 + 3 * doubled]
  const start = map.getUint16(starts + 2 * segment)
  if (code < start) return 0
  const delta = map.getUint16(deltas + 2 * segment)
  const place = offsets + 2 * segment
  const offset = map.getUint16(place)
  if (offset === 0) return (code + delta) & 0xffff
  const glyph = map.getUint16(place + offset + 2 * (code - start))
  return glyph === 0 ? 0 : (glyph + delta) & 0xffff
}

function inTrimmed(map: DataView, code: number): number {
  const index = code - map.getUint16(6)
  return index >= 0 && index < map.getUint16(8) ? map.getUint16(10 + 2 * index) : 0
}

function inGroups(map: DataView, code: number): number {
  const count = map.getUint32(12)
  const group = firstIndex(count, (index) => map.getUint32(16 + 12 * index + 4) >= code)
  if (group >= count) return 0
  const start = map.getUint32(16 + 12 * group)
  return code < start ? 0 : map.getUint32(16 + 12 * group + 8) + code - start
}

/** The first index of a sorted list for which `isReached`, by halves. */
function firstIndex(length: number, isReached: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isReached(middle)) high = middle
    else low = middle + 1
  }
  return low
}
