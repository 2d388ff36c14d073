import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishWith } from '../support/finishing'
import { formPdf } from '../support/pdfs'
import { prose, sample } from '../support/samples'
import { inspect } from './inspect'
import { openPrinter, type Printer } from './print'
import { outFolder, pdfToPixels, pdfToText, qpdfCheck, save } from './tools'

const folder = outFolder('merge')
let printer: Printer
beforeAll(async () => {
  printer = await openPrinter()
})
afterAll(() => printer.close())

const tagged = { tagged: true, outline: true } as const

describe('merging as pikepdf and poppler see it', () => {
  it('loses no page, link, outline item, destination, field, tag or word', async () => {
    const sources = {
      main: await printer.print(sample('invoice'), tagged),
      links: await printer.print(sample('links'), tagged),
      again: await printer.print(sample('links'), { ...tagged, landscape: true }),
      prose: await printer.print(prose(8), tagged),
      form: await formPdf('name', 'Ada'),
      form2: await formPdf('name', 'Grace'),
    }
    const files = Object.entries(sources).map(([name, bytes]) => ({
      name,
      bytes,
      path: save(folder, `${name}.pdf`, bytes),
    }))
    const attachments = files.slice(1).map(({ name, bytes }) => ({ name: `${name}.pdf`, pointer: '', bytes }))
    const { bytes, pages } = await finishWith(sources.main, { attachments })
    const merged = save(folder, 'merged.pdf', bytes)
    expect(qpdfCheck(merged).ok).toBe(true)

    const parts = files.map(({ path }) => inspect(path))
    const whole = inspect(merged)
    const sum = (count: (part: (typeof parts)[number]) => number) =>
      parts.reduce((total, part) => total + count(part), 0)
    expect(whole.pages).toBe(sum((part) => part.pages))
    expect(pages).toBe(whole.pages)
    expect(whole.links).toBe(sum((part) => part.links))
    expect(whole.addresses).toEqual(parts.flatMap((part) => part.addresses))
    expect(whole.tags).toBe(sum((part) => part.tags))
    expect(whole.destinations).toEqual(['/a', '/a-2', '/b', '/b-2'])
    expect(whole.fields).toEqual([
      ['name', 'Ada'],
      ['name-2', 'Grace'],
    ])
    expect(JSON.stringify(whole.outline)).toContain('Chapter 8')
    expect(pdfToText(merged)).toBe(files.map(({ path }) => pdfToText(path)).join(''))
    let page = 1
    for (const { path } of files) {
      const count = inspect(path).pages
      for (let own = 1; own <= count; own++, page++) {
        expect(Buffer.compare(pdfToPixels(merged, page, 36).data, pdfToPixels(path, own, 36).data)).toBe(0)
      }
    }
  })
})
