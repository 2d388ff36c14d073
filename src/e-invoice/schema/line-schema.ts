/** Invoice lines (BG-25), allowances and charges of both levels, and the VAT of each. */
import { z } from 'zod'
import { extendedLine } from './extended-schema'
import { code, date, identifier, number, period, text } from './value-schemas'

/** VAT category and rate of a line, an allowance or a charge (BG-30, BT-95/96, BT-102/103). */
export const vat = z
  .strictObject({
    category: text
      .optional()
      .describe(
        'S, Z, E, AE, K, G, O, L or M of UNTDID 5305; S where absent and the rate is above 0 (BT-151)',
      ),
    rate: number.optional().describe('In percent; 0 where absent, except for S, L, M and O (BT-152)'),
    exemption_reason: text.optional().describe('Goes to the VAT breakdown (BT-120)'),
    exemption_reason_code: text.optional().describe('VATEX code; goes to the VAT breakdown (BT-121)'),
    tax_point_code: code
      .optional()
      .describe('When VAT falls due, as BT-8; for lines of the profile EXTENDED'),
  })
  .meta({ id: 'InvoiceVat' })

const adjustment = {
  amount: number.optional().describe('Without VAT; from percent where absent (BT-92, BT-99, BT-136, BT-141)'),
  base_amount: number
    .optional()
    .describe(
      'What percent is taken of; the line’s amount or the sum of lines where absent (BT-93, BT-100, BT-137, BT-142)',
    ),
  percent: number.optional().describe('BT-94, BT-101, BT-138, BT-143'),
  reason: text.optional().describe('BT-97, BT-104, BT-139, BT-144'),
  reason_code: code
    .optional()
    .describe('UNTDID 5189 for allowances, 7161 for charges (BT-98, BT-105, BT-140, BT-145)'),
}

/** An allowance or a charge on one line (BG-27, BG-28); its base is price × quantity where absent. */
export const lineAdjustment = z.strictObject(adjustment).meta({ id: 'LineAdjustment' })

/** An allowance or a charge on the document (BG-20, BG-21). */
export const documentAdjustment = z
  .strictObject({
    ...adjustment,
    vat: vat.optional().describe('Category and rate of this amount (BT-95, BT-96, BT-102, BT-103)'),
  })
  .meta({ id: 'DocumentAdjustment' })

/** A charge on the document (BG-21), which EXTENDED can tell from one for a logistics service (BG-X-42). */
export const documentCharge = documentAdjustment
  .extend({
    logistics: z
      .boolean()
      .optional()
      .describe('A logistics service such as freight; for the profile EXTENDED'),
  })
  .meta({ id: 'DocumentCharge' })

/** BG-25. */
export const line = z
  .strictObject({
    id: code.optional().describe('Line number; counted from 1 where absent (BT-126)'),
    note: text.optional().describe('BT-127'),
    name: text.optional().describe('What is sold (BT-153)'),
    description: text.optional().describe('BT-154'),
    quantity: number.optional().describe('BT-129'),
    unit: code.optional().describe('UN/ECE Recommendation 20 or 21, C62 (one) where absent (BT-130)'),
    net_price: number
      .optional()
      .describe('Without VAT; gross_price less its discounts where absent (BT-146)'),
    gross_price: number.optional().describe('Before the discount, without VAT (BT-148)'),
    price_discount: number.optional().describe('Taken off the gross price (BT-147)'),
    base_quantity: number.optional().describe('How many units the price is for, 1 where absent (BT-149)'),
    gross_base_quantity: number
      .optional()
      .describe('The same of the gross price; base_quantity where absent'),
    net_amount: number.optional().describe('Computed where absent, checked where given (BT-131)'),
    vat: vat.optional().describe('Category and rate of the line (BG-30)'),
    allowances: z.array(lineAdjustment).optional().describe('BG-27'),
    charges: z.array(lineAdjustment).optional().describe('BG-28'),
    period: period.optional().describe('BG-26'),
    seller_item_id: text.optional().describe('BT-155'),
    buyer_item_id: text.optional().describe('BT-156'),
    standard_item_id: identifier.optional().describe('Scheme of ISO 6523, 0160 for a GTIN (BT-157)'),
    classifications: z
      .array(
        z.strictObject({
          code: code.optional().describe('BT-158'),
          list: text.optional().describe('UNTDID 7143, such as STI for CPV or HS'),
          version: text.optional().describe('Version of that list (BT-158-2)'),
        }),
      )
      .optional()
      .describe('BT-158'),
    origin_country: text.optional().describe('ISO 3166-1 alpha-2 (BT-159)'),
    attributes: z
      .array(
        z.strictObject({
          name: text.optional().describe('BT-160'),
          value: text.optional().describe('BT-161'),
        }),
      )
      .optional()
      .describe('BG-32'),
    order_line: code.optional().describe('Line of the purchase order (BT-132)'),
    object_id: identifier.optional().describe('What the line is about; scheme of UNTDID 1153 (BT-128)'),
    accounting_reference: text.optional().describe("The buyer's account (BT-133)"),
    ...extendedLine,
  })
  .meta({ id: 'InvoiceLine' })

/** BG-3: an invoice that this one corrects or completes. */
export const precedingInvoice = z
  .strictObject({
    number: code.optional().describe('BT-25'),
    issue_date: date.optional().describe('BT-26'),
  })
  .meta({ id: 'PrecedingInvoice' })

export type Vat = z.output<typeof vat>
export type LineAdjustment = z.output<typeof lineAdjustment>
export type DocumentCharge = z.output<typeof documentCharge>
export type DocumentAdjustment = z.output<typeof documentAdjustment>
export type Line = z.output<typeof line>
