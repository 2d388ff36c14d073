import { describe, expect, test } from 'vitest'
import { checkInvoice } from '../../../src/e-invoice/check-invoice'
import { completeInvoice } from '../../../src/e-invoice/complete-invoice'
import { type Invoice, invoiceSchema } from '../../../src/e-invoice/schema'
import { writeInvoice } from '../../../src/e-invoice/write-profile'
import { faults } from '../../fixtures/faults'
import { invoices } from '../../fixtures/invoices'
import { vary } from '../../fixtures/vary'

const check = (invoice: Invoice) => checkInvoice(completeInvoice(invoiceSchema.parse(invoice)))
const rulesOf = (invoice: Invoice) => check(invoice).map(({ rule }) => rule)

describe('an invoice that breaks a rule is refused with its id and a pointer', () => {
  test.each(faults)('$rule at $change of "$base"', ({ rule, base, change, at, also = [] }) => {
    const invoice = invoices[base] as Invoice
    expect(check(invoice)).toEqual([])
    const found = check(vary(invoice, change))
    const pointer = at ?? Object.keys(change)[0]
    expect(found).toContainEqual({ rule, pointer, message: expect.stringMatching(/\w{3}/) })
    expect(found.map((each) => each.rule).sort()).toEqual([rule, ...also].sort())
  })
})

type Category = { code: string; prefix: string; base: keyof typeof invoices; rate: number | undefined }

const categories: Category[] = [
  { code: 'S', prefix: 'S', base: 'services', rate: 19 },
  { code: 'Z', prefix: 'Z', base: 'zero rated', rate: 0 },
  { code: 'E', prefix: 'E', base: 'small business, exempt', rate: 0 },
  { code: 'AE', prefix: 'AE', base: 'reverse charge', rate: 0 },
  { code: 'K', prefix: 'IC', base: 'intra-community supply', rate: 0 },
  { code: 'G', prefix: 'G', base: 'export', rate: 0 },
  { code: 'O', prefix: 'O', base: 'not subject to VAT', rate: undefined },
  { code: 'L', prefix: 'AF', base: 'Canary Islands', rate: 7 },
  { code: 'M', prefix: 'AG', base: 'Ceuta and Melilla', rate: 4 },
]

describe.each(categories)('VAT category $code', ({ code, prefix, base, rate }) => {
  const vat = { category: code, ...(rate !== undefined && { rate }) }
  const adjustment = { amount: 1, reason: 'Because', vat }
  /** The base with an allowance and a charge of the same category beside its lines. */
  const invoice = vary(invoices[base] as Invoice, { '/allowances': [adjustment], '/charges': [adjustment] })
  const taxed = ['S', 'L', 'M'].includes(code)
  const taxable = completeInvoice(invoice).breakdown[0]?.taxable.value
  const amount = Number(taxable?.units) / 10 ** Number(taxable?.scale)
  const reason = taxed || code === 'Z' ? {} : { exemption_reason: 'Because' }
  const stated = (group: object) => vary(invoice, { '/vat_breakdown': [{ ...vat, ...reason, ...group }] })

  test('conforms on lines, allowances and charges, with a breakdown computed or stated', () => {
    expect(check(invoice)).toEqual([])
    expect(check(stated({ taxable_amount: amount }))).toEqual([])
  })

  test(`stands in the breakdown (BR-${prefix}-01)`, () => {
    const other = code === 'S' ? { category: 'Z' } : { category: 'S', rate: 5 }
    expect(rulesOf(vary(invoice, { '/vat_breakdown': [other] }))).toContain(`BR-${prefix}-01`)
    expect(rulesOf(invoice)).not.toContain(`BR-${prefix}-01`)
  })

  test(`names its parties (BR-${prefix}-02, -03, -04)`, () => {
    const change =
      code === 'O'
        ? { '/seller/vat_id': 'DE123456789' }
        : { '/seller/vat_id': undefined, '/seller/tax_registration': undefined }
    const found = rulesOf(vary(invoice, change))
    expect(found).toEqual([`BR-${prefix}-02`, `BR-${prefix}-03`, `BR-${prefix}-04`])
  })

  test(`has its rate (BR-${prefix}-05, -06, -07)`, () => {
    const wrong = { S: 0, L: 0, M: -1 }[code] ?? 5
    const rates = { '/lines/0/vat/category': code, '/lines/0/vat/rate': wrong }
    const at = ['/lines/0/vat/rate', '/allowances/0/vat/rate', '/charges/0/vat/rate']
    const changes = { ...rates, '/allowances/0/vat/rate': wrong, '/charges/0/vat/rate': wrong }
    const rules = [`BR-${prefix}-05`, `BR-${prefix}-06`, `BR-${prefix}-07`]
    const found = check(vary(invoice, changes)).filter(({ rule }) => rules.includes(rule))
    expect(found.map(({ pointer }) => pointer)).toEqual(at)
    expect(found.map(({ rule }) => rule)).toEqual(rules)
  })

  test(`sums up its taxable amount to the cent (BR-${prefix}-08)`, () => {
    const found = check(stated({ taxable_amount: Math.round(amount * 100 + 1) / 100 }))
    expect(found).toContainEqual(
      expect.objectContaining({ rule: `BR-${prefix}-08`, pointer: '/vat_breakdown/0/taxable_amount' }),
    )
  })

  test(taxed ? `is taxed at its rate (BR-CO-17, BR-${prefix}-09)` : `is not taxed (BR-${prefix}-09)`, () => {
    expect(rulesOf(stated({ tax_amount: 0.5 }))).toContain(taxed ? 'BR-CO-17' : `BR-${prefix}-09`)
  })

  test(`gives a reason only where no VAT is charged (BR-${prefix}-10)`, () => {
    const change = taxed || code === 'Z' ? { exemption_reason: 'Because' } : { exemption_reason: undefined }
    const implied = ['AE', 'K', 'G', 'O'].includes(code)
    const unexplained = vary(stated(change), { '/lines/0/vat/exemption_reason': undefined })
    expect(rulesOf(unexplained)).toEqual(implied ? [] : [`BR-${prefix}-10`])
  })
})

test('an intra-community supply needs the VAT identifiers of both parties, a tax number is not enough', () => {
  const supply = invoices['intra-community supply'] as Invoice
  const change = { '/seller/vat_id': undefined, '/seller/tax_registration': '12/345' }
  expect(rulesOf(vary(supply, change))).toEqual(['BR-IC-02'])
  expect(rulesOf(vary(supply, { '/buyer/vat_id': undefined }))).toEqual(['BR-IC-02'])
})

test('reverse charge takes the register number of a buyer without a VAT identifier', () => {
  const invoice = vary(invoices['reverse charge'] as Invoice, { '/buyer/vat_id': undefined })
  expect(rulesOf(invoice)).toEqual(['BR-AE-02'])
  expect(rulesOf(vary(invoice, { '/buyer/legal_registration': '303265045' }))).toEqual([])
})

test('a tax representative stands in for the VAT identifier of the seller', () => {
  const change = { '/seller/vat_id': undefined, '/seller/tax_registration': undefined }
  expect(rulesOf(vary(invoices.everything as Invoice, change))).toEqual([])
})

test('the VAT total in the tax currency has the decimals of that currency, as it is printed', () => {
  const inYen = (vat: string) =>
    vary(invoices.services as Invoice, {
      '/tax_currency': 'JPY',
      '/totals': { vat_in_tax_currency: vat },
    })
  expect(check(inYen('1234.56'))).toMatchObject([
    { rule: 'ISO-4217', pointer: '/totals/vat_in_tax_currency', message: expect.stringContaining('JPY') },
  ])
  expect(rulesOf(inYen('1235'))).toEqual([])
  expect(rulesOf(vary(inYen('1234.56'), { '/tax_currency': 'USD' }))).toEqual([])
})

test('VAT that was rounded line by line is taken, a cent more than that explains is not', () => {
  const lines = ['0.03', '0.03', '0.03', '0.03'].map((net_price) => ({
    name: 'Sweet',
    quantity: 1,
    net_price,
    vat: { rate: 19 },
  }))
  const invoice = vary(invoices.services as Invoice, { '/lines': lines })
  const taxed = (tax_amount: number) =>
    rulesOf(vary(invoice, { '/vat_breakdown': [{ category: 'S', rate: 19, tax_amount }] }))
  expect(completeInvoice(invoice).totals.vat.value).toEqual({ units: 2n, scale: 2 })
  expect(taxed(0.04)).toEqual([])
  expect(taxed(0.05)).toEqual(['BT-117'])
  expect(taxed(3)).toEqual(['BR-CO-17'])
})

test('a rate that lines use and the stated breakdown leaves out is found (BR-S-08)', () => {
  const change = { '/vat_breakdown': [{ category: 'S', rate: 19 }] }
  const found = check(vary(invoices['discounts and charges'] as Invoice, change))
  expect(found).toEqual([expect.objectContaining({ rule: 'BR-S-08', pointer: '/vat_breakdown' })])
})

test.each([
  ['the vat of the line', undefined, '/lines/0/vat'],
  ['the stated breakdown', [{ category: 'E', rate: 0 }], '/vat_breakdown/0/exemption_reason'],
])('a missing exemption reason is asked for at %s (BR-E-10)', (_, breakdown, pointer) => {
  const lines = [{ name: 'Course', quantity: 1, net_price: 10, vat: { category: 'E' } }]
  const found = check(vary(invoices.services as Invoice, { '/lines': lines, '/vat_breakdown': breakdown }))
  expect(found.map((each) => [each.rule, each.pointer])).toEqual([['BR-E-10', pointer]])
})

test('a reason that has no place is pointed at on the line that gives it (BR-S-10)', () => {
  const change = { '/lines/1/vat/exemption_reason': 'Because' }
  const [found] = check(vary(invoices.services as Invoice, change))
  expect(found).toMatchObject({ rule: 'BR-S-10', pointer: '/lines/1/vat' })
})

test('lines that are exempt for different coded reasons do not fit one breakdown (BR-E-01)', () => {
  const lines = ['VATEX-EU-132-1I', 'VATEX-EU-132-1A'].map((exemption_reason_code) => ({
    name: 'Course',
    quantity: 1,
    net_price: 10,
    vat: { category: 'E', exemption_reason_code },
  }))
  expect(rulesOf(vary(invoices.services as Invoice, { '/lines': lines }))).toEqual(['BR-E-01'])
})

test('everything wrong is reported at once', () => {
  const empty = check({})
  expect(empty.map(({ rule }) => rule)).toEqual([
    'BR-02',
    'BR-03',
    'BR-05',
    'BR-16',
    'BR-06',
    'BR-08',
    'BR-CO-26',
    'BR-07',
    'BR-10',
  ])
})

test.each<[string, Record<string, unknown>, string[]]>([
  ['a VAT identifier with digits too few', { '/seller/vat_id': 'DE12345' }, ['BT-31']],
  ['the prefix of Greece by its country', { '/buyer/vat_id': 'GR123456789' }, ['BT-48']],
  ['nothing of one in groups', { '/seller/vat_id': 'DE 123 456 789' }, []],
  ['reverse charge as exempt', { '/lines': [lineOf('E', 'Reverse charge')] }, ['BT-118']],
  ['a code of another category', { '/lines': [lineOf('E', undefined, 'VATEX-EU-IC')] }, ['BT-118']],
  ['nothing of small businesses', { '/lines': [lineOf('E', '§ 19 UStG')] }, []],
  ['the tax of the Canary Islands elsewhere', { '/lines': [lineOf('L')] }, ['BT-118']],
])('what is hardly meant is a warning: %s', (_, change, rules) => {
  const invoice = vary(invoices.services as Invoice, change)
  const { advice, findings } = writeInvoice(invoice)
  expect(findings).toEqual([])
  expect(advice.map(({ rule }) => rule)).toEqual(rules)
})

test('goods that go nowhere, or out of the Union, are no intra-community supply', () => {
  const supply = invoices['intra-community supply'] as Invoice
  const told = (country: string) =>
    writeInvoice(vary(supply, { '/delivery/address/country': country })).advice.map(({ rule }) => rule)
  expect(told('FR')).toEqual([])
  expect(told('DE')).toEqual(['BT-118'])
  expect(told('CH')).toEqual(['BT-118'])
})

function lineOf(category: string, exemption_reason?: string, exemption_reason_code?: string) {
  const rate = category === 'L' ? { rate: 7 } : {}
  return {
    name: 'Course',
    quantity: 1,
    net_price: 10,
    vat: { category, ...rate, exemption_reason, exemption_reason_code },
  }
}
