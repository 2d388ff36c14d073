import { describe, expect, it } from 'vitest'
import { letters, printTemplate, sampleOf, templateTextSuite } from '../support/template-text-suite'

templateTextSuite('few')

describe('a report', () => {
  it('has a cover of one page on Letter too, which says how many sections its contents leave out', async () => {
    const sections = Array.from({ length: 20 }, (_, index) => ({ title: `Part ${index + 1};` }))
    for (const paper of ['A4', 'Letter']) {
      const pages = await printTemplate(
        'report/business',
        { ...sampleOf('report/business'), sections },
        { paper },
      )
      expect(letters(pages[0] ?? '')).toContain('Part12;and8more')
      expect(letters(pages[1] ?? '')).toContain('Summary')
    }
  })
})

describe('an invoice', () => {
  it('begins a very long description on its first page', async () => {
    const description = 'What was delivered, and how, and by whom. '.repeat(150)
    const lines = [{ name: 'Survey', description, quantity: '1', net_price: '€ 1.000,00', vat: '19 %' }]
    const none = { allowances: [], charges: [], prepaid_amount: 0 }
    const [first = '', ...more] = await printTemplate('invoice/classic', {
      ...sampleOf('invoice/classic'),
      locale: 'de',
      ...none,
      lines,
    })
    expect(letters(first)).toContain('Whatwasdelivered')
    expect(letters(more.join(''))).toContain('1.190,00')
  })
})

describe('an invoice in francs', () => {
  it('ends with a Swiss QR-bill on a page of its own, which conforms to PDF/A-3b and PDF/UA-1', async () => {
    const address = { line1: 'Rue du Lac 1268', postcode: '2501', city: 'Biel', country: 'CH' }
    const data = {
      locale: 'de-CH',
      currency: 'CHF',
      number: '2026-1',
      seller: { name: 'Robert Schneider AG', address },
      lines: [{ name: 'Satz', quantity: 1, net_price: '1949.75' }],
      payment: { iban: 'CH4431999123000889012', reference: '210000000003139471430009017' },
    }
    for (const id of ['invoice/classic', 'invoice/letterhead', 'invoice/studio']) {
      const pages = await printTemplate(id, data, { pdf_format: 'PDF/A-3b', pdf_ua: true })
      expect(pages, id).toHaveLength(2)
      const bill = letters(pages[1] ?? '')
      for (const part of ['Empfangsschein', 'Zahlteil', 'Zahlbardurch(Name/Adresse)', '1949.75'])
        expect(bill, id).toContain(part)
      expect(bill, id).toContain('210000000003139471430009017')
    }
  })
})
