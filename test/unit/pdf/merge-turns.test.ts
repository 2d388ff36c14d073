/** Long files let other requests run while they are merged. */
import { PDFDocument } from 'pdf-lib'
import { expect, it } from 'vitest'
import { merge } from '../../../src/pdf/merge/merge'

it('Hundreds of plain pages are merged in several turns', async () => {
  const source = await PDFDocument.create()
  for (let page = 0; page < 400; page++) source.addPage()
  const bytes = await source.save()
  const document = await PDFDocument.create()
  let turns = 0
  const others = setInterval(() => turns++, 1)
  await merge(document, [{ name: 'a.pdf', pointer: '/options/attachments/0', bytes }])
  clearInterval(others)
  expect(document.getPageCount()).toBe(400)
  expect(turns).toBeGreaterThan(3)
})
