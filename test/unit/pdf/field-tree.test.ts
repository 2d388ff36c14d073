import { PDFName, PDFRef } from 'pdf-lib'
import { expect, it } from 'vitest'
import { importPdf } from '../../../src/pdf/import/open-foreign'
import { WorkBudget } from '../../../src/pdf/work-budget'
import { roughPdf } from '../../fuzz/pdfs/rough'

/**
 * The names of the fields of a form, whose objects are numbered from 4, and what finding them was charged. `shown` are the
 * annotations of the page.
 */
async function fieldsOf(form: string, fields: string[], shown = '') {
  const bytes = roughPdf({
    objects: [
      `<</Type/Catalog/Pages 2 0 R/AcroForm<<${form}>>>>`,
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[${shown}]>>`,
      ...fields,
    ],
  })
  const work = new WorkBudget()
  const { document, warnings } = await importPdf({ name: 'a.pdf', pointer: '', bytes }, work)
  const found = document.getForm().getFields()
  const names = found.map((field) => field.getName())
  return { names, found, document, warnings, charged: work.spent.objects }
}

it('a field that is its own part is found once', async () => {
  const { names } = await fieldsOf('/Fields[4 0 R]', [
    '<</T(a)/Kids[5 0 R]/Parent 5 0 R>>',
    '<</T(b)/Kids[4 0 R 6 0 R]/Parent 4 0 R>>',
    '<</T(c)/FT/Tx/Parent 5 0 R>>',
  ])
  expect(names).toEqual(['a.b.c'])
})

it('fields that are reached in a thousand million ways are found once', async () => {
  const levels = Array.from({ length: 30 }, (_, at) => `<</T(n)/Kids[${at + 5} 0 R ${at + 5} 0 R]>>`)
  const { names, charged } = await fieldsOf('/Fields[4 0 R]', [...levels, '<</T(end)/FT/Tx>>'])
  expect(names).toEqual([`${'n.'.repeat(30)}end`])
  expect(charged).toBeLessThan(1_000)
})

it('a part that is listed beside its field stays its part', async () => {
  const { names, found } = await fieldsOf('/Fields[5 0 R 4 0 R]', [
    '<</T(a)/FT/Tx/V(text)/Kids[5 0 R]>>',
    '<</Subtype/Widget/Rect[0 0 9 9]/Parent 4 0 R>>',
  ])
  expect(names).toEqual(['a'])
  expect(found[0]?.acroField.getWidgets()).toHaveLength(1)
})

it('a default appearance of a megabyte goes, one as usual stays', async () => {
  const { found } = await fieldsOf(`/DA(${'/'.repeat(1_000_000)})/Fields[4 0 R 5 0 R]`, [
    `<</T(a)/FT/Tx/DA(${'/'.repeat(1_000_000)})>>`,
    '<</T(b)/FT/Tx/DA(/Helv 9 Tf)>>',
  ])
  expect(found.map(({ acroField }) => acroField.getDefaultAppearance())).toEqual([undefined, '/Helv 9 Tf'])
})

const widget = '/Subtype/Widget/Rect[0 0 9 9]'

it.each([
  ['is a name', '/Fields/potato'],
  ['is missing', ''],
  ['has null, a number and a text', '/Fields[null 7 (a) 99 0 R]'],
  ['has only other fields', '/Fields[6 0 R]'],
])('fields on a page are found whose form has a list that %s', async (_, form) => {
  const { names } = await fieldsOf(
    form,
    [`<</T(a)/FT/Tx${widget}>>`, `<</T(b)/FT/Tx${widget}>>`, `<</T(c)/FT/Tx${widget}>>`],
    '4 0 R 5 0 R 6 0 R',
  )
  expect(names.toSorted()).toEqual(['a', 'b', 'c'])
})

it('a widget that its field does not list stays its part, with what it inherits', async () => {
  const { found } = await fieldsOf(
    '/Fields[null]',
    ['<</T(a)/FT/Tx/V(text)/Kids[null 7]>>', `<<${widget}/Parent 4 0 R>>`, `<<${widget}/Parent 4 0 R>>`],
    '5 0 R 6 0 R',
  )
  expect(found.map((field) => field.getName())).toEqual(['a'])
  expect(found[0]?.acroField.getWidgets()).toHaveLength(2)
  expect(String(found[0]?.acroField.dict.get(PDFName.of('V')))).toBe('(text)')
})

it('a field is of the type that only its widget says', async () => {
  const { names } = await fieldsOf('', ['<</T(a)>>', `<</FT/Tx${widget}/Parent 4 0 R>>`], '5 0 R')
  expect(names).toEqual(['a'])
})

it('a field that stands in no object of its own is found, and the page shows the one that is listed', async () => {
  const { found, document } = await fieldsOf('/Fields[]', [], `<</T(a)/FT/Tx${widget}>>`)
  const shown = document.getPage(0).node.Annots()?.lookup(0)
  expect(found.map(({ acroField }) => acroField.dict)).toEqual([shown])
  expect(document.getPage(0).node.Annots()?.get(0)).toBeInstanceOf(PDFRef)
})

it('fields whose parents go in a circle are found', async () => {
  const { found } = await fieldsOf(
    '/Fields[4 0 R 5 0 R]',
    ['<</T(a)/FT/Tx/Parent 5 0 R>>', '<</T(b)/FT/Tx/Parent 4 0 R>>', `<</T(c)${widget}/Parent 5 0 R>>`],
    '6 0 R',
  )
  expect(found.map((field) => field.getName())).toEqual(['a.b.c'])
})

it('a page is no parent of a field, and an annotation of another type is none', async () => {
  const { names } = await fieldsOf(
    '/Fields null',
    [`<</T(a)/FT/Tx${widget}/Parent 3 0 R>>`, '<</Subtype/Text/FT/Tx/T(b)/Rect[0 0 9 9]>>'],
    '4 0 R 5 0 R',
  )
  expect(names).toEqual(['a'])
})

it('many widgets under a long chain of parents cost little more than they are', async () => {
  const chain = Array.from({ length: 40 }, (_, at) => `<</T(n)/Parent ${at + 5} 0 R>>`)
  const widgets = Array.from({ length: 500 }, () => `<<${widget}/Parent 4 0 R>>`)
  const shown = widgets.map((_, at) => `${at + 45} 0 R`).join(' ')
  const { found, charged } = await fieldsOf('', [...chain, '<</T(top)/FT/Tx>>', ...widgets], shown)
  expect(found).toHaveLength(1)
  expect(charged).toBeLessThan(20_000)
})

it.each([
  [50, 1, []],
  [51, 0, ['lost the fields of its form that lie more than 50 levels deep']],
])('a field below %d others is kept, or its loss is told', async (levels, kept, told) => {
  const end = `<</T(end)/FT/Tx${widget}/Parent ${levels + 3} 0 R>>`
  const parents = Array.from({ length: levels }, (_, at) => `<</T(n)/FT/Tx/Kids[${at + 5} 0 R]>>`)
  const { names, warnings } = await fieldsOf('/Fields[4 0 R]', [...parents, end], `${levels + 4} 0 R`)
  expect(names.filter((name) => name.endsWith('.end'))).toHaveLength(kept)
  expect(warnings).toEqual(told)
})

it.each([
  ['lie too deep', Array.from({ length: 60 }, (_, at) => `<</T(n)/Kids[${at + 6} 0 R]>>`)],
  ['are none', ['<</T(n)/Kids[2 0 R null 99 0 R]>>']],
  ['have no type', [`<</T(n)/Kids[6 0 R 7 0 R]>>`, `<<${widget}>>`, '<</T(b)>>']],
])('a group whose fields %s altogether is none, and the other fields are', async (_, group) => {
  const { names } = await fieldsOf('/Fields[5 0 R 4 0 R]', [`<</T(a)/FT/Tx${widget}>>`, ...group])
  expect(names).toEqual(['a'])
})
