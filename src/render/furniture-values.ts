/** What stands in the functions and properties of page furniture (`furniture-styles.ts`), read from its CSS. */
import type { CounterUse, FurnitureStyles, StringPart, TargetSource } from '../in-page/furniture-types'
import { splitAtCommas } from './css-functions'

/** The patterns that have names. */
const LEADERS = new Map([
  ['dotted', '. '],
  ['solid', '_'],
  ['space', '\u00a0'],
])

/** Whether a string or element may be called so. */
export function isName(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text)
}

/** What `leader()` repeats: a pattern by its name, or a text. */
export function parseLeader(pattern: string): string | undefined {
  return LEADERS.get(pattern.toLowerCase()) ?? parseText(pattern)
}

/** A part of a value of `content` whose texts break no line. */
export function withoutBreaks(value: string): string {
  return value.replace(/"[^"\\]*"|'[^'\\]*'/g, (text) => text.replaceAll(' ', '\u00a0'))
}

/** What a target is named by: an attribute of the element, or an id. */
export function parseSource(text: string): TargetSource | undefined {
  const attr = /^attr\(\s{0,9}([\w-]{1,100})(?:\s{1,9}(?:url|string))?\s{0,9}\)$/i.exec(text)?.[1]
  if (attr !== undefined) return { attr: attr.toLowerCase() }
  const id = /^(?:url\(\s{0,9})?["']?#([^"'()\s]{1,500})["']?\s{0,9}\)?$/i.exec(text)?.[1]
  return id === undefined ? undefined : { id }
}

/** A CSS string without escapes. */
function parseText(text: string): string | undefined {
  return /^"([^"\\]{0,200})"$/.exec(text)?.[1] ?? /^'([^'\\]{0,200})'$/.exec(text)?.[1]
}

const STRING_PART =
  /\s{0,99}(content\((?:text|)\)|(?:attr|counter)\([\w, -]{1,200}\)|"[^"\\]{0,200}"|'[^'\\]{0,200}')\s{0,99}/iy
/** What counts pages is in no element. */
const OF_PAGES = /^(?:pages?|footnote)$/i

/** A counter of elements by its name, and the style that it is written in; undefined if it is none. */
export function counterOf(name: string, style = ''): CounterUse | undefined {
  return isName(name) && !OF_PAGES.test(name) ? { name, style: style.toLowerCase() || 'decimal' } : undefined
}

/** A value of `string-set`: names with what they are set to. */
export function parseStringSet(value: string): FurnitureStyles['sets'][number] | undefined {
  const sets: FurnitureStyles['sets'][number] = []
  for (const pair of splitAtCommas(value.replace('!important', '').trim())) {
    const name = /^\s{0,99}([\w-]{1,100})\s/.exec(pair)
    const parts = name?.[1] ? parseParts(pair, name[0].length) : undefined
    if (!name?.[1] || !parts) return undefined
    sets.push({ name: name[1], parts })
  }
  return sets
}

/** What a list of texts, attributes and `content()` says, from an offset on; undefined if it holds something else, or nothing. */
export function parseParts(value: string, from = 0): StringPart[] | undefined {
  const parts: StringPart[] = []
  STRING_PART.lastIndex = from
  while (STRING_PART.lastIndex < value.length) {
    const found = STRING_PART.exec(value)?.[1]
    if (found === undefined) return undefined
    const [, name, inner = ''] = /^(attr|counter|content)\(([^)]{0,200})\)$/i.exec(found) ?? []
    const [first = '', second] = inner.split(',').map((part) => part.trim())
    const counter = name?.toLowerCase() === 'counter' ? counterOf(first, second) : undefined
    if (counter) parts.push({ counter })
    else if (name === undefined) parts.push({ text: found.slice(1, -1) })
    else if (/^content/i.test(name)) parts.push({})
    else if (/^attr/i.test(name) && isName(inner)) parts.push({ attr: inner })
    else return undefined
  }
  return parts.length > 0 ? parts : undefined
}
