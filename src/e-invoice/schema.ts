/**
 * `options.invoice`: an invoice as JSON, after the business terms of EN 16931-1 (BT: a term, BG: a group).
 *
 * The schema decides the shape only, and a fault of shape is a 400. What the standard demands of the content,
 * required terms included, is decided by `checkInvoice`, whose failures name the rule; so nothing here is
 * required. `docs/guide/factur-x.md` explains every field.
 */
import { z } from 'zod'
import { findLongList, MAX_LINES, withoutEmptyText } from './drop-empty'
import { exchangeRate, otherParties, paymentCondition, paymentConditionTerms } from './schema/extended-schema'
import { documentAdjustment, documentCharge, line, precedingInvoice } from './schema/line-schema'
import { address, buyer, contact, payee, seller, taxRepresentative } from './schema/party-schema'
import { code, date, identifier, number, period, text } from './schema/value-schemas'

/** BG-1; a plain text is a note without a subject. */
const note = z
  .union(
    [
      text,
      z
        .strictObject({
          text: text.optional().describe('The note itself (BT-22)'),
          subject_code: code.optional().describe('UNTDID 4451 (BT-21)'),
          content_code: text
            .optional()
            .describe('Agreed between the parties; for the profile EXTENDED (BT-X-5)'),
        })
        .refine((note) => note.text || note.content_code, 'must be text, or an object {text, subject_code}'),
    ],
    { error: 'must be text, or an object {text, subject_code}' },
  )
  .meta({ id: 'InvoiceNote' })

/** BG-24: a document that supports the invoice, by address or as a file. */
const supportingDocument = z
  .strictObject({
    id: text.optional().describe('BT-122'),
    description: text.optional().describe('BT-123'),
    url: text.optional().describe('Where it can be read (BT-124)'),
    file: z
      .strictObject({
        name: text.min(1).describe('File name (BT-125-2)'),
        mime_type: text.min(1).describe('Such as application/pdf (BT-125-1)'),
        content: z.base64().describe('The bytes in base64'),
      })
      .optional()
      .describe('The document itself, content in base64 (BT-125)'),
  })
  .meta({ id: 'SupportingDocument' })

const references = z
  .strictObject({
    purchase_order: text.optional().describe("The buyer's order (BT-13)"),
    purchase_order_date: date.optional().describe('This and the other dates for the profile EXTENDED'),
    sales_order: text.optional().describe("The seller's order (BT-14)"),
    sales_order_date: date.optional().describe('Date of sales_order, YYYY-MM-DD'),
    contract: text.optional().describe('BT-12'),
    contract_date: date.optional().describe('Date of contract, YYYY-MM-DD'),
    project: text.optional().describe('BT-11'),
    project_name: text.optional().describe('“Project reference” where absent'),
    despatch_advice: text.optional().describe('Delivery note (BT-16)'),
    despatch_advice_date: date.optional().describe('Date of despatch_advice, YYYY-MM-DD'),
    delivery_note: text.optional().describe('Beside the despatch advice, for the profile EXTENDED'),
    delivery_note_date: date.optional().describe('Date of delivery_note, YYYY-MM-DD'),
    receiving_advice: text.optional().describe('BT-15'),
    receiving_advice_date: date.optional().describe('Date of receiving_advice, YYYY-MM-DD'),
    tender_or_lot: text.optional().describe('BT-17'),
    object: identifier
      .optional()
      .describe('What is invoiced, such as a meter; scheme of UNTDID 1153 (BT-18)'),
    preceding_invoices: z.array(precedingInvoice).optional().describe('BG-3'),
    supporting_documents: z.array(supportingDocument).optional().describe('BG-24'),
  })
  .meta({ id: 'InvoiceReferences' })

/** BG-13. */
const delivery = z
  .strictObject({
    name: text.optional().describe('Who receives the goods (BT-70)'),
    location_id: identifier.optional().describe('Scheme of ISO 6523 (BT-71)'),
    date: date.optional().describe('Day of delivery (BT-72)'),
    address: address.optional().describe('BG-15'),
    contact: contact.optional().describe('For the profile EXTENDED'),
  })
  .meta({ id: 'InvoiceDelivery' })

/** BG-16 to BG-19, and the terms of payment. */
const payment = z
  .strictObject({
    means_code: code
      .optional()
      .describe(
        'UNTDID 4461; 59 for a direct debit, 48 for a card, 58 (EUR) or 30 for an account where absent (BT-81)',
      ),
    means_text: text.optional().describe('BT-82'),
    reference: text.optional().describe('What the payer shall quote (BT-83)'),
    terms: text.optional().describe('Terms of payment (BT-20)'),
    ...paymentConditionTerms,
    more_conditions: z
      .array(paymentCondition)
      .optional()
      .describe('Beside terms and due_date; for the profile EXTENDED'),
    iban: text.optional().describe('BT-84'),
    account_id: text.optional().describe('Account where there is no IBAN (BT-84)'),
    account_name: text.optional().describe('BT-85'),
    bic: text.optional().describe('BT-86'),
    accounts: z
      .array(
        z.strictObject({
          iban: text.optional().describe('BT-84'),
          account_id: text.optional().describe('Account where there is no IBAN (BT-84)'),
          account_name: text.optional().describe('BT-85'),
          bic: text.optional().describe('BT-86'),
        }),
      )
      .optional()
      .describe('Further accounts to choose from, beside or instead of iban (BG-17)'),
    card: z
      .strictObject({
        number: code.optional().describe('First six and last four digits at most (BT-87)'),
        holder: text.optional().describe('BT-88'),
      })
      .optional()
      .describe('BG-18'),
    direct_debit: z
      .strictObject({
        mandate_id: text.optional().describe('BT-89'),
        creditor_id: text.optional().describe('BT-90'),
        debtor_iban: text.optional().describe('BT-91'),
      })
      .optional()
      .describe('BG-19'),
  })
  .meta({ id: 'InvoicePayment' })

/** BG-22: all of it is computed; what is given is checked. */
const totals = z
  .strictObject({
    line_total: number.optional().describe('BT-106'),
    allowance_total: number.optional().describe('BT-107'),
    charge_total: number.optional().describe('BT-108'),
    net: number.optional().describe('Without VAT (BT-109)'),
    vat: number.optional().describe('BT-110'),
    vat_in_tax_currency: number
      .optional()
      .describe('Required with tax_currency: it cannot be computed (BT-111)'),
    gross: number.optional().describe('With VAT (BT-112)'),
    due: number.optional().describe('To be paid (BT-115)'),
  })
  .meta({ id: 'InvoiceTotals' })

/** BG-23: computed where absent; amounts that are absent in an entry are computed. */
const vatBreakdown = z
  .strictObject({
    category: text.optional().describe('BT-118'),
    rate: number.optional().describe('In percent (BT-119)'),
    taxable_amount: number.optional().describe('BT-116'),
    tax_amount: number.optional().describe('BT-117'),
    exemption_reason: text.optional().describe('BT-120'),
    exemption_reason_code: text.optional().describe('BT-121'),
    line_total: number.optional().describe('Of the lines alone; for the profile EXTENDED (BT-X-262)'),
    adjustment_total: number
      .optional()
      .describe('Of charges − allowances; for the profile EXTENDED (BT-X-263)'),
  })
  .meta({ id: 'VatBreakdown' })

/** The whole invoice, every field as it must be; XML that is brought is held to it. */
export const invoiceFields = z
  .strictObject({
    number: code.optional().describe('Invoice number (BT-1)'),
    name: text.optional().describe('What the document is called; for the profile EXTENDED (BT-X-2)'),
    test: z.boolean().optional().describe('A test, no real invoice; for the profile EXTENDED (BT-X-1)'),
    issue_date: date.optional().describe('BT-2'),
    type_code: code
      .optional()
      .describe('UNTDID 1001; 380 (invoice) where absent, 381 is a credit note (BT-3)'),
    currency: text.optional().describe('ISO 4217 (BT-5)'),
    exchange_rate: exchangeRate.optional().describe('For the profile EXTENDED'),
    tax_currency: text.optional().describe('Currency the VAT is accounted in, where it is another (BT-6)'),
    tax_point_date: date.optional().describe('When VAT falls due (BT-7)'),
    tax_point_code: code.optional().describe('5 issue, 29 delivery, 72 payment; instead of a date (BT-8)'),
    due_date: date.optional().describe('BT-9'),
    buyer_reference: text.optional().describe('Given by the buyer for routing, such as a Leitweg-ID (BT-10)'),
    buyer_accounting_reference: text.optional().describe('BT-19'),
    business_process: text.optional().describe('BT-23'),
    notes: z.array(note).optional().describe('BG-1'),
    references: references
      .optional()
      .describe('Orders, contracts and other documents (BT-11 to BT-18, BG-3, BG-24)'),
    seller: seller.optional().describe('BG-4'),
    buyer: buyer.optional().describe('BG-7'),
    payee: payee.optional().describe('BG-10'),
    tax_representative: taxRepresentative.optional().describe('BG-11'),
    other_parties: otherParties.optional().describe('For the profile EXTENDED'),
    delivery: delivery.optional().describe('BG-13'),
    period: period.optional().describe('What the invoice covers (BG-14)'),
    payment: payment.optional().describe('BG-16'),
    lines: z.array(line).max(MAX_LINES).optional().describe('BG-25'),
    allowances: z.array(documentAdjustment).optional().describe('BG-20'),
    charges: z.array(documentCharge).optional().describe('BG-21'),
    prepaid_amount: number.optional().describe('Already paid (BT-113)'),
    rounding_amount: number.optional().describe('Added to the amount due (BT-114)'),
    totals: totals.optional().describe('BG-22'),
    vat_breakdown: z.array(vatBreakdown).optional().describe('BG-23'),
  })
  .describe('An invoice after EN 16931, written into the document as Factur-X')

/** The invoice as callers send it: a field of empty text is absent. */
export const invoiceSchema = z
  .preprocess((value, context) => {
    const found = findLongList(value)
    if (found === undefined) return withoutEmptyText(value)
    context.addIssue({ code: 'custom', ...found })
    return z.NEVER
  }, invoiceFields)
  .meta({ id: 'Invoice' })

export type Invoice = z.output<typeof invoiceFields>
