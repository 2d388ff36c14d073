/** The parties of an invoice: BG-4 seller, BG-7 buyer, BG-10 payee, BG-11 tax representative. */
import { z } from 'zod'
import { code, identifier, text } from './value-schemas'

/** A postal address (BG-5, BG-8, BG-12, BG-15). */
export const address = z
  .strictObject({
    line1: text.optional().describe('Street and number (BT-35, BT-50, BT-64, BT-75)'),
    line2: text.optional().describe('Additional line (BT-36, BT-51, BT-65, BT-76)'),
    line3: text.optional().describe('Additional line (BT-162, BT-163, BT-164, BT-165)'),
    city: text.optional().describe('BT-37, BT-52, BT-66, BT-77'),
    postcode: code.optional().describe('BT-38, BT-53, BT-67, BT-78'),
    region: text.optional().describe('Country subdivision (BT-39, BT-54, BT-68, BT-79)'),
    country: text.optional().describe('ISO 3166-1 alpha-2 (BT-40, BT-55, BT-69, BT-80)'),
  })
  .meta({ id: 'InvoiceAddress' })

/** Whom to ask (BG-6, BG-9). */
export const contact = z
  .strictObject({
    name: text.optional().describe('Person or department (BT-41, BT-56)'),
    department: text.optional().describe('Beside a name; for the profile EXTENDED'),
    phone: text.optional().describe('BT-42, BT-57'),
    fax: text.optional().describe('For the profile EXTENDED'),
    email: text.optional().describe('BT-43, BT-58'),
  })
  .meta({ id: 'InvoiceContact' })

const common = {
  name: text.optional().describe('Registered name (BT-27, BT-44)'),
  trading_name: text.optional().describe('Name it trades under (BT-28, BT-45)'),
  legal_registration: identifier.optional().describe('Register number; scheme of ISO 6523 (BT-30, BT-47)'),
  vat_id: text.optional().describe('VAT identifier with its country prefix (BT-31, BT-48)'),
  electronic_address: identifier
    .optional()
    .describe('Where it receives e-invoices; scheme of EAS, EM for e-mail and assumed for it (BT-34, BT-49)'),
  address: address.optional().describe('Postal address (BG-5, BG-8)'),
  contact: contact.optional().describe('Whom to ask (BG-6, BG-9)'),
}

/** BG-4. */
export const seller = z
  .strictObject({
    ...common,
    ids: z.array(identifier).optional().describe('Identifiers of the seller; scheme of ISO 6523 (BT-29)'),
    tax_registration: text.optional().describe('Local tax number (BT-32)'),
    legal_information: text.optional().describe('Legal form, capital, register, managers (BT-33)'),
  })
  .meta({ id: 'InvoiceSeller' })

/** BG-7. */
export const buyer = z
  .strictObject({
    ...common,
    id: identifier.optional().describe('Customer number; scheme of ISO 6523 (BT-46)'),
    ids: z.array(identifier).optional().describe('Further identifiers; for the profile EXTENDED'),
    tax_registration: text.optional().describe('Local tax number; for the profile XRECHNUNG'),
  })
  .meta({ id: 'InvoiceBuyer' })

/** BG-10: who is paid, if not the seller. */
export const payee = z
  .strictObject({
    name: text.optional().describe('BT-59'),
    id: identifier.optional().describe('Scheme of ISO 6523 (BT-60)'),
    legal_registration: identifier.optional().describe('BT-61'),
    address: address.optional().describe('For the profile EXTENDED'),
  })
  .meta({ id: 'InvoicePayee' })

/** BG-11: who is liable for the seller's VAT. */
export const taxRepresentative = z
  .strictObject({
    name: text.optional().describe('BT-62'),
    vat_id: text.optional().describe('BT-63'),
    address: address.optional().describe('Postal address (BG-12)'),
  })
  .meta({ id: 'TaxRepresentative' })

export type Address = z.output<typeof address>
export type Contact = z.output<typeof contact>
export type Seller = z.output<typeof seller>
export type Buyer = z.output<typeof buyer>
