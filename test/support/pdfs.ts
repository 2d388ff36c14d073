/** PDFs for tests: one that Chromium printed, and small ones made to measure. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { PDFDocument, StandardFonts } from 'pdf-lib'

/** Two tagged pages with a heading each, links to the web, to mail and to each other, named destinations, an outline. */
export function linksPdf(): Uint8Array {
  return new Uint8Array(readFileSync(path.join(import.meta.dirname, '../fixtures/pdf/links-tagged.pdf')))
}

/** Blank pages of the given sizes in points. */
export async function blankPdf(sizes: [number, number][] = [[595, 842]]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  for (const size of sizes) document.addPage(size)
  return document.save()
}

/** One page of text in a font that is not in the file. */
export async function plainTextPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage().drawText('hello', { font: await document.embedFont(StandardFonts.Helvetica) })
  return document.save()
}

/** One page with a text field of this name and value. */
export async function formPdf(name: string, value: string): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([300, 200])
  const field = document.getForm().createTextField(name)
  field.setText(value)
  field.addToPage(page, { x: 20, y: 100 })
  return document.save()
}

/** A file written by hand: objects by number, the first of them the catalog; streams are given as bytes. */
export function handmadePdf(objects: (string | { dictionary: string; data: Uint8Array })[]): Uint8Array {
  const parts: Buffer[] = []
  const offsets: number[] = []
  let length = 0
  const write = (part: string | Uint8Array) => {
    const bytes = Buffer.from(part as string)
    parts.push(bytes)
    length += bytes.length
  }
  write('%PDF-1.7\n')
  objects.forEach((object, index) => {
    offsets.push(length)
    write(`${index + 1} 0 obj\n`)
    if (typeof object === 'string') write(object)
    else {
      write(`<<${object.dictionary}/Length ${object.data.length}>>\nstream\n`)
      write(object.data)
      write('\nendstream')
    }
    write('\nendobj\n')
  })
  const start = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  write(`xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R>>\n`)
  write(`startxref\n${start}\n%%EOF\n`)
  return new Uint8Array(Buffer.concat(parts))
}

/** A page whose content is so many streams of so many zero bytes each: a few kilobytes a megabyte. */
export function inflatingPdf(streams: number, bytes: number): Uint8Array {
  const data = deflateSync(new Uint8Array(bytes))
  const contents = Array.from({ length: streams }, (_, index) => `${index + 4} 0 R`).join(' ')
  return handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents[${contents}]>>`,
    ...Array.from({ length: streams }, () => ({ dictionary: '/Filter/FlateDecode', data })),
  ])
}
