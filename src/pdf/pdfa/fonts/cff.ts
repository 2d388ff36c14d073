/** Programs in the Compact Font Format (Adobe Technical Notes 5176 and 5177). What lies outside the bytes throws a RangeError. */
import type { WorkBudget } from '../../budget'
import { latin1 } from '../../content'
import { type CharstringFont, widthInCharstring } from './charstring'
import { codesOf, STANDARD_ENCODING } from './encodings'
import type { FontProgram } from './font-program'
import { CFF_STRINGS } from './glyph-names.data'

type Dict = Map<number, number[]>

/** Operators of dictionaries; those of two bytes count from 1200. */
const OP = {
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  subrs: 19,
  defaultWidth: 20,
  nominalWidth: 21,
  fontMatrix: 1207,
  ros: 1230,
  fdArray: 1236,
  fdSelect: 1237,
} as const

const STRINGS = CFF_STRINGS.split(' ')

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
  const widthOf = (glyph: number) => {
    const code = charstrings.item(glyph)
    const font = privates[fontOf(glyph)]
    const width = code && font && widthInCharstring(code, font, work)
    return width === undefined ? undefined : width * matrix * 1000
  }
  const shared = { glyphs: count, widthOf, maps: [] }
  if (isCid) {
    const places = new Map(Array.from(charset, (cid, glyph) => [cid, glyph]))
    return { ...shared, glyphOfCid: (cid) => places.get(cid) }
  }
  const nameOf = (id: number) =>
    STRINGS[id] ??
    latin1((strings.item(id - STRINGS.length) ?? new Uint8Array()).subarray(0, MAX_NAME_LENGTH))
  const glyphsByName = new Map<string, number>()
  charset.forEach((id, glyph) => {
    glyphsByName.set(glyph === 0 ? '.notdef' : nameOf(id), glyph)
  })
  const encoding = readEncoding(view, top.get(OP.encoding)?.[0] ?? 0, (glyph) => nameOf(charset[glyph] ?? 0))
  return {
    ...shared,
    glyphNamed: (name) => glyphsByName.get(name),
    nameOfCode: (code) => encoding.get(code),
  }
}

type File = { bytes: Uint8Array; view: DataView; work: WorkBudget }

/** Items are looked up when they are asked for: a short program may have 65,535 of them, and name the same bytes in each. */
type Index = { count: number; end: number; item(index: number): Uint8Array | undefined }

function readIndex({ bytes, view }: File, at: number): Index {
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

function readDict(bytes: Uint8Array, work: WorkBudget): Dict {
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
      operands.push(Number(text) || 0)
    } else if (first >= 251) operands.push(-(first - 251) * 256 - byte() - 108)
    else if (first >= 247) operands.push((first - 247) * 256 + byte() + 108)
    else operands.push(first - 139)
  }
  return dict
}

function readPrivate(file: File, font: Dict, globals: Index): CharstringFont {
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

/** The names of codes (section 12). Codes that stand for a second name are passed over. */
function readEncoding(view: DataView, at: number, nameOf: (glyph: number) => string): Map<number, string> {
  if (at <= 1) return at === 0 ? codesOf(STANDARD_ENCODING) : new Map()
  const format = view.getUint8(at) & 0x7f
  const count = view.getUint8(at + 1)
  const codes = new Map<number, string>()
  let glyph = 1
  for (let index = 0; index < count; index++) {
    if (format === 0) codes.set(view.getUint8(at + 2 + index), nameOf(glyph++))
    else {
      const first = view.getUint8(at + 2 + 2 * index)
      const left = view.getUint8(at + 3 + 2 * index)
      for (let step = 0; step <= left; step++) codes.set(first + step, nameOf(glyph++))
    }
  }
  return codes
}
