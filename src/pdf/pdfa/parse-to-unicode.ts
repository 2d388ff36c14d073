/**
 * Reads ToUnicode character maps (ISO 32000-1 9.10.3), anybody's: linear in their length, whatever they say, and codes
 * of at most two bytes. Entries for longer codes are passed over, since no text that we judge is read with them.
 */

/** Characters that stand for none. */
export const NO_CHARACTER = /[\0\uFEFF\uFFFE]/

const MAX_CODE = 0xffff
const MAX_CODE_DIGITS = 4

/** Codes `first` to `last`, hexadecimal, and the UTF-16 of the first of them, or of each. */
type Entry = { first: string; last: string; target: string | string[] }
type Block = { kind: 'bfchar' | 'bfrange'; start: number; end: number; entries: Entry[] }

/** The first and the last of codes that follow one another. */
export type CodeRange = readonly [first: number, last: number]
/** What a map says: the codes it covers, in order, and the text of all characters it names. */
type ToUnicode = { ranges: CodeRange[]; text: string }

/** Reads a map once. Ranges are added up at their ends, so that many large ones cost no more than small ones. */
export function parseToUnicode(map: string): ToUnicode {
  const changes = new Int32Array(MAX_CODE + 2)
  const texts: string[] = []
  for (const { entries } of parseBlocks(map)) {
    for (const { first, last, target } of entries) {
      const [start, end] = [Number.parseInt(first, 16), Number.parseInt(last, 16) + 1]
      changes[start] = (changes[start] ?? 0) + 1
      changes[end] = (changes[end] ?? 0) - 1
      texts.push(typeof target === 'string' ? decodeUtf16(target) : target.map(decodeUtf16).join(''))
    }
  }
  const ranges: CodeRange[] = []
  let depth = 0
  let first = 0
  for (let code = 0; code <= MAX_CODE + 1; code++) {
    const before = depth
    depth += changes[code] ?? 0
    if (before === 0 && depth > 0) first = code
    if (before > 0 && depth === 0) ranges.push([first, code - 1])
  }
  return { ranges, text: texts.join('') }
}

/**
 * The map without entries for U+0000, U+FEFF and U+FFFE, which the standards forbid (ISO 14289-1 7.21.7): Chromium writes
 * U+0000 for ligatures of combining marks.
 */
export function withoutNoCharacters(map: string): string {
  const parts: string[] = []
  let copied = 0
  for (const { kind, start, end, entries } of parseBlocks(map)) {
    parts.push(map.slice(copied, start), formatBlock(kind, entries.flatMap(keepCharacters)))
    copied = end
  }
  return [...parts, map.slice(copied)].join('')
}

/** The blocks of a map in order. One that does not end is not read, and nothing can follow it. */
function parseBlocks(map: string): Block[] {
  const blocks: Block[] = []
  for (let from = 0; ; ) {
    const begin = map.indexOf('beginbf', from)
    const kind = map.startsWith('char', begin + 'beginbf'.length) ? 'bfchar' : 'bfrange'
    const body = begin + 'begin'.length + kind.length
    const close = begin < 0 ? -1 : map.indexOf(`end${kind}`, body)
    if (close < 0) return blocks
    from = close + 'end'.length + kind.length
    const entries = parseEntries(kind, map.slice(body, close))
    blocks.push({ kind, start: startOfCount(map, begin), end: from, entries })
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

function parseEntries(kind: Block['kind'], body: string): Entry[] {
  const tokens = body.match(TOKEN) ?? []
  const entries: Entry[] = []
  let at = 0
  const next = () => tokens[at++] ?? ''
  while (at < tokens.length) {
    const first = hexOf(next())
    const last = kind === 'bfchar' ? first : hexOf(next())
    const opening = next()
    const list: string[] = []
    if (opening === '[') for (let each = next(); each && each !== ']'; each = next()) list.push(hexOf(each))
    const entry = entryOf(first, last, opening === '[' ? list : hexOf(opening))
    if (entry) entries.push(entry)
  }
  return entries
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

function hexCode(code: number, digits: number): string {
  return code.toString(16).toUpperCase().padStart(digits, '0')
}

function formatBlock(kind: Block['kind'], entries: Entry[]): string {
  if (entries.length === 0) return ''
  const lines = entries.map(({ first, last, target }) => {
    const text =
      typeof target === 'string' ? `<${target}>` : `[${target.map((each) => `<${each}>`).join('')}]`
    return kind === 'bfchar' ? `<${first}> ${text}` : `<${first}> <${last}> ${text}`
  })
  return [`${entries.length} begin${kind}`, ...lines, `end${kind}`].join('\n')
}

/** An entry without characters that are none: a range goes on from its second code, a list becomes its items. */
function keepCharacters(entry: Entry): Entry[] {
  const { first, last, target } = entry
  const start = Number.parseInt(first, 16)
  if (typeof target !== 'string') {
    return target.flatMap((each, index) => {
      const code = hexCode(start + index, first.length)
      return NO_CHARACTER.test(decodeUtf16(each)) ? [] : { first: code, last: code, target: each }
    })
  }
  if (!NO_CHARACTER.test(decodeUtf16(target))) return [entry]
  const goesOn = start < Number.parseInt(last, 16) && target.length === 4 && !/^FFFE$/i.test(target)
  if (!goesOn) return []
  return [
    {
      first: hexCode(start + 1, first.length),
      last,
      target: hexCode(Number.parseInt(target, 16) + 1, target.length),
    },
  ]
}

/** The text of hexadecimal UTF-16. */
function decodeUtf16(hex: string): string {
  const units = hex.match(/[0-9A-Fa-f]{4}/g) ?? []
  return units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')
}
