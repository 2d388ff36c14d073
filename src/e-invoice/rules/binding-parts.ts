/**
 * Parts of CII that its binding to EN 16931 does not use, and that must not be there (CII-DT). Only XRechnung is written
 * against the whole of CII: the schemas of Factur-X know none of them but those of documents.
 */
import type { XmlElement } from '../xml/parse-xml'
import type { Report } from './invoice-finding'

/** What makes an identifier one of a scheme. */
const SCHEME = {
  '@schemeID': '005',
  '@schemeAgencyID': '006',
  '@schemeVersionID': '007',
}

/** By the end of an element's path: its unused children, and attributes with an `@`, each with the number of its rule. */
const UNUSED: Record<string, Record<string, string>> = {
  CrossIndustryInvoice: {
    '@languageID': '013',
    '@languageLocaleID': '014',
  },
  ReferencedDocument: {
    StatusCode: '016',
    CopyIndicator: '017',
    GlobalID: '019',
    RevisionID: '020',
    Information: '023',
    SectionName: '025',
    PreviousRevisionID: '026',
    EffectiveSpecifiedPeriod: '028',
    IssuerTradeParty: '029',
    AttachedSpecifiedBinaryFile: '030',
  },
  BillingSpecifiedPeriod: {
    DurationMeasure: '069',
    InclusiveIndicator: '070',
    Description: '071',
    CompleteDateTime: '073',
    OpenIndicator: '074',
    SeasonCode: '075',
    ID: '076',
    Name: '077',
    SequenceNumeric: '078',
    StartDateFlexibilityCode: '079',
    ContinuousIndicator: '080',
    PurposeCode: '081',
  },
  PostalTradeAddress: {
    ID: '082',
    PostOfficeBox: '083',
    BuildingName: '084',
    LineFour: '086',
    LineFive: '087',
    StreetName: '088',
    CitySubDivisionName: '089',
    CountryName: '090',
    CountrySubDivisionID: '091',
    AttentionOf: '092',
    CareOf: '093',
    BuildingNumber: '094',
    DepartmentName: '095',
    AdditionalStreetName: '096',
  },
  ID: {
    '@schemeName': '101',
    '@schemeAgencyName': '102',
    '@schemeDataURI': '103',
    '@schemeURI': '104',
  },
  'GuidelineSpecifiedDocumentContextParameter/ID': SCHEME,
  'ExchangedDocument/ID': SCHEME,
  'AssociatedDocumentLineDocument/LineID': SCHEME,
  'SpecifiedTradeProduct/SellerAssignedID': SCHEME,
  '/TypeCode': {
    '@name': '008',
    '@listURI': '009',
  },
  Amount: {
    '@currencyID': '031',
    '@currencyCodeListVersionID': '032',
  },
  Quantity: {
    '@unitCodeListID': '034',
    '@unitCodeListAgencyID': '035',
    '@unitCodeListAgencyName': '036',
  },
}

const unused = Object.entries(UNUSED).map(([end, parts]) => [end, Object.entries(parts)] as const)

/** Parts of an additional document that only one of its types has (UNTDID 1001), and their terms. */
const PARTS_OF_TYPES: [part: string, type: string, rule: string, term: string][] = [
  ['URIID', '916', 'CII-DT-015', 'BT-124'],
  ['Name', '916', 'CII-DT-021', 'BT-123'],
  ['AttachmentBinaryObject', '916', 'CII-DT-022', 'BT-125'],
  ['ReferenceTypeCode', '130', 'CII-DT-024', 'BT-18'],
]

/** Tender or lot, invoiced object, supporting document. */
const DOCUMENT_TYPES = ['50', '130', '916']

/** Reports what must not be in any element of the invoice. */
export function checkParts(report: Report, root: XmlElement): void {
  const open = [{ element: root, parent: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { element, parent } = next
    checkUnused(report, element, `${parent}/${element.name}`)
    if (element.name.endsWith('ReferencedDocument')) checkDocument(report, element)
    if (element.name.endsWith('TradeTax')) checkTaxType(report, element)
    open.push(...element.children.map((child) => ({ element: child, parent: element.name })))
  }
}

function checkUnused(report: Report, { name, children, attributes }: XmlElement, path: string) {
  if (name === 'TaxTotalAmount') return
  for (const [part, rule] of unused.flatMap(([end, parts]) => (path.endsWith(end) ? parts : []))) {
    const isThere = part.startsWith('@')
      ? attributes.has(part.slice(1))
      : children.some((child) => child.name === part)
    if (isThere) report(`CII-DT-${rule}`, '', `${name} must not have ${part} in EN 16931: leave it out.`)
  }
}

/** CII-DT-015, -018, -021, -022, -024 and -027. */
function checkDocument(report: Report, { name, children }: XmlElement) {
  const type = children.find((child) => child.name === 'TypeCode')?.text
  const isAdditional = name === 'AdditionalReferencedDocument'
  const has = (part: string) => children.some((child) => child.name === part)
  if (type !== undefined && !(isAdditional && DOCUMENT_TYPES.includes(type))) {
    const message = `${name}/TypeCode ${type.trim()} is none of 916, 50 and 130 of an additional document: correct it.`
    report('CII-DT-018', '/references/supporting_documents', message)
  }
  for (const [part, only, rule, term] of PARTS_OF_TYPES) {
    if (!has(part) || (isAdditional && type === only)) continue
    const message = `Only an AdditionalReferencedDocument with the TypeCode ${only} has a ${part} (${term}), not this ${name}: correct its TypeCode, or leave ${part} out.`
    report(rule, '/references/supporting_documents', message)
  }
  if (has('FormattedIssueDateTime') && name !== 'InvoiceReferencedDocument') {
    const message = `${name} has no date in EN 16931: leave FormattedIssueDateTime out.`
    report('CII-DT-027', '/references', message)
  }
}

/** CII-DT-037. */
function checkTaxType(report: Report, { name, children }: XmlElement) {
  const wrong = children.find((child) => child.name === 'TypeCode' && child.text !== 'VAT')
  if (!wrong) return
  const message = `${name}/TypeCode is VAT, without blanks, not “${wrong.text}” (BT-118-0): correct it.`
  report('CII-DT-037', '/vat_breakdown', message)
}
