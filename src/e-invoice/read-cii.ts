/**
 * XML that the caller brings: safe to read, a Cross Industry Invoice of a profile of Factur-X, and right. The structure
 * of its profile and the rules that hold in it are checked (`check-brought.ts`).
 */

import { textOfUtf8 } from '../text/utf8'
import { checkBrought } from './check-brought'
import { elementAt, isCrossIndustryInvoice } from './cii/read/path'
import { type NationalRules, type Profile, profileOf } from './profiles'
import type { RuleViolation } from './rules/invoice-finding'
import { parseXml, type XmlElement, XmlError } from './xml/parse-xml'

/** XML that a caller sends: its bytes, and what they were parsed to. */
export type BroughtXml = { xml: Uint8Array; root: XmlElement | XmlError }

export type ReadInvoice = {
  /** Undefined if the guideline is none of Factur-X, which is then a finding. */
  profile: Profile | undefined
  root: XmlElement
  findings: RuleViolation[]
}

/**
 * Reads and checks a Cross Industry Invoice, as `checkCii` does.
 * @throws XmlError as `parseCii` does
 */
export const readCii = (source: string | Uint8Array, rules?: NationalRules): ReadInvoice =>
  checkCii(parseCii(source), rules)

/**
 * The root of a Cross Industry Invoice.
 * @param source text, or bytes in UTF-8
 * @throws XmlError if it cannot be read or is something else
 */
export function parseCii(source: string | Uint8Array): XmlElement {
  const root = parseXml(typeof source === 'string' ? source : xmlText(source))
  if (isCrossIndustryInvoice(root)) return root
  const ubl = /\b(?:Invoice|CreditNote)$/.test(root.name) ? ' (UBL)' : ''
  throw new XmlError(`the root element is ${root.name}${ubl}, not CrossIndustryInvoice of UN/CEFACT`)
}

const GUIDELINE = 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID'

/**
 * Checks a Cross Industry Invoice. Findings point to the document as a whole (`''`), their messages name the term as
 * `options.invoice` has it, or the element.
 * @param rules a country whose own rules are applied too
 */
export function checkCii(root: XmlElement, rules?: NationalRules): ReadInvoice {
  const guideline = elementAt(root, GUIDELINE)?.text
  // Validators compare it with the white space about it.
  const profile = guideline?.trim() === guideline ? profileOf(guideline ?? '') : undefined
  if (!profile) {
    const given = guideline ? `"${guideline}" is no profile of Factur-X` : 'The profile is missing'
    const message = `${given}: set GuidelineSpecifiedDocumentContextParameter/ID, such as urn:cen.eu:en16931:2017.`
    return { profile, root, findings: [{ rule: 'BR-01', pointer: '', message }] }
  }
  return { profile, root, findings: checkBrought(root, profile, rules) }
}

/**
 * The root of a file that is meant as a Cross Industry Invoice; undefined if it is something else. One that names the
 * root element and cannot be read is meant as one too, one in UTF-16 among them: the error says what is wrong with it.
 */
export function findCii(bytes: Uint8Array): XmlElement | XmlError | undefined {
  if (!namesCii(bytes)) return undefined
  try {
    const root = parseXml(xmlText(bytes))
    return isCrossIndustryInvoice(root) ? root : undefined
  } catch (error) {
    if (error instanceof XmlError) return error
    throw error
  }
}

/** Whether a file names the root element near its start: what does not is none, and need not be parsed to know. */
export function namesCii(bytes: Uint8Array): boolean {
  // In UTF-16 every other byte of the name is zero, whichever comes first.
  const head = new TextDecoder().decode(bytes.subarray(0, 65_536)).replaceAll('\0', '')
  return /<([\w.-]+:)?CrossIndustryInvoice[\s>]/.test(head)
}

function xmlText(bytes: Uint8Array): string {
  // UTF-16 without its mark is valid UTF-8 full of zeros.
  const text = bytes.subarray(0, 4).includes(0) ? undefined : textOfUtf8(bytes)
  if (text === undefined) throw new XmlError('the file is not UTF-8: save it as UTF-8')
  return text
}
