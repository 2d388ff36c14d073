/**
 * Content streams as a sequence of operations (ISO 32000-1 7.8.2), read from and written to Latin-1 text.
 * Operands stay the text they were: what is not changed is written back exactly as it was read.
 */
import { Buffer } from 'node:buffer'
import { inlineImageEnd } from './inline-image-end'
import type { WorkBudget } from './work-budget'

/** One operator with its operands in front of it. An inline image is one `BI`: its operand runs to before `EI`. */
export type Operation = { operator: string; operands: string[] }

/** An operand costs less than an operator, but a million of them before one is work too. */
const SHARE_OF_OPERAND = 1 / 8
const CHARGED_TOGETHER = 64
/** A long operand, an array above all, costs one more operator for each so many characters. */
const CHARACTERS_A_CHARGE = 64

const REGULAR = 0
const SPACE = 1
const DELIMITER = 2
/** The class of each character (ISO 32000-1 7.2.2). */
const CLASS = new Uint8Array(256)
for (const character of '\0\t\n\f\r ') CLASS[character.charCodeAt(0)] = SPACE
for (const character of '()<>[]{}/%') CLASS[character.charCodeAt(0)] = DELIMITER
const [OPEN, CLOSE, BACKSLASH, LESS, GREATER, BRACKET, END_BRACKET, PERCENT, SLASH] = [...'()\\<>[]%/'].map(
  (character) => character.charCodeAt(0),
)

/** An operation and where it ends in the content that it was read from. */
export type ReadOperation = Operation & { end: number }

/**
 * Reads a decoded content stream. What ends early ends the sequence: operands without an operator, an inline image without
 * its `EI`. Throws WorkLimitExceeded if `work`, which each
 * operator is charged to, is spent, and nothing else.
 */
export function* operations(content: string, work?: WorkBudget): Generator<ReadOperation> {
  const end = content.length
  let at = skipSpace(content, 0)
  let operands: string[] = []
  let count = 0
  while (at < end) {
    const start = at
    at = tokenEnd(content, at)
    const token = content.slice(start, at)
    if (isOperand(token)) {
      operands.push(token)
      if (token.length > CHARACTERS_A_CHARGE) chargeLong(token, work)
      // Operands are charged for in groups: charging is work too.
      if (operands.length % CHARGED_TOGETHER === 0)
        work?.charge('operators', CHARGED_TOGETHER * SHARE_OF_OPERAND)
      at = skipSpace(content, at)
      continue
    }
    work?.charge('operators', 1 + (operands.length % CHARGED_TOGETHER) * SHARE_OF_OPERAND)
    if (token === 'BI') {
      const stop = inlineImageEnd(content, at)
      if (stop === content.length) return
      yield { operator: 'BI', operands: [content.slice(at, stop)], end: stop + 2 }
      at = stop + 2
      operands = []
    } else {
      work?.checkStream(++count)
      yield { operator: token, operands, end: at }
      operands = []
    }
    at = skipSpace(content, at)
  }
}

function chargeLong({ length }: string, work: WorkBudget | undefined): void {
  work?.checkOperand(length)
  work?.charge('operators', length / CHARACTERS_A_CHARGE)
}

/** The strings and numbers of an operand of `Tj` or `TJ`, in order; linear, however they end. */
export function shownParts(operand: string): string[] {
  return partsThat(() => true, operand)
}

/** The strings among `shownParts`. */
export function shownTexts(operand: string): string[] {
  return partsThat((first) => first === OPEN || first === LESS, operand)
}

/** Those whose first character `isWanted`. */
function partsThat(isWanted: (first: number) => boolean, operand: string): string[] {
  const parts: string[] = []
  let at = skipSpace(operand, operand.startsWith('[') ? 1 : 0)
  while (at < operand.length) {
    const first = operand.charCodeAt(at)
    if (first === END_BRACKET) break
    const end = tokenEnd(operand, at)
    if (isWanted(first)) parts.push(operand.slice(at, end))
    at = skipSpace(operand, end)
  }
  return parts
}

/** The tokens of a text, an array or a dictionary as one; those in front of an inline image's data. */
export function* tokens(text: string): Generator<string> {
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const end = tokenEnd(text, at)
    yield text.slice(at, end)
    at = skipSpace(text, end)
  }
}

/** The names, texts and numbers of an operand, those within its arrays and dictionaries too; linear, however they end. */
export function* atoms(operand: string): Generator<string> {
  for (let at = skipSpace(operand, 0); at < operand.length; ) {
    const first = operand.charCodeAt(at)
    const isMark = first === BRACKET || first === END_BRACKET || first === GREATER
    const isOpening = first === LESS && operand.charCodeAt(at + 1) === LESS
    const end = isOpening ? at + 2 : isMark ? at + 1 : tokenEnd(operand, at)
    if (!isMark && !isOpening) yield operand.slice(at, end)
    at = skipSpace(operand, end)
  }
}

/** The numbers of an operand as they are written: itself, or those of an array. */
export function numbersWritten(operand: string): string[] {
  const parts = operand.startsWith('[') ? [...shownParts(operand)] : [operand]
  return parts.filter((part) => /^[+\-.\d]/.test(part))
}

/**
 * Whether a word may stand in an operand outside of its texts and names: where a group or a number is damaged, readers
 * differ in what they take for operators. True if that cannot be told.
 */
export function hasWord(operand: string, word: string): boolean {
  if (!operand.includes(word)) return false
  for (let at = 0; at < operand.length; ) {
    const character = operand.charCodeAt(at)
    // Readers may or may not take what follows for a comment.
    if (character === PERCENT) return true
    const isRegular = CLASS[character] === REGULAR
    const isWhole = isRegular || character === SLASH || character === OPEN
    const end = isWhole ? tokenEnd(operand, at) : at + 1
    if (isRegular && operand.slice(at, end).includes(word)) return true
    at = end
  }
  return false
}

/** The digits of a hexadecimal string, which may not be closed; undefined for every other part. */
export function hexDigits(part: string): string | undefined {
  if (!part.startsWith('<')) return undefined
  return part.slice(1, part.endsWith('>') ? -1 : undefined).replace(/\s/g, '')
}

/** Writes one operation, without a line end. */
export function writeOperation({ operator, operands }: Operation): string {
  if (operator === 'BI') return `BI${operands[0]}EI`
  return operands.length === 0 ? operator : `${operands.join(' ')} ${operator}`
}

/** A number as content streams and objects may hold it: at most five decimals, so never with an exponent. */
export function decimal(value: number): string {
  const rounded = Math.round(value * 1e5) / 1e5
  return rounded === 0 ? '0' : String(rounded)
}

/** Bytes to text of one character each, the form `operations` reads. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** The inverse of `latin1`. */
export function latin1Bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'))
}

function isOperand(token: string): boolean {
  const first = token.charCodeAt(0)
  if (first >= 48 && first <= 57) return true
  if (first === 43 || first === 45 || first === 46) return true
  if (CLASS[first] === DELIMITER) return true
  return token === 'true' || token === 'false' || token === 'null'
}

function skipSpace(content: string, from: number): number {
  for (let at = from; at < content.length; at++) {
    const character = content.charCodeAt(at)
    if (CLASS[character] === SPACE) continue
    if (character !== PERCENT) return at
    while (at < content.length && content[at] !== '\n' && content[at] !== '\r') at++
  }
  return content.length
}

function tokenEnd(content: string, start: number): number {
  const first = content.charCodeAt(start)
  if (first === OPEN) return stringEnd(content, start)
  if (first === LESS && content.charCodeAt(start + 1) === LESS) return groupEnd(content, start + 2, GREATER)
  if (first === LESS) return after(content, '>', start)
  if (first === BRACKET) return groupEnd(content, start + 1, END_BRACKET)
  let at = start + 1
  if (CLASS[first] === DELIMITER && first !== SLASH) return at
  while (at < content.length && CLASS[content.charCodeAt(at)] === REGULAR) at++
  return at
}

function stringEnd(content: string, start: number): number {
  let depth = 0
  for (let at = start; at < content.length; at++) {
    const character = content.charCodeAt(at)
    if (character === BACKSLASH) at++
    else if (character === OPEN) depth++
    else if (character === CLOSE && --depth === 0) return at + 1
  }
  return content.length
}

/**
 * End of a dictionary (closed by `>>`) or an array, whose inside starts at `start`. Groups inside are kept on a list:
 * a stranger's may be nested deeper than any stack.
 */
function groupEnd(content: string, start: number, closing: number | undefined): number {
  const outer: (number | undefined)[] = []
  let expected = closing
  let at = skipSpace(content, start)
  while (at < content.length) {
    const character = content.charCodeAt(at)
    const opensDictionary = character === LESS && content.charCodeAt(at + 1) === LESS
    if (character === expected) {
      at += character === GREATER ? 2 : 1
      if (outer.length === 0) return at
      expected = outer.pop()
    } else if (opensDictionary || character === BRACKET) {
      outer.push(expected)
      expected = opensDictionary ? GREATER : END_BRACKET
      at += opensDictionary ? 2 : 1
    } else at = tokenEnd(content, at)
    at = skipSpace(content, at)
  }
  return content.length
}

function after(content: string, mark: string, start: number): number {
  const found = content.indexOf(mark, start)
  return found < 0 ? content.length : found + mark.length
}
