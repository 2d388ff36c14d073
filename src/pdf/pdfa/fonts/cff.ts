/** Programs in the Compact Font Format (Adobe Technical Notes 5176 and 5177). What lies outside the bytes throws a RangeError. */

import { latin1 } from '../../content-stream'
import type { WorkBudget } from '../../work-budget'
import { type CharstringFont, widthInCharstring } from './charstring'
import { codesOf, STANDARD_ENCODING } from './encodings'
import type { FontProgram } from './font-program'
import { CFF_STRINGS } from './glyph-names.data'

type Dict = Map<number, number[]>

/** Operators of dictionaries; those of two bytes count from 1200. */
export const OP = {
  fontBox: 5,
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  subrs: 19,
  defaultWidth: 20,
  nominalWidth: 21,
  charstringType: 1206,
  fontMatrix: 1207,
  ros: 1230,
  fdArray: 1236,
  fdSelect: 1237,
} as const

export const STRINGS = CFF_STRINGS.split(' ')

/** FDSelect has one byte for each glyph (5176, section 19). */
const MAX_FONT_DICTS = 256
/** Longer names are cut, in bytes. */
const MAX_NAME_LENGTH = 127
/** What reading costs, in operators. */
const COST = { byteOfDict: 1 / 16, glyph: 4, namedGlyph: 16 } as const

/** Undefined if the program has no glyphs. Throws WorkLimitExceeded. */
export function parseCff(bytes: Uint8Array, work: WorkBudget): FontProgram | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const file: File = { bytes, view, work }
  const names = readIndex(file, view.getUint8(2))
  const tops = readIndex(file, names.end)
  const strings = readIndex(file, tops.end)
  const globals = readIndex(file, strings.end)
  const top = readDict(tops.item(0) ?? new Uint8Array(), work)
  const start = top.get(OP.charStrings)?.[0]
  if (!start) return undefined
  const charstrings = readIndex(file, start)
  const { count } = charstrings
  const isCid = top.has(OP.ros)
  work.charge('operators', count * (isCid ? COST.glyph : COST.namedGlyph))
  const fonts = isCid ? readFontDicts(file, top.get(OP.fdArray)?.[0] ?? 0) : [top]
  const privates = fonts.map((font) => readPrivate(file, font, globals))
  const fontOf = isCid ? selection(view, top.get(OP.fdSelect)?.[0] ?? 0, count) : () => 0
  const matrix = (top.get(OP.fontMatrix) ?? fonts[0]?.get(OP.fontMatrix))?.[0] ?? 0.001
  const charset = readCharset(view, top.get(OP.charset)?.[0] ?? 0, count)
  const measure = (dicts: CharstringFont[]) => (glyph: number) => {
    const code = charstrings.item(glyph)
    const font = dicts[fontOf(glyph)]
    const width = code && font && widthInCharstring(code, font, work)
    return width === undefined ? undefined : width * matrix * 1000
  }
  const widthOf = measure(privates)
  const truncatedWidthOf = privates.some(hasFractions) ? measure(privates.map(truncated)) : undefined
  const shared = { glyphs: count, widthOf, truncatedWidthOf, maps: [] }
  if (isCid) {
    // Of glyphs that share a number the first counts, so it is set last.
    const places = new Map(Array.from(charset, (cid, glyph): [number, number] => [cid, glyph]).reverse())
    return { ...shared, glyphOfCid: (cid) => places.get(cid) }
  }
  const nameOf = (id: number) =>
    STRINGS[id] ??
    latin1((strings.item(id - STRINGS.length) ?? new Uint8Array()).subarray(0, MAX_NAME_LENGTH))
  const glyphsByName = new Map<string, number>()
  charset.forEach((id, glyph) => {
    const name = glyph === 0 ? '.notdef' : nameOf(id)
    if (!glyphsByName.has(name)) glyphsByName.set(name, glyph)
  })
  const encoding = readEncoding(view, top.get(OP.encoding)?.[0] ?? 0, {
    nameOf,
    nameOfGlyph: (glyph) => nameOf(charset[glyph] ?? 0),
  })
  return {
    ...shared,
    glyphNames: () => [...glyphsByName.keys()],
    glyphNamed: (name) => glyphsByName.get(name),
    nameOfCode: (code) => encoding.get(code),
  }
}

/** The top dictionary of a program. Throws WorkLimitExceeded. */
export function topDictOf(bytes: Uint8Array, work: WorkBudget): Dict {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const file = { bytes, view, work }
  const tops = readIndex(file, readIndex(file, view.getUint8(2)).end)
  return readDict(tops.item(0) ?? new Uint8Array(), work)
}

type File = { bytes: Uint8Array; view: DataView; work: WorkBudget }

/** Items are looked up when they are asked for: a short program may have 65,535 of them, and name the same bytes in each. */
type Index = { count: number; end: number; item(index: number): Uint8Array | undefined }

/** An INDEX (5176, section 5) that begins at `at`. */
export function readIndex({ bytes, view }: File, at: number): Index {
  const count = view.getUint16(at)
  if (count === 0) return { count, end: at + 2, item: () => undefined }
  const size = view.getUint8(at + 2)
  const offset = (index: number) => {
    let value = 0
    for (let byte = 0; byte < size; byte++) value = value * 256 + view.getUint8(at + 3 + index * size + byte)
    return value
  }
  const base = at + 2 + (count + 1) * size
  const item = (index: number) =>
    index >= 0 && index < count ? bytes.subarray(base + offset(index), base + offset(index + 1)) : undefined
  return { count, end: base + offset(count), item }
}

function readFontDicts(file: File, at: number): Dict[] {
  const index = readIndex(file, at)
  const items = Array.from({ length: Math.min(index.count, MAX_FONT_DICTS) }, (_, each) => index.item(each))
  return items.map((item) => readDict(item ?? new Uint8Array(), file.work))
}

/** A DICT (5176, section 4): operands by operator. Throws WorkLimitExceeded. */
export function readDict(bytes: Uint8Array, work: WorkBudget): Dict {
  work.charge('operators', bytes.length * COST.byteOfDict)
  const dict: Dict = new Map()
  let operands: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at++] ?? 0
    const byte = () => bytes[at++] ?? 0
    if (first <= 21) {
      dict.set(first === 12 ? 1200 + byte() : first, operands)
      operands = []
    } else if (first === 28) operands.push(((byte() << 24) | (byte() << 16)) >> 16)
    else if (first === 29) operands.push((byte() << 24) | (byte() << 16) | (byte() << 8) | byte())
    else if (first === 30) {
      let text = ''
      for (let isOpen = true; isOpen && at < bytes.length; ) {
        const pair = byte()
        for (const nibble of [pair >> 4, pair & 15]) {
          if (nibble === 15) isOpen = false
          if (isOpen) text += ['0123456789.'[nibble], 'E', 'E-', '', '-'][Math.max(0, nibble - 10)] ?? ''
        }
      }
      if (text === '' || Number.isNaN(Number(text))) throw new RangeError('a number is broken')
      operands.push(Number(text))
    } else if (first >= 251) operands.push(-(first - 251) * 256 - byte() - 108)
    else if (first >= 247) operands.push((first - 247) * 256 + byte() + 108)
    else operands.push(first - 139)
  }
  return dict
}

/** What the charstrings of a font rest on. Throws WorkLimitExceeded. */
export function readPrivate(file: File, font: Dict, globals: Index): CharstringFont {
  const [size = 0, offset = 0] = font.get(OP.private) ?? []
  const dict = readDict(file.bytes.subarray(offset, offset + size), file.work)
  const subrs = dict.get(OP.subrs)?.[0]
  return {
    defaultWidth: dict.get(OP.defaultWidth)?.[0] ?? 0,
    nominalWidth: dict.get(OP.nominalWidth)?.[0] ?? 0,
    locals: subrs ? readIndex(file, offset + subrs) : undefined,
    globals,
  }
}

function hasFractions({ defaultWidth, nominalWidth }: CharstringFont): boolean {
  return !Number.isInteger(defaultWidth) || !Number.isInteger(nominalWidth)
}

function truncated(font: CharstringFont): CharstringFont {
  const { defaultWidth, nominalWidth } = font
  return { ...font, defaultWidth: Math.trunc(defaultWidth), nominalWidth: Math.trunc(nominalWidth) }
}

/** Which of the private dictionaries a glyph uses (5176, section 19). */
function selection(view: DataView, at: number, glyphs: number): (glyph: number) => number {
  const fonts = new Uint8Array(glyphs)
  if (view.getUint8(at) === 0)
    for (let glyph = 0; glyph < glyphs; glyph++) fonts[glyph] = view.getUint8(at + 1 + glyph)
  else {
    const ranges = view.getUint16(at + 1)
    // Ranges are in order: none begins before the one in front of it ends.
    let filled = 0
    for (let range = 0; range < ranges; range++) {
      const place = at + 3 + 3 * range
      const end = view.getUint16(place + 3)
      fonts.fill(view.getUint8(place + 2), Math.max(filled, view.getUint16(place)), end)
      filled = Math.max(filled, end)
    }
  }
  return (glyph) => fonts[glyph] ?? 0
}

/** The string number or CID of each glyph (section 13). The predefined sets but the first are never used in PDF. */
function readCharset(view: DataView, at: number, glyphs: number): Uint16Array {
  const ids = new Uint16Array(glyphs)
  if (at <= 2) return ids.map((_, glyph) => glyph)
  const format = view.getUint8(at)
  if (format === 0) return ids.map((_, glyph) => (glyph === 0 ? 0 : view.getUint16(at + 1 + 2 * (glyph - 1))))
  for (let place = at + 1, glyph = 1; glyph < glyphs; place += format === 1 ? 3 : 4) {
    const first = view.getUint16(place)
    const left = format === 1 ? view.getUint8(place + 2) : view.getUint16(place + 2)
    for (let index = 0; index <= left && glyph < glyphs; index++) ids[glyph++] = first + index
  }
  return ids
}

type Names = Record<'nameOf' | 'nameOfGlyph', (number: number) => string>

/** The names of codes (section 12). `nameOf` takes the number of a string. */
function readEncoding(view: DataView, at: number, { nameOf, nameOfGlyph }: Names): Map<number, string> {
  if (at <= 1) return at === 0 ? codesOf(STANDARD_ENCODING) : new Map()
  const format = view.getUint8(at) & 0x7f
  const count = view.getUint8(at + 1)
  const codes = new Map<number, string>()
  let glyph = 1
  for (let index = 0; index < count; index++) {
    if (format === 0) codes.set(view.getUint8(at + 2 + index), nameOfGlyph(glyph++))
    else {
      const first = view.getUint8(at + 2 + 2 * index)
      const left = view.getUint8(at + 3 + 2 * index)
      for (let step = 0; step <= left; step++) codes.set(first + step, nameOfGlyph(glyph++))
    }
  }
  if (view.getUint8(at) < 0x80) return codes
  // Further codes of glyphs that have one.
  const more = at + 2 + count * (format === 0 ? 1 : 2)
  for (let index = 0; index < view.getUint8(more); index++)
    codes.set(view.getUint8(more + 1 + 3 * index), nameOf(view.getUint16(more + 2 + 3 * index)))
  return codes
}
