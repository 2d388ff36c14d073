/** Checks XML that a caller sent by the rules of its profile. */

import { checkInvoice } from './check-invoice'
import { checkStructure } from './cii/read/check-structure'
import { readInvoice } from './cii/read/read-invoice'
import { completeInvoice } from './complete-invoice'
import type { Profile } from './profiles'
import { checkBinding } from './rules/binding'
import { holdsIn } from './rules/by-profile'
import { checkExtended } from './rules/extended'
import { checkEmptyTreatment, checkFrance } from './rules/france'
import { collectXmlViolations, type Report, type RuleViolation } from './rules/invoice-finding'
import { checkRequiredTerms } from './rules/required-terms'
import { lessThanOneUnit } from './rules/vat-groups'
import { checkXRechnung } from './rules/xrechnung'
import { checkPercentages } from './rules/xrechnung-percentages'
import { type Invoice, invoiceFields } from './schema'
import type { XmlElement } from './xml/parse-xml'

/**
 * The structure and the rules of the profile. Rules of ours without a number in the standard are not applied: what is
 * brought need only conform. Pointers lead into the invoice as `readInvoice` has it.
 */
export function checkBrought(
  root: XmlElement,
  profile: Profile,
  rules = profile.nationalRules,
): RuleViolation[] {
  const { level } = profile
  const isXRechnung3 = level === 'XRECHNUNG' && Number(profile.version) >= 3
  const misplaced = [
    ...checkStructure(root, profile),
    ...collectXmlViolations((report) => {
      checkBinding(report, root, profile)
      if (level === 'EXTENDED') checkExtended(report, root, profile)
      if (rules === 'FR') checkEmptyTreatment(report, root)
      if (isXRechnung3) {
        checkEmpty(report, root)
        checkPercentages(report, root)
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
  const invoice = withoutLineReasons(parsed.data)
  const missing = checkRequiredTerms(invoice)
  const known = new Set(missing.map(({ rule, pointer }) => `${rule} ${pointer}`))
  const complete = completeInvoice(invoice)
  const broken = [
    ...checkInvoice(complete, lessThanOneUnit),
    ...(isXRechnung3 ? checkXRechnung(complete, profile) : []),
    ...(rules === 'FR' ? checkFrance(complete) : []),
  ]
  const holds = holdsIn(profile, invoice)
  const numbered = [
    ...missing,
    ...broken.filter(({ rule, pointer }) => !known.has(`${rule} ${pointer}`)),
  ].filter((finding) => /^(BR-|PEPPOL-)/.test(finding.rule) && holds(finding))
  return [...numbered, ...misplaced]
}

/** PEPPOL-EN16931-R008, which XRechnung adopts. */
function checkEmpty(report: Report, root: XmlElement) {
  const open = [root]
  for (let element = open.pop(); element; element = open.pop()) {
    const isEmpty = element.children.length === 0 && element.text.trim() === ''
    const mayBe = element.name === 'ApplicableHeaderTradeDelivery'
    if (isEmpty && !mayBe) report('PEPPOL-EN16931-R008', '', `${element.name} is empty: leave it out.`)
    open.push(...element.children)
  }
}

/** A line of EXTENDED repeats its reason, which its group states itself. */
const withoutLineReasons = (invoice: Invoice): Invoice => ({
  ...invoice,
  lines: invoice.lines?.map((line) => ({
    ...line,
    vat: line.vat && { ...line.vat, exemption_reason: undefined, exemption_reason_code: undefined },
  })),
})
