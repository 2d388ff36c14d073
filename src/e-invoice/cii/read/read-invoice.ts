/**
 * A Cross Industry Invoice as the JSON of `schema.ts`, so that the rules of EN 16931 judge brought XML as they
 * judge `options.invoice`. Everything the rules look at is read; a card and a direct debit from the first means of
 * payment.
 */

import type { Invoice } from '../../schema'
import { NO_PROJECT_NAME } from '../../terms'
import type { XmlElement } from '../../xml/parse-xml'
import { elementAt, elementsAt, numberAt, partsOf, plainDecimal, textAt } from './path'
import { condition, conditionTerms } from './read-conditions'
import { adjustment, isCharge, isIndicated, isVat, logisticsCharge, readLine } from './read-line'
import { address, contact, party, taxRegistration, tradeParty } from './read-party'
import { date, type Element, identifier, identifiers, invoicedObject, period } from './read-values'

/** The invoice with every amount stated as the XML has it. */
export function readInvoice(root: XmlElement): Invoice {
  const { context, document, lines, agreement, delivery, settlement } = partsOf(root)
  const tax = elementsAt(settlement, 'ApplicableTradeTax').find((each) => elementAt(each, 'TaxPointDate'))
  // One code holds for the whole invoice; several are no code (BR-CL-06).
  const taxPointCodes = [
    ...new Set(elementsAt(settlement, 'ApplicableTradeTax/DueDateTypeCode').map((each) => each.text.trim())),
  ]
  const adjustments = elementsAt(settlement, 'SpecifiedTradeAllowanceCharge')
  return {
    number: textAt(document, 'ID'),
    name: textAt(document, 'Name'),
    test: elementAt(context, 'TestIndicator') && isIndicated(context, 'TestIndicator'),
    issue_date: date(document, 'IssueDateTime'),
    type_code: textAt(document, 'TypeCode') ?? '',
    currency: textAt(settlement, 'InvoiceCurrencyCode'),
    tax_currency: textAt(settlement, 'TaxCurrencyCode'),
    tax_point_date: date(tax, 'TaxPointDate'),
    tax_point_code: taxPointCodes.length ? taxPointCodes.join(' ') : undefined,
    due_date: date(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime'),
    buyer_reference: textAt(agreement, 'BuyerReference'),
    buyer_accounting_reference: textAt(settlement, 'ReceivableSpecifiedTradeAccountingAccount/ID'),
    business_process: textAt(context, 'BusinessProcessSpecifiedDocumentContextParameter/ID'),
    notes: notesOf(document).map((each) => ({
      text: textAt(each, 'Content'),
      subject_code: textAt(each, 'SubjectCode'),
      content_code: textAt(each, 'ContentCode'),
    })),
    references: references(agreement, delivery, settlement),
    ...parties(agreement, settlement),
    other_parties: otherParties(agreement, delivery, settlement),
    delivery: shipTo(delivery),
    period: period(elementAt(settlement, 'BillingSpecifiedPeriod')),
    payment: payment(settlement),
    lines: lines.map(readLine),
    allowances: adjustments.filter((each) => !isCharge(each)).map(adjustment),
    charges: [
      ...adjustments.filter(isCharge).map(adjustment),
      ...elementsAt(settlement, 'SpecifiedLogisticsServiceCharge').map(logisticsCharge),
    ],
    exchange_rate: exchangeRate(elementAt(settlement, 'TaxApplicableTradeCurrencyExchange')),
    ...sums(settlement),
  }
}

/** A note of EXTENDED may be a subject alone, which says nothing to us. */
const notesOf = (document: Element) =>
  elementsAt(document, 'IncludedNote').filter(
    (each) => textAt(each, 'Content') || textAt(each, 'ContentCode'),
  )

function parties(agreement: Element, settlement: Element) {
  const seller = elementAt(agreement, 'SellerTradeParty')
  const buyer = elementAt(agreement, 'BuyerTradeParty')
  const representative = elementAt(agreement, 'SellerTaxRepresentativeTradeParty')
  const payee = elementAt(settlement, 'PayeeTradeParty')
  return {
    seller: {
      ...party(seller),
      ids: identifiers(seller),
      tax_registration: taxRegistration(seller, 'FC'),
      legal_information: textAt(seller, 'Description'),
    },
    buyer: buyerOf(buyer),
    tax_representative: representative && {
      name: textAt(representative, 'Name'),
      vat_id: taxRegistration(representative, 'VA'),
      address: address(representative),
    },
    payee: payee && {
      name: textAt(payee, 'Name'),
      id: identifiers(payee)[0],
      legal_registration: identifier(elementAt(payee, 'SpecifiedLegalOrganization/ID')),
      address: address(payee),
    },
  }
}

function buyerOf(element: Element) {
  const [id, ...ids] = identifiers(element)
  return {
    ...party(element),
    id,
    ids: ids.length > 0 ? ids : undefined,
    tax_registration: taxRegistration(element, 'FC'),
  }
}

/** Undefined if there are none. */
function otherParties(agreement: Element, delivery: Element, settlement: Element): Invoice['other_parties'] {
  const parties = {
    sales_agent: tradeParty(elementAt(agreement, 'SalesAgentTradeParty')),
    buyer_tax_representative: tradeParty(elementAt(agreement, 'BuyerTaxRepresentativeTradeParty')),
    end_user: tradeParty(elementAt(agreement, 'ProductEndUserTradeParty')),
    final_recipient: tradeParty(elementAt(delivery, 'UltimateShipToTradeParty')),
    ship_from: tradeParty(elementAt(delivery, 'ShipFromTradeParty')),
    invoicer: tradeParty(elementAt(settlement, 'InvoicerTradeParty')),
    invoicee: tradeParty(elementAt(settlement, 'InvoiceeTradeParty')),
    payer: tradeParty(elementAt(settlement, 'PayerTradeParty')),
  }
  return Object.values(parties).some(Boolean) ? parties : undefined
}

const exchangeRate = (element: Element): Invoice['exchange_rate'] =>
  element && {
    from: textAt(element, 'SourceCurrencyCode'),
    to: textAt(element, 'TargetCurrencyCode'),
    rate: numberAt(element, 'ConversionRate'),
    date: date(element, 'ConversionRateDateTime'),
  }

function shipTo(delivery: Element): Invoice['delivery'] {
  const recipient = elementAt(delivery, 'ShipToTradeParty')
  return {
    name: textAt(recipient, 'Name'),
    location_id: identifiers(recipient)[0],
    date: date(delivery, 'ActualDeliverySupplyChainEvent/OccurrenceDateTime'),
    address: address(recipient),
    contact: contact(elementAt(recipient, 'DefinedTradeContact')),
  }
}

function references(agreement: Element, delivery: Element, settlement: Element): Invoice['references'] {
  const documents = elementsAt(agreement, 'AdditionalReferencedDocument')
  const ofType = (type: string) => documents.filter((each) => textAt(each, 'TypeCode') === type)
  return {
    purchase_order: textAt(agreement, 'BuyerOrderReferencedDocument/IssuerAssignedID'),
    purchase_order_date: date(agreement, 'BuyerOrderReferencedDocument/FormattedIssueDateTime'),
    sales_order: textAt(agreement, 'SellerOrderReferencedDocument/IssuerAssignedID'),
    sales_order_date: date(agreement, 'SellerOrderReferencedDocument/FormattedIssueDateTime'),
    contract: textAt(agreement, 'ContractReferencedDocument/IssuerAssignedID'),
    contract_date: date(agreement, 'ContractReferencedDocument/FormattedIssueDateTime'),
    project: textAt(agreement, 'SpecifiedProcuringProject/ID'),
    project_name: projectName(agreement),
    despatch_advice: textAt(delivery, 'DespatchAdviceReferencedDocument/IssuerAssignedID'),
    despatch_advice_date: date(delivery, 'DespatchAdviceReferencedDocument/FormattedIssueDateTime'),
    receiving_advice: textAt(delivery, 'ReceivingAdviceReferencedDocument/IssuerAssignedID'),
    receiving_advice_date: date(delivery, 'ReceivingAdviceReferencedDocument/FormattedIssueDateTime'),
    delivery_note: textAt(delivery, 'DeliveryNoteReferencedDocument/IssuerAssignedID'),
    delivery_note_date: date(delivery, 'DeliveryNoteReferencedDocument/FormattedIssueDateTime'),
    tender_or_lot: textAt(ofType('50')[0], 'IssuerAssignedID'),
    object: invoicedObject(ofType('130')[0]),
    preceding_invoices: elementsAt(settlement, 'InvoiceReferencedDocument').map((each) => ({
      number: textAt(each, 'IssuerAssignedID'),
      issue_date: date(each, 'FormattedIssueDateTime'),
    })),
    supporting_documents: ofType('916').map(supportingDocument),
  }
}

/** The schema wants a name, for which EN 16931 has no term: what `writeCii` says in its place is none. */
function projectName(agreement: Element): string | undefined {
  const name = textAt(agreement, 'SpecifiedProcuringProject/Name')
  return name === NO_PROJECT_NAME ? undefined : name
}

function supportingDocument(element: XmlElement) {
  const attached = elementAt(element, 'AttachmentBinaryObject')
  return {
    id: textAt(element, 'IssuerAssignedID'),
    description: textAt(element, 'Name'),
    url: textAt(element, 'URIID'),
    file: attached && {
      name: attached.attributes.get('filename') ?? '',
      mime_type: attached.attributes.get('mimeCode') ?? '',
      content: attached.text.trim(),
    },
  }
}

function payment(settlement: Element): Invoice['payment'] {
  const [means, ...more] = elementsAt(settlement, 'SpecifiedTradeSettlementPaymentMeans')
  const card = elementAt(means, 'ApplicableTradeSettlementFinancialCard')
  const [terms, ...conditions] = elementsAt(settlement, 'SpecifiedTradePaymentTerms')
  const debit = {
    mandate_id: textAt(terms, 'DirectDebitMandateID'),
    creditor_id: textAt(settlement, 'CreditorReferenceID'),
    debtor_iban: textAt(means, 'PayerPartyDebtorFinancialAccount/IBANID'),
  }
  return {
    means_code: textAt(means, 'TypeCode'),
    means_text: textAt(means, 'Information'),
    reference: textAt(settlement, 'PaymentReference'),
    terms: textAt(terms, 'Description'),
    ...conditionTerms(terms),
    more_conditions: conditions.length > 0 ? conditions.map(condition) : undefined,
    ...account(means),
    accounts: more.length > 0 ? more.map(account) : undefined,
    card: card && { number: textAt(card, 'ID'), holder: textAt(card, 'CardholderName') },
    direct_debit: Object.values(debit).some(Boolean) ? debit : undefined,
  }
}

const account = (means: Element) => ({
  iban: textAt(means, 'PayeePartyCreditorFinancialAccount/IBANID'),
  account_id: textAt(means, 'PayeePartyCreditorFinancialAccount/ProprietaryID'),
  account_name: textAt(means, 'PayeePartyCreditorFinancialAccount/AccountName'),
  bic: textAt(means, 'PayeeSpecifiedCreditorFinancialInstitution/BICID'),
})

function sums(
  settlement: Element,
): Pick<Invoice, 'prepaid_amount' | 'rounding_amount' | 'totals' | 'vat_breakdown'> {
  const totals = elementAt(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')
  const currency = textAt(settlement, 'InvoiceCurrencyCode')
  const taxes = elementsAt(totals, 'TaxTotalAmount')
  const inCurrency = (each: XmlElement) => each.attributes.get('currencyID') === currency
  return {
    prepaid_amount: numberAt(totals, 'TotalPrepaidAmount'),
    rounding_amount: numberAt(totals, 'RoundingAmount'),
    totals: {
      line_total: numberAt(totals, 'LineTotalAmount'),
      allowance_total: numberAt(totals, 'AllowanceTotalAmount'),
      charge_total: numberAt(totals, 'ChargeTotalAmount'),
      net: numberAt(totals, 'TaxBasisTotalAmount'),
      vat: plainDecimal(taxes.find(inCurrency)?.text),
      vat_in_tax_currency: plainDecimal(taxes.find((each) => !inCurrency(each))?.text),
      gross: numberAt(totals, 'GrandTotalAmount'),
      due: numberAt(totals, 'DuePayableAmount'),
    },
    vat_breakdown: elementsAt(settlement, 'ApplicableTradeTax').map((each) => ({
      category: isVat(each) ? textAt(each, 'CategoryCode') : undefined,
      rate: numberAt(each, 'RateApplicablePercent'),
      taxable_amount: numberAt(each, 'BasisAmount'),
      tax_amount: numberAt(each, 'CalculatedAmount'),
      exemption_reason: textAt(each, 'ExemptionReason'),
      exemption_reason_code: textAt(each, 'ExemptionReasonCode'),
      line_total: numberAt(each, 'LineTotalBasisAmount'),
      adjustment_total: numberAt(each, 'AllowanceChargeBasisAmount'),
    })),
  }
}
