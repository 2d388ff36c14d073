/** What the XML of a template's data says, the template's page says too: read back from both, term by term. */
import { describe, expect, test } from 'vitest'
import { prepareFacturX } from '../../../src/e-invoice/facturx'
import type { Invoice } from '../../../src/e-invoice/schema'
import { builtinTemplates } from '../../../src/templates/builtin'
import { fitData } from '../../../src/templates/compile-page'
import { invoices } from '../../fixtures/invoices'
import { pageText } from '../../support/page-text'
import { missingOnPage, xmlOf } from '../../support/printed-terms'
import { everyThirdOf } from '../../support/runs'

const templates = builtinTemplates().filter(({ invoice }) => invoice !== undefined)

const more: Record<string, Invoice> = {
  'several accounts': {
    ...(invoices.services as Invoice),
    payment: {
      iban: 'DE89370400440532013000',
      accounts: [{ iban: 'FR1420041010050500013M02606', account_name: 'Acme France' }],
    },
  },
  'a price of a hundredth of a cent': {
    ...(invoices.services as Invoice),
    lines: [{ name: 'Impression', quantity: 250_000, net_price: '0.01146', vat: { rate: 19 } }],
  },
  'VAT due on payment': { ...(invoices.services as Invoice), tax_point_date: '2026-12-24' },
}

describe.each(templates.map((template) => [template.id, template] as const))('%s', (_, template) => {
  test.each(everyThirdOf(Object.entries({ ...invoices, ...more })))(
    'prints all that the XML says of %s',
    async (_, invoice) => {
      const data = { ...invoice, locale: 'en-GB' }
      const said = xmlOf(template, data)
      expect(await missingOnPage(template, data, said)).toEqual([])
    },
  )

  test('drops no term that options.invoice takes', () => {
    for (const invoice of Object.values({ ...invoices, ...more })) {
      // A credit note is one (type 381) without being told so.
      const told = template.id === 'invoice/credit-note' ? { type_code: 381, ...invoice } : invoice
      const direct = prepareFacturX({ invoice: told })
      const fields = template.invoice as Record<string, string>
      const mapped = prepareFacturX({ mapped: { data: fitData(template, invoice), fields } })
      // Warnings lead to where the invoice came from.
      expect({ ...mapped, warnings: [] }).toEqual({ ...direct, warnings: [] })
    }
  })

  test('prints a moment as the day that the XML has, in the time zone of the data', async () => {
    const moments = { issue_date: '2026-11-30T23:30:00Z', due_date: '2026-12-31T23:30:00+01:00' }
    const data = { ...invoices.services, ...moments, time_zone: 'Europe/Berlin', locale: 'en-GB' }
    expect(xmlOf(template, data)).toMatchObject({ issue_date: '2026-12-01', due_date: '2026-12-31' })
    expect(await pageText(template, data)).toContain('1 December 2026')
    expect(await pageText(template, data)).toContain('31 December 2026')
  })
})
