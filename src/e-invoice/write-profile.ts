/** An invoice given as JSON, checked by the rules of a profile and written as its XML. */
import { zero } from '../money/decimal'
import { checkInvoice } from './check-invoice'
import { checkStructure } from './cii/read/check-structure'
import { writeCii } from './cii/write/write-cii'
import { completeInvoice } from './complete-invoice'
import type { CompleteInvoice } from './invoice-amounts'
import {
  EN_16931_PROFILE,
  type NationalRules,
  type Profile,
  profileOf,
  WRITTEN_PROFILES,
  type WrittenProfile,
} from './profiles'
import { checkBinding } from './rules/binding'
import { holdsIn } from './rules/by-profile'
import { checkExtended } from './rules/extended'
import { checkFrance } from './rules/france'
import { collectXmlViolations, isAdvice, type RuleViolation } from './rules/invoice-finding'
import { checkLikelyMistakes } from './rules/likely-mistakes'
import { checkXRechnung } from './rules/xrechnung'
import { checkPercentages } from './rules/xrechnung-percentages'
import type { Invoice } from './schema'
import { parseXml } from './xml/parse-xml'

export type WrittenInvoice = {
  profile: Profile
  complete: CompleteInvoice
  /** Violations of the profile's rules; if there are any, there is no XML. */
  findings: RuleViolation[]
  /** Warnings: the invoice conforms. */
  advice: RuleViolation[]
  xml: string | undefined
}

/** BT-23 of an invoice through Peppol, which XRechnung requires. */
const BILLING_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/**
 * Checks and writes; pointers lead into the invoice.
 * @param asked a country whose own rules are applied too, as EXTENDED-CTC-FR does by itself
 */
export function writeInvoice(
  given: Invoice,
  name: WrittenProfile = 'EN 16931',
  asked?: NationalRules,
): WrittenInvoice {
  const profile = profileOf(WRITTEN_PROFILES[name]) ?? EN_16931_PROFILE
  const rules = asked ?? profile.nationalRules
  const isGerman = profile.level === 'XRECHNUNG'
  const isExtended = profile.level === 'EXTENDED'
  const invoice = isGerman ? { ...given, business_process: given.business_process ?? BILLING_PROCESS } : given
  const computed = completeInvoice(invoice, { byReason: isExtended })
  const complete = isGerman ? withAllRates(computed) : computed
  const all = [
    ...checkInvoice(complete),
    ...(isGerman ? checkXRechnung(complete, profile) : []),
    ...(rules === 'FR' ? checkFrance(complete) : []),
  ].filter(holdsIn(profile, invoice))
  const advice = [...all.filter(isAdvice), ...checkLikelyMistakes(complete)]
  const findings = all.filter((finding) => !isAdvice(finding))
  if (findings.length > 0) return { profile, complete, findings, advice, xml: undefined }
  const xml = writeCii(complete, name)
  const inXml = checkWritten(xml, profile)
  return { profile, complete, findings: inXml, advice, xml: inXml.length > 0 ? undefined : xml }
}

/** XRechnung wants a rate in every VAT group, 0 where nothing is subject to VAT (BR-DE-14). */
const withAllRates = (complete: CompleteInvoice): CompleteInvoice => ({
  ...complete,
  breakdown: complete.breakdown.map((group) =>
    group.category === 'O' ? { ...group, rate: group.rate ?? zero } : group,
  ),
})

/** What only the XML shows: terms that the profile has no room for, and rules of the XML. */
function checkWritten(xml: string, profile: Profile): RuleViolation[] {
  const { level } = profile
  const root = parseXml(xml)
  const wider = level === 'BASIC' ? 'EN 16931' : 'EXTENDED'
  const unfit = checkStructure(root, profile).map(({ message }) => ({
    rule: 'XSD',
    pointer: '',
    message:
      level === 'EXTENDED' || level === 'XRECHNUNG'
        ? message
        : `The profile ${level} has no room for all of this invoice: ${message} Use the profile ${wider}.`,
  }))
  const broken = collectXmlViolations((report) => {
    checkBinding(report, root, profile)
    if (level === 'EXTENDED') checkExtended(report, root, profile)
    if (level === 'XRECHNUNG') checkPercentages(report, root)
  })
  return [...unfit, ...broken]
}
