/** What is said of a PDF, without a service around it. */
import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { inspectPdf } from '../../../src/pdf/inspect/inspect-pdf'
import { pageContent, setPageContent } from '../../../src/pdf/pdfa/objects'
import { WorkBudget } from '../../../src/pdf/work-budget'
import { archived, fixture } from '../../support/archived'
import { finishWith } from '../../support/finishing'
import { handmadePdf, inflatingPdf, linksPdf, plainTextPdf } from '../../support/pdfs'
import { samplePdf } from '../../support/sample-pdf'

const inspect = async (
  bytes: Uint8Array,
  { asked, password }: { asked?: string[]; password?: string } = {},
) => {
  const file = { name: 'a.pdf', pointer: '/file', bytes, password }
  return (await inspectPdf(file, { asked, work: new WorkBudget(), isInvoice: () => false })).inspection
}

/** A page that shows a code of a font that does not say which character it is. */
const UNNAMED_GLYPHS = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
  { dictionary: '', data: new TextEncoder().encode('BT /F 12 Tf (a) Tj ET') },
  '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 97/Widths[9]/Resources<<>>/Encoding<</Differences[97/g1]>>/CharProcs<</g1 6 0 R>>>>',
  { dictionary: '', data: new TextEncoder().encode('9 0 d0') },
]

describe('inspecting', () => {
  it('tells pages in runs, properties, text, fonts and tags', async () => {
    const found = await inspect(await samplePdf({ name: 'one', pages: 3, rich: true }))
    expect(found).toMatchObject({
      ...{ version: '1.7', pages: 3, language: 'en', tagged: false, encryption: null, warnings: [] },
      page_sizes: [{ from: 1, to: 3, width: 420, height: 595, rotation: 0, user_unit: 1 }],
      properties: { title: 'one title', author: 'Ada Lovelace', created: expect.stringMatching(/^\d{4}-/) },
    })
    expect(found.text_length).toBe(3 * ('one page 1'.length + 'secret 1'.length))
    expect(found.fonts).toContainEqual({
      ...{ name: 'Helvetica', type: 'Type1', embedded: false, subset: false, first_page: 1 },
    })
    expect((await inspect(linksPdf())).tagged).toBe(true)
  })

  it.each([
    [50, 1, []],
    [51, 0, ['The form has fields more than 50 levels deep, which are not listed.']],
  ])('lists a field below %i others, or tells that it does not', async (levels, listed, warnings) => {
    const parents = Array.from({ length: levels }, (_, at) => `<</T(n)/Kids[${at + 5} 0 R]>>`)
    const found = await inspect(
      handmadePdf([
        '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>',
        ...parents,
        '<</T(end)/FT/Tx>>',
      ]),
    )
    expect(found.fields).toHaveLength(listed)
    expect(found.warnings).toEqual(warnings)
  })

  it('tells form fields with their types, values and choices', async () => {
    const document = await PDFDocument.create()
    const page = document.addPage()
    const form = document.getForm()
    form.createTextField('person.name').setText('Ada')
    const box = form.createCheckBox('agreed')
    box.addToPage(page)
    box.check()
    const choice = form.createDropdown('colour')
    choice.addOptions(['red', 'green'])
    choice.select('green')
    const radio = form.createRadioGroup('size')
    radio.addOptionToPage('small', page)
    radio.addOptionToPage('large', page)
    radio.select('large')
    const { fields } = await inspect(await document.save())
    expect(fields.map(({ name, type, value }) => [name, type, value])).toEqual([
      ['person.name', 'text', 'Ada'],
      ['agreed', 'checkbox', 'Yes'],
      ['colour', 'dropdown', 'green'],
      ['size', 'radio', expect.anything()],
    ])
    expect(fields[2]?.options).toEqual(['red', 'green'])
  })

  it('tells how a file is encrypted and what it allows', async () => {
    const encryption = { userPassword: 'x', permissions: { print: 'low', copy: false } } as const
    const { bytes } = await finishWith(await samplePdf({ name: 'one', pages: 1 }), { encryption })
    expect((await inspect(bytes, { password: 'x' })).encryption).toEqual({
      method: 'AES-256',
      permissions: {
        ...{ print: 'low', copy: false, modify: true, annotate: true, fill_forms: true, assemble: true },
      },
    })
    await expect(inspect(bytes)).rejects.toMatchObject({ code: 'asset_failed' })
  })

  it('confirms what a file of ours claims, and names the rules that a false claim breaks', async () => {
    const { bytes } = await finishWith(linksPdf(), {
      conform: { level: '2b', ua: true },
      properties: { title: 'Links', lang: 'en' },
    })
    const { conformance } = await inspect(bytes)
    expect(conformance.claims).toEqual(['PDF/A-2b', 'PDF/UA-1'])
    expect(conformance.verdicts).toMatchObject([
      { standard: 'PDF/A-2b', conforms: true, broken: [], more: 0 },
      { standard: 'PDF/UA-1', conforms: true, broken: [], more: 0 },
    ])
    const plain = await inspect(await plainTextPdf(), { asked: ['PDF/A-2b', 'PDF/A-4'] })
    const [verdict, unknown] = plain.conformance.verdicts
    expect(verdict?.conforms).toBe(false)
    expect(verdict?.broken).toContainEqual({
      rule: 'ISO 19005-2 6.2.11.4.1',
      page: 1,
      message: 'The font Helvetica is not embedded: save that document with its fonts.',
    })
    expect(unknown).toEqual({
      standard: 'PDF/A-4',
      conforms: null,
      checks: 0,
      broken: [],
      more: 0,
      unjudged: [],
    })
  })

  it.each<[string, { content?: string; isDrawn?: boolean; entries?: object }, boolean]>([
    ['what no page draws is not asked how it is drawn', { content: 'Unknown' }, true],
    ['what no page draws may save states', { content: 'q '.repeat(30) + 'Q '.repeat(30) }, true],
    ['what a page draws is judged', { content: 'Unknown', isDrawn: true }, false],
    ['how an object is written is judged wherever it stands', { entries: { ['S'.repeat(200)]: 1 } }, false],
  ])('%s', async (_, { content = '', isDrawn = false, entries = {} }, conforms) => {
    const { bytes } = await archived(fixture('links-tagged'), { level: '2b' }, (doc) => {
      const { context } = doc
      const dict = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], Resources: {}, ...entries }
      const page = doc.getPage(0)
      page.node.setXObject(PDFName.of('Other'), context.register(context.stream(content, dict)))
      if (isDrawn) setPageContent(page, `${pageContent(page)} /Other Do`)
    })
    const { conformance } = await inspect(bytes)
    expect(conformance.verdicts).toMatchObject([{ standard: 'PDF/A-2b', conforms }])
  })

  it('judges each standard by the file as it came, whichever is judged before', async () => {
    const { bytes } = await archived(fixture('links-tagged'), { level: '2b' }, (doc) => {
      const dict = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], ['S'.repeat(200)]: 1 }
      const form = doc.context.register(doc.context.stream('', dict))
      doc.getPage(0).node.setXObject(PDFName.of('Other'), form)
    })
    const { conformance } = await inspect(bytes, { asked: ['PDF/A-2b', 'PDF/A-2b'] })
    const [first, second] = conformance.verdicts
    expect(first?.conforms).toBe(false)
    expect(second).toEqual(first)
  })

  it('judges the files within a PDF/A-2 too', async () => {
    const { bytes } = await finishWith(linksPdf(), { conform: { level: '2b' } })
    for (const [inner, broken] of [
      [bytes, []],
      [linksPdf(), [/a\.pdf is not a PDF\/A-1 or PDF\/A-2 file/]],
    ] as const) {
      const embed = [{ pointer: '', name: 'a.pdf', type: 'application/pdf', bytes: inner }]
      const outer = await finishWith(linksPdf(), { conform: { level: '3b' }, embed })
      const as2b = Buffer.from(outer.bytes).toString('latin1').replace('<pdfaid:part>3<', '<pdfaid:part>2<')
      const { conformance } = await inspect(new Uint8Array(Buffer.from(as2b, 'latin1')))
      const messages = conformance.verdicts.flatMap((verdict) => verdict.broken.map(({ message }) => message))
      expect(messages).toEqual(broken.map((pattern) => expect.stringMatching(pattern)))
    }
  })

  it('reads claims that stand in attributes, and takes levels that include the one asked for', async () => {
    const { bytes } = await finishWith(linksPdf(), { conform: { level: '2b' }, properties: { lang: 'en' } })
    const text = Buffer.from(bytes).toString('latin1')
    expect(text).toContain('<pdfaid:conformance>B<')
    const asU = text.replace('<pdfaid:conformance>B<', '<pdfaid:conformance>U<')
    const { conformance } = await inspect(new Uint8Array(Buffer.from(asU, 'latin1')))
    expect(conformance.claims).toEqual(['PDF/A-2u'])
    expect(conformance.verdicts).toMatchObject([{ standard: 'PDF/A-2u', conforms: true }])
    const asked = await inspect(new Uint8Array(Buffer.from(asU, 'latin1')), {
      asked: ['PDF/A-2b', 'PDF/A-2a'],
    })
    expect(asked.conformance.verdicts).toMatchObject([
      { standard: 'PDF/A-2b', conforms: true },
      { standard: 'PDF/A-2a', conforms: false },
    ])
  })

  it('judges levels A and U by rules of their own', async () => {
    const [tagged, plain] = [fixture('links-tagged'), handmadePdf(UNNAMED_GLYPHS)]
    const rules = async (file: Uint8Array, standard: string) => {
      const { conformance } = await inspect(file, { asked: [standard] })
      return conformance.verdicts.flatMap(({ broken }) => broken.map(({ rule }) => rule))
    }
    expect(await rules(tagged, 'PDF/A-2a')).not.toContain('ISO 19005-2 6.7.3.3')
    expect(await rules(plain, 'PDF/A-3a')).toEqual(
      expect.arrayContaining(['ISO 19005-3 6.7.2.2', 'ISO 19005-3 6.7.3.3', 'ISO 19005-3 6.2.11.7.2']),
    )
    expect(await rules(plain, 'PDF/A-2u')).toContain('ISO 19005-2 6.2.11.7.2')
    expect(await rules(plain, 'PDF/A-2u')).not.toContain('ISO 19005-2 6.7.3.3')
    expect(await rules(plain, 'PDF/A-2b')).not.toContain('ISO 19005-2 6.2.11.7.2')
  })

  it('judges at level A that no standard tag gets the meaning of one that is none', async () => {
    const rules = async (role: string, standard: string) => {
      const file = handmadePdf([
        '<</Type/Catalog/Pages 2 0 R/StructTreeRoot 4 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>',
        `<</Type/StructTreeRoot/K 5 0 R/RoleMap<</P/${role}>>>>`,
        '<</Type/StructElem/S/P/P 4 0 R>>',
      ])
      const { conformance } = await inspect(file, { asked: [standard] })
      return conformance.verdicts.flatMap(({ broken }) => broken.map(({ rule }) => rule))
    }
    expect(await rules('Chapter', 'PDF/A-2a')).toContain('ISO 19005-2 6.7.3.4')
    expect(await rules('Sect', 'PDF/A-2a')).not.toContain('ISO 19005-2 6.7.3.4')
    expect(await rules('Chapter', 'PDF/A-1a')).not.toContain('ISO 19005-1 6.8.3.4')
  })

  describe('a character for private use breaks level A', () => {
    const map = '1 beginbfchar <61> <E001> endbfchar'
    /** A page whose font says that its code is such a character, and the ActualText of its structure element. */
    const privateUsePdf = (content: string, actualText = '') =>
      handmadePdf([
        '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 8 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/StructParents 0/Resources<</Font<</F 5 0 R>>/Properties<</S<</ActualText(phone)>>>>/XObject<</X 10 0 R>>>>>>'.replace(
          content.includes('/X Do') ? '' : '/XObject<</X 10 0 R>>',
          '',
        ),
        { dictionary: '', data: new TextEncoder().encode(content) },
        `${String(UNNAMED_GLYPHS[4]).slice(0, -2)}/ToUnicode 7 0 R>>`,
        { dictionary: '', data: new TextEncoder().encode('9 0 d0') },
        { dictionary: '', data: new TextEncoder().encode(map) },
        '<</Type/StructTreeRoot/K 9 0 R/ParentTree<</Nums[0[9 0 R]]>>>>',
        `<</Type/StructElem/S/P/P 8 0 R/Pg 3 0 R/K 0${actualText}>>`,
        {
          dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 9 9]',
          data: new TextEncoder().encode('BT (a) Tj ET'),
        },
      ])
    const breaks = async (file: Uint8Array, standard = 'PDF/A-2a') => {
      const { conformance } = await inspect(file, { asked: [standard] })
      const rule = `ISO 19005-${standard.slice(6, 7)} 6.2.11.7.3`
      return conformance.verdicts.flatMap(({ broken }) => broken.filter((one) => one.rule === rule))
    }
    const shown = (before: string, after: string) => `BT /F 12 Tf ${before} (a) Tj ${after} ET`

    it('if nothing says what it is', async () => {
      expect(await breaks(privateUsePdf(shown('', '')))).toMatchObject([{ page: 1 }])
      expect(await breaks(privateUsePdf(shown('/P <</MCID 0>> BDC', 'EMC')), 'PDF/A-3a')).toHaveLength(1)
      expect(await breaks(privateUsePdf(shown('/Span /S BDC EMC /Artifact BMC', 'EMC')))).toHaveLength(1)
      expect(await breaks(privateUsePdf(shown('/Span <</E (/ActualText (x))>> BDC', 'EMC')))).toHaveLength(1)
      expect(await breaks(privateUsePdf('BT /F 12 Tf 3 Tr (a) Tj ET'))).toHaveLength(1)
    })

    it('also in a form that is drawn in the font', async () => {
      expect(await breaks(privateUsePdf('/F 12 Tf /X Do'))).toHaveLength(1)
    })

    it('but not with an ActualText of its content or its structure element, nor another level', async () => {
      expect(await breaks(privateUsePdf(shown('/Span <</ActualText (phone)>> BDC', 'EMC')))).toEqual([])
      expect(await breaks(privateUsePdf(shown('/Span /S BDC /Artifact BMC EMC /X BMC', 'EMC EMC')))).toEqual(
        [],
      )
      const tagged = shown('/P <</MCID 0>> BDC', 'EMC')
      expect(await breaks(privateUsePdf(tagged, '/ActualText<FEFF0041>'))).toEqual([])
      expect(await breaks(privateUsePdf(shown('', '')), 'PDF/A-2u')).toEqual([])
    })
  })

  it('tells embedded files, layers and signatures', async () => {
    const document = await PDFDocument.create()
    document.addPage()
    await document.attach(new Uint8Array([1, 2, 3]), 'data.csv', {
      mimeType: 'text/csv',
      description: 'Data',
    })
    const { context, catalog } = document
    const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Draft') }))
    catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: { OFF: [layer] } }))
    const signature = context.obj({
      Type: 'Sig',
      SubFilter: 'adbe.pkcs7.detached',
      ByteRange: [0, 10, 20, 5],
    })
    const field = context.register(context.obj({ FT: 'Sig', V: context.register(signature) }))
    catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field] }))
    const found = await inspect(await document.save())
    expect(found.embedded_files).toMatchObject([{ name: 'data.csv', type: 'text/csv', description: 'Data' }])
    expect(found.layers).toMatchObject([{ visible: false }])
    expect(found.signatures).toMatchObject([{ format: 'adbe.pkcs7.detached', covers_whole_file: false }])
    expect(found.fields).toMatchObject([{ type: 'signature', value: null }])
  })

  describe('a signature covers the file', () => {
    /** A signed file; `gap` is where its byte range begins and ends, counted from its value’s brackets. */
    function signedPdf({
      gap = [0, 0] as [number, number],
      value = '<30820001>',
      more = '',
    } = {}): Uint8Array {
      const made = (range: string) =>
        Buffer.from(
          handmadePdf([
            '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>',
            '<</Type/Pages/Kids[3 0 R]/Count 1>>',
            '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
            `<</FT/Sig/T(s)/V<</Type/Sig/X<30820001>/ByteRange[${range.padEnd(40)}]/Contents${value}>>>>`,
          ]),
        )
      const empty = made('')
      const start = empty.indexOf(`Contents${value}`) + 'Contents'.length + gap[0]
      const end = empty.indexOf(`Contents${value}`) + 'Contents'.length + value.length + gap[1]
      const signed = made(`0 ${start} ${end} ${empty.length - end}`)
      return new Uint8Array(Buffer.concat([signed, Buffer.from(more)]))
    }
    const covers = async (file: Uint8Array) => (await inspect(file)).signatures[0]?.covers_whole_file

    it('if only its own value is left out', async () => {
      expect(await covers(signedPdf())).toBe(true)
      expect(await covers(signedPdf({ value: '<3082 0001\n00>' }))).toBe(true)
    })

    it('but not if more is left out, another value is, or something was added', async () => {
      expect(await covers(signedPdf({ gap: [-9, 0] }))).toBe(false)
      expect(await covers(signedPdf({ gap: [0, 3] }))).toBe(false)
      expect(await covers(signedPdf({ value: '(0820)' }))).toBe(false)
      expect(await covers(signedPdf({ more: '1 0 obj null endobj' }))).toBe(false)
    })
  })

  it('refuses contents that do not fit into memory together, of one page or of several', async () => {
    await expect(inspect(inflatingPdf(3, 12_000_000))).rejects.toMatchObject({
      ...{ code: 'document_invalid', message: expect.stringContaining('one page of this document') },
    })
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 3 0 R>>'
    const pages = handmadePdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[4 0 R 5 0 R]/Count 2>>',
      { dictionary: '/Filter/FlateDecode', data: deflateSync(new Uint8Array(26_000_000)) },
      page,
      page,
    ])
    await expect(inspect(pages)).rejects.toMatchObject({
      ...{ code: 'document_invalid', message: expect.stringContaining('the pages of this document') },
    })
  })

  it('is bounded by the budget of finishing', async () => {
    await expect(inspect(inflatingPdf(30, 40_000_000), { asked: ['PDF/A-2b'] })).rejects.toMatchObject({
      code: expect.stringMatching(/asset_failed|document_invalid/),
    })
  })
})
