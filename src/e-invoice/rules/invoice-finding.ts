/** What a rule of EN 16931 finds, and how the rule files report it. */

export type RuleViolation = {
  /** The rule's id, `BR-CO-15`; if the standard defines a term without numbering the rule, the term's. */
  rule: string
  /** JSON Pointer into the invoice. */
  pointer: string
  /** What is wrong and how to fix it. */
  message: string
}

/**
 * Our own rules for what the standard leaves open, such as a stated amount that is not price × quantity, or a VAT
 * identifier of no country's form. They are warnings, since sellers round their lines in many ways.
 */
const ADVICE = new Set(['BT-31', 'BT-48', 'BT-63', 'BT-117', 'BT-118', 'BT-131', 'BT-146'])

/** Whether a violation is a warning only: the invoice conforms. */
export const isAdvice = ({ rule }: Pick<RuleViolation, 'rule'>): boolean => ADVICE.has(rule)

export type Report = (rule: string, pointer: string, message: string) => void

/** Runs `check` and returns what it reported, in order. */
export function collectViolations(check: (report: Report) => void): RuleViolation[] {
  const found: RuleViolation[] = []
  check((rule, pointer, message) => found.push({ rule, pointer, message }))
  return found
}

/** Of one rule; more tell nobody anything. */
const MAX_IN_XML = 2000

/**
 * As `collectViolations`, for a check of every element of a file, which may break a rule a million times: of each rule the
 * first 2,000, so that no rule hides another.
 */
export function collectXmlViolations(check: (report: Report) => void): RuleViolation[] {
  const counts = new Map<string, number>()
  return collectViolations((report) =>
    check((rule, pointer, message) => {
      const count = counts.get(rule) ?? 0
      counts.set(rule, count + 1)
      if (count < MAX_IN_XML) report(rule, pointer, message)
    }),
  )
}

/** Reports `what` as missing if `value` is absent or empty. */
export function requireTerm(
  report: Report,
  rule: string,
  pointer: string,
  value: unknown,
  what: string,
): void {
  if (value === undefined || value === '') report(rule, pointer, `${what} is missing: add it.`)
}
