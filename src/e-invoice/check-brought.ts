/** The rules that hold for XML of each profile, applied to the invoice that it holds. */
import { readInvoice } from './cii/read/invoice'
import { elementsAt, partsOf } from './cii/read/path'
import { checkStructure } from './cii/read/structure'
import type { ConformanceLevel, Profile } from './profiles'
import { checkInvoice } from './rules'
import { checkExtendedSums, isDetail } from './rules/extended-sums'
import { checkExtendedVat } from './rules/extended-vat'
import { collectViolations, type Report, type RuleViolation } from './rules/finding'
import { checkRequiredTerms } from './rules/required-terms'
import { lessThanOneUnit } from './rules/vat'
import { checkXRechnung } from './rules/xrechnung'
import { invoiceFields } from './schema'
import { completeInvoice } from './totals'
import type { XmlElement } from './xml/read'

/**
 * The structure and the rules of the profile. Rules of ours without a number in the standard are not applied: what is
 * brought need only conform. Pointers lead into the invoice as `readInvoice` has it.
 */
export function checkBrought(root: XmlElement, profile: Profile): RuleViolation[] {
  const { level, extension } = profile
  const isXRechnung3 = level === 'XRECHNUNG' && Number(profile.version) >= 3
  const rules: ConformanceLevel = extension ? 'EXTENDED' : level
  const misplaced = [
    ...checkStructure(root, level),
    ...collectViolations((report) => {
      checkOnce(report, root)
      if (rules === 'EXTENDED') {
        checkExtendedSums(report, root)
        checkExtendedVat(report, root)
      }
    }),
  ]
  const parsed = invoiceFields.safeParse(readInvoice(root))
  if (!parsed.success) {
    const shape = parsed.error.issues.map(({ path, message }) => ({
      rule: 'XSD',
      pointer: '',
      message: `invoice.${path.join('.')}: ${message}`,
    }))
    return [...misplaced, ...shape]
  }
  const missing = checkRequiredTerms(parsed.data)
  const known = new Set(missing.map(({ rule, pointer }) => `${rule} ${pointer}`))
  const complete = completeInvoice(parsed.data)
  const broken = [
    ...checkInvoice(complete, lessThanOneUnit),
    ...(isXRechnung3 ? checkXRechnung(complete) : []),
  ]
  const holds = rulesOf(rules, root)
  const addsCodes = (message: string) => profile.codes?.test(message) ?? false
  const numbered = [
    ...missing,
    ...broken.filter(({ rule, pointer }) => !known.has(`${rule} ${pointer}`)),
  ].filter(
    ({ rule, pointer, message }) =>
      /^(BR-|PEPPOL-)/.test(rule) && holds(rule, pointer) && !addsCodes(message),
  )
  return [...numbered, ...misplaced]
}

/** What an invoice says once although the schema has room for more (CII-SR-461, BR-CO-09). */
function checkOnce(report: Report, root: XmlElement) {
  const { agreement, settlement } = partsOf(root)
  if (elementsAt(settlement, 'ApplicableTradeTax/TaxPointDate').length > 1) {
    const message = 'TaxPointDate (BT-7) stands in more than one VAT group: leave it in the first alone.'
    report('CII-SR-461', '', message)
  }
  for (const party of ['SellerTradeParty', 'BuyerTradeParty']) {
    const schemes = elementsAt(agreement, `${party}/SpecifiedTaxRegistration/ID`).map((each) =>
      each.attributes.get('schemeID'),
    )
    if (new Set(schemes).size < schemes.length) {
      report('XSD', '', `${party} has two tax registrations of one scheme: leave one out.`)
    }
  }
}

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
  /^BR-(27|28|38|44|54|CO-(10|11|12|13|15|16|17)|(S|Z|AF|AG)-10|O-(02|03|04|11|12|13|14)|S-09)$/

/** Which rules hold in XML of a profile, by the rule and where it was broken. */
function rulesOf(level: ConformanceLevel, root: XmlElement): (rule: string, pointer: string) => boolean {
  if (level === 'MINIMUM') return (rule) => MINIMUM_RULES.has(rule) || rule.startsWith('BR-CL-')
  if (level === 'BASIC WL') {
    return (rule) => !BY_PARTS.test(rule) && !['BR-16', 'BR-CO-10', 'BR-CO-18'].includes(rule)
  }
  if (level !== 'EXTENDED') return () => true
  const details = partsOf(root).lines.map(isDetail)
  return (rule, pointer) => {
    const line = /^\/lines\/(\d+)/.exec(pointer)?.[1]
    if (line !== undefined && !details[Number(line)]) return rule.startsWith('BR-CL-')
    return !NOT_EXTENDED.test(rule) && !BY_PARTS.test(rule)
  }
}
