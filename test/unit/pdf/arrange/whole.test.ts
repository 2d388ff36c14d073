/** What is done to the pages of the whole: forms, page numbers, and the split into files. */
import { unzipSync } from 'fflate'
import { PDFDocument } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { finish } from '../../../../src/pdf/finish-pdf'
import type { FinishPlan } from '../../../../src/pdf/finish-plan'
import { nothing, tools } from '../../../support/finishing'
import { find, readPdf } from '../../../support/pdf'
import { linksPdf } from '../../../support/pdfs'
import { samplePdf } from '../../../support/sample-pdf'

const finishOne = (bytes: Uint8Array, plan: Partial<FinishPlan>, rotate?: 90) =>
  finish([{ name: 'a.pdf', pointer: '/files/0', bytes, rotate }], { ...nothing, ...plan }, tools)

async function form(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([300, 300])
  const fields = document.getForm()
  fields.createTextField('person.name').addToPage(page, { y: 200 })
  fields.createCheckBox('agreed').addToPage(page, { y: 100 })
  const choice = fields.createDropdown('colour')
  choice.addOptions(['red', 'green'])
  choice.addToPage(page, { y: 20 })
  return document.save()
}

describe('forms', () => {
  it('are filled by the names of their fields', async () => {
    const fields = { 'person.name': 'Ada Lovelace', agreed: true, colour: 'green' }
    const { bytes } = await finishOne(await form(), { fields })
    const filled = (await PDFDocument.load(bytes)).getForm()
    expect(filled.getTextField('person.name').getText()).toBe('Ada Lovelace')
    expect(filled.getCheckBox('agreed').isChecked()).toBe(true)
    expect(filled.getDropdown('colour').getSelected()).toEqual(['green'])
  })

  it('become a part of their pages', async () => {
    const { bytes } = await finishOne(await form(), { fields: { 'person.name': 'Ada' }, flatten: true })
    expect((await PDFDocument.load(bytes)).getForm().getFields()).toEqual([])
    expect((await readPdf(bytes)).pages[0]?.text).toContain('Ada')
  })

  it('name every field that cannot be filled', async () => {
    const fields = { nobody: 'x', agreed: 'maybe', colour: 'blue', 'person.name': false }
    await expect(finishOne(await form(), { fields })).rejects.toMatchObject({
      code: 'document_invalid',
      errors: [
        { pointer: '/options/fields/nobody', message: 'The document has no field “nobody”.' },
        { pointer: '/options/fields/agreed', message: 'A check box takes true or false.' },
        { pointer: '/options/fields/colour', message: expect.stringContaining('red, green') },
        { pointer: '/options/fields/person.name', message: 'A text field takes a text.' },
      ],
    })
    await expect(finishOne(await form(), { fields: { 'person.name': 'Łódź 東京' } })).rejects.toMatchObject({
      errors: [{ message: expect.stringContaining('“ź” (U+017A), “東” (U+6771), “京” (U+4EAC)') }],
    })
  })
})

describe('page numbers', () => {
  it('stand upright where they are asked for, on turned pages too', async () => {
    const bytes = await samplePdf({ name: 'one', pages: 4 })
    const pageNumbers = { format: 'p. {page} of {pages} (x)', position: 'top-right', first: 5, skip: 1 }
    const plain = await readPdf((await finishOne(bytes, { pageNumbers })).bytes)
    expect(plain.pages.map(({ text }) => /p\. .*/.exec(text)?.[0])).toEqual([
      undefined,
      'p. 5 of 7 (x)',
      'p. 6 of 7 (x)',
      'p. 7 of 7 (x)',
    ])
    const run = find(plain.pages[1], 'p. 5')
    // The reader measures without kerning.
    expect(Math.abs(run.x + run.width - (420 - 28.8))).toBeLessThan(1.5)
    expect(Math.abs(run.y - 38.8)).toBeLessThan(0.5)
    const turned = await readPdf((await finishOne(bytes, { pageNumbers: {} }, 90)).bytes)
    expect(turned.pages[0]?.text).toContain('1 / 4')
  })

  it('keep a document archival and accessible', async () => {
    const { conformance } = await finishOne(linksPdf(), {
      pageNumbers: {},
      conform: { level: '2b', ua: true },
      properties: { title: 'Links', lang: 'en' },
    })
    expect(conformance?.level).toBe('PDF/A-2b and PDF/UA-1')
  })
})

describe('splitting', () => {
  const filesOf = (bytes: Uint8Array) => Object.entries(unzipSync(bytes))

  it('makes a file of every so many pages, each finished by itself', async () => {
    const bytes = await samplePdf({ name: 'one', pages: 5, rich: true })
    const made = await finishOne(bytes, { split: { every: 2 }, conform: { level: '2b' } })
    expect(made).toMatchObject({ isZip: true, pages: 5, conformance: { level: 'PDF/A-2b' } })
    const files = filesOf(made.bytes)
    expect(files.map(([name]) => name)).toEqual(['pages-1-2.pdf', 'pages-3-4.pdf', 'page-5.pdf'])
    const texts = await Promise.all(files.map(async ([, file]) => (await readPdf(file)).pages.length))
    expect(texts).toEqual([2, 2, 1])
    const [, second] = files[1] ?? []
    const part = await readPdf(second ?? new Uint8Array())
    expect(part.outline).toEqual(['Item 3', 'Item 4'])
    expect(part.text).toContain('one page 3')
  })

  it('makes a file of each range, and refuses what is not there or too much', async () => {
    const bytes = await samplePdf({ name: 'one', pages: 3 })
    const made = await finishOne(bytes, { split: { ranges: ['3,1', '2-'] } })
    expect(filesOf(made.bytes).map(([name]) => name)).toEqual(['pages-3-1.pdf', 'pages-2-3.pdf'])
    await expect(finishOne(bytes, { split: { ranges: ['1', '4-'] } })).rejects.toMatchObject({
      errors: [{ pointer: '/options/split/ranges/1' }],
    })
    const long = await samplePdf({ name: 'long', pages: 201 })
    await expect(finishOne(long, { split: { every: 1 } })).rejects.toMatchObject({
      errors: [{ message: '201 pages would be 201 files, at most 200: use 2 or more.' }],
    })
  })
})
