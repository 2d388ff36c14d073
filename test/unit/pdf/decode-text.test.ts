import { PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { decodeText } from '../../../src/pdf/decode-text'
import { inspectPdf } from '../../../src/pdf/inspect/inspect-pdf'
import { WorkBudget } from '../../../src/pdf/work-budget'
import { finishWith } from '../../support/finishing'
import { linksPdf } from '../../support/pdfs'

describe('a text of 300,000 characters', () => {
  const text = 'aé—'.repeat(100_000)
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')
  const hex = (bytes: Buffer) => PDFHexString.of(bytes.toString('hex'))
  it.each([
    ['in PDFDocEncoding', PDFString.of('a\\351\\204'.repeat(100_000))],
    ['in UTF-16', hex(Buffer.from(utf16).swap16())],
    ['in UTF-16 with the low byte first', hex(utf16)],
  ])('%s is decoded', (_, value) => {
    expect(decodeText(value) === text).toBe(true)
  })

  /** A page with a link that has such texts, as has the title. */
  async function withLongTexts(): Promise<Uint8Array> {
    const doc = await PDFDocument.create()
    const long = PDFString.of('x'.repeat(300_000))
    const action = { S: 'URI', URI: PDFString.of(`https://example.org/${'x'.repeat(300_000)}`) }
    const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], Contents: long, A: action }
    doc.addPage().node.set(PDFName.of('Annots'), doc.context.obj([link]))
    doc.context.trailerInfo.Info = doc.context.register(doc.context.obj({ Title: long }))
    return doc.save()
  }

  it('does not keep a file from being inspected', async () => {
    const file = { name: 'a.pdf', pointer: '/file', bytes: await withLongTexts() }
    const options = { asked: ['PDF/UA-1'], work: new WorkBudget(), isInvoice: () => false }
    const { inspection } = await inspectPdf(file, options)
    expect(inspection.properties.title).toMatch(/^x+$/)
  })

  it('does not keep a file from being attached', async () => {
    const attachments = [{ name: 'a.pdf', pointer: '/options/attachments/0', bytes: await withLongTexts() }]
    expect((await finishWith(linksPdf(), { attachments })).pages).toBe(3)
    const archived = finishWith(linksPdf(), { attachments, conform: { level: '2b' } })
    await expect(archived).rejects.toThrow(/text .* is longer than/)
  })
})
