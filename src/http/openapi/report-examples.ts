/** Examples of the reports on invoices and PDFs, for the description. */
import type { z } from 'zod'
import type { inspection } from '../../jobs/inspection-report'
import type { invoiceReport } from '../../jobs/invoice-report'

export const invoiceReportExample: z.input<typeof invoiceReport> = {
  valid: false,
  profile: 'EN 16931',
  findings: [
    {
      rule: 'BR-03',
      severity: 'error',
      term: 'BT-2',
      pointer: '/issue_date',
      message: 'The issue date (BT-2) is missing: add it.',
    },
  ],
  totals: {
    ...{ line_total: '2580.00', allowance_total: '0.00', charge_total: '0.00' },
    ...{ net: '2580.00', vat: '490.20', gross: '3070.20', due: '3070.20' },
  },
  vat_breakdown: [{ category: 'S', rate: '19', taxable_amount: '2580.00', tax_amount: '490.20' }],
  invoice: { number: '2026-001', currency: 'EUR' },
}

export const inspectionExample: z.input<typeof inspection> = {
  bytes: 28_410,
  version: '1.7',
  pages: 2,
  page_sizes: [
    {
      ...{ from: 1, to: 2, width: 595.28, height: 841.89, rotation: 0 },
      boxes: { MediaBox: [0, 0, 595.28, 841.89] },
      user_unit: 1,
    },
  ],
  properties: {
    ...{ title: 'Report', author: null, subject: null, keywords: null },
    ...{ creator: 'Platen', producer: 'Platen' },
    ...{ created: '2026-11-21T08:00:00Z', modified: '2026-11-21T08:00:00Z' },
  },
  language: 'en',
  text_length: 4120,
  tagged: true,
  encryption: null,
  fonts: [{ name: 'IBMPlexSans-Regular', type: 'CIDFontType2', embedded: true, subset: true, first_page: 1 }],
  conformance: {
    claims: ['PDF/A-2b'],
    verdicts: [{ standard: 'PDF/A-2b', conforms: true, checks: 118, broken: [], more: 0, unjudged: [] }],
  },
  embedded_files: [],
  fields: [],
  signatures: [],
  layers: [],
  warnings: [],
  invoice: null,
}
