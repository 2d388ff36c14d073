import { describe, expect, it } from 'vitest'
import { Problem } from '../../../src/errors'
import { createEngine } from '../../../src/templates/engine'
import { localeOf } from '../../../src/templates/locale'

const engine = createEngine({})

/** What a template without a schema prints, with plain spaces. */
function render(source: string, data: Record<string, unknown>) {
  const globals = { locale: localeOf(data, ['en', 'de']), words: {}, data }
  const rendering = engine.render(engine.compile(source, '/page'), data, {}, globals)
  return rendering.advance(Number.POSITIVE_INFINITY)?.replace(/[\u00a0\u202f]/g, ' ')
}

function refusal(source: string, data: Record<string, unknown>) {
  try {
    return render(source, data)
  } catch (error) {
    if (error instanceof Problem) return [error.status, ...(error.errors ?? []).map(({ pointer }) => pointer)]
    throw error
  }
}

describe('a number in a string, in a template that declares none', () => {
  it.each([
    ['en', '1,234.50', '€1,234.50'],
    ['de', '1.234,50', '1.234,50 €'],
    ['de', '1234.5', '1.234,50 €'],
    ['en', '−12', '\u2212€12.00'],
    ['de-CH', "1'234.50", 'EUR 1&#39;234.50'],
  ])('is printed as money of the language: %s %s', (locale, price, expected) => {
    expect(render('{{ price | money }}', { locale, price })).toBe(expected)
  })

  it.each(['money', 'amount', 'number', 'percent'])(
    'stays as it is where %s is told more by it',
    (filter) => {
      for (const text of ['on request', '98.5 %', '12 kg', '$ 5', '2026-11-21', '+49 30 1234'])
        expect(render(`{{ text | ${filter} }}`, { text })).toBe(text)
    },
  )

  it('counts in arithmetic as what it means, on either side', () => {
    const data = { locale: 'de', price: '1.234,50 €', count: '3', rate: '19 %' }
    expect(render('{{ price | times: count }}', data)).toBe('3703.5')
    expect(render('{{ count | plus: price | minus: rate }}', data)).toBe('1218.5')
    expect(render('{{ price | divided_by: 2 | round }} {{ price | at_most: rate }}', data)).toBe('617 19')
  })

  it('counts in sums, totals and balances', () => {
    const lines = [
      { quantity: '2', net_price: '1.000,00 €', vat: '19 %' },
      { quantity: 1, net_price: '0,50', vat: { rate: '19' }, allowances: [{ percent: '10 %' }] },
    ]
    const data = {
      locale: 'de',
      lines,
      paid: '100,45',
      entries: [{ charge: '1.500,00' }, { payment: '0,5' }],
    }
    expect(render('{{ lines | sum: "net_price" }}', data)).toBe('1000.5')
    expect(
      render(
        '{% assign t = lines | totals: prepaid_amount: paid %}{{ t.net }} {{ t.gross }} {{ t.due }}',
        data,
      ),
    ).toBe('2000.45 2380.54 2280.09')
    expect(render('{% assign b = entries | running_balance: "1,00" %}{{ b.closing }}', data)).toBe('1500.50')
  })

  it('counts in the amount of a payment code', () => {
    const data = { locale: 'de', iban: 'DE89370400440532013000', due: '12,50 €' }
    const plain = '{{ iban | payment_qr: name: "A", amount: 12.5 }}'
    expect(render('{{ iban | payment_qr: name: "A", amount: due }}', data)).toBe(render(plain, data))
  })
})

describe('a text that is no number where the template calculates', () => {
  it.each([
    ['{{ a.b | times: 2 }}', { a: { b: 'ten' } }, '/data/a/b'],
    ['{{ 2 | plus: n }}', { n: 'ten' }, '/data/n'],
    ['{{ n | round }}', { n: { x: 1 } }, '/data/n'],
    ['{{ rows | sum: "n" }}', { rows: [{ n: 1 }, { n: 'ten' }] }, '/data/rows/1/n'],
    ['{% assign t = rows | totals %}', { rows: [{ net_price: 'ten' }] }, '/data/rows/0/net_price'],
    ['{% assign b = rows | running_balance: 0 %}', { rows: [{ charge: 'ten' }] }, '/data/rows/0/charge'],
  ])('is a 400 that points to it: %s', (source, data, pointer) => {
    expect(refusal(source, data)).toEqual([400, pointer])
  })

  it('is nothing where it is missing or blank', () => {
    expect(
      render('{{ missing | plus: 1 }} {{ blank | times: 2 }} {{ rows | sum: "n" }}', {
        blank: ' ',
        rows: [{}],
      }),
    ).toBe('1 0 0')
  })
})

it('sums and products have no noise of binary fractions', () => {
  expect(render('{{ 0.1 | plus: 0.2 }} {{ 1.1 | times: 3 }} {{ rows | sum }}', { rows: [0.1, 0.2] })).toBe(
    '0.3 3.3 0.3',
  )
})
