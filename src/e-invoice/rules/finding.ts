/** What a rule of EN 16931 finds, and how the rule files report it. */

export type RuleViolation = {
  /** The rule's id, `BR-CO-15`; where the standard defines a term without numbering the rule, the term's. */
  rule: string
  /** JSON Pointer into the invoice. */
  pointer: string
  /** What is wrong and how to fix it. */
  message: string
}

/**
 * Rules of ours on what the standard leaves open: a price times a quantity that is another amount than is stated. They
 * are told and not enforced, since sellers round their lines in many ways.
 */
const ADVICE = new Set(['BT-117', 'BT-131', 'BT-146'])

/** Whether a finding is told only, and the invoice conforms all the same. */
export const isAdvice = ({ rule }: Pick<RuleViolation, 'rule'>): boolean => ADVICE.has(rule)

export type Report = (rule: string, pointer: string, message: string) => void

/** Runs `check` and returns what it reported, in order. */
export function collectViolations(check: (report: Report) => void): RuleViolation[] {
  const found: RuleViolation[] = []
  check((rule, pointer, message) => found.push({ rule, pointer, message }))
  return found
}

/** Reports `what` as missing where `value` is absent or empty. */
export function requireTerm(
  report: Report,
  rule: string,
  pointer: string,
  value: unknown,
  what: string,
): void {
  if (value === undefined || value === '') report(rule, pointer, `${what} is missing: add it.`)
}
