import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishWith } from '../support/finishing'
import { jpegCodec, photo } from '../support/jpeg'
import { prose, sample, sampleNames } from '../support/samples'
import { inspect } from './inspect'
import { openPrinter, type Printer } from './print'
import { ghostscriptEbook, outFolder, pdfToPixels, pdfToText, qpdf, qpdfCheck, save } from './tools'

const folder = outFolder('compress')
let printer: Printer
beforeAll(async () => {
  printer = await openPrinter()
})
afterAll(() => printer.close())

async function compared(name: string, html: string, tagged: boolean) {
  const raw = await printer.print(html, { tagged, outline: tagged })
  const stem = tagged ? `${name}-tagged` : name
  const before = save(folder, `${stem}.raw.pdf`, raw)
  const { bytes } = await finishWith(raw, { compress: true })
  const after = save(folder, `${stem}.pdf`, bytes)
  const other = `${folder}/${stem}.qpdf.pdf`
  qpdf('--object-streams=generate', '--recompress-flate', '--compression-level=9', before, other)
  return { before, after, sizes: { raw: raw.length, ours: bytes.length, qpdf: fs.statSync(other).size } }
}

/** Share of samples that differ by more than a shade. */
function difference(one: string, other: string, page: number): number {
  const [a, b] = [pdfToPixels(one, page), pdfToPixels(other, page)]
  expect([b.width, b.height]).toEqual([a.width, a.height])
  let different = 0
  for (let at = 0; at < a.data.length; at++)
    if (Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) > 24) different++
  return different / a.data.length
}

describe('compression', () => {
  for (const name of [...sampleNames, 'prose']) {
    for (const tagged of [false, true]) {
      it(`makes ${name} ${tagged ? 'with tags ' : ''}smaller than qpdf does and changes nothing to be seen`, async () => {
        const html = name === 'prose' ? prose(20) : sample(name)
        const { before, after, sizes } = await compared(name, html, tagged)
        expect(sizes.ours).toBeLessThan(sizes.qpdf)
        expect(qpdfCheck(after).ok).toBe(true)
        expect(pdfToText(after)).toBe(pdfToText(before))
        const [was, is] = [inspect(before), inspect(after)]
        expect({ ...is, info: {} }).toEqual({ ...was, info: {} })
        expect(difference(before, after, 1)).toBeLessThan(0.002)
      })
    }
  }

  it('makes photographs smaller than Ghostscript’s /ebook does, tags kept', async () => {
    const codec = await jpegCodec()
    const images = [
      [1800, 1200],
      [1500, 1500],
      [1000, 1600],
    ].map(([width = 0, height = 0]) => {
      const jpeg = codec.encode(photo(width, height), { quality: 92, grey: false })
      return `<figure><img alt="a photograph" style="width:9cm" src="data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}"></figure>`
    })
    const html = `<!doctype html><html lang="en"><title>Photos</title>${images.join('')}`
    const { before, after, sizes } = await compared('photographs', html, true)
    expect(sizes.ours).toBeLessThan(sizes.qpdf)
    expect(sizes.ours).toBeLessThan(fs.statSync(ghostscriptEbook(before)).size)
    expect(inspect(after).tags).toBe(inspect(before).tags)
    expect(difference(before, after, 1)).toBeLessThan(0.05)
  })
})
