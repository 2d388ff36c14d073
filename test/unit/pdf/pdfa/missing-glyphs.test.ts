import { expect, it } from 'vitest'
import { contentsOf } from '../../../../src/pdf/pdfa/contents'
import { replaceMissingGlyphs } from '../../../../src/pdf/pdfa/missing-glyphs'
import { addPage, documentIn, helvetica } from '../../../support/foreign-fonts'

it('a missing glyph becomes a box if it is painted, and room without a box if it is not', async () => {
  const { document, font } = await documentIn(helvetica, 'composite')
  addPage(document, 'BT /F 9 Tf <0000> Tj q 3 Tr <0000> Tj Q <0000> Tj 7 Tr <00010000> Tj ET', {
    Font: { F: font },
  })
  expect(await replaceMissingGlyphs(document)).toBe(4)
  const [page] = contentsOf(document)
  const boxes = page?.read().match(/Tf <0[12]> Tj/g)
  expect(boxes).toEqual(['Tf <01> Tj', 'Tf <02> Tj', 'Tf <01> Tj', 'Tf <02> Tj'])
})

it.each(['3.0', '+3', '03'])('text in the mode %s is not painted', async (mode) => {
  const { document, font } = await documentIn(helvetica, 'composite')
  addPage(document, `BT /F 9 Tf ${mode} Tr <0000> Tj ET`, { Font: { F: font } })
  await replaceMissingGlyphs(document)
  const [page] = contentsOf(document)
  expect(page?.read()).toContain('Tf <02> Tj')
})
