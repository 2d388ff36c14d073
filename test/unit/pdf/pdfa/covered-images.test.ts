import { BlendMode, PDFDocument } from 'pdf-lib'
import { expect, it } from 'vitest'
import { operations } from '../../../../src/pdf/content-stream'
import { flatten } from '../../../../src/pdf/pdfa/flatten'
import { pageContent } from '../../../../src/pdf/pdfa/objects'
import { pngOf } from '../../../support/png'
import { rasterise } from '../../../support/rasterise'

it('images that the pixels of a page cover are no longer drawn, and others are', async () => {
  const made = await PDFDocument.create()
  const page = made.addPage([200, 300])
  const image = await made.embedPng(
    pngOf({ width: 2, height: 2, colorType: 2, depth: 8, sample: () => [255, 0, 0] }),
  )
  page.drawImage(image, { x: 60, y: 110, width: 20, height: 20 })
  page.drawImage(image, { x: 60, y: 110, width: 100, height: 20 })
  page.drawRectangle({ x: 50, y: 100, width: 72, height: 36, blendMode: BlendMode.Multiply })
  const doc = await PDFDocument.load(await made.save())
  const drawn = () => {
    const all = [...operations(pageContent(doc.getPage(0)))].filter(({ operator }) => operator === 'Do')
    return all.map(({ operands }) => operands[0])
  }
  const [covered, reachesOut] = drawn()
  await flatten(doc, rasterise)
  expect(covered).not.toBe(reachesOut)
  expect(drawn()).toEqual([reachesOut, '/Flat0'])
})
