/**
 * What filters, comparisons and loops cost in steps, by the sizes of what they are given. A step is a unit of counting
 * and no time; every price stands for work that is linear in these sizes, or says what it is beyond that.
 */
import { readField } from './filters/arithmetic'

/** Characters read for a step: to trim, to compare, to copy. */
const CHARACTERS_PER_STEP = 64
/** Entries copied or looked at for a step. */
const ENTRIES_PER_STEP = 4
/** Pairs of characters that a text search may compare for a step: it takes the product of both lengths at worst. */
const SEARCH_PAIRS_PER_STEP = 2048
/** Characters that a text search passes for a step, however short the text is that it looks for. */
const SEARCHED_PER_STEP = 256
/** Steps to look into an entry by its path, beside the path's own length. */
const LOOKUP_STEPS = 10
const PATH_CHARACTERS_PER_STEP = 4

/** A list is compared entry by entry, each through a generator: so many times what reading it takes. */
const COMPARED_LIST = 8
/** Steps to list a field of an object that has many. */
const STEPS_PER_FIELD = 4
/** What a number or an object has in characters when it is written, about. */
const PLAIN_CHARACTERS = 12
/** How often Markdown is read from end to end, about. */
const MARKDOWN_READINGS = 8
const STEPS_PER_MARKDOWN_LINE = 2
/** Characters that are escaped for a step. */
const ESCAPED_PER_STEP = 8
/** Characters of JSON that are written for a step. */
const JSON_PER_STEP = 16
/** Steps for a figure of a table: its decimals are counted, then it is formatted with those of its column. */
const STEPS_PER_FIGURE = 8
/** Characters whose rows are counted for a step: a text is split, and its wide characters are searched. */
const ROW_CHARACTERS_PER_STEP = 8
/** Counting ends here: no budget holds the steps for it. */
const MAX_COUNTED = 400_000_000
/** The same in steps: no call of a filter may take as many. */
const MAX_COUNTED_STEPS = 1_000_000

/** Steps to read through a value once: a text, or a list with the lists in it. */
export function readingSteps(value: unknown): number {
  if (typeof value === 'string') return value.length / CHARACTERS_PER_STEP
  if (!Array.isArray(value)) return 0
  return value.length / ENTRIES_PER_STEP + charactersOf(value) / CHARACTERS_PER_STEP
}

/** Steps to find one text in another. */
export function searchSteps(text: unknown, wanted: unknown): number {
  const [length, pattern] = [charactersOf(text), charactersOf(wanted)]
  return length / SEARCHED_PER_STEP + (length * Math.min(length, pattern)) / SEARCH_PAIRS_PER_STEP
}

/** Steps to write a text anew, character by character, where it may hold nothing but what is escaped. */
export function escapingSteps(text: unknown): number {
  return charactersOf(text) / ESCAPED_PER_STEP
}

/** Steps to have written a value as this JSON. */
export function jsonSteps(json: unknown): number {
  return charactersOf(json) / JSON_PER_STEP
}

/** Steps to look into every entry of a list by a path, and to compare what is found with `expected`. */
export function lookupSteps(list: unknown, path: unknown, expected?: unknown): number {
  const entries = Array.isArray(list) ? list.length : 1
  const each = LOOKUP_STEPS + charactersOf(path) / PATH_CHARACTERS_PER_STEP + readingSteps(expected)
  return entries * each
}

/** Steps to read Markdown: every line is looked at by itself, and every character by some patterns. */
export function markdownSteps(text: unknown): number {
  if (typeof text !== 'string') return 0
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return MARKDOWN_READINGS * readingSteps(text) + STEPS_PER_MARKDOWN_LINE * lines
}

/** Steps to sort a list: every comparison may read both entries to their ends. */
export function sortSteps(list: unknown, path: unknown): number {
  if (!Array.isArray(list)) return 1
  const names = path === undefined || path === null ? [] : String(path).split('.')
  const characters = charactersOf(list.map((entry) => names.reduce(readField, entry)))
  const rounds = Math.log2(list.length + 1)
  return lookupSteps(list, path) + rounds * (list.length + (2 * characters) / CHARACTERS_PER_STEP)
}

/** Steps to format the figures of a table's rows; other cells are copied. */
export function figureSteps(rows: unknown): number {
  if (!Array.isArray(rows)) return 0
  let steps = rows.length
  for (const row of rows) {
    if (steps > MAX_COUNTED_STEPS) break
    if (!Array.isArray(row)) continue
    for (const cell of row) steps += typeof cell === 'number' ? STEPS_PER_FIGURE : 1
  }
  return steps
}

/** Steps to count the rows that texts take, those in lists and objects too. */
export function textRowSteps(texts: unknown): number {
  if (typeof texts === 'string') return 1 + texts.length / ROW_CHARACTERS_PER_STEP
  if (typeof texts !== 'object' || texts === null) return 1
  let steps = 1
  for (const text of Object.values(texts)) {
    if (steps > MAX_COUNTED_STEPS) break
    steps += textRowSteps(text)
  }
  return steps
}

/** Steps to compare two values: texts by character, lists by entry, however deep. */
export function comparisonSteps(left: unknown, right: unknown): number {
  const steps = Math.min(readingSteps(left), readingSteps(right))
  return Array.isArray(left) ? steps * COMPARED_LIST : steps
}

/** Steps to ask whether a list or a text contains something. */
export function containmentSteps(whole: unknown, part: unknown): number {
  if (!Array.isArray(whole)) return searchSteps(whole, part)
  return whole.length + (Array.isArray(part) ? whole.length * readingSteps(part) : 0)
}

/** Steps to begin a loop: an object's fields are listed, a list may be copied. */
export function loopSteps(collection: unknown): number {
  if (Array.isArray(collection)) return collection.length / CHARACTERS_PER_STEP
  if (typeof collection !== 'object' || collection === null) return 0
  return fieldSteps(Object.keys(collection).length)
}

/** Steps to list an object's fields. */
export function fieldSteps(count: number): number {
  return count * STEPS_PER_FIELD
}

/** Characters of a value as a text, about. A list may stand in another many times: all of them count. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (!Array.isArray(value)) return value === undefined || value === null ? 0 : PLAIN_CHARACTERS
  let characters = 0
  for (const entry of value) {
    characters += 1 + charactersOf(entry)
    if (characters > MAX_COUNTED) break
  }
  return characters
}
