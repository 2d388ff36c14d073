/**
 * XML that the caller brings: safe to read, a Cross Industry Invoice of a profile of Factur-X, and right.
 *
 * The profiles within EN 16931 are held to all its rules. MINIMUM and BASIC WL say less than an invoice, and
 * EXTENDED says more and rounds its own way: of them the terms and sums that every invoice has are checked.
 */

import { add, equal, format, subtract, zero } from '../money/decimal'
import { readInvoice } from './cii/read/invoice'
import { elementAt, elementsAt, isCrossIndustryInvoice, parseDecimal, partsOf, textAt } from './cii/read/path'
import { checkStructure } from './cii/read/structure'
import { type ConformanceLevel, type Profile, profileOf } from './profiles'
import { checkInvoice } from './rules'
import { collectViolations, type Report, type RuleViolation, requireTerm } from './rules/finding'
import { checkRequiredTerms } from './rules/required-terms'
import { lessThanOneUnit } from './rules/vat'
import { invoiceFields } from './schema'
import { completeInvoice } from './totals'
import { parseXml, type XmlElement, XmlError } from './xml/read'

export type ReadInvoice = {
  /** Undefined if the guideline is none of Factur-X, which is then a finding. */
  profile: Profile | undefined
  findings: RuleViolation[]
}

const withinEn16931: ConformanceLevel[] = ['BASIC', 'EN 16931', 'XRECHNUNG']

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
    return { profile, findings: [{ rule: 'BR-01', pointer: '', message }] }
  }
  const check = withinEn16931.includes(profile.level) ? checkAll : checkBasics
  return { profile, findings: check(root, profile.level) }
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

/**
 * The structure and all rules of EN 16931; those of `options.invoice` that have no number in the standard are
 * not applied.
 */
function checkAll(root: XmlElement, level: ConformanceLevel): RuleViolation[] {
  const misplaced = checkStructure(root, { strict: level !== 'XRECHNUNG' })
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
  const broken = checkInvoice(completeInvoice(parsed.data), lessThanOneUnit)
  const numbered = [...missing, ...broken.filter(({ rule, pointer }) => !known.has(`${rule} ${pointer}`))]
    .filter(({ rule }) => rule.startsWith('BR-'))
    .map(({ rule, pointer, message }) => ({
      rule,
      pointer: '',
      message: `invoice${pointer.replaceAll('/', '.')}: ${message}`,
    }))
  return [...numbered, ...misplaced]
}

const checkBasics = (root: XmlElement, level: ConformanceLevel): RuleViolation[] =>
  collectViolations((report) => {
    checkTerms(report, root, level)
    checkSums(report, root, level)
  })

const totalsPath = 'SpecifiedTradeSettlementHeaderMonetarySummation'

/** BR-02 to BR-09 and BR-13 to BR-16: the terms of the profile MINIMUM, and the lines of EXTENDED. */
function checkTerms(report: Report, root: XmlElement, level: ConformanceLevel) {
  const { document, agreement, settlement, lines } = partsOf(root)
  const terms: [rule: string, parent: XmlElement | undefined, path: string, what: string][] = [
    ['BR-02', document, 'ID', 'the invoice number (BT-1)'],
    ['BR-03', document, 'IssueDateTime/DateTimeString', 'the issue date (BT-2)'],
    ['BR-04', document, 'TypeCode', 'the type code (BT-3)'],
    ['BR-05', settlement, 'InvoiceCurrencyCode', 'the currency (BT-5)'],
    ['BR-06', agreement, 'SellerTradeParty/Name', "the seller's name (BT-27)"],
    ['BR-07', agreement, 'BuyerTradeParty/Name', "the buyer's name (BT-44)"],
    ['BR-09', agreement, 'SellerTradeParty/PostalTradeAddress/CountryID', "the seller's country (BT-40)"],
    ['BR-13', settlement, `${totalsPath}/TaxBasisTotalAmount`, 'the total without VAT (BT-109)'],
    ['BR-14', settlement, `${totalsPath}/GrandTotalAmount`, 'the total with VAT (BT-112)'],
    ['BR-15', settlement, `${totalsPath}/DuePayableAmount`, 'the amount due (BT-115)'],
  ]
  for (const [rule, parent, path, what] of terms) {
    requireTerm(report, rule, '', textAt(parent, path), `${path}, ${what},`)
  }
  const date = textAt(document, 'IssueDateTime/DateTimeString')
  if (date && !/^\d{8}$/.test(date)) {
    report('BR-03', '', `The issue date ${date} is not written YYYYMMDD (format 102): correct it.`)
  }
  if (level === 'EXTENDED' && lines.length === 0) {
    report('BR-16', '', 'An invoice has at least one line (BG-25): add it.')
  }
}

/** BR-CO-15, and BR-CO-16 where the profile has the terms for it (MINIMUM does not say what was prepaid). */
function checkSums(report: Report, root: XmlElement, level: ConformanceLevel) {
  const { settlement } = partsOf(root)
  const totals = elementAt(settlement, totalsPath)
  const amount = (name: string) => parseDecimal(textAt(totals, name))
  const vat = vatTotal(totals, textAt(settlement, 'InvoiceCurrencyCode')) ?? zero
  const [net, gross, due] = [
    amount('TaxBasisTotalAmount'),
    amount('GrandTotalAmount'),
    amount('DuePayableAmount'),
  ]
  if (net && gross && !equal(gross, add(net, vat))) {
    const message = `GrandTotalAmount, the total without VAT + VAT (BT-112), is ${format(add(net, vat), 2)}: correct it.`
    report('BR-CO-15', '', message)
  }
  if (level === 'MINIMUM' || !gross || !due) return
  const expected = add(
    gross,
    subtract(amount('RoundingAmount') ?? zero, amount('TotalPrepaidAmount') ?? zero),
  )
  if (!equal(due, expected)) {
    const message = `DuePayableAmount, the total with VAT − prepaid + rounding (BT-115), is ${format(expected, 2)}: correct it.`
    report('BR-CO-16', '', message)
  }
}

/** BT-110: the VAT total in the currency of the invoice; BT-111 beside it is in another. */
function vatTotal(totals: XmlElement | undefined, currency: string | undefined) {
  const taxes = elementsAt(totals, 'TaxTotalAmount')
  const own = taxes.find((each) => (each.attributes.get('currencyID') ?? currency) === currency)
  return parseDecimal(own?.text)
}
