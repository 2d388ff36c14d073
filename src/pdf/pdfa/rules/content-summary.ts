/** What the operations of a content stream are, found in one reading for all rules: some contents have a million. */

import { unescapePdfName } from '../../../text/pdf-name'
import { atoms, hexDigits, shownParts, tokens } from '../../content-stream'
import { readInTurns } from '../../read-in-turns'
import type { ReadContent } from '../contents'
import { SHOW } from '../fonts/shown-codes'
import { resourceNamedBy } from '../operators'

export type ContentSummary = {
  operators: Set<string>
  /** How many graphics states are saved and not restored, at most. */
  deepest: number
  /** Characters of the longest operand, inline images left out. */
  longestOperand: number
  /** Whether a number is none, a bracket stands alone, or texts are more than are shown: readers differ in what they read. */
  isDamaged: boolean
  /** Whether a name or a number of a property list or an inline image is larger than the standards allow. */
  hasLargeEntries: boolean
  /** Whether a text of one of these in hexadecimal digits is broken. */
  hasBrokenHex: boolean
  /** The same of a text that is shown. */
  showsBrokenHex: boolean
  /** Names of resources, each with its category in front, as in `Font/F1`. */
  resources: Set<string>
}

const OPERANDS_OF_TEXT: Record<string, number> = { Tj: 1, TJ: 1, "'": 1, '"': 3 }

const known = new WeakMap<ReadContent, ContentSummary>()

/** What was found in a content, which `summarize` has read. */
export function summaryOf(read: ReadContent): ContentSummary {
  const found = known.get(read)
  if (!found) throw new Error('the content was not read')
  return found
}

/** Reads a content, once, for `summaryOf`; others have their turn meanwhile. Throws WorkLimitExceeded. */
export async function summarize(read: ReadContent): Promise<void> {
  if (!known.has(read)) known.set(read, await summaryFrom(read))
}

async function summaryFrom({ content, text }: ReadContent): Promise<ContentSummary> {
  const operators = new Set<string>()
  const resources = new Set<string>()
  let [depth, deepest, longestOperand] = [0, 0, 0]
  let [isDamaged, hasLargeEntries, hasBrokenHex, showsBrokenHex] = [false, false, false, false]
  const takeEntry = (part: string) => {
    hasLargeEntries ||= isLarge(part)
    hasBrokenHex ||= isBrokenHex(part)
  }
  await readInTurns(text, content.work, ({ operator, operands }) => {
    operators.add(operator)
    if (operator === 'q') deepest = Math.max(deepest, ++depth)
    if (operator === 'Q') depth--
    if (operator === 'BI') {
      for (const token of tokens(operands[0] ?? '')) {
        if (token === 'ID') return
        for (const part of atoms(token)) takeEntry(part)
      }
      return
    }
    const named = resourceNamedBy({ operator, operands })
    if (named) resources.add(named.join('/'))
    showsBrokenHex ||= SHOW.has(operator) && hasPart(operands.at(-1) ?? '', isBrokenHex)
    isDamaged ||= operands.length > (OPERANDS_OF_TEXT[operator] ?? Number.POSITIVE_INFINITY)
    for (const operand of operands) {
      longestOperand = Math.max(longestOperand, operand.length)
      isDamaged ||= hasPart(operand, isDamagedPart)
      if (operand.startsWith('<<')) for (const part of atoms(operand)) takeEntry(part)
      else if (operand.startsWith('/')) takeEntry(operand)
    }
  })
  return {
    operators,
    deepest,
    longestOperand,
    isDamaged,
    hasLargeEntries,
    hasBrokenHex,
    showsBrokenHex,
    resources,
  }
}

/** Whether an operand, or what an array consists of, is so. */
function hasPart(operand: string, is: (part: string) => boolean): boolean {
  return operand.startsWith('[') ? shownParts(operand).some(is) : is(operand)
}

const MAX_NAME = 127
const MAX_INTEGER = 2_147_483_647
const MIN_REAL = 1.175e-38

function isLarge(part: string): boolean {
  if (part.startsWith('/')) return part.length > MAX_NAME && unescapePdfName(part).length > MAX_NAME + 1
  const number = /^[+\-.\d]/.test(part) ? Math.abs(Number(part)) : 0
  return number > MAX_INTEGER || (number > 0 && number < MIN_REAL)
}

export function isBrokenHex(part: string): boolean {
  const digits = part.startsWith('<<') ? undefined : hexDigits(part)
  return digits !== undefined && (digits.length % 2 > 0 || /[^0-9a-f]/i.test(digits))
}

/** A minus inside is read by all as the end of the number. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:-\d+(?:\.\d*)?)?$/

function isDamagedPart(part: string): boolean {
  const first = part.charAt(0)
  if ('+-.0123456789'.includes(first)) return !NUMBER.test(part)
  return part.length === 1 && ')>{}]'.includes(first)
}
