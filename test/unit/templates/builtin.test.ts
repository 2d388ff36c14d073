import { describe, expect, it } from 'vitest'
import { canonicalHash } from '../../../src/crypto'
import { prepareFacturX } from '../../../src/e-invoice/facturx'
import { builtinTemplates } from '../../../src/templates/builtin'
import { design } from '../../../src/templates/builtin.data'
import { compilePage, renderDocument, templateEngine, variablesOf } from '../../../src/templates/document'
import { manifestSchema } from '../../../src/templates/manifest'
import { hashedOptions, type PageOptions, withOwnSize } from '../../../src/templates/page-size'

const templates = builtinTemplates()
/** What the document tells partials beside the data. */
const shared = ['direction', 'home', 'language']

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

  it.each(['en', 'de', 'fr'])('has all its words in %s', (locale) => {
    const { html } = renderDocument(template, { ...template.sample, locale })
    const keys = [...template.page.matchAll(/'(\w+)' \| t\b/g)].map(([, key]) => key ?? '')
    for (const key of keys) expect(design.words[locale]?.[key], key).toBeDefined()
    expect(html).toContain(`lang="${locale}"`)
    expect(bodyOf(html)).not.toMatch(/undefined|\[object|NaN/)
  })

  it('prints neither "undefined" nor anything of a caller’s without data', () => {
    const { html } = renderDocument(template, {})
    expect(bodyOf(html)).not.toMatch(/undefined|\[object|NaN|null/)
  })

  it('takes markup in every text as text', () => {
    const hostile = '<script>alert(1)</script>{{ 7 | times: 7 }}'
    const poisoned = JSON.parse(JSON.stringify(template.sample), (key, value) =>
      typeof value === 'string' && !['locale', 'currency', 'time_zone'].includes(key) ? hostile : value,
    )
    const { html } = renderDocument(template, poisoned)
    expect(html).not.toContain('<script')
    expect(bodyOf(html)).toContain('{{ 7 | times: 7 }}')
  })

  it('puts only the colour of a brand into its style', () => {
    const brand = { accent: 'red}</style><script>', footer: '"; } </style><script>alert(1)</script>' }
    const { html } = renderDocument(template, { ...template.sample, brand })
    expect(html).not.toContain('<script')
    expect(html.match(/<\/style>/g)).toHaveLength(1)
  })
})

describe('the words', () => {
  it('are the same keys in every language', () => {
    const [first, ...others] = Object.values(design.words).map((words) => Object.keys(words).sort())
    for (const keys of others) expect(keys).toEqual(first)
  })
})

describe('the fonts', () => {
  it('are Latin alone where the text is, and other scripts where it needs them', () => {
    const faces = (text: string) => {
      const template = templates.find(({ id }) => id === 'letter/formal')
      if (!template) throw new Error('no letter')
      return renderDocument(template, { body: text }).html.match(/@font-face/g)?.length
    }
    const latin = faces('Grüße, naïve “quotes” – €5')
    expect(faces('Ελληνικά')).toBe((latin ?? 0) * 2)
    expect(faces('Кириллица и Ελληνικά')).toBe((latin ?? 0) * 3)
    expect(faces('Łódź')).toBe((latin ?? 0) * 2)
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
    const invoices = templates.filter(({ id }) => id.startsWith('invoice/'))
    expect(invoices).toHaveLength(3)
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
    const invoices = templates.filter(({ id }) => id.startsWith('invoice/'))
    expect(invoices).toHaveLength(3)
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
