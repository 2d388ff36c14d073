/**
 * XML that the caller brings: safe to read, a Cross Industry Invoice of a profile of Factur-X, and right. The structure
 * of its profile and the rules that hold in it are checked (`check-brought.ts`).
 */

import { checkBrought } from './check-brought'
import { isCrossIndustryInvoice, textAt } from './cii/read/path'
import { type Profile, profileOf } from './profiles'
import type { RuleViolation } from './rules/finding'
import { parseXml, type XmlElement, XmlError } from './xml/read'

export type ReadInvoice = {
  /** Undefined if the guideline is none of Factur-X, which is then a finding. */
  profile: Profile | undefined
  root: XmlElement
  findings: RuleViolation[]
}

/**
 * Reads and checks a Cross Industry Invoice. Findings point to the document as a whole (`''`), their messages
 * name the term as `options.invoice` has it, or the element.
 * @param source text, or bytes in UTF-8
 * @throws XmlError where it cannot be read or is something else
 */
export function readCii(source: string | Uint8Array): ReadInvoice {
  const root = parseXml(typeof source === 'string' ? source : decodeUtf8(source))
  if (!isCrossIndustryInvoice(root)) {
    throw new XmlError(`the root element is ${root.name}, not CrossIndustryInvoice of UN/CEFACT`)
  }
  const guideline = textAt(root, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID')
  const profile = profileOf(guideline ?? '')
  if (!profile) {
    const given = guideline ? `${guideline} is no profile of Factur-X` : 'The profile is missing'
    const message = `${given}: set GuidelineSpecifiedDocumentContextParameter/ID, such as urn:cen.eu:en16931:2017.`
    return { profile, root, findings: [{ rule: 'BR-01', pointer: '', message }] }
  }
  return { profile, root, findings: checkBrought(root, profile) }
}

/**
 * Whether a file is meant as a Cross Industry Invoice. One that names the root element and cannot be read counts
 * too, one in UTF-16 among them, so that `readCii` says what is wrong with it.
 */
export function isCii(bytes: Uint8Array): boolean {
  // In UTF-16 every other byte of the name is zero, whichever comes first.
  const head = new TextDecoder().decode(bytes.subarray(0, 65_536)).replaceAll('\0', '')
  if (!/<([\w.-]+:)?CrossIndustryInvoice[\s>]/.test(head)) return false
  try {
    return isCrossIndustryInvoice(parseXml(decodeUtf8(bytes)))
  } catch (error) {
    if (error instanceof XmlError) return true
    throw error
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  const notUtf8 = new XmlError('the file is not UTF-8: save it as UTF-8')
  // UTF-16 without its mark is valid UTF-8 full of zeros.
  if (bytes.subarray(0, 4).includes(0)) throw notUtf8
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    throw notUtf8
  }
}
