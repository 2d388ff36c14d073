/** What each template prints, read back from the PDF that came over HTTP. */
import { SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { builtinTemplates } from '../../src/templates/builtin'
import { newAccount } from '../support/accounts'
import { pagesOf } from '../support/pdf-text'
import { applySchema } from '../support/schema'

type Data = Record<string, unknown>

let key = ''

beforeAll(async () => {
  await applySchema()
  key = (await newAccount({ credits: 10_000, plan: 'Max' })).key
})

async function print(template_id: string, data: Data, options: Data = {}): Promise<string[]> {
  const answer = await SELF.fetch('http://127.0.0.1/v1/generate', {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ template_id, data, options }),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
  return await pagesOf(await answer.bytes())
}

/** The word each document calls itself by, or that it cannot do without, in each language. */
const words: Record<string, [en: string, de: string, fr: string]> = {
  'certificate/classic': ['This is to certify that', 'Hiermit wird bescheinigt', 'Il est certifié que'],
  'contract/service': ['hereinafter', 'nachfolgend', 'ci-après'],
  'event/badge': ['26 Nov', '26. Nov', '26 nov'],
  'invoice/classic': ['Invoice no.', 'Rechnungs-Nr.', 'Facture nº'],
  'invoice/letterhead': ['Invoice no.', 'Rechnungs-Nr.', 'Facture nº'],
  'invoice/studio': ['Amount due', 'Zu zahlen', 'Net à payer'],
  'letter/formal': ['Enclosures', 'Anlagen', 'Pièces jointes'],
  'order/purchase': ['Purchase order', 'Bestellung', 'Bon de commande'],
  'quote/proposal': ['Valid until', 'Gültig bis', 'Valable'],
  'receipt/simple': ['Paid by', 'Bezahlt mit', 'Réglé par'],
  'report/business': ['Prepared by', 'Verfasst von', 'Rédigé par'],
  'shipping/label': ['From', 'Absender', 'Expéditeur'],
  'shipping/packing-slip': ['Packing slip', 'Lieferschein', 'Bon de livraison'],
  'statement/account': ['Statement of account', 'Kontoauszug', 'Relevé de compte'],
}

/** Which list has the rows, and the text of one of them. */
const rows: Record<string, { list: string; row: (index: number) => Data }> = {
  'contract/service': { list: 'clauses', row: (index) => ({ title: `Clause ${index};`, text: 'Terms.' }) },
  'event/badge': { list: 'attendees', row: (index) => ({ name: `Guest ${index};` }) },
  'report/business': { list: 'sections', row: (index) => ({ title: `Part ${index};`, text: 'Text.' }) },
  'statement/account': {
    list: 'entries',
    row: (index) => ({ description: `Entry ${index};`, charge: index }),
  },
}
const line = {
  list: 'lines',
  row: (index: number) => ({ name: `Line ${index};`, quantity: index, net_price: 1.5, vat: 19 }),
}
const withLines = [
  'invoice/classic',
  'invoice/letterhead',
  'invoice/studio',
  'order/purchase',
  'quote/proposal',
  'receipt/simple',
  'shipping/packing-slip',
]
for (const id of withLines) rows[id] = line

const flat = (pages: string[]) => pages.join(' ')
/** Without spaces: readers guess them from gaps, and guess wrong in large type. */
const letters = (text: string) => text.replace(/[\s\u00ad\ufffe-]+/g, '')

describe.concurrent.each(builtinTemplates().map(({ id, sample }) => [id, sample] as const))(
  '%s',
  (id, sample) => {
    it('speaks English, German and French', async () => {
      for (const [index, locale] of ['en-GB', 'de', 'fr'].entries()) {
        const text = letters(flat(await print(id, { ...sample, locale })))
        expect(text).toContain(letters(words[id]?.[index] ?? 'no word'))
      }
    })

    it('prints injected markup and Liquid as text, once and whole', async () => {
      const hostile = '<b>x</b>{{7|times:7}}{%raw%}</style>'
      const poisoned = JSON.parse(JSON.stringify(sample), (name, value) =>
        ['name', 'recipient', 'title', 'subject', 'first_name'].includes(name) && typeof value === 'string'
          ? hostile
          : value,
      )
      expect(letters(flat(await print(id, poisoned)))).toContain(letters(hostile))
    })

    it('keeps every letter of very long words', async () => {
      const long = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(2)
      const name =
        id === 'event/badge'
          ? { attendees: [{ company: 'Rindfleischetikettierung'.repeat(2), name: 'A' }] }
          : {}
      const wordy = {
        ...sample,
        ...(id in rows &&
          id !== 'event/badge' && {
            [rows[id]?.list ?? '']: [{ ...rows[id]?.row(1), name: long, title: long, description: long }],
          }),
        ...{
          recipient: typeof sample.recipient === 'object' ? { name: long } : long,
          body: long,
          title: long,
        },
        ...name,
      }
      const expected = id === 'event/badge' ? 'Rindfleischetikettierung'.repeat(2) : long
      expect(letters(flat(await print(id, wordy)))).toContain(letters(expected))
    })

    it('runs from right to left', async () => {
      const arabic = 'مرحبا'
      const data = JSON.parse(JSON.stringify(sample), (name, value) =>
        ['name', 'recipient', 'title', 'subject', 'first_name'].includes(name) && typeof value === 'string'
          ? arabic
          : value,
      )
      const text = flat(await print(id, { ...data, locale: 'ar' }))
      // Readers give the letters in either order and in their presentation forms.
      expect(text.normalize('NFKC')).toMatch(/[\u0621-\u064a]{3,}/)
    })
  },
)

describe.concurrent.each(Object.entries(rows))('%s with 200 rows', (id, { list, row }) => {
  it('prints every row, numbers the pages, and repeats the head of a table on each', async () => {
    const sample = builtinTemplates().find((template) => template.id === id)?.sample ?? {}
    const data = {
      ...sample,
      locale: 'en-GB',
      [list]: Array.from({ length: 200 }, (_, index) => row(index + 1)),
    }
    const pages = await print(id, data)
    const text = letters(flat(pages))
    const [name] = Object.values(row(1)).filter((value) => typeof value === 'string')
    const label = String(name).replace(' 1;', '')
    for (let index = 1; index <= 200; index++) expect(text).toContain(`${label}${index};`)
    if (id === 'event/badge') return expect(pages).toHaveLength(200)
    expect(letters(pages.at(-1) ?? '')).toContain(`Page${pages.length}of${pages.length}`)
    const head = { lines: id === 'shipping/packing-slip' ? 'Shipped' : 'Quantity', entries: 'Balance' }[list]
    const heads = pages.map(letters).filter((page) => new RegExp(`${label}\\d+;`).test(page))
    if (head && id !== 'receipt/simple') for (const page of heads) expect(page).toContain(head)
  })
})

const sampleOf = (wanted: string) => builtinTemplates().find(({ id }) => id === wanted)?.sample ?? {}

describe('a report', () => {
  it('has a cover of one page on Letter too, which says how many sections its contents leave out', async () => {
    const sections = Array.from({ length: 20 }, (_, index) => ({ title: `Part ${index + 1};` }))
    for (const paper of ['A4', 'Letter']) {
      const pages = await print('report/business', { ...sampleOf('report/business'), sections }, { paper })
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
    const [first = '', ...more] = await print('invoice/classic', {
      ...sampleOf('invoice/classic'),
      locale: 'de',
      ...none,
      lines,
    })
    expect(letters(first)).toContain('Whatwasdelivered')
    expect(letters(more.join(''))).toContain('1.190,00')
  })
})

describe('a certificate', () => {
  it.concurrent.each([1, 6, 14, 40])(
    'keeps signatures, number and date beside a text of %i sentences',
    async (times) => {
      const text =
        'has completed the two-year course in letterpress printing and bookbinding with distinction; '
      const sample = builtinTemplates().find(({ id }) => id === 'certificate/classic')?.sample ?? {}
      const pages = await print('certificate/classic', {
        ...sample,
        text: `${text.repeat(times)} end of text`,
      })
      expect(pages.length).toBeLessThanOrEqual(times < 40 ? 1 : 2)
      for (const part of ['end of text', 'Prof. Henrik Lindqvist', '2026/0318', '27 June 2026']) {
        expect(letters(flat(pages))).toContain(letters(part))
      }
    },
  )
})

describe('a template of one page', () => {
  const pages = { 'certificate/classic': 1, 'event/badge': 2, 'shipping/label': 1 }

  it.concurrent.each(Object.entries(pages))(
    'fills whatever paper it is printed on, and no more: %s',
    async (id, count) => {
      const sample = builtinTemplates().find((one) => one.id === id)?.sample ?? {}
      for (const [paper, orientation] of [
        ['A5', 'landscape'],
        ['Legal', 'landscape'],
        ['A3', 'portrait'],
      ]) {
        expect(await print(id, sample, { paper, orientation }), `${paper} ${orientation}`).toHaveLength(count)
      }
    },
  )
})

describe('a label', () => {
  it.concurrent.each([1, 2, 6])(
    'prints a recipient whole whose lines are %i times as long as usual',
    async (times) => {
      const long = (text: string) => Array.from({ length: times }, () => text).join(' ')
      const address = {
        line1: long('Gebäude 14, Aufgang C, vierter Stock'),
        line2: long('Industriepark Nord-West, Lindenstraße'),
        line3: long('Wareneingang 3, montags bis freitags'),
        postcode: '80331',
        city: 'München-Schwabing',
        country: 'DE',
      }
      const contact = { name: 'Marie-Luise von Hohenstein', phone: '+49 89 5552 018' }
      const recipient = { name: long('Gesellschaft für Präzisionsinstrumente mbH'), contact, address }
      const sample = builtinTemplates().find(({ id }) => id === 'shipping/label')?.sample
      const pages = await print('shipping/label', { ...sample, recipient })
      expect(pages).toHaveLength(1)
      const text = letters(flat(pages))
      for (const part of [address.line3, '80331München', 'Germany', '+49895552018', 'MP4471902268NL']) {
        expect(text).toContain(letters(part))
      }
    },
  )
})

describe.concurrent.each(builtinTemplates().map(({ id, sample }) => [id, sample] as const))(
  'the logo of %s',
  (id, sample) => {
    it('is drawn although it is an SVG without a size, and is the name where it does not load', async () => {
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><text y="20">Drawn</text></svg>'
      const brand = {
        ...(sample.brand as Data),
        name: 'Acme Works',
        logo: `data:image/svg+xml,${encodeURIComponent(svg)}`,
      }
      expect(letters(flat(await print(id, { ...sample, brand })))).toContain('Drawn')
      const lost = { ...brand, logo: 'data:image/png;base64,AAAA' }
      const name = id === 'event/badge' ? 'Grid&Glyph2026' : 'AcmeWorks'
      expect(letters(flat(await print(id, { ...sample, brand: lost })))).toContain(name)
    })
  },
)
