/** The settlement of an invoice in CII: payment, VAT breakdown and totals. */

import { type Decimal, decimal } from '../../../money/decimal'
import type { Invoice } from '../../schema'
import { paymentMeansCode } from '../../terms'
import type { CompleteInvoice, VatGroup } from '../../totals'
import { group, leaf, required, type XmlNode } from '../../xml/write'
import { allowanceCharge } from './line'
import { payeeParty } from './party'
import { amount, billingPeriod, code, dateOnly, dateTime, percent, qualifiedDate } from './values'

/** BG-10, BG-14, BG-16 to BG-23, BG-3 and what goes with them. */
export function tradeSettlement(complete: CompleteInvoice): XmlNode {
  const { invoice } = complete
  const payment = invoice.payment
  return required(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:CreditorReferenceID', payment?.direct_debit?.creditor_id),
    leaf('ram:PaymentReference', payment?.reference),
    leaf('ram:TaxCurrencyCode', invoice.tax_currency),
    leaf('ram:InvoiceCurrencyCode', invoice.currency),
    payeeParty(invoice.payee),
    paymentMeans(invoice),
    ...complete.breakdown.map((each) => tradeTax(each, invoice)),
    billingPeriod(invoice.period),
    ...(invoice.allowances ?? []).map((each, i) => allowanceCharge(false, each, complete.allowances[i])),
    ...(invoice.charges ?? []).map((each, i) => allowanceCharge(true, each, complete.charges[i])),
    group(
      'ram:SpecifiedTradePaymentTerms',
      leaf('ram:Description', payment?.terms),
      dateTime('ram:DueDateDateTime', invoice.due_date),
      leaf('ram:DirectDebitMandateID', payment?.direct_debit?.mandate_id),
    ),
    summation(complete),
    ...(invoice.references?.preceding_invoices ?? []).map((each) =>
      group(
        'ram:InvoiceReferencedDocument',
        code('ram:IssuerAssignedID', each.number),
        qualifiedDate('ram:FormattedIssueDateTime', each.issue_date),
      ),
    ),
    group(
      'ram:ReceivableSpecifiedTradeAccountingAccount',
      leaf('ram:ID', invoice.buyer_accounting_reference),
    ),
  )
}

/** BG-16 to BG-19. */
function paymentMeans(invoice: Invoice): XmlNode | undefined {
  const payment = invoice.payment
  return group(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    leaf('ram:TypeCode', paymentMeansCode(invoice)),
    leaf('ram:Information', payment?.means_text),
    group(
      'ram:ApplicableTradeSettlementFinancialCard',
      code('ram:ID', payment?.card?.number),
      leaf('ram:CardholderName', payment?.card?.holder),
    ),
    group(
      'ram:PayerPartyDebtorFinancialAccount',
      leaf('ram:IBANID', compact(payment?.direct_debit?.debtor_iban)),
    ),
    group(
      'ram:PayeePartyCreditorFinancialAccount',
      leaf('ram:IBANID', compact(payment?.iban)),
      leaf('ram:AccountName', payment?.account_name),
      leaf('ram:ProprietaryID', payment?.account_id),
    ),
    group('ram:PayeeSpecifiedCreditorFinancialInstitution', leaf('ram:BICID', compact(payment?.bic))),
  )
}

/** An IBAN is printed in fours and transmitted without blanks (ISO 13616). */
const compact = (value: string | undefined) => value?.replaceAll(' ', '')

/** BG-23, with the tax point of the whole invoice (BT-7, BT-8). */
const tradeTax = (each: VatGroup, invoice: Invoice) =>
  group(
    'ram:ApplicableTradeTax',
    amount('ram:CalculatedAmount', each.tax.value),
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:ExemptionReason', each.reason),
    amount('ram:BasisAmount', each.taxable.value),
    leaf('ram:CategoryCode', each.category),
    leaf('ram:ExemptionReasonCode', each.reasonCodes[0]),
    dateOnly('ram:TaxPointDate', invoice.tax_point_date),
    code('ram:DueDateTypeCode', invoice.tax_point_code),
    percent('ram:RateApplicablePercent', each.rate),
  )

/** BG-22. */
function summation({ invoice, allowances, charges, totals }: CompleteInvoice): XmlNode {
  const stated = (value: number | string | undefined): Decimal | undefined =>
    value === undefined ? undefined : decimal(value)
  return required(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    amount('ram:LineTotalAmount', totals.line.value),
    amount('ram:ChargeTotalAmount', charges.length ? totals.charge.value : undefined),
    amount('ram:AllowanceTotalAmount', allowances.length ? totals.allowance.value : undefined),
    amount('ram:TaxBasisTotalAmount', totals.net.value),
    amount('ram:TaxTotalAmount', totals.vat.value, invoice.currency),
    amount(
      'ram:TaxTotalAmount',
      invoice.tax_currency ? stated(invoice.totals?.vat_in_tax_currency) : undefined,
      invoice.tax_currency,
    ),
    amount('ram:RoundingAmount', stated(invoice.rounding_amount)),
    amount('ram:GrandTotalAmount', totals.gross.value),
    amount('ram:TotalPrepaidAmount', stated(invoice.prepaid_amount)),
    amount('ram:DuePayableAmount', totals.due.value),
  )
}
