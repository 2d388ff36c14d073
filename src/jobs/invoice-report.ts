/** The report on an invoice, as `POST /v1/invoice/check` and `POST /v1/inspect` answer with it. */
import { z } from 'zod'

/** The report on an invoice, the file that its check makes. */
export const invoiceReport = z
  .object({
    valid: z.boolean().describe('Whether it conforms to its profile.'),
    profile: z
      .string()
      .nullable()
      .describe('What it was checked as; null if the XML names no profile of Factur-X.'),
    findings: z
      .array(
        z.object({
          rule: z.string().describe('Number of the rule, such as `BR-CO-15`; `XML` or `XSD` for the form.'),
          severity: z.enum(['error', 'warning']).describe('An invoice with an error does not conform.'),
          term: z.string().optional().describe('Business term or group, such as `BT-31`.'),
          pointer: z.string().describe('JSON Pointer into `invoice`; empty for the whole.'),
          message: z.string().describe('What is wrong, and what mends it.'),
        }),
      )
      .describe('At most 200.'),
    totals: z
      .record(z.string(), z.string())
      .nullable()
      .describe('As they follow from the lines, whatever the invoice states.'),
    vat_breakdown: z
      .array(
        z.object({
          category: z.string().nullable().describe('Code of UNTDID 5305.'),
          rate: z.string().nullable().describe('In percent.'),
          taxable_amount: z.string().describe('What the VAT is taken of.'),
          tax_amount: z.string().describe('The VAT.'),
        }),
      )
      .describe('One entry for each category and rate of VAT.'),
    invoice: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The data, as `options.invoice` takes them.'),
  })
  .meta({ id: 'InvoiceReport' })
