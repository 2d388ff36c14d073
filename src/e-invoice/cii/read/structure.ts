/**
 * The structure of a Cross Industry Invoice in the profile EN 16931: which elements stand in which, in which
 * order and how often, as the schema of Factur-X 1.09 and the cardinalities of its schematron have it.
 */
import type { ConformanceLevel } from '../../profiles'
import { collectViolations, type Report, type RuleViolation } from '../../rules/finding'
import type { XmlElement } from '../../xml/read'
import { BASIC, BASIC_WL, EXTENDED, MINIMUM } from './profile-structures'
import { checkValue } from './value-form'

/** Children in order: once, `?` at most once, `*` any number, `+` at least one. */
const EN_16931: Record<string, string> = {
  CrossIndustryInvoice: 'ExchangedDocumentContext ExchangedDocument SupplyChainTradeTransaction',
  ExchangedDocumentContext:
    'BusinessProcessSpecifiedDocumentContextParameter? GuidelineSpecifiedDocumentContextParameter',
  BusinessProcessSpecifiedDocumentContextParameter: 'ID',
  GuidelineSpecifiedDocumentContextParameter: 'ID',
  ExchangedDocument: 'ID TypeCode IssueDateTime IncludedNote*',
  IssueDateTime: 'DateTimeString',
  IncludedNote: 'Content SubjectCode?',
  SupplyChainTradeTransaction:
    'IncludedSupplyChainTradeLineItem+ ApplicableHeaderTradeAgreement ApplicableHeaderTradeDelivery ApplicableHeaderTradeSettlement',

  IncludedSupplyChainTradeLineItem:
    'AssociatedDocumentLineDocument SpecifiedTradeProduct SpecifiedLineTradeAgreement SpecifiedLineTradeDelivery SpecifiedLineTradeSettlement',
  AssociatedDocumentLineDocument: 'LineID IncludedNote?',
  SpecifiedTradeProduct:
    'GlobalID? SellerAssignedID? BuyerAssignedID? Name Description? ApplicableProductCharacteristic* DesignatedProductClassification* OriginTradeCountry?',
  ApplicableProductCharacteristic: 'Description Value',
  DesignatedProductClassification: 'ClassCode',
  OriginTradeCountry: 'ID',
  SpecifiedLineTradeAgreement:
    'BuyerOrderReferencedDocument? GrossPriceProductTradePrice? NetPriceProductTradePrice',
  GrossPriceProductTradePrice: 'ChargeAmount BasisQuantity? AppliedTradeAllowanceCharge?',
  NetPriceProductTradePrice: 'ChargeAmount BasisQuantity?',
  AppliedTradeAllowanceCharge: 'ChargeIndicator ActualAmount',
  SpecifiedLineTradeDelivery: 'BilledQuantity',
  SpecifiedLineTradeSettlement:
    'ApplicableTradeTax BillingSpecifiedPeriod? SpecifiedTradeAllowanceCharge* SpecifiedTradeSettlementLineMonetarySummation AdditionalReferencedDocument? ReceivableSpecifiedTradeAccountingAccount?',
  SpecifiedTradeSettlementLineMonetarySummation: 'LineTotalAmount',

  ApplicableHeaderTradeAgreement:
    'BuyerReference? SellerTradeParty BuyerTradeParty SellerTaxRepresentativeTradeParty? SellerOrderReferencedDocument? BuyerOrderReferencedDocument? ContractReferencedDocument? AdditionalReferencedDocument* SpecifiedProcuringProject?',
  SellerOrderReferencedDocument: 'IssuerAssignedID',
  BuyerOrderReferencedDocument: 'IssuerAssignedID? LineID?',
  ContractReferencedDocument: 'IssuerAssignedID',
  AdditionalReferencedDocument:
    'IssuerAssignedID URIID? TypeCode Name? AttachmentBinaryObject? ReferenceTypeCode?',
  SpecifiedProcuringProject: 'ID Name',

  ApplicableHeaderTradeDelivery:
    'ShipToTradeParty? ActualDeliverySupplyChainEvent? DespatchAdviceReferencedDocument? ReceivingAdviceReferencedDocument?',
  ActualDeliverySupplyChainEvent: 'OccurrenceDateTime',
  OccurrenceDateTime: 'DateTimeString',
  DespatchAdviceReferencedDocument: 'IssuerAssignedID',
  ReceivingAdviceReferencedDocument: 'IssuerAssignedID',

  ApplicableHeaderTradeSettlement:
    'CreditorReferenceID? PaymentReference? TaxCurrencyCode? InvoiceCurrencyCode PayeeTradeParty? SpecifiedTradeSettlementPaymentMeans* ApplicableTradeTax+ BillingSpecifiedPeriod? SpecifiedTradeAllowanceCharge* SpecifiedTradePaymentTerms? SpecifiedTradeSettlementHeaderMonetarySummation InvoiceReferencedDocument* ReceivableSpecifiedTradeAccountingAccount?',
  SpecifiedTradeSettlementPaymentMeans:
    'TypeCode Information? ApplicableTradeSettlementFinancialCard? PayerPartyDebtorFinancialAccount? PayeePartyCreditorFinancialAccount? PayeeSpecifiedCreditorFinancialInstitution?',
  ApplicableTradeSettlementFinancialCard: 'ID CardholderName?',
  PayerPartyDebtorFinancialAccount: 'IBANID',
  PayeePartyCreditorFinancialAccount: 'IBANID? AccountName? ProprietaryID?',
  PayeeSpecifiedCreditorFinancialInstitution: 'BICID',
  ApplicableTradeTax:
    'CalculatedAmount? TypeCode ExemptionReason? BasisAmount? CategoryCode ExemptionReasonCode? TaxPointDate? DueDateTypeCode? RateApplicablePercent?',
  TaxPointDate: 'DateString',
  BillingSpecifiedPeriod: 'StartDateTime? EndDateTime?',
  StartDateTime: 'DateTimeString',
  EndDateTime: 'DateTimeString',
  SpecifiedTradeAllowanceCharge:
    'ChargeIndicator CalculationPercent? BasisAmount? ActualAmount ReasonCode? Reason? CategoryTradeTax?',
  ChargeIndicator: 'Indicator',
  CategoryTradeTax: 'TypeCode CategoryCode RateApplicablePercent?',
  SpecifiedTradePaymentTerms: 'Description? DueDateDateTime? DirectDebitMandateID?',
  DueDateDateTime: 'DateTimeString',
  SpecifiedTradeSettlementHeaderMonetarySummation:
    'LineTotalAmount ChargeTotalAmount? AllowanceTotalAmount? TaxBasisTotalAmount TaxTotalAmount* RoundingAmount? GrandTotalAmount TotalPrepaidAmount? DuePayableAmount',
  InvoiceReferencedDocument: 'IssuerAssignedID FormattedIssueDateTime?',
  FormattedIssueDateTime: 'DateTimeString',
  ReceivableSpecifiedTradeAccountingAccount: 'ID',

  SellerTradeParty:
    'ID* GlobalID* Name Description? SpecifiedLegalOrganization? DefinedTradeContact? PostalTradeAddress URIUniversalCommunication? SpecifiedTaxRegistration*',
  BuyerTradeParty:
    'ID? GlobalID? Name SpecifiedLegalOrganization? DefinedTradeContact? PostalTradeAddress URIUniversalCommunication? SpecifiedTaxRegistration?',
  SellerTaxRepresentativeTradeParty: 'Name PostalTradeAddress SpecifiedTaxRegistration',
  PayeeTradeParty: 'ID? GlobalID? Name SpecifiedLegalOrganization?',
  ShipToTradeParty: 'ID? GlobalID? Name? PostalTradeAddress?',
  SpecifiedLegalOrganization: 'ID? TradingBusinessName?',
  DefinedTradeContact:
    'PersonName? DepartmentName? TelephoneUniversalCommunication? EmailURIUniversalCommunication?',
  TelephoneUniversalCommunication: 'CompleteNumber',
  EmailURIUniversalCommunication: 'URIID',
  URIUniversalCommunication: 'URIID',
  PostalTradeAddress:
    'PostcodeCode? LineOne? LineTwo? LineThree? CityName? CountryID CountrySubDivisionName?',
  SpecifiedTaxRegistration: 'ID',
}

type Step = { name: string; required: boolean; many: boolean }

type Structure = ReadonlyMap<string, Step[]>

/** A table with the children of each element; `A|B` are two elements with the same children. */
const structureOf = (table: Record<string, string>): Structure =>
  new Map(
    Object.entries(table).flatMap(([names, children]) => {
      const steps = children.split(' ').map(stepOf)
      return names.split('|').map((name) => [name, steps] as const)
    }),
  )

function stepOf(child: string): Step {
  const quantity = child.at(-1) ?? ''
  const plain = !'?*+'.includes(quantity)
  return {
    name: plain ? child : child.slice(0, -1),
    required: plain || quantity === '+',
    many: quantity === '*' || quantity === '+',
  }
}

/** What the schema leaves optional and the schematron of every profile demands. */
const ALWAYS = {
  'IssueDateTime|OccurrenceDateTime|StartDateTime|EndDateTime|DueDateDateTime': 'DateTimeString',
  TelephoneUniversalCommunication: 'CompleteNumber',
  'EmailURIUniversalCommunication|URIUniversalCommunication': 'URIID',
}

const en16931 = structureOf(EN_16931)
const structures: Record<ConformanceLevel, Structure> = {
  MINIMUM: structureOf(MINIMUM),
  'BASIC WL': structureOf(BASIC_WL),
  BASIC: structureOf({ ...BASIC, ...ALWAYS }),
  'EN 16931': en16931,
  // A buyer's tax number beside its VAT identifier is no term of EN 16931, and CII has room for it.
  XRECHNUNG: structureOf({
    ...EN_16931,
    BuyerTradeParty: `${EN_16931.BuyerTradeParty} SpecifiedTaxRegistration?`,
  }),
  EXTENDED: structureOf({ ...EXTENDED, ...ALWAYS }),
}

/**
 * Findings on the structure of a profile, and on values by their type. XRechnung is written against the whole of CII:
 * what the profile does not know is left to other schemas there.
 */
export const checkStructure = (root: XmlElement, level: ConformanceLevel): RuleViolation[] =>
  collectViolations((report) => {
    const structure = structures[level]
    const open = [root]
    for (let element = open.pop(); element; element = open.pop()) {
      checkChildren(report, element, { expected: structure.get(element.name), strict: level !== 'XRECHNUNG' })
      checkValue(report, element)
      for (const child of element.children) checkPlace(report, element, child, level)
      open.push(...element.children.toReversed())
    }
  })

function checkChildren(
  report: Report,
  { name, children }: XmlElement,
  { expected, strict }: { expected: Step[] | undefined; strict: boolean },
) {
  if (!expected) return
  const known = new Set(expected.map((step) => step.name))
  const unknown = children.find((child) => !known.has(child.name))
  if (strict && unknown) {
    report('XSD', '', `${name}/${unknown.name} is unknown to this profile.`)
    return
  }
  const names = children.map((child) => child.name).filter((child) => known.has(child))
  let at = 0
  for (const step of expected) {
    const from = at
    while (names[at] === step.name && (step.many || at === from)) at += 1
    if (step.required && at === from) {
      const found = names.includes(step.name) ? 'stands in the wrong place' : 'is missing'
      report('XSD', '', `${name}/${step.name} ${found}.`)
      return
    }
  }
  const rest = names[at]
  if (rest) report('XSD', '', `${name}/${rest} stands too often or in the wrong place.`)
}

/** What stands where it does only under a condition. */
function checkPlace(report: Report, parent: XmlElement, child: XmlElement, level: ConformanceLevel) {
  const { name, text, attributes } = child
  const place = `${parent.name}/${name}`
  if (place === 'SpecifiedTaxRegistration/ID') {
    const scheme = attributes.get('schemeID') ?? ''
    if (scheme !== 'VA' && scheme !== 'FC') report('XSD', '', `${place} has the scheme VA or FC.`)
    if (text.trim() === '') report('BR-CO-09', '', `${place} is empty: leave the registration out.`)
  }
  // An order of a line is named by its line alone, the order of the invoice by its number.
  const numbered = child.children.some((each) => each.name === 'IssuerAssignedID')
  const isOrder = place === 'ApplicableHeaderTradeAgreement/BuyerOrderReferencedDocument'
  if (isOrder && !numbered && level !== 'EXTENDED') report('XSD', '', `${name}/IssuerAssignedID is missing.`)
}
