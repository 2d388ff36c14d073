/** The files that `test/unit/pdf/costly.test.ts` leaves out. */
import { expect, it } from 'vitest'
import { withOnePage } from '../fuzz/pdfs/rough'
import { loadPdf, reasonOf } from '../support/costly-pdfs'

it('texts that do not end, read again from every byte, are refused', async () => {
  const table = Array.from({ length: 40_000 }, (_, n) => `${n + 10} 0 obj ( endobj `).join('')
  expect(await reasonOf(withOnePage({ table: () => table }))).toContain('costly')
})

it('a million numbers are refused', async () => {
  const more = [`[${'0 '.repeat(1_000_001)}]`]
  expect(await reasonOf(withOnePage({ leaf: '/X 4 0 R', more }))).toContain('1,000,000 objects')
})

it('two thirds of the objects that a file may have, with cross-references that are right, are merged', async () => {
  const more = [`[${'0 '.repeat(666_666)}]`]
  const document = await loadPdf(withOnePage({ leaf: '/X 4 0 R', more, startxref: String }))
  expect(document.getPageCount()).toBe(1)
})

it('two thirds of the objects that a file may have, with cross-references that are wrong, are merged', async () => {
  const more = [`[${'0 '.repeat(666_666)}]`]
  const document = await loadPdf(withOnePage({ leaf: '/X 4 0 R', more, startxref: () => '99999' }))
  expect(document.getPageCount()).toBe(1)
})

it('objects that do not end, read again from every byte, are refused', async () => {
  const table = Array.from({ length: 100_000 }, (_, n) => `${n + 10} 0 obj [ `).join('')
  expect(await reasonOf(withOnePage({ table: () => table }))).toContain('1,000,000 objects')
})
