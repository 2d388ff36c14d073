/**
 * Every term that `options.invoice` takes, each with a value of its own: it stands on the page of each invoice template,
 * or here with the reason why not.
 */
import { describe, expect, test } from 'vitest'
import { invoiceFields } from '../../../src/e-invoice/schema'
import { builtinTemplates } from '../../../src/templates/builtin'
import { country } from '../../../src/templates/filters/country'
import { date, dateRange } from '../../../src/templates/filters/date'
import { amount, money, number, percent } from '../../../src/templates/filters/number'
import { formatIban } from '../../../src/templates/filters/payment'
import { localeOf } from '../../../src/templates/locale'
import type { Variables } from '../../../src/templates/manifest'
import { variablesSchema } from '../../../src/templates/variables'
import { leaves, pageText } from '../../support/page-text'

/** A template that maps no invoice makes no e-invoice. */
const templates = builtinTemplates().filter(({ invoice }) => invoice !== undefined)

/** Terms without a form of their own on the page, and why. */
const NOT_PRINTED: [term: RegExp, reason: string][] = [
  [/(^|\.)(scheme|list_id)$/, 'says what kind of identifier stands beside it'],
  [/electronic_address/, 'an address of machines'],
  [/^business_process$/, 'a code for platforms'],
  [/(subject|content)_code$/, 'a code for what the note says'],
  [/^type_code$/, 'the title says it in words'],
  [/(^currency|^tax_currency)$/, 'amounts are printed in it'],
  [/means_code$/, 'the ways to pay that are printed say it'],
  [/reason_code$/, 'a code for the reason; those of exemptions are printed with the breakdown'],
  [/category$/, 'the name of the tax says it in words'],
  [/^tax_point_code$|vat\.tax_point_code$/, 'printed in words'],
  [/^buyer\.contact\.(phone|email|fax)$/, 'whom to ask at the buyer’s is not told to the buyer'],
  [/(allowances|charges|price_adjustments)\.\d+\.base_amount$/, 'percentage and amount are printed'],
  [/(mime_type|content)$/, 'the embedded file itself'],
  [/\.charge$|\.logistics$/, 'plus or minus, and the reason, say it'],
  [/\.status$/, 'groups and information have no amount'],
  [/^totals\.(allowance_total|charge_total|vat)$/, 'the single sums are printed'],
  [/documents\.\d+\.type_code$|preceding_invoice\.type_code$/, 'a code for the kind of document'],
  [/vat_breakdown\.\d+\.(line_total|adjustment_total)$/, 'parts of the taxable amount, which is printed'],
]

const countries =
  'FR IT ES PT NL BE AT PL CZ SE FI DK GR HU RO BG HR SI SK IE LU MT CY EE LV LT CH NO IS'.split(' ')

/** Two of each list; every leaf has a value that nothing else has, as far as there are codes. */
function filled(schema: Variables, path: string, next: () => number): unknown {
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, each]) => [
        key,
        filled(each, path ? `${path}.${key}` : key, next),
      ]),
    )
  if (schema.type === 'array') return [0, 1].map((i) => filled(schema.items ?? {}, `${path}.${i}`, next))
  const n = next()
  if (schema.type === 'boolean') return true
  if (schema.type === 'number') return String(1000 + n)
  if (schema.format === 'date') return new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
  if (/country$/.test(path)) return countries[n % countries.length] ?? ''
  // A line that only groups others has no VAT of its own.
  return /\.status$/.test(path) ? 'DETAIL' : `term${n}x`
}

/** Codes that change the page. */
const FIXED: Record<string, unknown> = {
  type_code: '380',
  currency: 'EUR',
  tax_currency: 'SEK',
  tax_point_code: '72',
}

function everyTerm(variables: Variables, fields: readonly string[]) {
  let count = 0
  const next = () => ++count
  const data = Object.fromEntries(
    fields.map((field) => [field, filled(variables.properties?.[field] ?? {}, field, next)]),
  ) as Record<string, unknown>
  const { seller } = data as { seller: { address: object } }
  const german = { ...seller, address: { ...seller.address, country: 'DE' } }
  return { ...data, ...FIXED, seller: german, locale: 'en-GB' }
}

const locale = localeOf({ locale: 'en-GB', currency: 'EUR' }, ['en'])

/** The forms in which a value may stand on the page. */
function forms(path: string, value: string, data: Record<string, unknown>): unknown[] {
  if (/country$/.test(path)) return [country(value, locale)]
  if (/iban$/.test(path)) return [formatIban(value), value]
  if (/period\.(start|end)$/.test(path)) {
    const parts = path.split('.').slice(0, -1)
    const period = parts.reduce<unknown>((place, key) => (place as Record<string, unknown>)?.[key], data)
    const { start, end } = period as { start?: string; end?: string }
    return [dateRange(start, locale, end)]
  }
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return [date(value, locale)]
  if (!/^\d+$/.test(value)) return [value]
  const prices = [amount(value, locale, 12), money(value, locale), money(`-${value}`, locale)]
  return [...prices, number(value, locale), percent(value, locale), money(value, locale, 'SEK')]
}

describe.each(templates.map((template) => [template.id, template] as const))('%s', (_, template) => {
  const fields = Object.keys(template.invoice ?? {})

  test('maps every field of an invoice', () => {
    expect([...fields].sort()).toEqual(Object.keys(invoiceFields.shape).sort())
  })

  test('prints every term, or says here why not', async () => {
    const data = everyTerm(variablesSchema(template) ?? {}, fields)
    // Reasons of lines stand in the breakdown if it is not stated itself.
    const { vat_breakdown, totals, ...computed } = data as Record<string, unknown>
    const page = `${await pageText(template, data)} ${await pageText(template, computed)}`
    expect([vat_breakdown, totals]).not.toContain(undefined)
    const terms = [...leaves(data)].filter(([path]) => path !== 'locale')
    expect(terms.length).toBeGreaterThan(400)
    const missing = terms.filter(
      ([path, value]) =>
        !NOT_PRINTED.some(([term]) => term.test(path)) &&
        !forms(path, value, data).some(
          (form) => typeof form === 'string' && page.includes(form.replace(/\s+/g, ' ')),
        ),
    )
    expect(missing).toEqual([])
  })

  test('has a reason only for terms that there are', () => {
    const data = everyTerm(variablesSchema(template) ?? {}, fields)
    const paths = [...leaves(data), ...booleans(data)].map(([path]) => path)
    const needless = NOT_PRINTED.filter(([term]) => !paths.some((path) => term.test(path)))
    expect(needless).toEqual([])
  })
})

function* booleans(value: unknown, path = ''): Generator<[string, boolean]> {
  if (typeof value === 'boolean') yield [path, value]
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) yield* booleans(each, path ? `${path}.${key}` : key)
  }
}
