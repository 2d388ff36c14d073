/** Which of the rules that are numbered in EN 16931 hold in each profile. */
import { countsInTotals } from '../../money/totals'
import type { Profile } from '../profiles'
import type { Invoice } from '../schema'
import type { RuleViolation } from './invoice-finding'

/** The rules of the profile MINIMUM beside those on codes. */
const MINIMUM_RULES = new Set(
  (
    'BR-01 BR-02 BR-03 BR-04 BR-05 BR-06 BR-07 BR-08 BR-09 BR-13 BR-14 BR-15 BR-CO-09 BR-CO-26 ' +
    'BR-DEC-12 BR-DEC-13 BR-DEC-14 BR-DEC-18'
  ).split(' '),
)

/** Rules of the breakdown by its parts: -01 and -08 of each category. */
const BY_PARTS = /^BR-(S|Z|E|AE|IC|G|O|AF|AG)-(01|08)$/

/** What EXTENDED replaces by rules of its own, or does without. */
const NOT_EXTENDED =
  /^BR-(27|28|38|44|54|61|CO-(10|11|12|13|15|16|17)|(S|Z|AF|AG)-10|O-(02|03|04|11|12|13|14)|S-09)$/

/** Whether a finding on an invoice breaks a rule of the profile. */
export function holdsIn({ level, codes }: Profile, invoice: Invoice) {
  const holds = numberedRules(level, invoice)
  return (finding: RuleViolation): boolean => holds(finding) && !codes?.test(finding.message)
}

function numberedRules(
  level: Profile['level'],
  { lines = [] }: Invoice,
): (finding: RuleViolation) => boolean {
  if (level === 'MINIMUM') return ({ rule }) => MINIMUM_RULES.has(rule) || rule.startsWith('BR-CL-')
  if (level === 'BASIC WL') {
    return ({ rule }) => !BY_PARTS.test(rule) && !['BR-16', 'BR-CO-10', 'BR-CO-18'].includes(rule)
  }
  if (level !== 'EXTENDED') return () => true
  return ({ rule, pointer }) => {
    const line = /^\/lines\/(\d+)/.exec(pointer)?.[1]
    if (line !== undefined && !countsInTotals(lines[Number(line)]?.status))
      return /^BR-(CL-\d+|\w+-05)$/.test(rule)
    return !NOT_EXTENDED.test(rule) && !BY_PARTS.test(rule)
  }
}
