import { type PDFDict, PDFDocument, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { latin1, latin1Bytes } from '../../../../src/pdf/content-stream'
import { annotationsOf } from '../../../../src/pdf/pdfa/annotations'
import type { ConformanceTarget } from '../../../../src/pdf/pdfa/level'
import { dictAt, nameAt } from '../../../../src/pdf/pdfa/objects'
import { violationsOf } from '../../../../src/pdf/pdfa/verify-conformance'
import { decodeStream } from '../../../../src/pdf/streams'
import { archived as archivedFixture, fixture } from '../../../support/archived'
import { finishWith } from '../../../support/finishing'
import { handmadePdf, linksPdf } from '../../../support/pdfs'
import { everyThirdOf } from '../../../support/runs'

type Level = NonNullable<ConformanceTarget['level']>

/** The only annotation of an archived attachment that brings `annotation`, and the form that it may be a field of. */
async function archived(annotation: string, form = '', level: Level = '2b'): Promise<PDFDict> {
  const bytes = handmadePdf([
    `<</Type/Catalog/Pages 2 0 R${form}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[4 0 R]>>',
    `<</Type/Annot/Rect[10 10 50 30]${annotation}>>`,
    { dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 9 9]', data: latin1Bytes('0 0 9 9 re f') },
  ])
  const attachments = [{ name: 'a.pdf', pointer: '/options/attachments/0', bytes }]
  const finished = await finishWith(linksPdf(), { attachments, conform: { level } })
  const doc = await PDFDocument.load(finished.bytes)
  const found = annotationsOf(doc).find(({ pageIndex }) => pageIndex === doc.getPageCount() - 1)
  if (!found) throw new Error('the annotation is gone')
  return found.dict
}

function contentOf(annotation: PDFDict, state?: string): string {
  const looks = dictAt(annotation, 'AP')
  const normal = looks?.lookup(PDFName.of('N'))
  const stream =
    state && normal && 'lookup' in normal ? (normal as PDFDict).lookup(PDFName.of(state)) : normal
  if (!(stream instanceof PDFRawStream)) throw new Error('there is no appearance')
  return latin1(decodeStream(stream))
}

describe('an annotation without an appearance is drawn:', () => {
  it.each([
    ['a square', '/Subtype/Square/C[1 0 0]/IC[0 1 0]/BS<</W 2>>', '0 1 0 rg 1 0 0 RG 2 w 11 11 38 18 re B'],
    ['a circle without a ground', '/Subtype/Circle/C[0]', ' c h S'],
    ['a line', '/Subtype/Line/L[10 10 50 30]', '0 G 1 w 10 10 m 50 30 l S'],
    ['a polygon', '/Subtype/Polygon/Vertices[10 10 20 20 30 10]', '10 10 m 20 20 l 30 10 l h S'],
    ['ink', '/Subtype/Ink/InkList[[10 10 20 20][30 10 40 10]]', '10 10 m 20 20 l 30 10 m 40 10 l S'],
    [
      'a highlight',
      '/Subtype/Highlight/QuadPoints[10 30 50 30 10 10 50 10]',
      '/M gs 1 1 0 rg 10 30 m 50 30 l 50 10 l 10 10 l h f',
    ],
    ['a line through words', '/Subtype/StrikeOut/QuadPoints[10 30 50 30 10 10 50 10]', '10 19 m 50 19 l S'],
    [
      'a text on the page',
      '/Subtype/FreeText/Contents(Hi)/DA(/Helv 9 Tf 1 0 0 rg)',
      'BT 1 0 0 rg /Helv 9 Tf',
    ],
    ['a note', '/Subtype/Text/Contents(Hello)', '1 1 0.6 rg 0 G 0.5 w 10 10 40 20 re B'],
  ])('%s', async (_, annotation, content) => {
    expect(contentOf(await archived(annotation))).toContain(content)
  })

  it('but not what only its program could draw', async () => {
    await expect(archived('/Subtype/Stamp/Name/Approved')).rejects.toThrow(/has no appearance/)
  })
})

describe('a form field without an appearance is drawn:', () => {
  const form = (entries = '') => `/AcroForm<</Fields[4 0 R]/DA(/Helv 10 Tf 0 g)${entries}>>`

  it('a text with its value', async () => {
    const field = await archived('/Subtype/Widget/FT/Tx/T(name)/V(Ada)/DA(/Helv 10 Tf 0 g)', form())
    expect(contentOf(field)).toMatch(/<416461> Tj/i)
  })

  it('a text whose look is said to be old', async () => {
    const old = '/AP<</N<</Subtype/Form/BBox[0 0 1 1]>>>>'
    const field = await archived(
      `/Subtype/Widget/FT/Tx/T(name)/V(Eve)/DA(/Helv 10 Tf 0 g)${old}`,
      form('/NeedAppearances true'),
    )
    expect(contentOf(field)).toMatch(/<457665> Tj/i)
  })

  it('but not a value that no font of ours has, whose old look shows nothing of it', async () => {
    const field = (look: string) =>
      archived(
        `/Subtype/Widget/FT/Tx/T(name)/V<feff02ac>/DA(/Helv 10 Tf 0 g)/AP<</N ${look}>>`,
        form('/NeedAppearances true'),
      )
    await expect(field('5 0 R')).rejects.toThrow(/has no appearance/)
  })

  it('a button with a look for each state', async () => {
    const field = await archived('/Subtype/Widget/FT/Btn/T(agree)/AS/On/MK<</BC[0 0 1]>>', form())
    expect(contentOf(field, 'Off')).toBe('0 0 1 RG 1 w 0.5 0.5 39 19 re S')
    expect(contentOf(field, 'On')).toContain('2 2 m 38 18 l')
  })

  it('the place of a signature, empty', async () => {
    expect(contentOf(await archived('/Subtype/Widget/FT/Sig/T(sign)', form()))).toBe('')
  })
})

describe.each(everyThirdOf(['1b', '2b', '3b'] as Level[]))('in %s', (level) => {
  const form = '/AcroForm<</Fields[4 0 R]>>'
  const button = '/Subtype/Widget/FT/Btn/T(agree)'

  it('a button whose states are placeholders is drawn, under their names', async () => {
    const field = await archived(`${button}/AS/Off/MK<</BC[1 0 0]>>/AP<</N<</Ja<<>>>>>>`, form, level)
    expect(contentOf(field, 'Off')).toBe('1 0 0 RG 1 w 0.5 0.5 39 19 re S')
    expect(contentOf(field, 'Ja')).toContain('2 2 m 38 18 l')
    expect(nameAt(field, 'AS')).toBe('Off')
  })

  it('a button with one look has it in one state', async () => {
    const field = await archived(`${button}/AP<</N 5 0 R/D 5 0 R>>`, form, level)
    expect(contentOf(field, 'Off')).toBe('0 0 9 9 re f')
    expect(String(dictAt(field, 'AP')?.keys())).toBe('/N')
  })

  it('a button leads nowhere', async () => {
    const action = '/A<</S/GoTo/D[3 0 R/Fit]>>'
    const field = await archived(`${button}${action}/AP<</N<</Off 5 0 R>>>>`, form, level)
    expect(field.has(PDFName.of('A'))).toBe(false)
  })

  it('a state of a button that has no look beside others is empty', async () => {
    const field = await archived(`${button}/AS/Yes/AP<</N<</Yes 5 0 R/Off<<>>>>>>`, form, level)
    expect(contentOf(field, 'Yes')).toBe('0 0 9 9 re f')
    expect(contentOf(field, 'Off')).toBe('')
  })

  it('a mark with a look for each state has the one that it shows', async () => {
    const mark = await archived('/Subtype/Stamp/AS/B/AP<</N<</A<<>>/B 5 0 R>>>>', '', level)
    expect(contentOf(mark)).toBe('0 0 9 9 re f')
  })

  it('a field that cannot be drawn is refused', async () => {
    await expect(archived('/Subtype/Widget/FT/Sketch/T(x)', form, level)).rejects.toThrow(/has no appearance/)
  })

  it.each([
    ['a button with a look for each state', 'Btn', (look: PDFRef) => ({ N: { Off: look } }), false],
    ['a button without states', 'Btn', (look: PDFRef) => ({ N: look }), true],
    ['a button with a placeholder', 'Btn', (look: PDFRef) => ({ N: { Yes: {}, Off: look } }), true],
    ['a button with no state', 'Btn', () => ({ N: {} }), true],
    ['a button whose appearance is empty', 'Btn', () => ({}), true],
    ['a text with one look', 'Tx', (look: PDFRef) => ({ N: look }), false],
    ['a text with states', 'Tx', (look: PDFRef) => ({ N: { Off: look } }), true],
    ['a text with a look for the pointer', 'Tx', (look: PDFRef) => ({ N: look, R: look }), true],
  ])('%s is judged', async (_, FT, looks, isBroken) => {
    const { bytes } = await archivedFixture(fixture('links-tagged'), { level }, (doc) => {
      const { context } = doc
      const look = context.register(context.stream('', { Subtype: 'Form', BBox: [0, 0, 9, 9] }))
      const field = { Type: 'Annot', Subtype: 'Widget', FT, F: 4, Rect: [0, 0, 9, 9], AP: looks(look) }
      doc.getPage(0).node.addAnnot(context.register(context.obj(field)))
    })
    const rules = (await violationsOf(bytes, { level })).map(({ rule }) => rule)
    const clause = level === '1b' ? 'ISO 19005-1 6.5.3' : `ISO 19005-${level[0]} 6.3.3`
    expect(rules.includes(clause)).toBe(isBroken)
  })
})

it('in PDF/A-1b a mark whose only look is a placeholder has none, which part 1 allows', async () => {
  const mark = await archived('/Subtype/Stamp/Name/Approved/AP<</N<<>>>>', '', '1b')
  expect(mark.has(PDFName.of('AP'))).toBe(false)
})
