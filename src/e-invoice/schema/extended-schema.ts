/** Groups that only the profile EXTENDED of Factur-X has, and what it adds to those of EN 16931. */
import { z } from 'zod'
import { address, contact } from './party-schema'
import { code, date, identifier, number, text } from './value-schemas'

/** A party of any role (such as BG-X-36, the invoicee). */
export const tradeParty = z
  .strictObject({
    name: text.optional().describe('Registered name'),
    trading_name: text.optional().describe('Name it trades under'),
    ids: z.array(identifier).optional().describe('Scheme of ISO 6523'),
    legal_registration: identifier.optional().describe('Register number; scheme of ISO 6523'),
    vat_id: text.optional().describe('VAT identifier with its country prefix'),
    tax_registration: text.optional().describe('Local tax number; EXTENDED takes only the seller’s'),
    electronic_address: identifier.optional().describe('Scheme of EAS'),
    address: address.optional().describe('Postal address'),
    contact: contact.optional().describe('Whom to ask'),
  })
  .meta({ id: 'TradeParty' })

/** Who else takes part in the sale. */
export const otherParties = z
  .strictObject({
    sales_agent: tradeParty.optional().describe('Who sold for the seller'),
    buyer_tax_representative: tradeParty.optional().describe('Who is liable for the buyer’s VAT'),
    end_user: tradeParty.optional().describe('Who uses what was bought'),
    final_recipient: tradeParty.optional().describe('Where the goods go in the end'),
    ship_from: tradeParty.optional().describe('Where the goods come from'),
    invoicer: tradeParty.optional().describe('Who issues the invoice for the seller'),
    invoicee: tradeParty.optional().describe('Who receives the invoice for the buyer'),
    payer: tradeParty.optional().describe('Who pays for the buyer'),
  })
  .meta({ id: 'OtherParties' })

/** A discount for early payment, or a penalty for late payment. */
const paymentAdjustment = z
  .strictObject({
    date: date.optional().describe('What the days are counted from'),
    days: number.optional().describe('How many units from there'),
    unit: code.optional().describe('UN/ECE Recommendation 20; DAY where absent'),
    base_amount: number.optional().describe('What the percentage is taken of'),
    percent: number.optional().describe('Percentage of base_amount'),
    amount: number.optional().describe('The discount or penalty itself, in the currency of the invoice'),
  })
  .meta({ id: 'PaymentAdjustment' })

/** What one condition of payment says beside its text and its day. */
export const paymentConditionTerms = {
  partial_amount: number.optional().describe('What is due under this condition'),
  discount: paymentAdjustment.optional().describe('For early payment'),
  penalty: paymentAdjustment.optional().describe('For late payment'),
}

/** A further condition of payment. */
export const paymentCondition = z
  .strictObject({
    terms: text.optional().describe('Terms of payment, in words'),
    due_date: date.optional().describe('Day on which it is due, YYYY-MM-DD'),
    ...paymentConditionTerms,
  })
  .meta({ id: 'PaymentCondition' })

/** The rate that the VAT was converted with. */
export const exchangeRate = z.strictObject({
  from: text.optional().describe('ISO 4217; the currency of the invoice where absent'),
  to: text.optional().describe('ISO 4217; tax_currency where absent'),
  rate: number.optional().describe('Units of `to` for one of `from`'),
  date: date.optional().describe('Day of the rate, YYYY-MM-DD'),
})

/** Further terms of a line. */
export const extendedLine = {
  parent_id: code.optional().describe('The `id` of the line that this one belongs to'),
  status: text
    .optional()
    .describe('DETAIL, or GROUP and INFORMATION for a line that does not count in the totals'),
  package_quantity: number.optional().describe('How many packages'),
  package_unit: code.optional().describe('Kind of package, UN/ECE Recommendation 21'),
  price_adjustments: z
    .array(
      z.strictObject({
        charge: z.boolean().optional().describe('Adds to the gross price instead of taking from it'),
        amount: number.optional().describe('Of one unit, without VAT; from percent where absent'),
        base_amount: number.optional().describe('What percent is taken of; gross_price where absent'),
        percent: number.optional().describe('Percentage of base_amount'),
        reason: text.optional().describe('Why, in words'),
        reason_code: code.optional().describe('UNTDID 5189 for allowances, 7161 for charges'),
      }),
    )
    .optional()
    .describe('What makes the net price of the gross price, beside or instead of price_discount'),
  more_objects: z.array(identifier).optional().describe('Beside object_id; scheme of UNTDID 1153'),
  seller: tradeParty.optional().describe('Who sells this item, if several do'),
  delivery: tradeParty.optional().describe('Where this line is delivered to'),
  delivery_date: date.optional().describe('Day on which this line is delivered, YYYY-MM-DD'),
  documents: z
    .array(
      z.strictObject({
        id: text.optional().describe('Number of the document'),
        line: code.optional().describe('Line of that document'),
        type_code: code.optional().describe('UNTDID 1001'),
        name: text.optional().describe('What the document is called'),
        scheme: code.optional().describe('UNTDID 1153'),
      }),
    )
    .optional()
    .describe('Further documents that this line refers to'),
  included_items: z
    .array(
      z.strictObject({
        name: text.optional().describe('Name of the item'),
        description: text.optional().describe('Description of the item'),
        ids: z.array(identifier).optional().describe('Scheme of ISO 6523, 0160 for a GTIN'),
        seller_item_id: text.optional().describe('The seller’s number of the item'),
        buyer_item_id: text.optional().describe('The buyer’s number of the item'),
        quantity: number.optional().describe('How many of it are in one set'),
        unit: code.optional().describe('UN/ECE Recommendation 20 or 21'),
      }),
    )
    .optional()
    .describe('What a set is made of'),
  preceding_invoice: z
    .strictObject({
      number: code.optional().describe('Its number'),
      issue_date: date.optional().describe('Its date, YYYY-MM-DD'),
      type_code: code.optional().describe('UNTDID 1001'),
    })
    .optional()
    .describe('The invoice that this line corrects'),
  totals: z
    .strictObject({
      vat: number.optional().describe('VAT of the line'),
      gross: number.optional().describe('With VAT'),
      adjustments: number.optional().describe('Allowances and charges of the line together'),
    })
    .optional()
    .describe('Totals of the line, in the currency of the invoice'),
}

export type TradeParty = z.output<typeof tradeParty>
export type PaymentCondition = z.output<typeof paymentCondition>
