/** What stands in the functions and properties of page furniture (`furniture-styles.ts`), read from its CSS. */
import type { FurnitureStyles, StringPart, TargetSource } from '../in-page/furniture-types'

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
  /\s{0,99}(content\((?:text|)\)|attr\([\w-]{1,100}\)|"[^"\\]{0,200}"|'[^'\\]{0,200}')\s{0,99}/iy

/** A value of `string-set`: names with what they are set to. */
export function parseStringSet(value: string): FurnitureStyles['sets'][number] | undefined {
  const sets: FurnitureStyles['sets'][number] = []
  for (const pair of value.replace('!important', '').trim().split(',')) {
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
    const attr = /^attr\(([^)]+)\)$/i.exec(found)?.[1]
    parts.push(attr ? { attr } : /^content/i.test(found) ? {} : { text: found.slice(1, -1) })
  }
  return parts.length > 0 ? parts : undefined
}
