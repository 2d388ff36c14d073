import { describe, expect, it, test } from 'vitest'
import { builtinTemplates } from '../../../src/templates/builtin'
import { renderDocument } from '../../../src/templates/compile-page'
import { modulo10, swissBill } from '../../../src/templates/filters/swiss-bill'

const creditor = {
  name: 'Robert Schneider AG',
  address: { line1: 'Rue du Lac 1268', postcode: '2501', city: 'Biel', country: 'CH' },
}
const debtor = {
  name: 'Pia-Maria Rutschmann-Schnyder',
  address: { line1: 'Grosse Marktgasse 28', postcode: '9400', city: 'Rorschach', country: 'CH' },
}
const given = {
  iban: 'CH44 3199 9123 0008 8901 2',
  creditor,
  debtor,
  reference: '210000000003139471430009017',
  amount: '1949.75',
  currency: 'CHF',
  language: 'de',
}

describe('a Swiss QR-bill', () => {
  it('has a code of the lines that the guidelines fix, with structured addresses', () => {
    expect(swissBill(given)?.code.split('\n')).toEqual([
      ...['SPC', '0200', '1', 'CH4431999123000889012'],
      ...['S', 'Robert Schneider AG', 'Rue du Lac', '1268', '2501', 'Biel', 'CH'],
      ...['', '', '', '', '', '', ''],
      ...['1949.75', 'CHF'],
      ...['S', 'Pia-Maria Rutschmann-Schnyder', 'Grosse Marktgasse', '28', '9400', 'Rorschach', 'CH'],
      ...['QRR', '210000000003139471430009017', '', 'EPD'],
    ])
  })

  it('prints the reference and the amount in groups, under the official headings', () => {
    expect(swissBill(given)).toMatchObject({
      iban: 'CH44 3199 9123 0008 8901 2',
      reference: '21 00000 00003 13947 14300 09017',
      amount: '1\u00a0949.75',
      headings: { payment_part: 'Zahlteil', acceptance_point: 'Annahmestelle' },
      language: 'de',
    })
    expect(swissBill({ ...given, language: 'pt' })).toMatchObject({
      headings: { payment_part: 'Payment part' },
      language: 'en',
    })
  })

  it('is in English if the language is no word of ours', () => {
    expect(swissBill({ ...given, language: 'constructor' })).toMatchObject({
      headings: { payment_part: 'Payment part' },
      language: 'en',
    })
  })

  it('has the ISO code of the United Kingdom for UK', () => {
    const abroad = { ...debtor, address: { ...debtor.address, country: 'uk' } }
    expect(swissBill({ ...given, debtor: abroad })?.code.split('\n')[26]).toBe('GB')
  })

  it('has a creditor reference or a message with an ordinary IBAN', () => {
    const iban = 'CH58 0079 1123 0008 8901 2'
    const lines = (reference: string) =>
      swissBill({ ...given, iban, reference })
        ?.code.split('\n')
        .slice(27, 30)
    expect(lines('RF18 5390 0754 7034')).toEqual(['SCOR', 'RF18539007547034', ''])
    expect(lines('2026-0417')).toEqual(['NON', '', '2026-0417'])
  })

  it('leaves out who pays and how much if they are not known', () => {
    const bill = swissBill({ ...given, debtor: { name: 'Nobody' }, amount: undefined })
    expect(bill).toMatchObject({ debtor: [], amount: '' })
    expect(bill?.code.split('\n').slice(18, 27)).toEqual(['', 'CHF', '', '', '', '', '', '', ''])
  })

  it('has a debtor only if the country is known, and a creditor in the country of the account', () => {
    const { country: _, ...address } = creditor.address
    const countries = (change: object) => {
      const lines = swissBill({ ...given, ...change })?.code.split('\n') ?? []
      return [lines[10], lines[26]]
    }
    const inCountry = (country?: string) => ({ name: 'X', address: { ...address, country } })
    const inLiechtenstein = { iban: 'LI21088100002324013AA', reference: '' }
    expect(countries({ debtor: inCountry('Deutschland') })).toEqual(['CH', ''])
    expect(countries({ debtor: inCountry() })).toEqual(['CH', ''])
    expect(countries({ debtor: inCountry('de') })).toEqual(['CH', 'DE'])
    expect(countries({ debtor: inCountry('Schweiz') })).toEqual(['CH', 'CH'])
    expect(countries({ ...inLiechtenstein, creditor: inCountry() })).toEqual(['LI', 'CH'])
    expect(swissBill({ ...given, creditor: inCountry('Deutschland') })).toBeUndefined()
  })

  it('keeps letters that are written as two characters, and quotation marks and dashes in a plain form', () => {
    const written = {
      name: 'Mu\u0308ller \u2013 Nguyễn Дом',
      address: { ...creditor.address, city: 'Zu\u0308rich' },
    }
    const line1 = 'Rue de l\u2019\u00c9glise\u2026'
    const bill = swissBill({ ...given, creditor: { ...written, address: { ...written.address, line1 } } })
    expect(bill?.creditor).toEqual(['Müller - Nguyen', "Rue de l'Église...", '2501 Zürich'])
    expect(bill?.code).toContain("Müller - Nguyen\nRue de l'Église...\n")
  })

  test.each([
    ['another currency', { currency: 'USD' }],
    ['an account abroad', { iban: 'DE89370400440532013000' }],
    ['a wrong IBAN', { iban: 'CH45 3199 9123 0008 8901 2' }],
    ['a QR-IBAN without a QR reference', { reference: '2026-0417' }],
    ['a QR reference with a wrong check digit', { reference: '210000000003139471430009018' }],
    ['a creditor without an address', { creditor: { name: 'Robert Schneider AG' } }],
    ['an amount out of range', { amount: '1000000000' }],
    ['nothing to pay', { amount: '0' }],
  ])('is none with %s', (_, change) => {
    expect(swissBill({ ...given, ...change })).toBeUndefined()
  })

  it('has the check digit of the guidelines’ example', () => {
    expect(modulo10('21000000000313947143000901')).toBe(7)
  })
})

describe.each(['invoice/classic', 'invoice/letterhead', 'invoice/studio'])('%s in francs', (id) => {
  const template = builtinTemplates().find((one) => one.id === id)
  const print = async (data: Record<string, unknown>) => {
    if (!template) throw new Error(`no ${id}`)
    const { html } = await renderDocument(template, {
      currency: 'CHF',
      number: '2026-1',
      seller: creditor,
      buyer: debtor,
      lines: [{ name: 'Design', net_price: 100 }],
      payment: { iban: 'CH5800791123000889012' },
      ...data,
    })
    return html
  }

  it('ends with the bill, in a face that the guidelines allow', async () => {
    const html = await print({})
    expect(html).toContain('class="swiss-bill"')
    expect(html).toContain('font-family:"Liberation Sans"')
    expect(html).toContain('Separate before paying in')
  })

  it.each([
    { direct_debit: { mandate_id: 'M-1' } },
    { means_code: '59' },
    { means_code: '48' },
    { card: { number: '1234' } },
  ])('has none if it is not paid by transfer: %j', async (change) => {
    const html = await print({ payment: { iban: 'CH5800791123000889012', ...change } })
    expect(html).not.toContain('class="swiss-bill"')
  })

  it('names the payee as creditor, with the payee’s address or not at all', async () => {
    const payee = { name: 'Factoring AG', address: { postcode: '3000', city: 'Bern', country: 'CH' } }
    const billed = await print({ payee })
    expect(billed).toContain('<br>Factoring AG<br>3000 Bern')
    expect(billed).not.toContain(`<br>${creditor.name}<br>`)
    expect(await print({ payee: { name: 'Factoring AG' } })).not.toContain('class="swiss-bill"')
  })

  it('has none in euros, once it is paid, and on a credit note', async () => {
    for (const data of [{ currency: 'EUR' }, { status: 'Paid' }, { type_code: 381 }]) {
      const html = await print(data)
      expect(html).not.toContain('class="swiss-bill"')
      expect(html).not.toContain('font-family:"Liberation Sans"')
    }
  })
})

describe.each(['invoice/classic', 'invoice/letterhead', 'invoice/studio'])('%s', (id) => {
  const template = builtinTemplates().find((one) => one.id === id)
  const print = async (data: Record<string, unknown>) => {
    if (!template) throw new Error(`no ${id}`)
    const lines = [{ name: 'Design', net_price: 100 }]
    const { html } = await renderDocument(template, { seller: creditor, lines, ...data })
    return html.slice(html.indexOf('<body'))
  }

  test.each([
    ['paid', 'Paid', 'Amount paid'],
    ['Overdue', 'Overdue', 'Amount due'],
    ['draft', 'Draft', 'Amount due'],
    ['Disputed', 'Disputed', 'Amount due'],
  ])('shows the status %s', async (status, tag, due) => {
    const body = await print({ status })
    expect(body).toMatch(new RegExp(`<span class="status[^>]*>${tag}</span>`))
    expect(body).toContain(`<tr class="due"><th>${due}</th>`)
  })

  it('has a link to pay until it is paid, as a code too if the currency has none, and no link to a script', async () => {
    const payment_url = 'https://pay.example/1'
    const open = await print({ payment_url, currency: 'GBP' })
    expect(open).toContain('href="https://pay.example/1"')
    expect(open).toContain('Scan to pay')
    expect(await print({ payment_url, status: 'paid' })).not.toContain('href=')
    expect(await print({ payment_url: 'javascript:alert(1)' })).not.toContain('href=')
  })
})
