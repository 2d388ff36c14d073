/**
 * Reads ToUnicode character maps (ISO 32000-1 9.10.3), anybody's: linear in their length, whatever they say, and codes
 * of at most two bytes. Entries for longer codes are passed over, since no text that we judge is read with them.
 */

const MAX_CODE = 0xffff
const MAX_CODE_DIGITS = 4

/** Codes `first` to `last`, hexadecimal, and the UTF-16 of the first of them, or of each. */
export type Entry = { first: string; last: string; target: string | string[] }
/** `isCounted`: it has as many entries as it says. Of others some readers take fewer, or nothing of the map. */
export type Block = {
  kind: 'bfchar' | 'bfrange'
  start: number
  end: number
  entries: Entry[]
  isCounted: boolean
}

/** The first and the last of codes that follow one another. */
export type CodeRange = readonly [first: number, last: number]
/**
 * The codes that a map covers, in order; those of characters for private use; those of what is no character. `isSure`:
 * no range goes beyond the last byte of its codes or of its characters, and blocks have as many entries as they say.
 */
export type ToUnicode = {
  ranges: CodeRange[]
  privateRanges: CodeRange[]
  emptyRanges: CodeRange[]
  isSure: boolean
}

/** The largest value of a byte, which is all that ranges count up. */
export const MAX_BYTE = 0xff

/** Reads a map once. */
export function parseToUnicode(map: string): ToUnicode {
  const [named, privateCodes, emptyCodes] = [new CodeRanges(), new CodeRanges(), new CodeRanges()]
  let isSure = true
  for (const { entries, isCounted } of parseBlocks(map)) {
    if (!isCounted) isSure = false
    for (const { first, last, target } of entries) {
      const [start, end] = [Number.parseInt(first, 16), Number.parseInt(last, 16)]
      const sure = sureEnd(start, end)
      const text = typeof target === 'string' ? decodeUtf16(target) : target.map(decodeUtf16)
      const wrapped = wrappedRange([start, sure], text)
      if (sure < end || wrapped) isSure = false
      if (sure >= start && isCounted) named.add([start, sure])
      for (const [areas, codes] of [
        [PRIVATE_AREAS, privateCodes],
        [NO_CHARACTERS, emptyCodes],
      ] as const) {
        for (const range of rangesWith(areas, [start, end], text)) codes.add(range)
        for (const range of wrapped ? rangesWith(areas, wrapped.codes, wrapped.text) : []) codes.add(range)
      }
    }
  }
  return {
    ranges: named.merged(),
    privateRanges: privateCodes.merged(),
    emptyRanges: emptyCodes.merged(),
    isSure,
  }
}

/**
 * How far all readers follow a range of codes: in the last byte alone they may differ (9.10.3), and some read of the end
 * nothing else. Less than `start` if it is not at all.
 */
function sureEnd(start: number, end: number): number {
  return end <= (start | MAX_BYTE) ? end : (start - (start & MAX_BYTE)) | (end & MAX_BYTE)
}

/**
 * The codes of a range that are beyond the last byte of its characters, and the text of the first of them by readers that
 * count up no other byte.
 */
function wrappedRange([start, end]: CodeRange, text: string | string[]) {
  const characters = typeof text === 'string' ? [...text] : []
  const last = characters.pop()?.codePointAt(0)
  if (last === undefined) return undefined
  const first = start + MAX_BYTE + 1 - (last & MAX_BYTE)
  if (first > end) return undefined
  const codes: CodeRange = [first, end]
  return { codes, text: characters.join('') + String.fromCodePoint(last - (last & MAX_BYTE)) }
}

/** Ranges are added up at their ends, so that many large ones cost no more than small ones. */
class CodeRanges {
  private changes: Int32Array | undefined

  add([first, last]: CodeRange): void {
    this.changes ??= new Int32Array(MAX_CODE + 2)
    this.changes[first] = (this.changes[first] ?? 0) + 1
    this.changes[last + 1] = (this.changes[last + 1] ?? 0) - 1
  }

  /** In order, none overlaps another. */
  merged(): CodeRange[] {
    const ranges: CodeRange[] = []
    let depth = 0
    let first = 0
    for (let code = 0; code < (this.changes?.length ?? 0); code++) {
      const before = depth
      depth += this.changes?.[code] ?? 0
      if (before === 0 && depth > 0) first = code
      if (before > 0 && depth === 0) ranges.push([first, code - 1])
    }
    return ranges
  }
}

/** The Private Use Areas of Unicode. */
const PRIVATE_AREAS: CodeRange[] = [
  [0xe000, 0xf8ff],
  [0xf0000, 0xffffd],
  [0x100000, 0x10fffd],
]

/** U+0000, U+FEFF and U+FFFE, which stand for no character. */
export const NO_CHARACTERS: CodeRange[] = [
  [0, 0],
  [0xfeff, 0xfeff],
  [0xfffe, 0xfffe],
]

/** Whether a character (its code point) is for private use. */
export function isPrivateUse(character: number): boolean {
  return isIn(PRIVATE_AREAS, character)
}

function isIn(areas: CodeRange[], character: number): boolean {
  return areas.some(([low, high]) => low <= character && character <= high)
}

/** The codes of a range whose texts have characters of these areas. In a range the last character counts up. */
export function rangesWith(
  areas: CodeRange[],
  [start, end]: CodeRange,
  text: string | string[],
): CodeRange[] {
  if (typeof text !== 'string')
    return text
      .slice(0, end - start + 1)
      .flatMap((each, index): CodeRange[] =>
        hasCharacterOf(areas, each) ? [[start + index, start + index]] : [],
      )
  const characters = [...text]
  const last = characters.pop()?.codePointAt(0)
  if (last === undefined) return []
  if (hasCharacterOf(areas, characters)) return [[start, end]]
  return areas
    .map(
      ([low, high]): CodeRange => [Math.max(start, start + low - last), Math.min(end, start + high - last)],
    )
    .filter(([low, high]) => low <= high)
}

function hasCharacterOf(areas: CodeRange[], characters: Iterable<string>): boolean {
  for (const character of characters) if (isIn(areas, character.codePointAt(0) ?? 0)) return true
  return false
}

/** The blocks of a map in order. One that does not end is not read, and nothing can follow it. */
export function parseBlocks(map: string): Block[] {
  const blocks: Block[] = []
  for (let from = 0; ; ) {
    const begin = map.indexOf('beginbf', from)
    const kind = map.startsWith('char', begin + 'beginbf'.length) ? 'bfchar' : 'bfrange'
    const body = begin + 'begin'.length + kind.length
    const close = begin < 0 ? -1 : map.indexOf(`end${kind}`, body)
    if (close < 0) return blocks
    from = close + 'end'.length + kind.length
    const start = startOfCount(map, begin)
    const { entries, all } = parseEntries(kind, map.slice(body, close))
    blocks.push({
      kind,
      start,
      end: from,
      entries,
      isCounted: Number.parseInt(map.slice(start, begin), 10) === all,
    })
  }
}

/** A count is a few digits and a blank before its block. */
const MAX_COUNT_LENGTH = 16

/** Where the number stands that says how many entries follow. */
function startOfCount(map: string, begin: number): number {
  const before = map.slice(Math.max(0, begin - MAX_COUNT_LENGTH), begin)
  return begin - (/\d{1,9}\s{1,6}$/.exec(before)?.[0].length ?? 0)
}

/** No piece can hold the beginning of another, so that reading is linear. */
const TOKEN = /<[^<>]*>|[[\]]/g

/** The entries, and how many there are with those that are passed over. */
function parseEntries(kind: Block['kind'], body: string): { entries: Entry[]; all: number } {
  const tokens = body.match(TOKEN) ?? []
  const entries: Entry[] = []
  let [at, all] = [0, 0]
  const next = () => tokens[at++] ?? ''
  while (at < tokens.length) {
    all++
    const first = hexOf(next())
    const last = kind === 'bfchar' ? first : hexOf(next())
    const opening = next()
    const list: string[] = []
    if (opening === '[') for (let each = next(); each && each !== ']'; each = next()) list.push(hexOf(each))
    const entry = entryOf(first, last, opening === '[' ? list : hexOf(opening))
    if (entry) entries.push(entry)
  }
  return { entries, all }
}

function hexOf(token: string): string {
  return token.slice(1, -1).replace(/\s/g, '')
}

/** Undefined if the codes are none or too long. A range ends where codes of its length do, a list with its items. */
function entryOf(first: string, last: string, target: string | string[]): Entry | undefined {
  const isHex = /^[0-9A-Fa-f]+$/.test(first) && /^[0-9A-Fa-f]+$/.test(last)
  if (!isHex || first.length > MAX_CODE_DIGITS) return undefined
  const start = Number.parseInt(first, 16)
  const largest = 16 ** first.length - 1
  const listed = typeof target === 'string' ? largest : start + target.length - 1
  const end = Math.min(Number.parseInt(last, 16), largest, listed)
  return end < start ? undefined : { first, last: hexCode(end, first.length), target }
}

/** A code as a map writes it. */
export function hexCode(code: number, digits: number): string {
  return code.toString(16).toUpperCase().padStart(digits, '0')
}

/** The text of hexadecimal UTF-16. */
export function decodeUtf16(hex: string): string {
  const units = hex.match(/[0-9A-Fa-f]{4}/g) ?? []
  return units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')
}
