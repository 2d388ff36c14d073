/**
 * XML that the caller brings: safe to read, a Cross Industry Invoice, of a profile of Factur-X, and right in
 * what every profile has. The rest of an extension's rules is the caller's matter.
 */
import { all, amountAt, isCrossIndustryInvoice, partsOf, textAt } from './cii-read'
import { absolute, add, compare, type Decimal, equal, format, subtract, sum, zero } from './decimal'
import { type Profile, profileOf } from './profiles'
import { demand, type Finding, findings, type Report } from './rules/finding'
import { parseXml, type XmlElement, XmlError } from './xml-read'

export type ReadInvoice = {
  root: XmlElement
  /** Undefined where the guideline is none of Factur-X, which is then a finding. */
  profile: Profile | undefined
  findings: Finding[]
}

/**
 * Reads and checks a Cross Industry Invoice. Findings point to the document as a whole (`''`), their messages
 * name the element.
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
  return {
    root,
    profile,
    findings: findings((report) => {
      if (!profile) {
        const given = guideline ? `${guideline} is no profile of Factur-X` : 'The profile is missing'
        report(
          'BR-01',
          '',
          `${given}: set GuidelineSpecifiedDocumentContextParameter/ID, urn:cen.eu:en16931:2017.`,
        )
      }
      checkTerms(report, root, profile)
      checkSums(report, root, profile)
    }),
  }
}

/**
 * Whether a file is meant as a Cross Industry Invoice. One that names the root element and cannot be read counts
 * too, so that `readCii` says what is wrong with it.
 */
export function isCii(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 65_536))
  if (!/<([\w.-]+:)?CrossIndustryInvoice[\s>]/.test(head)) return false
  try {
    return isCrossIndustryInvoice(parseXml(decodeUtf8(bytes)))
  } catch (error) {
    if (error instanceof XmlError) return true
    throw error
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    throw new XmlError('the file is not UTF-8: save it as UTF-8')
  }
}

/** BR-02 to BR-07, BR-13 to BR-16: the terms of the profile MINIMUM, and lines from BASIC on. */
function checkTerms(report: Report, root: XmlElement, profile: Profile | undefined) {
  const { document, agreement, settlement, lines } = partsOf(root)
  const totals = 'SpecifiedTradeSettlementHeaderMonetarySummation'
  const terms: [rule: string, parent: XmlElement | undefined, path: string, what: string][] = [
    ['BR-02', document, 'ID', 'the invoice number (BT-1)'],
    ['BR-03', document, 'IssueDateTime/DateTimeString', 'the issue date (BT-2)'],
    ['BR-04', document, 'TypeCode', 'the type code (BT-3)'],
    ['BR-05', settlement, 'InvoiceCurrencyCode', 'the currency (BT-5)'],
    ['BR-06', agreement, 'SellerTradeParty/Name', "the seller's name (BT-27)"],
    ['BR-07', agreement, 'BuyerTradeParty/Name', "the buyer's name (BT-44)"],
    ['BR-09', agreement, 'SellerTradeParty/PostalTradeAddress/CountryID', "the seller's country (BT-40)"],
    ['BR-13', settlement, `${totals}/TaxBasisTotalAmount`, 'the total without VAT (BT-109)'],
    ['BR-14', settlement, `${totals}/GrandTotalAmount`, 'the total with VAT (BT-112)'],
    ['BR-15', settlement, `${totals}/DuePayableAmount`, 'the amount due (BT-115)'],
  ]
  for (const [rule, parent, path, what] of terms) {
    demand(report, rule, '', textAt(parent, path), `${parent?.name ?? ''}/${path}, ${what},`)
  }
  const date = textAt(document, 'IssueDateTime/DateTimeString')
  if (date && !/^\d{8}$/.test(date))
    report('BR-03', '', `The issue date ${date} is not written YYYYMMDD (format 102).`)
  const bodiless = profile?.level === 'MINIMUM' || profile?.level === 'BASIC WL'
  if (!bodiless && lines.length === 0)
    report('BR-16', '', 'An invoice has at least one line (BG-25): add it.')
}

/** BR-CO-10 and BR-CO-13 to BR-CO-16, as far as the profile has their terms; EXTENDED rounds its own way. */
function checkSums(report: Report, root: XmlElement, profile: Profile | undefined) {
  const { settlement, lines } = partsOf(root)
  const totals = all(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')[0]
  const amount = (name: string) => amountAt(totals, name)
  const currency = textAt(settlement, 'InvoiceCurrencyCode')
  const taxTotals = all(totals, 'TaxTotalAmount')
  const tax = taxTotals.find((each) => each.attributes.get('currencyID') === currency) ?? taxTotals[0]
  const vat = (tax && amountAt({ ...tax, children: [tax] }, 'TaxTotalAmount')) ?? zero
  const check = (rule: string, stated: Decimal | undefined, expected: Decimal | undefined, what: string) => {
    if (stated && expected && !equal(stated, expected)) {
      report(rule, '', `${what} is ${format(expected, 2)}, not ${format(stated, 2)}: correct it.`)
    }
  }
  const [net, gross] = [amount('TaxBasisTotalAmount'), amount('GrandTotalAmount')]
  const line = amount('LineTotalAmount')
  const exact = profile?.level !== 'EXTENDED'
  if (exact && lines.length) {
    const path = 'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'
    const lineTotal = sum(lines.map((each) => amountAt(each, path) ?? zero))
    check('BR-CO-10', line, lineTotal, 'LineTotalAmount, the sum of the lines (BT-106),')
  }
  if (exact && line) {
    const adjusted = subtract(amount('ChargeTotalAmount') ?? zero, amount('AllowanceTotalAmount') ?? zero)
    check('BR-CO-13', net, add(line, adjusted), 'TaxBasisTotalAmount, lines − allowances + charges (BT-109),')
  }
  const groups = all(settlement, 'ApplicableTradeTax')
  if (exact && groups.length && tax) {
    const sumOfTaxes = sum(groups.map((each) => amountAt(each, 'CalculatedAmount') ?? zero))
    check('BR-CO-14', vat, sumOfTaxes, 'TaxTotalAmount, the sum of the VAT breakdown (BT-110),')
  }
  check('BR-CO-15', gross, net && add(net, vat), 'GrandTotalAmount, the total without VAT + VAT (BT-112),')
  const paid = subtract(amount('RoundingAmount') ?? zero, amount('TotalPrepaidAmount') ?? zero)
  // MINIMUM and BASIC have no term for rounding, so that the amount due may differ by less than one unit.
  const due = amount('DuePayableAmount')
  const rounds = profile?.level === 'MINIMUM' || profile?.level === 'BASIC WL' || profile?.level === 'BASIC'
  const expected = gross && add(gross, paid)
  const near = due && expected && compare(absolute(subtract(due, expected)), { units: 1n, scale: 0 }) < 0
  if (profile?.level === 'MINIMUM' || (rounds && near)) return
  check('BR-CO-16', due, expected, 'DuePayableAmount, the total with VAT − prepaid + rounding (BT-115),')
}
