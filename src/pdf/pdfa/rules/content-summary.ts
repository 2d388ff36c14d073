/** What the operations of a content stream are, found in one reading for all rules: some contents have a million. */
import { operations } from '../../content'
import type { ReadContent } from '../contents'

export type ContentSummary = {
  operators: Set<string>
  /** How many graphics states are saved and not restored, at most. */
  deepest: number
  /** Characters of the longest operand, inline images left out. */
  longestOperand: number
}

const known = new WeakMap<ReadContent, ContentSummary>()

/** Reads each content once. Throws WorkLimitExceeded. */
export function summaryOf(read: ReadContent): ContentSummary {
  const found = known.get(read) ?? summarize(read)
  known.set(read, found)
  return found
}

function summarize({ content, text }: ReadContent): ContentSummary {
  const operators = new Set<string>()
  let [depth, deepest, longestOperand] = [0, 0, 0]
  for (const { operator, operands } of operations(text, content.work)) {
    operators.add(operator)
    if (operator === 'q') deepest = Math.max(deepest, ++depth)
    if (operator === 'Q') depth--
    if (operator !== 'BI')
      for (const operand of operands) longestOperand = Math.max(longestOperand, operand.length)
  }
  return { operators, deepest, longestOperand }
}
