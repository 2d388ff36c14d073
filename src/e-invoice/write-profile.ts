/** An invoice given as JSON, checked by the rules of a profile and written as its XML. */
import { zero } from '../money/decimal'
import { checkStructure } from './cii/read/structure'
import { writeCii } from './cii/write/cii'
import { EN_16931_PROFILE, type Profile, profileOf, WRITTEN_PROFILES, type WrittenProfile } from './profiles'
import { checkInvoice } from './rules'
import { isAdvice, type RuleViolation } from './rules/finding'
import { checkXRechnung } from './rules/xrechnung'
import type { Invoice } from './schema'
import { type CompleteInvoice, completeInvoice } from './totals'
import { parseXml } from './xml/read'

export type WrittenInvoice = {
  profile: Profile
  complete: CompleteInvoice
  /** What breaks the profile's rules; there is no XML then. */
  findings: RuleViolation[]
  /** What is told and does not keep the invoice from conforming. */
  advice: RuleViolation[]
  xml: string | undefined
}

/** BT-23 of an invoice through Peppol, which XRechnung demands. */
const BILLING_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** Checks and writes; pointers lead into the invoice. */
export function writeInvoice(given: Invoice, name: WrittenProfile = 'EN 16931'): WrittenInvoice {
  const profile = profileOf(WRITTEN_PROFILES[name]) ?? EN_16931_PROFILE
  const invoice =
    name === 'XRECHNUNG' ? { ...given, business_process: given.business_process ?? BILLING_PROCESS } : given
  const complete = name === 'XRECHNUNG' ? withAllRates(completeInvoice(invoice)) : completeInvoice(invoice)
  const all = [...checkInvoice(complete), ...(name === 'XRECHNUNG' ? checkXRechnung(complete) : [])]
  const advice = all.filter(isAdvice)
  const findings = all.filter((finding) => !isAdvice(finding))
  if (findings.length > 0) return { profile, complete, findings, advice, xml: undefined }
  const xml = writeCii(complete, name)
  const beyond = name === 'BASIC' ? beyondBasic(xml) : []
  return { profile, complete, findings: beyond, advice, xml: beyond.length > 0 ? undefined : xml }
}

/** XRechnung wants a rate in every VAT group, 0 where nothing is subject to VAT (BR-DE-14). */
const withAllRates = (complete: CompleteInvoice): CompleteInvoice => ({
  ...complete,
  breakdown: complete.breakdown.map((group) =>
    group.category === 'O' ? { ...group, rate: group.rate ?? zero } : group,
  ),
})

/** BASIC has fewer terms than EN 16931. */
const beyondBasic = (xml: string): RuleViolation[] =>
  checkStructure(parseXml(xml), 'BASIC').map(({ message }) => ({
    rule: 'XSD',
    pointer: '',
    message: `The profile BASIC has no room for all of this invoice: ${message} Use the profile EN 16931.`,
  }))
