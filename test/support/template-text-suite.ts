/**
 * What templates print, read back from the PDF that came over HTTP. All templates go through the same tests, of which
 * `npm test` does those of one template of each class.
 */
import { SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { builtinTemplates } from '../../src/templates/builtin'
import { newAccount } from './accounts'
import { type Part, partNamed } from './part'
import { pagesOf } from './pdf-text'
import { triesAll } from './runs'
import { applySchema } from './schema'

type Data = Record<string, unknown>

let key = ''

/** The data that the template with this id shows itself with. */
export function sampleOf(template_id: string): Data {
  return builtinTemplates().find(({ id }) => id === template_id)?.sample ?? {}
}

/** The text of each page of what the template prints. Only in a file of this suite, which makes the account. */
export async function printTemplate(template_id: string, data: Data, options: Data = {}): Promise<string[]> {
  const answer = await SELF.fetch('http://127.0.0.1/v1/generate', {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ template_id, data, options }),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
  return await pagesOf(await answer.bytes())
}

/** Which list has the rows, and the text of one of them. */
type Rows = {
  list: string
  row: (index: number) => Data
  /** A head of the table, which every page with rows repeats. */
  head?: string
}

const rows: Record<string, Rows> = {
  'contract/service': { list: 'clauses', row: (index) => ({ title: `Clause ${index};`, text: 'Terms.' }) },
  'event/badge': { list: 'attendees', row: (index) => ({ name: `Guest ${index};` }) },
  'event/ticket': { list: 'tickets', row: (index) => ({ holder: `Guest ${index};`, number: `T-${index}` }) },
  'catalog/price-list': {
    list: 'groups',
    row: (index) => ({ title: `Group ${index};`, items: [{ name: 'Article', price: index }] }),
  },
  'payslip/monthly': {
    list: 'earnings',
    row: (index) => ({ name: `Pay ${index};`, amount: index }),
    head: 'Amount',
  },
  'receipt/till': { list: 'lines', row: (index) => ({ name: `Line ${index};`, price: index }) },
  'reminder/payment': {
    list: 'invoices',
    row: (index) => ({ number: `Invoice ${index};`, amount: index }),
    head: 'Open',
  },
  'timesheet/hours': {
    list: 'entries',
    row: (index) => ({ task: `Task ${index};`, hours: 1 }),
    head: 'Hours',
  },
  'report/business': { list: 'sections', row: (index) => ({ title: `Part ${index};`, text: 'Text.' }) },
  'statement/account': {
    list: 'entries',
    row: (index) => ({ description: `Entry ${index};`, charge: index }),
    head: 'Balance',
  },
}
const line: Rows = {
  list: 'lines',
  row: (index: number) => ({ name: `Line ${index};`, quantity: index, net_price: 1.5, vat: 19 }),
}
const withLines = [
  'invoice/classic',
  'invoice/credit-note',
  'invoice/letterhead',
  'invoice/studio',
  'invoice/us-sales-tax',
  'order/purchase',
  'quote/proposal',
]
for (const id of withLines) rows[id] = { ...line, head: 'Quantity' }
rows['receipt/simple'] = line
rows['shipping/packing-slip'] = { ...line, head: 'Shipped' }

/** The pages as one text. */
const flat = (pages: string[]) => pages.join(' ')
/** Without spaces: readers guess them from gaps, and guess wrong in large type. */
export const letters = (text: string) => text.replace(/[\s\u00ad\ufffe-]+/g, '')

/** A card, a letter with a table, and a book. */
const ONE_OF_EACH_CLASS = new Set(['event/badge', 'invoice/letterhead', 'report/business'])
/** Those that are printed with a hundred rows, which takes longest. */
const ONE_OF_EACH_TABLE = new Set(['statement/account'])

/** Long texts, of which the longest that each paper holds are the ones that fail first. */
const SENTENCES = { few: [6, 40], others: [1, 14] }
const TIMES_AS_LONG = { few: [6], others: [1, 2] }

/** Templates of one page, and how many their samples fill. */
const PAGES_OF_SAMPLE = { 'certificate/classic': 1, 'event/badge': 2, 'event/ticket': 2, 'shipping/label': 1 }

/** Tests one template of each class, or all others. */
export function templateTextSuite(part: Part) {
  beforeAll(async () => {
    await applySchema()
    key = (await newAccount({ credits: 10_000, plan: 'Max' })).key
  })

  const templates = builtinTemplates().map(({ id, sample }) => [id, sample] as const)
  const chosen = partNamed(templates, ONE_OF_EACH_CLASS, part)
  const tables = partNamed(Object.entries(rows), ONE_OF_EACH_TABLE, part)

  describe.concurrent.each(chosen)('%s', (id, sample) => {
    /** The sample with another text for each name and title. */
    const renamed = (text: string) =>
      JSON.parse(JSON.stringify(sample), (name, value) =>
        ['name', 'recipient', 'title', 'subject', 'first_name'].includes(name) && typeof value === 'string'
          ? text
          : value,
      )

    it('prints injected markup and Liquid as text, once and whole', async () => {
      const hostile = '<b>x</b>{{7|times:7}}{%raw%}</style>'
      expect(letters(flat(await printTemplate(id, renamed(hostile))))).toContain(letters(hostile))
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
      expect(letters(flat(await printTemplate(id, wordy)))).toContain(letters(expected))
    })

    it('conforms to PDF/A-2b and PDF/UA-1, and runs from right to left in Arabic', async () => {
      const options = { pdf_format: 'PDF/A-2b', pdf_ua: true }
      // What does not conform is a 422.
      const text = flat(await printTemplate(id, { ...renamed('مرحبا'), locale: 'ar' }, options))
      // Readers give the letters in either order and in their presentation forms.
      expect(text.normalize('NFKC')).toMatch(/[\u0621-\u064a]{3,}/)
      if (triesAll) expect(await printTemplate(id, sample, options)).not.toHaveLength(0)
    })
  })

  describe.concurrent.each(tables)('%s with 100 rows', (id, { list, row, head }) => {
    it('prints every row, numbers the pages, and repeats the head of a table on each', async () => {
      const data = {
        ...sampleOf(id),
        locale: 'en-GB',
        [list]: Array.from({ length: 100 }, (_, index) => row(index + 1)),
      }
      const pages = await printTemplate(id, data)
      const text = letters(flat(pages))
      const [name] = Object.values(row(1)).filter((value) => typeof value === 'string')
      const label = String(name).replace(' 1;', '')
      for (let index = 1; index <= 100; index++) expect(text).toContain(`${label}${index};`)
      if (id.startsWith('event/')) return expect(pages).toHaveLength(100)
      // A roll is as long as it needs to be.
      if (id === 'receipt/till') return expect(pages).toHaveLength(1)
      expect(letters(pages.at(-1) ?? '')).toContain(`Page${pages.length}of${pages.length}`)
      const heads = pages.map(letters).filter((page) => new RegExp(`${label}\\d+;`).test(page))
      if (head) for (const page of heads) expect(page).toContain(head)
    })
  })

  describe.concurrent.each(chosen)('the logo of %s', (id, sample) => {
    it('is drawn although it is an SVG without a size, and is the name where it does not load', async () => {
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><text y="20">Drawn</text></svg>'
      const brand = {
        ...(sample.brand as Data),
        name: 'Acme Works',
        logo: `data:image/svg+xml,${encodeURIComponent(svg)}`,
      }
      expect(letters(flat(await printTemplate(id, { ...sample, brand })))).toContain('Drawn')
      const lost = { ...brand, logo: 'data:image/png;base64,AAAA' }
      const name = id === 'event/badge' ? 'Grid&Glyph2026' : 'AcmeWorks'
      expect(letters(flat(await printTemplate(id, { ...sample, brand: lost })))).toContain(name)
    })
  })

  describe('a certificate', () => {
    it.concurrent.each(SENTENCES[part])(
      'keeps signatures, number and date beside a text of %i sentences',
      async (times) => {
        const text =
          'has completed the two-year course in letterpress printing and bookbinding with distinction; '
        const pages = await printTemplate('certificate/classic', {
          ...sampleOf('certificate/classic'),
          text: `${text.repeat(times)} end of text`,
        })
        expect(pages.length).toBeLessThanOrEqual(times < 40 ? 1 : 2)
        for (const part of ['end of text', 'Prof. Henrik Lindqvist', '2026/0318', '27 June 2026']) {
          expect(letters(flat(pages))).toContain(letters(part))
        }
      },
    )
  })

  describe('a label', () => {
    it.concurrent.each(TIMES_AS_LONG[part])(
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
        const pages = await printTemplate('shipping/label', { ...sampleOf('shipping/label'), recipient })
        expect(pages).toHaveLength(1)
        const text = letters(flat(pages))
        for (const part of [address.line3, '80331München', 'Germany', '+49895552018', 'MP4471902268NL']) {
          expect(text).toContain(letters(part))
        }
      },
    )
  })

  describe('a template of one page', () => {
    it.concurrent.each(partNamed(Object.entries(PAGES_OF_SAMPLE), new Set(['event/ticket']), part))(
      'fills whatever paper it is printed on, and no more: %s',
      async (id, count) => {
        const sample = sampleOf(id)
        for (const [paper, orientation] of [
          ['A5', 'landscape'],
          ['Legal', 'landscape'],
          ['A3', 'portrait'],
        ]) {
          expect(
            await printTemplate(id, sample, { paper, orientation }),
            `${paper} ${orientation}`,
          ).toHaveLength(count)
        }
      },
    )
  })
}
