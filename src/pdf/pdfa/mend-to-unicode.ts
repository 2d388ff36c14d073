/** Rewrites ToUnicode character maps (ISO 32000-1 9.10.3) so that all readers read the same in them. */
import type { WorkBudget } from '../work-budget'
import {
  type Block,
  decodeUtf16,
  type Entry,
  hexCode,
  MAX_BYTE,
  NO_CHARACTERS,
  parseBlocks,
  rangesWith,
} from './parse-to-unicode'
import { utf16 } from './to-unicode'

/** What a part of a range costs, in operators: a short map may become one of all codes, many times over. */
const PART_COST = 256

/**
 * The map without entries for U+0000, U+FEFF and U+FFFE, which the standards forbid (ISO 14289-1 7.21.7): Chromium writes
 * U+0000 for ligatures of combining marks. Ranges that go beyond the last byte of their codes or characters, which readers
 * take differently, are divided there. Throws WorkLimitExceeded.
 */
export function mendToUnicode(map: string, work: WorkBudget): string {
  const parts: string[] = []
  let copied = 0
  for (const { kind, start, end, entries } of parseBlocks(map)) {
    const mended: Entry[] = []
    for (const entry of entries) {
      for (const part of splitAtBytes(entry)) {
        if (part !== entry) work.charge('operators', PART_COST)
        mended.push(...keepCharacters(part))
      }
    }
    parts.push(map.slice(copied, start), formatBlock(kind, mended))
    copied = end
  }
  return [...parts, map.slice(copied)].join('')
}

/** Parts of an entry in each of which nothing but the last byte of codes and characters counts up. */
function* splitAtBytes(entry: Entry): Generator<Entry> {
  const { first, last, target } = entry
  const [start, end] = [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  const codeOf = (code: number) => hexCode(code, first.length)
  if (typeof target !== 'string') {
    if (end <= (start | MAX_BYTE)) yield entry
    else
      for (const [index, each] of target.entries())
        yield { first: codeOf(start + index), last: codeOf(start + index), target: each }
    return
  }
  const characters = [...decodeUtf16(target)]
  const base = characters.pop()?.codePointAt(0)
  if (end <= (start | MAX_BYTE) && end - start <= MAX_BYTE - ((base ?? 0) & MAX_BYTE)) {
    yield entry
    return
  }
  // What is no text cannot be counted up.
  if (base === undefined) yield { ...entry, last: codeOf(Math.min(end, start | MAX_BYTE)) }
  for (let from = start; base !== undefined && from <= end; ) {
    const character = base + from - start
    if (character > MAX_CHARACTER) return
    const to = Math.min(end, from + MAX_BYTE - Math.max(from & MAX_BYTE, character & MAX_BYTE))
    const text = from === start ? target : utf16(characters.join('') + String.fromCodePoint(character))
    yield { first: codeOf(from), last: codeOf(to), target: text }
    from = to + 1
  }
}

const MAX_CHARACTER = 0x10ffff
const UNIT_DIGITS = 4

/** An entry without characters that are none: a range is divided at them, a list becomes its items. */
function keepCharacters({ first, last, target }: Entry): Entry[] {
  const [start, end] = [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  const text = typeof target === 'string' ? decodeUtf16(target) : target.map(decodeUtf16)
  const empty = rangesWith(NO_CHARACTERS, [start, end], text).sort(([one], [other]) => one - other)
  if (empty.length === 0) return [{ first, last, target }]
  const codeOf = (code: number) => hexCode(code, first.length)
  if (typeof target !== 'string') {
    const dropped = new Set(empty.map(([code]) => code))
    return target.flatMap((each, index) => {
      const code = codeOf(start + index)
      return dropped.has(start + index) ? [] : { first: code, last: code, target: each }
    })
  }
  const [before, unit] = [target.slice(0, -UNIT_DIGITS), Number.parseInt(target.slice(-UNIT_DIGITS), 16)]
  const kept: Entry[] = []
  let from = start
  for (const [low, high] of [...empty, [end + 1, end + 1] as const]) {
    const text = before + hexCode(unit + from - start, UNIT_DIGITS)
    if (from < low) kept.push({ first: codeOf(from), last: codeOf(low - 1), target: text })
    from = high + 1
  }
  return kept
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
