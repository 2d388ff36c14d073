/** Writes a part of a program in the Compact Font Format as a program of its own (Adobe Technical Note 5176). */
import { concatBytes } from '../../../binary/bytes'
import { latin1Bytes } from '../../content-stream'
import type { WorkBudget } from '../../work-budget'
import { OP, parseCff, readDict, readIndex, readPrivate, STRINGS } from './cff'
import { withWidth } from './charstring'

/** A glyph of the new program: its name there, its name in the old one, and its width in thousandths. */
export type SubsetGlyph = { name: string; source: string; width: number }

const FORMAT = Uint8Array.of(1, 0, 4, 4)
/** What all glyphs may be longer than the program was. */
const MAX_GROWTH = 4
/** Names of the font's own are numbered behind the standard ones. */
const OWN_NAMES = STRINGS.length

/**
 * A program with `.notdef` and these glyphs, drawn as they were. Throws a RangeError for what is no program with named
 * glyphs, or has not all of them, and WorkLimitExceeded.
 */
export function subsetCff(
  bytes: Uint8Array,
  { fontName, glyphs, work }: { fontName: string; glyphs: SubsetGlyph[]; work: WorkBudget },
): Uint8Array {
  const program = parseCff(bytes, work)
  if (!program?.glyphNamed) throw new RangeError('not a font program with named glyphs')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const file = { bytes, view, work }
  const tops = readIndex(file, readIndex(file, view.getUint8(2)).end)
  const strings = readIndex(file, tops.end)
  const globals = readIndex(file, strings.end)
  const top = readDict(tops.item(0) ?? new Uint8Array(), work)
  const font = readPrivate(file, top, globals)
  const charstrings = readIndex(file, top.get(OP.charStrings)?.[0] ?? 0)

  let size = 0
  const drawings = [{ name: '.notdef', source: '.notdef', width: program.widthOf(0) ?? 0 }, ...glyphs].map(
    ({ source, width }) => {
      const code = charstrings.item(program.glyphNamed?.(source) ?? -1)
      const drawing = code && withWidth(code, font, width)
      if (!drawing) throw new RangeError(`the font program lacks the glyph ${source}`)
      // Subroutines are written out: many glyphs of a stranger's may call the longest.
      size += drawing.length
      if (size > MAX_GROWTH * bytes.length) throw new RangeError('the glyphs are too long')
      return drawing
    },
  )
  const names = numberNames(glyphs.map(({ name }) => name))
  return assemble({
    fontName,
    box: top.get(OP.fontBox) ?? [0, 0, 0, 0],
    ownNames: names.own,
    globals: bytes.subarray(strings.end, globals.end),
    charset: charsetOf(names.numbers),
    charstrings: writeIndex(drawings),
    ...privateParts(file, top),
  })
}

/** Strings by their numbers: standard ones have theirs, others get the next. */
function numberNames(names: string[]): { numbers: number[]; own: string[] } {
  const own: string[] = []
  const numbers = names.map((name) => {
    const known = STRINGS.indexOf(name)
    return known >= 0 ? known : OWN_NAMES + own.push(name) - 1
  })
  return { numbers, own }
}

/** Format 0: one number for each glyph but the first (section 13). */
function charsetOf(numbers: number[]): Uint8Array {
  return concatBytes([Uint8Array.of(0), ...numbers.map((number) => uint16(number))])
}

/** The private dictionary as it is, with its subroutines in the distance that it says. */
function privateParts(
  file: Parameters<typeof readIndex>[0],
  top: Map<number, number[]>,
): { dict: Uint8Array; subrs: Uint8Array } {
  const [size = 0, offset = 0] = top.get(OP.private) ?? []
  const dict = file.bytes.subarray(offset, offset + size)
  const distance = readDict(dict, file.work).get(OP.subrs)?.[0]
  if (!distance) return { dict, subrs: new Uint8Array() }
  if (distance < size) throw new RangeError('the subroutines of the font program stand in its private part')
  const { end } = readIndex(file, offset + distance)
  return { dict, subrs: file.bytes.subarray(offset + size, end) }
}

type Parts = {
  fontName: string
  box: number[]
  ownNames: string[]
  globals: Uint8Array
  charset: Uint8Array
  charstrings: Uint8Array
  dict: Uint8Array
  subrs: Uint8Array
}

/** Offsets always take five bytes, so that the length of the top dictionary does not depend on them. */
function assemble({
  fontName,
  box,
  ownNames,
  globals,
  charset,
  charstrings,
  dict,
  subrs,
}: Parts): Uint8Array {
  const before = (top: Uint8Array) =>
    concatBytes([
      FORMAT,
      writeIndex([latin1Bytes(fontName)]),
      writeIndex([top]),
      writeIndex(ownNames.map(latin1Bytes)),
      globals,
    ])
  const top = (start: number) =>
    concatBytes([
      ...box.map(integer),
      Uint8Array.of(OP.fontBox),
      integer(start),
      Uint8Array.of(OP.charset),
      integer(start + charset.length),
      Uint8Array.of(OP.charStrings),
      integer(dict.length),
      integer(start + charset.length + charstrings.length),
      Uint8Array.of(OP.private),
    ])
  const { length } = before(top(0))
  return concatBytes([before(top(length)), charset, charstrings, dict, subrs])
}

function writeIndex(items: Uint8Array[]): Uint8Array {
  if (items.length === 0) return uint16(0)
  const offsets = [1]
  for (const item of items) offsets.push((offsets.at(-1) ?? 1) + item.length)
  const head = concatBytes([uint16(items.length), Uint8Array.of(4), ...offsets.map(uint32)])
  return concatBytes([head, ...items])
}

function integer(value: number): Uint8Array {
  return concatBytes([Uint8Array.of(29), uint32(value)])
}

function uint16(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value & 255)
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255)
}
