/** Links over form controls, as a page may write them by itself, become fields that other readers can tell apart. */
import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFString } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { finish } from '../../../src/pdf/finish-pdf'
import { FIELD_SCHEME, type FormField } from '../../../src/text/field-link'
import { nothing, tools } from '../../support/finishing'

const plain: FormField = {
  kind: 'text',
  name: 'a',
  label: 'A',
  value: '',
  isChecked: false,
  isRequired: false,
  isReadOnly: false,
  isMultiline: false,
  isPassword: false,
  isMultiple: false,
  align: 'left',
  color: [0, 0, 0],
  fontSize: 13,
  height: 20,
  tabIndex: 0,
}

async function formOf(fields: Partial<FormField>[]) {
  const document = await PDFDocument.create()
  const { context, node } = { context: document.context, node: document.addPage([200, 200]).node }
  const links = fields.map((field) => {
    const uri = FIELD_SCHEME + encodeURIComponent(JSON.stringify({ ...plain, ...field }))
    const action = { S: 'URI', URI: PDFString.of(uri) }
    return context.register(context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 90, 15], A: action }))
  })
  node.set(PDFName.of('Annots'), context.obj(links))
  const { bytes } = await finish(await document.save(), { ...nothing, forms: true }, tools)
  return (await PDFDocument.load(bytes)).getForm()
}
const namesOf = async (names: string[]) =>
  (await formOf(names.map((name) => ({ name })))).getFields().map((field) => field.getName())

describe('fields that are made of a document', () => {
  it.each([
    [
      ['a', 'a', 'a'],
      ['a', 'a-2', 'a-3'],
    ],
    [
      ['a.b', 'a', 'a.b'],
      ['a.b', 'a.b-2', 'a-2'],
    ],
    [
      ['a_b', 'a', 'a.b', 'a.b'],
      ['a_b', 'a', 'a_b-2', 'a_b-3'],
    ],
    [
      ['a', 'a.b', 'a_b.c', '..', ''],
      ['a', 'a_b', 'a_b_c', 'field'],
    ],
  ])('of the names %j have names of their own', async (names, made) => {
    expect((await namesOf(names)).toSorted()).toEqual(made.toSorted())
  })

  it('of the same value are states of their own', async () => {
    const values = ['x', 'x-3', 'x', 'Off', 'ä', '4']
    const form = await formOf(values.map((value) => ({ kind: 'radio', name: 'pay', value })))
    const options = form.getRadioGroup('pay').getOptions()
    expect(new Set(options).size).toBe(values.length)
    expect(options.slice(0, 2)).toEqual(['x', 'x-3'])
  })

  it('show which items of a list are chosen, and nothing more of a list without', async () => {
    const options: [string, string][] = ['one', 'two', 'three'].map((text, at) => [`${at}`, text])
    const list = { kind: 'list' as const, name: 'many', options, isMultiple: true, fontSize: 4 }
    const [bars, none] = await Promise.all(
      [['1', '2'], []].map(async (chosen) => {
        const [widget] = (await formOf([{ ...list, chosen }])).getField('many').acroField.getWidgets()
        const look = widget?.getAppearances()?.normal
        const content = look instanceof PDFRawStream ? decodePDFRawStream(look).decode() : []
        const places = (pattern: RegExp) =>
          [...Buffer.from(content).toString('latin1').matchAll(pattern)].map(([, y]) => Number(y))
        return { rects: places(/0 (-?[\d.]+) 90 3\.6 re/g), lines: places(/1 0 0 1 2 (-?[\d.]+) Tm/g) }
      }),
    )
    expect(bars?.lines).toHaveLength(3)
    expect(bars?.rects.map((y) => Number((y + 0.9).toFixed(2)))).toEqual(bars?.lines.slice(1))
    expect(none).toEqual({ rects: [], lines: bars?.lines })
  })

  it('write plain texts byte by byte, as readers do that fill them in', async () => {
    const options: [string, string][] = [
      ['at', 'Austria'],
      ['łd', 'Łódź'],
    ]
    const form = await formOf([{ kind: 'menu', name: 'city', options, chosen: ['at'] }])
    const { dict } = form.getField('city').acroField
    const utf16 = ['<FEFF01420064>', '<FEFF014100F30064017A>']
    expect(String(dict.get(PDFName.of('V')))).toBe('<6174>')
    expect(String(dict.get(PDFName.of('Opt')))).toBe(`[ [ <6174> <41757374726961> ] [ ${utf16.join(' ')} ] ]`)
  })

  it.each([
    ['radio', 'l'],
    ['checkbox', '4'],
  ] as const)('of the kind %s name their mark for readers that draw all fields again', async (kind, mark) => {
    const form = await formOf([{ kind, color: [255, 0, 0] }, { name: 'text' }])
    const [widget] = form.getField('a').acroField.getWidgets()
    expect(widget?.getAppearanceCharacteristics()?.getCaptions().normal).toBe(mark)
    expect(widget?.getDefaultAppearance()).toBe('/ZaDb 0 Tf 1 0 0 rg')
    const font = form.acroForm.dict.lookup(PDFName.of('DR'), PDFDict).lookup(PDFName.of('Font'), PDFDict)
    expect(font.lookup(PDFName.of('ZaDb'), PDFDict).get(PDFName.of('BaseFont'))).toBe(
      PDFName.of('ZapfDingbats'),
    )
  })

  it('are no links with numbers that a PDF cannot have', async () => {
    const wild = [{ fontSize: 1e300 }, { height: 1e-300 }, { height: 0 }, { fontSize: -1 }]
    expect((await formOf(wild)).getFields()).toEqual([])
  })

  it.each([
    { fontSize: 1e5, height: 0.01 },
    { fontSize: 1e-300 },
    { color: [1e308, -1, 0.5] as [number, number, number] },
  ])('have looks of finite numbers: %o', async (field) => {
    const form = await formOf([{ ...field, value: 'text' }])
    for (const { acroField } of form.getFields())
      expect(acroField.getDefaultAppearance()).toMatch(/^\/Helv [\d.]+ Tf [\d.]+ [\d.]+ [\d.]+ rg$/)
  })
})
