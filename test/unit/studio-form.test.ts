/** What a form of the Studio says of data by itself: what entries are called, and that nobody could pay. */
import { describe, expect, it } from 'vitest'
import { PlatenError } from '../../clients/typescript/src/errors'
import { entryName, ownName } from '../../studio/form/entry-name'
import { remarksOf } from '../../studio/form/remarks'
import { lacksAccount } from '../../studio/make/how-to-pay'
import classic from '../../templates/invoice/classic/sample.json'

describe('a form', () => {
  it('calls an entry of a list by the word for one, and by its own name', () => {
    const labels = ['Lines', 'Entries', 'Clauses', 'Addresses', 'Boxes', 'Aging', 'Status', 'Positionen']
    const names = labels.map((label, at) => entryName(label, at))
    const wanted = [
      'Line 1',
      'Entry 2',
      'Clause 3',
      'Address 4',
      'Box 5',
      'Aging 6',
      'Status 7',
      'Positionen 8',
    ]
    expect(names).toEqual(wanted)
    const schema = { properties: { name: {}, description: {} } }
    const rows = [{ name: ' Paint ' }, { description: 'x'.repeat(50) }, { name: 7 }, 'Paint']
    expect(rows.map((row) => ownName(schema, row))).toEqual(['Paint', `${'x'.repeat(40)}…`, '', ''])
  })

  it('tells that a bill has no account to pay to, unless it is paid, credited or paid in another way', () => {
    const schema = { 'x-first': ['number', 'payment.iban'] }
    const terms = { terms: classic.payment.terms }
    const lacks = (more: object) => lacksAccount(schema, { ...classic, payment: terms, ...more })
    expect([{}, { payment: undefined }, { payment: { iban: ' ' } }].map(lacks)).toEqual([true, true, true])
    const ways = [
      ...[{ payment: classic.payment }, { status: 'Paid' }],
      ...[{ type_code: 381 }, { payment: { accounts: [{ account_id: '1' }] } }],
    ]
    expect(ways.map(lacks)).toEqual(ways.map(() => false))
    expect(lacksAccount({ 'x-first': ['number'] }, {})).toBe(false)
  })

  it('says once at a field what a warning, a rule of e-invoices and a refusal say of it', () => {
    const schema = { properties: { number: {}, seller: { properties: { vat_id: {} } } } }
    const rule = 'data.number: The invoice number (BT-1) is missing: add it. (BR-02)'
    const warnings = `data.number is empty, and invoice/classic is not complete without it; ${rule}`
    const texts = (errors: readonly unknown[]) =>
      [...remarksOf(schema, { warnings, errors })].map(([path, said]) => [
        path,
        ...said.map(({ text, isFault }) => [text, isFault]),
      ])
    expect(texts([])).toEqual([['number', ['The invoice number is missing: add it. (BR-02)', false]]])
    const message = 'invoice.number: The invoice number (BT-1) is missing: add it.'
    const errors = [{ pointer: '/data/number', message, rule: 'BR-02' }]
    expect(texts([new PlatenError({ errors }, 422)])).toEqual([
      ['number', ['The invoice number is missing: add it. (BR-02)', true]],
    ])
  })
})
