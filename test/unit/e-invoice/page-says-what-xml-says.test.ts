/** What the XML of a template's data says, the template's page says too: read back from both, term by term. */
import { describe, expect, test } from 'vitest'
import { readInvoice } from '../../../src/e-invoice/cii/read/invoice'
import { prepareFacturX } from '../../../src/e-invoice/facturx'
import type { Invoice } from '../../../src/e-invoice/schema'
import { parseXml } from '../../../src/e-invoice/xml/read'
import { builtinTemplates } from '../../../src/templates/builtin'
import { fitData, renderDocument } from '../../../src/templates/document'
import { country } from '../../../src/templates/filters/country'
import { date, dateRange } from '../../../src/templates/filters/date'
import { amount, money, number, percent } from '../../../src/templates/filters/number'
import { formatIban } from '../../../src/templates/filters/payment'
import { localeOf } from '../../../src/templates/locale'
import { invoices } from '../../fixtures/invoices'

const templates = builtinTemplates().filter(({ id }) => id.startsWith('invoice/'))
type Template = (typeof templates)[number]

function xmlOf(template: Template, data: Record<string, unknown>): Invoice {
  const fields = template.invoice as Record<string, string>
  const prepared = prepareFacturX({ mapped: { data: fitData(template, data), fields } })
  if (prepared.level === 'prepared') throw new Error('there is no invoice')
  return readInvoice(parseXml(new TextDecoder().decode(prepared.xml)))
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The words of a page, with one blank between them. */
function pageText(template: Template, data: Record<string, unknown>): string {
  const { html } = renderDocument(template, data)
  return html
    .slice(html.indexOf('<body'))
    .replace(/<svg[\s\S]*?<\/svg>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
}

/** What is for programs alone: codes that a word or a position on the page stands for, and addresses of machines. */
const forPrograms = [
  /scheme$/,
  /subject_code$/,
  /electronic_address/,
  /^business_process$/,
  /^type_code$/,
  /currency$/,
  /means_code$/,
  /reason_code$/,
  /vat\.category$/,
  /vat_breakdown\.\d+\.category$/,
  /\.unit$/,
  /mime_type$/,
  /content$/,
  /^tax_point_code$/,
  // Whom to ask at the buyer's is not told to the buyer.
  /^buyer\.contact\.(phone|email)$/,
  // The base of a percentage: the percentage and the amount are printed.
  /base_amount$/,
  // Of both only one is printed where the document has no adjustments or a single rate.
  /totals\.(allowance_total|charge_total|vat|net)$/,
  /vat_breakdown\.\d+\.taxable_amount$/,
]

/** The forms in which a term may stand on the page. */
function printedForms(path: string, value: string, invoice: Invoice): unknown[] {
  const locale = localeOf({ locale: 'en-GB', currency: invoice.currency }, ['en'])
  if (/period\.(start|end)$/.test(path)) {
    const { period } = path.startsWith('lines')
      ? (invoice.lines?.[Number(path.split('.')[1])] ?? {})
      : invoice
    return [dateRange(period?.start, locale, period?.end)]
  }
  if (/date$/.test(path)) return [date(value, locale)]
  if (/country$/.test(path))
    return value === invoice.seller?.address?.country ? [''] : [country(value, locale)]
  if (/iban$/.test(path)) return [formatIban(value)]
  if (/vat_in_tax_currency$/.test(path)) return [money(value, locale, invoice.tax_currency)]
  if (/percent$|rate$/.test(path)) return [percent(value, locale)]
  if (/quantity$/.test(path)) return [number(value, locale), value === '1' ? '' : undefined]
  if (/^prepaid_amount$/.test(path)) return [money(`-${value}`, locale)]
  if (/_price$|price_discount$/.test(path)) return [amount(value, locale, 12)]
  if (/amount$|^totals/.test(path))
    return [amount(value, locale), money(value, locale), money(`-${value}`, locale)]
  return [value, value.replace(/\s+/g, ' ')]
}

function* leaves(value: unknown, path = ''): Generator<[string, string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) yield* leaves(each, path ? `${path}.${key}` : key)
  }
}

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
  test.each(Object.entries({ ...invoices, ...more }))('prints all that the XML says of %s', (_, invoice) => {
    const data = { ...invoice, locale: 'en-GB' }
    const said = xmlOf(template, data)
    const page = pageText(template, data)
    const missing = [...leaves(said)].filter(
      ([path, value]) =>
        !forPrograms.some((pattern) => pattern.test(path)) &&
        !printedForms(path, value, said).some(
          (form) => typeof form === 'string' && page.includes(form.replace(/\s+/g, ' ')),
        ),
    )
    expect(missing).toEqual([])
  })

  test('drops no term that options.invoice takes', () => {
    for (const invoice of Object.values({ ...invoices, ...more })) {
      const direct = prepareFacturX({ invoice })
      const fields = template.invoice as Record<string, string>
      const mapped = prepareFacturX({ mapped: { data: fitData(template, invoice), fields } })
      expect(mapped).toEqual(direct)
    }
  })

  test('prints a moment as the day that the XML has, in the time zone of the data', () => {
    const moments = { issue_date: '2026-11-30T23:30:00Z', due_date: '2026-12-31T23:30:00+01:00' }
    const data = { ...invoices.services, ...moments, time_zone: 'Europe/Berlin', locale: 'en-GB' }
    expect(xmlOf(template, data)).toMatchObject({ issue_date: '2026-12-01', due_date: '2026-12-31' })
    expect(pageText(template, data)).toContain('1 December 2026')
    expect(pageText(template, data)).toContain('31 December 2026')
  })
})
