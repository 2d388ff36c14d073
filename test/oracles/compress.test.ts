import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { effort } from '../fuzz/effort'
import { finishWith } from '../support/finishing'
import { jpegCodec, lineArt, photo } from '../support/jpeg'
import { prose, sample, sampleNames } from '../support/samples'
import { inspectAll } from './inspect'
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

/** Mean squared difference of the samples of the first pages. */
function distance(one: string, other: string): number {
  const [a, b] = [pdfToPixels(one, 1), pdfToPixels(other, 1)]
  let sum = 0
  for (let at = 0; at < a.data.length; at++) sum += ((a.data[at] ?? 0) - (b.data[at] ?? 0)) ** 2
  return sum / a.data.length
}

/** A photograph with coarse grain, which costs JPEG most: each patch of four by four pixels is off by up to 16. */
function grainy(width: number, height: number) {
  const picture = photo(width, height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const patch = ((pixel % width) >> 2) * 7919 + (Math.floor(pixel / width) >> 2) * 104_729
    const noise = ((Math.imul(patch, 2_654_435_761) >>> 16) % 33) - 16
    for (let channel = 0; channel < 3; channel++) {
      const at = pixel * 4 + channel
      picture.data[at] = (picture.data[at] ?? 0) + noise
    }
  }
  return picture
}

describe('compression', () => {
  for (const [index, name] of [...sampleNames, 'prose'].entries()) {
    for (const tagged of effort([false, true], [index % 2 === 0])) {
      it(`makes ${name} ${tagged ? 'with tags ' : ''}smaller than qpdf does and changes nothing to be seen`, async () => {
        const html = name === 'prose' ? prose(20) : sample(name)
        const { before, after, sizes } = await compared(name, html, tagged)
        expect(sizes.ours).toBeLessThan(sizes.qpdf)
        expect(qpdfCheck(after).ok).toBe(true)
        expect(pdfToText(after)).toBe(pdfToText(before))
        const [was, is] = inspectAll([before, after])
        expect({ ...is, info: {} }).toEqual({ ...was, info: {} })
        expect(difference(before, after, 1)).toBeLessThan(0.002)
      })
    }
  }

  it.each([
    ['photographs', photo],
    ['photographs-with-grain', grainy],
  ])(
    'makes %s smaller than Ghostscript’s /ebook does, nearer to the original, tags kept',
    async (name, picture) => {
      const codec = await jpegCodec()
      const images = [
        [1800, 1200],
        [1500, 1500],
        [1000, 1600],
      ].map(([width = 0, height = 0]) => {
        const jpeg = codec.encode(picture(width, height), { quality: 92, grey: false })
        return `<figure><img alt="a photograph" style="width:9cm" src="data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}"></figure>`
      })
      const html = `<!doctype html><html lang="en"><title>Photos</title>${images.join('')}`
      const { before, after, sizes } = await compared(name, html, true)
      expect(sizes.ours).toBeLessThan(sizes.qpdf)
      const other = ghostscriptEbook(before)
      expect(sizes.ours).toBeLessThan(fs.statSync(other).size)
      const [was, is] = inspectAll([before, after])
      expect(is?.tags).toBe(was?.tags)
      expect(distance(before, after)).toBeLessThan(distance(before, other))
      expect(difference(before, after, 1)).toBeLessThan(0.05)
    },
  )

  it('brings a photograph of 12 megapixels down to what is printed, and softens no edge of line art', async () => {
    const codec = await jpegCodec()
    const figure = (picture: ReturnType<typeof photo>, width: string) => {
      const jpeg = codec.encode(picture, { quality: 92, progressive: false })
      const address = `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`
      return `<!doctype html><html lang="en"><title>Pictures</title><img alt="" style="width:${width}" src="${address}">`
    }
    const large = await compared('large', figure(photo(4000, 3000), '17cm'), false)
    expect(large.sizes.ours).toBeLessThan(large.sizes.raw / 5)
    // 35 decibels, at which nobody tells two prints apart.
    expect(distance(large.before, large.after)).toBeLessThan(20)
    // 203 pixels an inch, which photographs lose; and 600, of which 300 are left.
    const drawn = await compared('line-art', figure(lineArt(1200, 800), '15cm'), false)
    expect(distance(drawn.before, drawn.after)).toBe(0)
    const fine = await compared('fine-line-art', figure(lineArt(1800, 1200), '7.62cm'), false)
    expect(fine.sizes.ours).toBeLessThan(fine.sizes.raw / 1.5)
    expect(distance(fine.before, fine.after)).toBeLessThan(20)
  })
})
