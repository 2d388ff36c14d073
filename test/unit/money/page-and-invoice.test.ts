/** The page and the e-invoice inside it are one invoice: what the one prints, the other says. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareFacturX } from '../../../src/e-invoice/facturx'
import { Problem } from '../../../src/errors'
import { currencyDigits } from '../../../src/money/currencies'
import { decimal, format } from '../../../src/money/decimal'
import { builtinTemplates } from '../../../src/templates/builtin'
import { renderDocument } from '../../../src/templates/document'

const template = builtinTemplates().find(({ id }) => id === 'invoice/classic')
if (!template?.invoice) throw new Error('invoice/classic maps no invoice')
const { invoice: fields, sample } = template

/** Numbers as plain text, in the order in which `pattern` finds them. */
const numbers = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) =>
    format(decimal(found.replaceAll('\u2212', '-').replace(/[^\d.-]/g, ''))),
  )

function printed(data: Record<string, unknown>) {
  const { html } = renderDocument(template as NonNullable<typeof template>, { ...data, locale: 'en' })
  const body = html.slice(html.indexOf('<body'))
  const lines = body.slice(body.indexOf('<table class="lines">'), body.indexOf('</tbody>'))
  const totals = body.slice(body.indexOf('<table class="totals'))
  return {
    lines: numbers(lines, /<td class="figure">([^<]*)<\/td>(?=\s*<\/tr>)/g),
    taxes: numbers(totals, /<tr><th>(?:VAT|IGIC) .*?<\/th><td>([^<]*)<\/td>/g),
    due: numbers(totals, /<tr class="due"><th>[^<]*<\/th><td>([^<]*)<\/td>/g),
  }
}

function said(data: Record<string, unknown>) {
  const prepared = prepareFacturX({ mapped: { data, fields: fields as Record<string, string> } })
  if (prepared.level === 'prepared') throw new Error('no invoice')
  const xml = new TextDecoder().decode(prepared.xml)
  const header = xml.slice(xml.indexOf('<ram:ApplicableHeaderTradeSettlement>'))
  return {
    lines: numbers(xml, /<ram:LineTotalAmount>([^<]*)<\/ram:LineTotalAmount>/g).slice(0, -1),
    taxes: numbers(header, /<ram:CalculatedAmount>([^<]*)<\/ram:CalculatedAmount>/g),
    due: numbers(header, /<ram:DuePayableAmount>([^<]*)<\/ram:DuePayableAmount>/g),
  }
}

const total = (amounts: readonly string[]) =>
  amounts.reduce((sum, amount) => sum + Number(amount), 0).toFixed(3)

const price = fc.integer({ min: 0, max: 9_999_999 }).map((units) => (units / 10_000).toFixed(4))
const vat = fc.constantFrom(
  { rate: 19 },
  { rate: 7 },
  { category: 'S', rate: 5.5 },
  { category: 'L', rate: 7 },
  { category: 'Z' },
)
const whole = fc.integer({ min: 0, max: 900 })
const percent = fc.integer({ min: 1, max: 9_999 }).map((units) => (units / 100).toFixed(2))
const adjustment = fc.oneof(
  fc.record({ reason: fc.constant('because'), percent }),
  fc.record({ reason: fc.constant('because'), percent, base_amount: whole }),
  fc.record({ reason: fc.constant('because'), amount: whole }),
)
const onLine = fc.array(adjustment, { maxLength: 2 })
const line = fc.record({
  name: fc.constant('Item'),
  quantity: fc.integer({ min: -99_999, max: 99_999 }).map((units) => units / 1000),
  net_price: price,
  base_quantity: fc.constantFrom(1, 3, 100),
  vat,
  allowances: onLine,
  charges: onLine,
})
const onDocument = fc.array(
  fc.tuple(adjustment, vat).map(([terms, each]) => ({ ...terms, vat: each })),
  { maxLength: 2 },
)
const invoice = fc.record({
  currency: fc.constantFrom('EUR', 'EUR', 'JPY', 'KWD', 'CLP', 'HUF', 'USD'),
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  allowances: onDocument,
  charges: onDocument,
  prepaid_amount: whole,
})

/** Runs of the property: all in CI. */
const RUNS = Number(process.env.PLATEN_RUNS ?? 300)

test('what the page prints is what the e-invoice says, for every currency’s decimals', () => {
  let refused = 0
  fc.assert(
    fc.property(invoice, (varied) => {
      const data = { ...sample, rounding_amount: undefined, ...varied }
      const page = printed(data)
      try {
        const xml = said(data)
        expect(page.lines).toEqual(xml.lines)
        expect(page.due).toEqual(xml.due)
        expect(total(page.taxes)).toBe(total(xml.taxes))
      } catch (error) {
        // EN 16931 writes two decimals, and a dinar has three: what does not fit is refused, not rounded away.
        if (!(error instanceof Problem)) throw error
        expect(currencyDigits(varied.currency)).toBe(3)
        expect(error.errors?.every(({ rule }) => rule?.startsWith('BR-DEC-'))).toBe(true)
        refused += 1
      }
    }),
    { numRuns: RUNS },
  )
  expect(refused).toBeLessThan(RUNS / 3)
})

test.each([
  ['a percentage of an unrounded price', 'EUR', '100.045', '107.15'],
  ['a currency without decimals', 'JPY', '1000.4', '1071'],
])('%s comes out the same', (_, currency, net_price, due) => {
  const lines = [
    { name: 'A', quantity: 1, net_price, vat: { rate: 19 }, allowances: [{ percent: 10, reason: 'x' }] },
  ]
  const data = {
    ...sample,
    currency,
    lines,
    allowances: [],
    charges: [],
    prepaid_amount: 0,
    rounding_amount: 0,
  }
  expect(printed(data).due).toEqual([due])
  expect(said(data).due).toEqual([due])
})
