import { expect, it } from 'vitest'
import { importPdf } from '../../../src/pdf/import/open-foreign'
import { WorkBudget } from '../../../src/pdf/work-budget'
import { roughPdf } from '../../fuzz/pdfs/rough'

/** The names of the fields of a form, whose objects are numbered from 4, and what finding them was charged. */
async function fieldsOf(form: string, fields: string[]) {
  const bytes = roughPdf({
    objects: [
      `<</Type/Catalog/Pages 2 0 R/AcroForm<<${form}>>>>`,
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
      ...fields,
    ],
  })
  const work = new WorkBudget()
  const { document } = await importPdf({ name: 'a.pdf', pointer: '', bytes }, work)
  const found = document.getForm().getFields()
  return { names: found.map((field) => field.getName()), found, charged: work.spent.objects }
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
