import { PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { finish } from '../../../src/pdf/finish-pdf'
import type { FinishPlan } from '../../../src/pdf/finish-plan'
import { pageContent } from '../../../src/pdf/pdfa/objects'
import { nothing, tools } from '../../support/finishing'
import { handmadePdf } from '../../support/pdfs'

type Stream = { dictionary: string; data: Uint8Array }

/** One page whose annotations and whose fields are the objects from number 4 on, as many as are named. */
function formFile(objects: (string | Stream)[], { widgets = 1, fields = '4 0 R', form = '' } = {}) {
  const annotations = Array.from({ length: widgets }, (_, at) => `${4 + at} 0 R`).join(' ')
  return handmadePdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields}]/DA(/Helv 0 Tf 0 g)${form}>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Annots[${annotations}]>>`,
    ...objects,
  ])
}

async function finished(bytes: Uint8Array, plan: Partial<FinishPlan>) {
  const before = process.threadCpuUsage()
  const made = await finish(
    [{ name: 'form.pdf', pointer: '/files/0', bytes }],
    { ...nothing, ...plan },
    tools,
  )
  const { user } = process.threadCpuUsage(before)
  const doc = await PDFDocument.load(made.bytes, { updateMetadata: false })
  return { doc, warnings: made.warnings, ms: user / 1000, content: pageContent(doc.getPage(0)) }
}

const widget = (entries: string, rect = '100 100 300 200') =>
  `<</Type/Annot/Subtype/Widget/F 4/Rect[${rect}]${entries}>>`
const look = (dictionary: string): Stream => ({
  dictionary: `/Type/XObject/Subtype/Form${dictionary}`,
  data: new TextEncoder().encode('0 0 9 9 re f'),
})

const objectsNamed = (doc: PDFDocument, key: string) =>
  doc.context
    .enumerateIndirectObjects()
    .filter(([, object]) => object instanceof PDFDict && object.has(PDFName.of(key)))

describe('a hostile form takes no longer than its size is:', () => {
  // Each of these took minutes if work grew with the square or doubled.
  it.each([{ flatten: true }, { fields: {} }, { conform: { level: '2b' as const } }])(
    'fields that stand in one another twice, with %o',
    async (plan) => {
      const levels = 21
      const nodes = Array.from({ length: levels }, (_, at) => `<</T(a)/Kids[${5 + at} 0 R ${5 + at} 0 R]>>`)
      const file = formFile([...nodes, widget('/FT/Tx/T(a)/V(x)')], { widgets: 0 })
      expect((await finished(file, plan)).ms).toBeLessThan(5_000)
    },
  )

  it('a long text of many lines that is fitted into its box', async () => {
    const file = formFile([widget(`/FT/Tx/T(a)/Ff 4096/V(${'many words '.repeat(2_000)})`)])
    expect((await finished(file, { flatten: true })).ms).toBeLessThan(3_000)
  })

  it('many fields with a look', async () => {
    const count = 2_500
    const field = widget(`/FT/Tx/T(a)/V(x)/AP<</N ${4 + count} 0 R>>`)
    const refs = Array.from({ length: count }, (_, at) => `${4 + at} 0 R`).join(' ')
    const objects = [...Array.from({ length: count }, () => field), look('/BBox[0 0 200 100]')]
    const { ms, content } = await finished(formFile(objects, { widgets: count, fields: refs }), {
      flatten: true,
    })
    expect(ms).toBeLessThan(5_000)
    expect(content.match(/ Do Q/g)).toHaveLength(count)
  })
})

describe('filling a menu or list', () => {
  const items = '/Opt[[(at)(Austria)][<FEFF00640065>(Germany)](Malta)]'
  const filled = async (flags: number, value: string | string[]) => {
    const file = formFile([widget(`/FT/Ch/Ff ${flags}/T(a)${items}/V(at)/I[0]`)])
    const { doc } = await finished(file, { fields: { a: value } })
    const [[, field] = []] = objectsNamed(doc, 'FT')
    return ['V', 'I'].map((key) => String((field as PDFDict).get(PDFName.of(key))))
  }

  it.each([
    [1 << 17, 'Germany', ['<FEFF00640065>', '[ 1 ]']],
    [1 << 17, 'de', ['<FEFF00640065>', '[ 1 ]']],
    [0, 'Malta', ['(Malta)', '[ 2 ]']],
    [1 << 21, ['Malta', 'at', 'Austria'], ['[ (Malta) (at) ]', '[ 0 2 ]']],
    [0, [], ['undefined', 'undefined']],
  ])('of flags %i with %j has the value that its list has for it, in the same bytes', async (...row) => {
    const [flags, value, written] = row
    expect(await filled(flags, value)).toEqual(written)
  })

  it('names the choices that there are', async () => {
    await expect(filled(1 << 17, 'Spain')).rejects.toThrow(
      'It has no choice “Spain”: take one of Austria, Germany, Malta.',
    )
  })
})

describe('flattening', () => {
  it('puts the box of a look, turned by its matrix, on the rectangle of the field', async () => {
    const file = formFile(
      [
        widget('/FT/Tx/T(a)/V(x)/AP<</N 6 0 R>>', '300 300 400 320'),
        widget('/FT/Tx/T(b)/V(x)/AP<</N 7 0 R>>', '10 10 30 110'),
        look('/BBox[300 300 400 320]'),
        look('/BBox[0 0 100 20]/Matrix[0 1 -1 0 0 0]'),
      ],
      { widgets: 2, fields: '4 0 R 5 0 R' },
    )
    const { content, doc } = await finished(file, { flatten: true })
    expect(content).toContain('q 1 0 0 1 0 0 cm /Field1 Do Q')
    expect(content).toContain('q 1 0 0 1 30 10 cm /Field2 Do Q')
    expect(doc.catalog.has(PDFName.of('AcroForm'))).toBe(false)
    expect(objectsNamed(doc, 'Rect')).toEqual([])
  })

  it.each([
    ['hidden', 2],
    ['not to be viewed', 32],
  ])('removes a field that is %s, and says so', async (_, flag) => {
    const field = widget('/FT/Tx/T(a)/V(secret)/AP<</N 5 0 R>>').replace('/F 4', `/F ${flag | 4}`)
    const { content, warnings, doc } = await finished(formFile([field, look('/BBox[0 0 9 9]')]), {
      flatten: true,
    })
    expect(content).not.toContain(' Do')
    expect(warnings).toEqual(['/options/flatten: A hidden annotation or field was removed.'])
    expect(objectsNamed(doc, 'V')).toEqual([])
  })

  it('shows of a button the look of its state', async () => {
    const field = widget('/FT/Btn/T(a)/AS/On/AP<</N<</On 5 0 R/Off 6 0 R>>>>')
    const file = formFile([field, look('/BBox[0 0 200 100]'), look('/BBox[0 0 100 100]')])
    expect((await finished(file, { flatten: true })).content).toContain('q 1 0 0 1 100 100 cm /Field1 Do Q')
  })

  it('refuses a text that has no look and that Helvetica cannot draw', async () => {
    const file = formFile([widget('/FT/Tx/T(name)/V<FEFF5C71>')])
    await expect(finished(file, { flatten: true })).rejects.toThrow(/has no “山”/)
  })
})

describe('an archived file', () => {
  it('shows a check box that is ticked by its value alone as ticked', async () => {
    const { doc } = await finished(formFile([widget('/FT/Btn/T(a)/V/Yes')]), { conform: { level: '2b' } })
    const [[, field] = []] = objectsNamed(doc, 'FT')
    expect(String((field as PDFDict).get(PDFName.of('AS')))).toBe('/Yes')
  })

  it('lets a see-through mark be seen through', async () => {
    const mark = '<</Type/Annot/Subtype/Square/F 4/Rect[9 9 99 99]/IC[1 1 0]/CA 0.3>>'
    const { doc } = await finished(formFile([mark], { fields: '' }), { conform: { level: '2b' } })
    const looks = doc.context.enumerateIndirectObjects().map(([, object]) => String(object))
    expect(looks.some((text) => /\/ca 0\.3\s/.test(text) && /\/CA 0\.3\s/.test(text))).toBe(true)
  })

  it('has no hidden annotation, and says so', async () => {
    const mark = '<</Type/Annot/Subtype/Square/F 2/Rect[9 9 99 99]/IC[0 0 0]>>'
    const { doc, warnings } = await finished(formFile([mark], { fields: '' }), { conform: { level: '2b' } })
    expect(warnings).toEqual(['/options/pdf_format: A hidden annotation or field was removed.'])
    expect(objectsNamed(doc, 'Rect')).toEqual([])
  })
})
