import { describe, expect, it } from 'vitest'
import { canonicalHash } from '../../../src/crypto/hashes'
import { prepareFacturX } from '../../../src/e-invoice/facturx'
import { builtinTemplates } from '../../../src/templates/builtin'
import { design } from '../../../src/templates/builtin.data'
import { compilePage, renderDocument, templateEngine, variablesOf } from '../../../src/templates/compile-page'
import { manifestSchema } from '../../../src/templates/manifest'
import { hashedOptions, type PageOptions, withOwnSize } from '../../../src/templates/page-size'

const templates = builtinTemplates()
/** What the document tells partials beside the data. */
const shared = ['direction', 'home', 'language']

/** The word each document calls itself by, or that it cannot do without, in each language. */
const words: Record<string, [en: string, de: string, fr: string]> = {
  'catalog/price-list': ['Prices include VAT.', 'Alle Preise inklusive USt.', 'Prix TTC.'],
  'certificate/classic': ['This is to certify that', 'Hiermit wird bescheinigt', 'Il est certifié que'],
  'contract/service': ['hereinafter', 'nachfolgend', 'ci-après'],
  'event/badge': ['Nov 26', '26. Nov', '26 nov'],
  'event/ticket': ['Doors open', 'Einlass ab', 'Ouverture des portes'],
  'invoice/classic': ['Invoice no.', 'Rechnungsnummer', 'Facture nº'],
  'invoice/credit-note': ['Credit note', 'Kaufmännische Gutschrift', 'Avoir'],
  'invoice/us-sales-tax': ['Sales tax', 'Verkaufssteuer', 'Taxe de vente'],
  'invoice/letterhead': ['Invoice no.', 'Rechnungsnummer', 'Facture nº'],
  'invoice/studio': ['Invoice no.', 'Rechnungsnummer', 'Facture nº'],
  'letter/formal': ['Enclosures', 'Anlagen', 'Pièces jointes'],
  'order/purchase': ['Purchase order', 'Bestellung', 'Bon de commande'],
  'payslip/monthly': ['Net pay', 'Auszahlungsbetrag', 'Net à payer'],
  'quote/proposal': ['Valid until', 'Gültig bis', 'Valable'],
  'receipt/simple': ['Paid by', 'Bezahlt mit', 'Réglé par'],
  'receipt/till': ['Including VAT', 'Enthaltene USt.', 'Dont TVA'],
  'reminder/payment': ['Second reminder', '2. Mahnung', 'Deuxième relance'],
  'report/business': ['Prepared by', 'Verfasst von', 'Rédigé par'],
  'shipping/label': ['From', 'Absender', 'Expéditeur'],
  'shipping/packing-slip': ['Packing slip', 'Lieferschein', 'Bon de livraison'],
  'statement/account': ['Statement of account', 'Kontoauszug', 'Relevé de compte'],
  'timesheet/hours': ['Approved by', 'Freigegeben von', 'Approuvé par'],
}

/** What stands on the page: the head holds fonts in base64, which may spell anything. */
const bodyOf = (html: string) => html.slice(html.indexOf('<body'))

describe.each(templates.map((template) => [template.id, template] as const))('%s', (_id, template) => {
  it('has a manifest of the declared form, and declares every variable that it reads', () => {
    const { id: _, page: __, style: ___, sample: ____, preview, ...rest } = template
    expect(manifestSchema.safeParse(rest).error).toBeUndefined()
    expect(preview).not.toBe('')
    const read = templateEngine()
      .variables(compilePage(template.page))
      .filter((name) => !shared.includes(name))
    expect(variablesOf(template)).toEqual(expect.arrayContaining(read))
  })

  it('has a sample that it declares in whole', () => {
    expect(variablesOf(template)).toEqual(expect.arrayContaining(Object.keys(template.sample)))
  })

  it.each(Object.keys(design.words))('has all its words in %s', async (locale) => {
    const { html } = await renderDocument(template, { ...template.sample, locale, labels: {} })
    const text = bodyOf(html).replace(/<[^>]*>|&shy;/g, '')
    const inMain = words[template.id]?.[['en', 'de', 'fr'].indexOf(locale)]
    if (['en', 'de', 'fr'].includes(locale)) expect(text).toContain(inMain ?? 'no word')
    const keys = [...template.page.matchAll(/'(\w+)' \| t\b/g)].map(([, key]) => key ?? '')
    for (const key of keys) expect(design.words[locale]?.[key], key).toBeDefined()
    expect(html).toContain(`lang="${locale}" dir="${['ar', 'he'].includes(locale) ? 'rtl' : 'ltr'}"`)
    expect(bodyOf(html)).not.toMatch(/undefined|\[object|NaN/)
  })

  it('prints neither "undefined" nor anything of a caller’s without data', async () => {
    const { html } = await renderDocument(template, {})
    expect(bodyOf(html)).not.toMatch(/undefined|\[object|NaN|null/)
  })

  it('takes markup in every text as text', async () => {
    const hostile = '<script>alert(1)</script>{{ 7 | times: 7 }}'
    const poisoned = JSON.parse(JSON.stringify(template.sample), (key, value) =>
      typeof value === 'string' && !['locale', 'currency', 'time_zone'].includes(key) ? hostile : value,
    )
    const { html } = await renderDocument(template, poisoned)
    expect(html).not.toContain('<script')
    expect(bodyOf(html)).toContain('{{ 7 | times: 7 }}')
  })

  it('puts only the colour of a brand into its style', async () => {
    const brand = { accent: 'red}</style><script>', footer: '"; } </style><script>alert(1)</script>' }
    const { html } = await renderDocument(template, { ...template.sample, brand })
    expect(html).not.toContain('<script')
    // A page may have a style of its own.
    const own = template.page.match(/<\/style>/g)?.length ?? 0
    expect(html.match(/<\/style>/g)).toHaveLength(1 + own)
  })
})

it.each([
  ['ar', 'Larch & Loom LLC. Thank you.', 'right', 'ltr'],
  ['ar', '7 شكرا.', 'right', 'rtl'],
  ['en', 'شكرا.', 'left', 'rtl'],
])('a foot in a document of %s reads in its own direction: %s', async (locale, footer, side, direction) => {
  const [template] = builtinTemplates()
  if (!template) throw new Error('there are no templates')
  const { html } = await renderDocument(template, { ...template.sample, locale, brand: { footer } })
  expect(html).toMatch(
    new RegExp(`@bottom-${side}\\{width:78%;content:"[^"]*";direction:${direction};text-align:${side}\\}`),
  )
})

describe('the words', () => {
  const plural = /^(unit_\w+)_(zero|one|two|few|many|other)$/
  const languages = Object.keys(design.words)
  const keysOf = (language: string) => Object.keys(design.words[language] ?? {})

  it('are there in ten languages, the same keys in each', () => {
    expect(languages.sort()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'he', 'it', 'nl', 'pl', 'pt'])
    const plain = (language: string) => keysOf(language).filter((key) => !plural.test(key))
    for (const language of languages) expect(plain(language).sort(), language).toEqual(plain('en').sort())
  })

  it('say something, except for units that are only counted', () => {
    for (const [language, words] of Object.entries(design.words)) {
      const empty = Object.entries(words).flatMap(([key, word]) => (word.trim() === '' ? [key] : []))
      expect(empty.sort(), language).toEqual(['unit_C62', 'unit_EA'])
    }
  })

  it('have the placeholders of the English ones', () => {
    const placeholders = (language: string, key: string) =>
      (design.words[language]?.[key] ?? '').match(/[#%]/g)?.sort().join('')
    for (const language of languages) {
      for (const key of ['page_of', 'and_more'])
        expect(placeholders(language, key), language).toBe(placeholders('en', key))
    }
  })

  it('are in their own script where the language has one', () => {
    const scripts = { ar: /\p{Script=Arabic}/u, he: /\p{Script=Hebrew}/u }
    // The same letters or signs in every language.
    const latin = [
      'colon',
      'iban',
      'bic',
      'comma',
      'wifi',
      'vat_L',
      'vat_M',
      'unit_P1',
      'unit_C62',
      'unit_EA',
      'unit_MTK',
    ]
    for (const [language, script] of Object.entries(scripts)) {
      for (const [key, word] of Object.entries(design.words[language] ?? {}))
        if (!latin.includes(key)) expect(word, `${language} ${key}`).toMatch(script)
    }
  })

  it('have plural forms of the language’s own categories only, of units that there are', () => {
    for (const language of languages) {
      const categories: string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      for (const key of keysOf(language)) {
        const [, base, category] = plural.exec(key) ?? []
        if (base === undefined || category === undefined) continue
        expect(categories, `${language} ${key}`).toContain(category)
        expect(keysOf(language)).toContain(base)
      }
    }
  })

  it.each([
    ['en', 1, 'day'],
    ['en', 6, 'days'],
    ['pl', 1, 'dzień'],
    ['pl', 6, 'dni'],
    ['ar', 6, 'أيام'],
    ['ar', 12, 'يوم'],
    ['he', 1, 'יום'],
  ])('count in %s: %i %s', async (locale, quantity, unit) => {
    const template = templates.find(({ id }) => id === 'invoice/classic')
    if (!template) throw new Error('no invoice')
    const lines = [{ name: 'x', unit: 'DAY', quantity, net_price: 1 }]
    const { html } = await renderDocument(template, { locale, lines })
    expect(bodyOf(html)).toContain(`\u00a0${unit}<`)
    const own = await renderDocument(template, { locale, lines, labels: { unit_DAY: 'shifts' } })
    expect(bodyOf(own.html)).toContain('\u00a0shifts<')
  })
})

describe('the fonts', () => {
  it('are Latin alone where the text is, and other scripts where it needs them', async () => {
    const faces = async (text: string) => {
      const template = templates.find(({ id }) => id === 'letter/formal')
      if (!template) throw new Error('no letter')
      const { html } = await renderDocument(template, { body: text })
      return html.match(/@font-face/g)?.length
    }
    const latin = await faces('Grüße, naïve “quotes” – €5')
    expect(await faces('Ελληνικά')).toBe((latin ?? 0) * 2)
    expect(await faces('Кириллица и Ελληνικά')).toBe((latin ?? 0) * 3)
    expect(await faces('Łódź')).toBe((latin ?? 0) * 2)
    // Three weights of one family; Hebrew and Arabic have no serif of ours.
    expect(await faces('مرحبا')).toBe((latin ?? 0) + 3)
    expect(await faces('שלום')).toBe((latin ?? 0) + 3)
  })
})

describe('the page', () => {
  const a4 = { orientation: 'landscape' as const }
  const label = { orientation: 'portrait' as const, size: { width: 100, height: 150 } }

  it('has the template’s own size, unless paper is given', () => {
    expect(withOwnSize(a4, {})).toEqual({ paper: 'A4', orientation: 'landscape', prefer_css_page_size: true })
    expect(withOwnSize(a4, { paper: 'Letter' })).toEqual({
      paper: 'Letter',
      orientation: 'landscape',
      prefer_css_page_size: false,
    })
    expect(withOwnSize(label, {})).toEqual({
      paper_width: 100 / 25.4,
      paper_height: 150 / 25.4,
      prefer_css_page_size: true,
    })
    expect(withOwnSize(label, { paper_width: 3, paper_height: 5 })).toMatchObject({ paper_width: 3 })
  })

  it('of a given paper leaves the stored results of former releases where they are', () => {
    const hashOf = (given: PageOptions) => canonicalHash(hashedOptions(withOwnSize(a4, given), given))
    expect(hashOf({ paper: 'Letter' })).toBe(canonicalHash({ paper: 'Letter', orientation: 'landscape' }))
    expect(hashOf({ orientation: 'portrait' })).toBe(canonicalHash({ paper: 'A4', orientation: 'portrait' }))
    const stated = { paper: 'Letter', prefer_css_page_size: false } as const
    expect(hashOf(stated)).toBe(canonicalHash({ ...stated, orientation: 'landscape' }))
    expect(hashOf({})).toBe(canonicalHash(withOwnSize(a4, {})))
  })

  it('turns as a given orientation says', () => {
    expect(withOwnSize(a4, { orientation: 'portrait' })).toEqual({
      paper: 'A4',
      orientation: 'portrait',
      prefer_css_page_size: false,
    })
    expect(withOwnSize(label, { orientation: 'landscape' })).toMatchObject({
      orientation: 'landscape',
      paper_width: 100 / 25.4,
    })
  })
})

describe('the invoice in a template’s data', () => {
  it('makes a whole e-invoice of every invoice template’s sample', () => {
    const invoices = templates.filter(({ invoice }) => invoice !== undefined)
    expect(invoices).toHaveLength(4)
    for (const { invoice: fields = {}, sample } of invoices) {
      const facturX = prepareFacturX({ mapped: { data: { ...sample, nonsense: 1 }, fields } })
      expect(facturX.level).toBe('EN 16931')
    }
  })

  it('is not there where a template declares none', () => {
    const letter = templates.find(({ id }) => id === 'letter/formal')
    expect(letter?.invoice).toBeUndefined()
  })
  it('is mapped by every invoice template, from variables that it declares', () => {
    const invoices = templates.filter(({ invoice }) => invoice !== undefined)
    expect(invoices).toHaveLength(4)
    for (const template of invoices) {
      const mapped = Object.values(template.invoice ?? {})
      expect(variablesOf(template)).toEqual(expect.arrayContaining(mapped))
      expect(mapped).toEqual(
        expect.arrayContaining(['number', 'issue_date', 'seller', 'buyer', 'lines', 'payment']),
      )
      expect(mapped).not.toContain('brand')
    }
  })
})
