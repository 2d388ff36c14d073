/** The settlement of an invoice in CII: payment, VAT breakdown and totals. */

import { type Decimal, decimal } from '../../../money/decimal'
import type { CompleteInvoice, VatGroup } from '../../invoice-amounts'
import type { Invoice } from '../../schema'
import { type Account, accountsOf, paymentMeansCode } from '../../terms'
import { group, leaf, required, type XmlNode } from '../../xml/serialise-xml'
import { paymentConditions } from './write-conditions'
import { allowanceCharge, categoryTax } from './write-line'
import { payeeParty, tradeParty } from './write-party'
import { amount, billingPeriod, code, dateOnly, dateTime, percent, qualifiedDate } from './write-values'

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
    tradeParty('ram:InvoicerTradeParty', invoice.other_parties?.invoicer),
    tradeParty('ram:InvoiceeTradeParty', invoice.other_parties?.invoicee),
    payeeParty(invoice.payee),
    tradeParty('ram:PayerTradeParty', invoice.other_parties?.payer),
    currencyExchange(invoice),
    ...paymentMeans(invoice),
    ...complete.breakdown.map((each, i) => tradeTax(each, invoice, i === 0)),
    billingPeriod(invoice.period),
    ...(invoice.allowances ?? []).map((each, i) => allowanceCharge(false, each, complete.allowances[i])),
    ...(invoice.charges ?? []).map((each, i) =>
      isLogistics(each, complete) ? undefined : allowanceCharge(true, each, complete.charges[i]),
    ),
    ...logisticsCharges(complete),
    ...paymentConditions(invoice),
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

/** BG-16 to BG-19; each further account stands in an element of its own, with the same code and text (CII-SR-467). */
function paymentMeans(invoice: Invoice): (XmlNode | undefined)[] {
  const [first, ...more] = accountsOf(invoice.payment)
  return [paymentMeansTo(first, invoice), ...more.map((account) => paymentMeansTo(account, invoice, false))]
}

/** `card` and the debtor's account stand in the first element alone. */
function paymentMeansTo(account: Account | undefined, invoice: Invoice, isFirst = true): XmlNode | undefined {
  const payment = isFirst ? invoice.payment : undefined
  return group(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    leaf('ram:TypeCode', paymentMeansCode(invoice)),
    leaf('ram:Information', invoice.payment?.means_text),
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
      leaf('ram:IBANID', compact(account?.iban)),
      leaf('ram:AccountName', account?.account_name),
      leaf('ram:ProprietaryID', account?.account_id),
    ),
    group('ram:PayeeSpecifiedCreditorFinancialInstitution', leaf('ram:BICID', compact(account?.bic))),
  )
}

/** An IBAN is printed in fours and transmitted without blanks (ISO 13616). */
const compact = (value: string | undefined) => value?.replaceAll(' ', '')

/** BG-23, with the tax point of the whole invoice: BT-7 in the first group alone (CII-SR-461), BT-8 in each. */
const tradeTax = (each: VatGroup, invoice: Invoice, isFirst: boolean) =>
  group(
    'ram:ApplicableTradeTax',
    amount('ram:CalculatedAmount', each.tax.value),
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:ExemptionReason', each.reason),
    amount('ram:BasisAmount', each.taxable.value),
    amount('ram:LineTotalBasisAmount', stated(each.lineTotal)),
    amount('ram:AllowanceChargeBasisAmount', stated(each.adjustmentTotal)),
    leaf('ram:CategoryCode', each.category),
    leaf('ram:ExemptionReasonCode', each.reasonCodes[0]),
    dateOnly('ram:TaxPointDate', isFirst ? invoice.tax_point_date : undefined),
    code('ram:DueDateTypeCode', invoice.tax_point_code),
    percent('ram:RateApplicablePercent', each.rate),
  )

/** BG-22. */
function summation({ invoice, allowances, charges, totals }: CompleteInvoice): XmlNode {
  return required(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    amount('ram:LineTotalAmount', totals.line.value),
    amount(
      'ram:ChargeTotalAmount',
      charges.length || invoice.totals?.charge_total !== undefined ? totals.charge.value : undefined,
    ),
    amount(
      'ram:AllowanceTotalAmount',
      allowances.length || invoice.totals?.allowance_total !== undefined ? totals.allowance.value : undefined,
    ),
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

const stated = (value: number | string | undefined): Decimal | undefined =>
  value === undefined ? undefined : decimal(value)

type Charge = NonNullable<Invoice['charges']>[number]

/** BG-X-42 is a group of its own in EXTENDED; elsewhere a logistics service is a charge like others. */
const isLogistics = (charge: Charge, { explains }: CompleteInvoice) => explains && charge.logistics === true

const logisticsCharges = (complete: CompleteInvoice) =>
  (complete.invoice.charges ?? []).map((each, i) => {
    const charge = complete.charges[i]
    return isLogistics(each, complete) && charge
      ? group(
          'ram:SpecifiedLogisticsServiceCharge',
          leaf('ram:Description', each.reason),
          amount('ram:AppliedAmount', charge.amount),
          categoryTax('ram:AppliedTradeTax', charge),
        )
      : undefined
  })

const currencyExchange = ({ exchange_rate: given, currency, tax_currency }: Invoice) =>
  given &&
  group(
    'ram:TaxApplicableTradeCurrencyExchange',
    leaf('ram:SourceCurrencyCode', given.from ?? currency),
    leaf('ram:TargetCurrencyCode', given.to ?? tax_currency),
    percent('ram:ConversionRate', stated(given.rate)),
    dateTime('ram:ConversionRateDateTime', given.date),
  )
