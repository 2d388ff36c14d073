/** Invoice lines (BG-25), allowances and charges of both levels, and the VAT of each. */
import { z } from 'zod'
import { code, date, identifier, number, period, text } from './values'

/** VAT category and rate of a line, an allowance or a charge (BG-30, BT-95/96, BT-102/103). */
export const vat = z.strictObject({
  category: text
    .optional()
    .describe('S, Z, E, AE, K, G, O, L or M of UNTDID 5305; S where absent and the rate is above 0 (BT-151)'),
  rate: number.optional().describe('In percent; 0 where absent, except for S, L, M and O (BT-152)'),
  exemption_reason: text.optional().describe('Goes to the VAT breakdown (BT-120)'),
  exemption_reason_code: text.optional().describe('VATEX code; goes to the VAT breakdown (BT-121)'),
})

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
export const lineAdjustment = z.strictObject(adjustment)

/** An allowance or a charge on the document (BG-20, BG-21). */
export const documentAdjustment = z.strictObject({ ...adjustment, vat: vat.optional() })

/** BG-25. */
export const line = z.strictObject({
  id: code.optional().describe('Line number; counted from 1 where absent (BT-126)'),
  note: text.optional().describe('BT-127'),
  name: text.optional().describe('What is sold (BT-153)'),
  description: text.optional().describe('BT-154'),
  quantity: number.optional().describe('BT-129'),
  unit: code.optional().describe('UN/ECE Recommendation 20 or 21, C62 (one) where absent (BT-130)'),
  net_price: number
    .optional()
    .describe('Of one unit, without VAT; gross_price − price_discount where absent (BT-146)'),
  gross_price: number.optional().describe('Before the discount, without VAT (BT-148)'),
  price_discount: number.optional().describe('Taken off the gross price (BT-147)'),
  base_quantity: number.optional().describe('How many units the price is for, 1 where absent (BT-149)'),
  net_amount: number.optional().describe('Computed where absent, checked where given (BT-131)'),
  vat: vat.optional(),
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
        version: text.optional(),
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
})

/** BG-3: an invoice that this one corrects or completes. */
export const precedingInvoice = z.strictObject({
  number: code.optional().describe('BT-25'),
  issue_date: date.optional().describe('BT-26'),
})

export type Vat = z.output<typeof vat>
export type LineAdjustment = z.output<typeof lineAdjustment>
export type DocumentAdjustment = z.output<typeof documentAdjustment>
export type Line = z.output<typeof line>
