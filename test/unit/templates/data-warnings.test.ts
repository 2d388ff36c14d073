/** What a caller is told of data that a template does not read, or does not find. */
import { describe, expect, it, test } from 'vitest'
import { builtinTemplates } from '../../../src/templates/builtin'
import { calendarDay } from '../../../src/time/calendar'
import {
  builtin,
  type Data,
  dataWarningsSuite,
  invoice,
  own,
  warningsFor,
} from '../../support/data-warnings-suite'
import { ONE_OF_EACH_CLASS } from '../../support/hostile-shapes'
import { findSlowness } from '../../support/slowness'

dataWarningsSuite(ONE_OF_EACH_CLASS)

test.each(builtinTemplates().map((template) => [template.id, template] as const))(
  'the sample of %s has all that it needs, and nothing that is not read',
  (_, template) => {
    expect(warningsFor(template, template.sample)).toEqual([])
  },
)

test.each(builtinTemplates().map((template) => [template.id, template] as const))(
  'empty data is told for %s, with names that it reads',
  (id, template) => {
    expect(warningsFor(template, {})).toEqual([
      expect.stringMatching(new RegExp(`^data is empty: ${id} reads \\w+.*GET /v1/templates/${id} `)),
    ])
  },
)

describe('an invoice tells', () => {
  it.each([
    [{ items: [{}] }, 'data.items is not read by invoice/classic; did you mean "lines"?'],
    [{ line_items: [{}] }, 'data.line_items is not read by invoice/classic; did you mean "lines"?'],
    [{ invoice_number: 7 }, 'data.invoice_number is not read by invoice/classic; did you mean "number"?'],
    [{ invoiceNumber: 7 }, 'data.invoiceNumber is not read by invoice/classic; did you mean "number"?'],
    [{ dueDate: 7 }, 'data.dueDate is not read by invoice/classic; did you mean "due_date"?'],
    [{ customer: 'X' }, 'data.customer is not read by invoice/classic; did you mean "buyer"?'],
    [{ iban: 'X' }, 'data.iban is not read by invoice/classic; did you mean "payment.iban"?'],
    [{ nunber: 'X' }, 'data.nunber is not read by invoice/classic; did you mean "number"?'],
    [
      { zzzzzzzzz: 1 },
      'data.zzzzzzzzz is not read by invoice/classic; GET /v1/templates/invoice/classic has what it reads',
    ],
    [
      {
        lines: [
          { name: 'C', net_price: 1, qty: 2 },
          { name: 'D', net_price: 1, qty: 2 },
        ],
      },
      'data.lines[0].qty (and in 1 more) is not read by invoice/classic; did you mean "quantity"?',
    ],
    [
      { buyer: { name: 'B', address: { zip: '1' } } },
      'data.buyer.address.zip is not read by invoice/classic; did you mean "postcode"?',
    ],
    [{ currency: 'Euro' }, 'data.currency "Euro" is no currency code (ISO 4217); send "EUR": EUR is used'],
    [
      { time_zone: 'Berlin' },
      'data.time_zone "Berlin" is no time zone (IANA, such as "Europe/Berlin"): UTC is used',
    ],
    [
      { locale: 'english' },
      'data.locale "english" is no language tag (BCP 47, such as "en-GB" or "de"); send "en": en is used',
    ],
    [{ buyer: '' }, 'data.buyer is empty, and invoice/classic is not complete without it'],
    [
      { number: null, lines: [] },
      'data.number, data.lines are empty, and invoice/classic is not complete without them',
    ],
    [
      { lines: [{ name: 'C', net_amount: 1 }, { name: 'D' }] },
      'data.lines[1].net_price is empty, and invoice/classic is not complete without it',
    ],
  ] as [Data, string][])('%j', (data, warning) => {
    expect(invoice(data)).toEqual([warning])
  })

  it('that it reads nothing of data, and what it reads', () => {
    expect(warningsFor(builtin('invoice/classic'), { a: 1 })[0]).toMatch(
      /^invoice\/classic reads nothing of data; it reads number, issue_date, seller, buyer, lines, .* and \d+ more$/,
    )
  })

  it('nothing of what it reads in another form: a plain name, one line without its list, null for absent', () => {
    expect(invoice({ buyer: 'Acme', lines: { name: 'C', net_price: '1' }, unknown: null })).toEqual([])
  })
})

describe('a template of one’s own tells what its Liquid does not read', () => {
  it.each<[string, string, Data, string[]]>([
    [
      'at the top',
      '{{ title }}{{ name }}',
      { nmae: 1, name: 2 },
      ['data.nmae is not read by my/page; did you mean "name"?'],
    ],
    [
      'in an object',
      '{% if buyer %}{{ buyer.name }}{% endif %}',
      { buyer: { nam: 1 } },
      ['data.buyer.nam is not read by my/page; did you mean "name"?'],
    ],
    [
      'in the entries of a loop',
      '{% for l in lines %}{{ l.quantity }}{% endfor %}',
      { lines: [{ qty: 1 }] },
      ['data.lines[0].qty is not read by my/page; did you mean "quantity"?'],
    ],
    [
      'in loops within loops',
      '{% for a in list %}{% for b in a.list %}{{ b.x }}{% endfor %}{% endfor %}',
      { list: [{ list: [{ yyyy: 1 }] }] },
      ['data.list[0].list[0].yyyy is not read by my/page, which reads x there'],
    ],
    [
      'but not where a filter or a partial reads the whole',
      '{{ a | json }}{% render "party", party: b %}{% assign c = d | sort %}',
      { a: { x: 1 }, b: { x: 1 }, d: [{ x: 1 }] },
      [],
    ],
    [
      'but not of what is found while rendering',
      '{{ a[key].b }}{{ key }}',
      { a: { x: { c: 1 } }, key: 'x' },
      [],
    ],
    [
      'but not what it counts from, nor what the service reads for titles and countries',
      '{{ seller.name }}{% increment n %}',
      { n: 1, type_code: '380', seller: { name: 'A', address: { country: 'DE' } } },
      [],
    ],
    [
      'but not below so many names that nobody writes them',
      `{{ ${Array.from({ length: 20_000 }, () => 'a').join('.')} }}`,
      { a: { a: {} } },
      [],
    ],
    [
      'but not settings that it prints itself',
      'Hola {{ name }}: {{ price }} {{ currency }}',
      { name: 1, price: 12, currency: '€', locale: 'es', time_zone: 'here' },
      [],
    ],
    [
      'of another shape than it reads',
      '{{ buyer.name }}{% for l in lines %}{{ l.name }}{% for p in l.parts %}{{ p.id }}{% endfor %}{% endfor %}',
      { buyer: 'A', lines: [{ name: 'B', parts: 'C' }] },
      [
        'data.buyer is a text, and my/page reads an object there: send one, {"name": …}',
        'data.lines[0].parts is a text, and my/page reads a list there: send one, [{"id": …}]',
      ],
    ],
    [
      'but not where it reads either',
      '{% if buyer.name %}{{ buyer.name }}{% else %}{{ buyer }}{% endif %}{{ list.first.name }}{% for t in terms %}{{ t[0] }}{% endfor %}{% if express.day %}x{% endif %}',
      { buyer: 'A', list: [{ name: 'B' }], terms: { days: 14 }, express: false },
      [],
    ],
    [
      'and settings that its filters read',
      '{{ price | money }}',
      { price: 12, currency: '€' },
      ['data.currency "€" is no currency code (ISO 4217); send "EUR": EUR is used'],
    ],
    [
      'but not what the service itself reads',
      '{{ name }}',
      { name: 1, locale: 'de', brand: { footer: 'x' } },
      [],
    ],
  ])('%s', (_, page, data, warnings) => {
    expect(warningsFor(own(page), data)).toEqual(warnings)
  })

  it('unless it reads nothing at all', () => {
    expect(warningsFor(own('Terms'), {})).toEqual([])
  })

  it('and what it declares as essential', () => {
    const template = own('{{ a }}{{ b }}{{ c }}', { essential: ['a|b'] })
    expect(warningsFor(template, { b: 1 })).toEqual([])
    expect(warningsFor(template, { a: ' ', c: 1 })).toContain(
      'data.a is empty, and my/page is not complete without it',
    )
  })
})

describe('however much is wrong', () => {
  it('so many names are told one by one, and the rest is counted', () => {
    const data = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`unknown${n}`, n]))
    const warnings = invoice(data)
    expect(warnings).toHaveLength(21)
    expect(warnings.at(-1)).toBe('980 more names in data are not read by invoice/classic')
  })

  it('an object is looked into once, however many essential paths lead through it', () => {
    let looked = 0
    const counted = new Proxy<Data>(
      {},
      {
        ownKeys: () => {
          looked++
          return []
        },
      },
    )
    const essential = Array.from({ length: 50 }, (_, n) => `a.a.a.a.a|b${n}`)
    warningsFor(own('{{ a | json }}', { essential }), { a: { p: counted, a: { a: { a: { a: 'x' } } } } })
    expect(looked).toBe(1)
  })

  it('so does a template’s Liquid', { timeout: 120_000 }, () => {
    let version = 0
    const read = (text: string) =>
      warningsFor(own(`${'{% for a in a.b %}{{ a.c }}{% endfor %}'.repeat(text.length / 100)}${version++}`), {
        x: 1,
      })
    // The shape does not matter: a template is as long as the text.
    expect(findSlowness(read, { letters: 'a' }, 50_000)).toBe(undefined)
  })
})

describe('what may be so is no mistake', () => {
  const line = (vat: unknown) => ({ lines: [{ name: 'C', net_price: 1, vat }] })
  const dates: [string, Data][] = [
    ['days in order', { issue_date: '2026-11-22', due_date: '2026-12-22' }],
    ['a prepayment', { type_code: 386, issue_date: '2026-11-22', due_date: '2026-11-01' }],
    ['an invoice that is paid', { business_process: 'S2', issue_date: '2026-11-22', due_date: '2026-11-01' }],
    ['what was paid before', { prepaid_amount: 1, issue_date: '2026-11-22', due_date: '2026-11-01' }],
    [
      'one day in Berlin',
      { time_zone: 'Europe/Berlin', issue_date: '2026-11-22', due_date: '2026-11-21T23:00:00.000Z' },
    ],
  ]
  const rates = [0, 0.05, 0.1, 0.25, 0.26, 0.125, 0.5, 0.65, 4, 5.5, 27].map((rate): [string, Data] => [
    `${rate} %`,
    line(rate),
  ])
  it.each([...dates, ...rates])('%s', (_, data) => {
    expect(invoice(data).filter((warning) => /before|less than|per cent/.test(warning))).toEqual([])
  })

  it('a letter that is later than the day it reminds of, and prices that are called rates', () => {
    const rate = { type: 'number', 'x-scalar': 'rate' } as const
    const reminder = own('{{ issue_date }} {{ due_date }} {{ hourly }} {{ exchange }}', {
      variables: {
        type: 'object',
        properties: { issue_date: {}, due_date: {}, hourly: rate, exchange: rate },
      },
    })
    const data = { issue_date: '2026-11-22', due_date: '2026-11-01', hourly: 120, exchange: 0.19 }
    expect(warningsFor(reminder, data)).toEqual([])
  })

  it('days of a template of one’s own that are called as ours are', () => {
    const properties = { issue_date: {}, valid_until: {}, address: { properties: { country: {} } } }
    const pass = own('{{ issue_date }} {{ valid_until }} {{ address.country }}', {
      variables: { type: 'object', properties },
    })
    const data = { issue_date: '2026-11-22', valid_until: '2026-11-01', address: { country: 'Germany' } }
    expect(warningsFor(pass, data)).toEqual([])
  })

  it('but an offer that is over before it begins', () => {
    const days = { issue_date: '2026-11-22', valid_until: '2026-11-01' }
    const offer = builtin('quote/proposal')
    expect(warningsFor(offer, { ...offer.sample, ...days })).toEqual([
      expect.stringMatching(/valid_until .* is before/),
    ])
  })

  it('but an invoice that was due before it was written, and a share', () => {
    expect(invoice({ issue_date: '2026-11-22', due_date: '2026-11-01', ...line(0.19) })).toEqual([
      expect.stringMatching(/vat 0\.19 is less than 1 %: if 19 % is meant, send 19/),
      expect.stringMatching(/due_date 2026-11-01 is before data\.issue_date 2026-11-22/),
    ])
  })
})

it('a country is known by its name in other languages, too', () => {
  for (const [name, code] of Object.entries({
    Deutschland: 'DE',
    'états-unis': 'US',
    Österreich: 'AT',
    Schweiz: 'CH',
  })) {
    const warnings = invoice({ buyer: { name: 'B', address: { country: name } } })
    expect(warnings).toContainEqual(expect.stringContaining(`is a name: send "${code}"`))
  }
})

it('a day that no month has is printed as it is, as its warning says', () => {
  expect(invoice({ issue_date: '2026-02-30' })).toEqual([expect.stringMatching(/is no day of the calendar/)])
  for (const day of ['2026-02-30', '2026-02-30T10:00:00Z', '2025-02-29'])
    expect(calendarDay(day, 'UTC')).toBeUndefined()
  expect(calendarDay('2028-02-29', 'UTC')).toBe('2028-02-29')
})
