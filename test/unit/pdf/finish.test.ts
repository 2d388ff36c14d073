import { createHash } from 'node:crypto'
import { PDFDocument, PDFHexString, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../src/errors'
import { finish } from '../../../src/pdf/finish-pdf'
import type { FinishPlan } from '../../../src/pdf/finish-plan'
import { kids, setKids, type Tag, tagsOf } from '../../../src/pdf/pdfa/structure-tree'
import { finishWith, nothing, tools } from '../../support/finishing'
import { blankPdf, handmadePdf, linksPdf } from '../../support/pdfs'

describe('finishing', () => {
  it('hands a document with nothing to finish through, byte for byte', async () => {
    const raw = linksPdf()
    const finished = await finish(raw, nothing, tools)
    expect(finished.bytes).toBe(raw)
    expect(finished.pages).toBe(2)
  })

  it('writes properties in any script', async () => {
    const properties = { author: 'Zoë 山田', subject: 'Überblick', keywords: ['a', 'б'], lang: 'de-CH' }
    const { bytes } = await finish(linksPdf(), { ...nothing, properties }, tools)
    const document = await PDFDocument.load(bytes, { updateMetadata: false })
    expect(document.getAuthor()).toBe('Zoë 山田')
    expect(document.getSubject()).toBe('Überblick')
    expect(document.getKeywords()).toBe('a, б')
    expect(document.getLanguage()).toBe('de-CH')
    expect(document.getTitle()).toBe('links sample')
  })

  it('embeds files with name, type, size, checksum, dates and relationship, names made unique', async () => {
    const data = new TextEncoder().encode('a;b\n1;2\n')
    const modified = new Date('2026-01-02T03:04:05Z')
    const one = {
      pointer: '/options/embed_files/0',
      name: 'päckli.csv',
      type: 'text/csv',
      bytes: data,
      modified,
    }
    const { bytes } = await finish(
      linksPdf(),
      { ...nothing, embed: [one, { ...one, modified: undefined }] },
      tools,
    )
    const document = await PDFDocument.load(bytes, { updateMetadata: false })
    const files = document.getAttachments()
    expect(files.map(({ name }) => name).sort()).toEqual(['päckli-2.csv', 'päckli.csv'])
    const first = files.find(({ name }) => name === 'päckli.csv')
    expect(first?.mimeType).toBe('text/csv')
    expect(first?.modificationDate).toEqual(modified)
    expect(first?.creationDate).toEqual(tools.now)
    expect(Buffer.from(first?.data ?? []).toString()).toBe('a;b\n1;2\n')
    const text = document.context.enumerateIndirectObjects().map(([, object]) => object)
    const stream = text.find(
      (object) =>
        object instanceof PDFRawStream && object.dict.get(PDFName.of('Type')) === PDFName.of('EmbeddedFile'),
    )
    const parameters = (stream as PDFRawStream).dict.lookup(PDFName.of('Params'))
    const sum = (parameters as unknown as Map<PDFName, unknown>).get(PDFName.of('CheckSum')) as PDFHexString
    expect(Buffer.from(sum.asBytes()).toString('hex')).toBe(createHash('md5').update(data).digest('hex'))
    expect(document.catalog.lookup(PDFName.of('AF'))?.toString()).toMatch(/^\[ .* R .* R \]$/)
  })

  it('never makes a file larger by compressing it', async () => {
    const once = await finish(linksPdf(), { ...nothing, compress: true }, tools)
    const twice = await finish(once.bytes, { ...nothing, compress: true }, tools)
    expect(once.bytes.length).toBeLessThan(linksPdf().length)
    expect(twice.bytes.length).toBeLessThanOrEqual(once.bytes.length)
  })

  it('does everything at once, in the order that keeps each step’s work', async () => {
    const plan: FinishPlan = {
      attachments: [{ name: 'links.pdf', pointer: '/options/attachments/0', bytes: linksPdf() }],
      testStamp: true,
      properties: { lang: 'fr' },
      embed: [{ pointer: '', name: 'a.txt', type: 'text/plain', bytes: new Uint8Array([65]) }],
      compress: true,
      encryption: { userPassword: 'u' },
    }
    const { bytes, pages } = await finish(linksPdf(), plan, tools)
    expect(pages).toBe(4)
    const document = await PDFDocument.load(bytes, { password: 'u', updateMetadata: false })
    expect(document.getPageCount()).toBe(4)
    expect(document.getLanguage()).toBe('fr')
    expect(document.getAttachments().map(({ name }) => name)).toEqual(['a.txt'])
  })
})

/** A page in a font that is not in the file, and whose codes are no letters. */
const symbolsPdf = () =>
  handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    { dictionary: '', data: new TextEncoder().encode('BT /F 12 Tf (Abc) Tj ET') },
    '<</Type/Font/Subtype/TrueType/BaseFont/Wingdings>>',
  ])

/** A table of a row with one cell and one with two, as the last kid of the first element. */
function addIrregularTable(document: PDFDocument): void {
  const { context } = document
  const first = tagsOf(document).next().value as Tag
  const add = (parent: PDFRef, type: string, inner: [string, ...unknown[]][] = []): PDFRef => {
    const ref = context.nextRef()
    const kids = inner.map(([kind, ...below]) => add(ref, kind, below as never))
    context.assign(ref, context.obj({ S: type, P: parent, K: kids }))
    return ref
  }
  const rows: [string, ...unknown[]][] = [
    ['TR', ['TD']],
    ['TR', ['TD'], ['TD']],
  ]
  setKids(first.dict, [...kids(first.dict), add(first.ref, 'Table', rows)])
}

it('gives a file of a caller identifiers for its empty ones', async () => {
  const document = await PDFDocument.load(linksPdf(), { updateMetadata: false })
  document.context.trailerInfo.ID = document.context.obj([PDFHexString.of(''), PDFHexString.of('')])
  const file = { name: 'a.pdf', pointer: '/files/0', bytes: await document.save() }
  expect((await finishWith([file], { conform: { level: '2b' } })).conformance?.level).toBe('PDF/A-2b')
})

describe('what cannot be made conformant is refused', () => {
  const attachment = (bytes: Uint8Array) => ({ name: 'letter.pdf', pointer: '/options/attachments/0', bytes })

  async function refusalOf(plan: Partial<FinishPlan>): Promise<Problem> {
    const error = await finishWith(linksPdf(), plan).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Problem)
    return error as Problem
  }

  it('naming the attachment and the rule', async () => {
    const attachments = [attachment(symbolsPdf())]
    const problem = await refusalOf({ attachments, conform: { level: '2b' } })
    expect(problem.status).toBe(422)
    expect(problem.message).toMatch(
      /^The file letter\.pdf .*Wingdings is not embedded.*ISO 19005-2 6\.2\.11\.4\.1/,
    )
    expect(problem.errors?.[0]?.pointer).toBe('/options/attachments/0')
  })

  it('naming what an attachment breaks itself, not what the whole says for it', async () => {
    const untitled = await PDFDocument.load(linksPdf(), { updateMetadata: false })
    untitled.catalog.delete(PDFName.of('Lang'))
    untitled.setTitle('')
    const attachments = [attachment(await untitled.save())]
    const conform = { ua: true }
    expect((await finishWith(linksPdf(), { attachments, conform })).pages).toBe(4)
    addIrregularTable(untitled)
    const broken = { attachments: [attachment(await untitled.save())], conform }
    const { errors } = await refusalOf(broken)
    expect(errors?.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The rows of a table differ/),
    ])
  })

  it('by the option that it is about, whatever else the files break', async () => {
    const attachments = [attachment(symbolsPdf())]
    const fields = { name: true }
    const problem = await refusalOf({ attachments, fields, conform: { level: '2b' } })
    expect(problem.errors?.[0]?.pointer).toBe('/options/fields/name')
  })

  it('naming the attachment that has no tags where tags are promised', async () => {
    const attachments = [attachment(await blankPdf())]
    for (const conform of [{ level: '1a' as const }, { ua: true }]) {
      expect((await refusalOf({ attachments, conform })).message).toMatch(/letter\.pdf is not tagged/)
    }
    expect((await finishWith(linksPdf(), { attachments, conform: { level: '3b' } })).pages).toBe(3)
  })

  it('naming the embedded file that PDF/A-2 may not hold, and taking one that is PDF/A-2', async () => {
    const embed = { pointer: '/options/embed_files/0', name: 'a.pdf', type: 'application/pdf' }
    const conform = { level: '2b' as const }
    for (const bytes of [linksPdf(), new TextEncoder().encode('hello')]) {
      const problem = await refusalOf({ embed: [{ ...embed, bytes }], conform })
      expect(problem.code).toBe('asset_failed')
      expect(problem.errors?.[0]?.pointer).toBe('/options/embed_files/0')
    }
    const { bytes } = await finishWith(linksPdf(), { conform })
    const whole = await finishWith(linksPdf(), { embed: [{ ...embed, bytes }], conform })
    expect(whole.conformance?.level).toBe('PDF/A-2b')
    // One that only claims it, by itself and within one that is true.
    const liar = await PDFDocument.load(bytes, { updateMetadata: false })
    liar.catalog.set(PDFName.of('OpenAction'), liar.context.obj({ S: 'JavaScript' }))
    const outer = await PDFDocument.load(bytes, { updateMetadata: false })
    await outer.attach(await liar.save(), 'b.pdf', { mimeType: 'application/pdf' })
    for (const file of [liar, outer]) {
      const problem = await refusalOf({ embed: [{ ...embed, bytes: await file.save() }], conform })
      expect(problem.message).toMatch(
        /claims PDF\/A-2b and is not: .*JavaScript.*ISO 19005-2 6\.5\.1.*use PDF\/A-3b/,
      )
      expect(problem.errors?.[0]?.pointer).toBe('/options/embed_files/0')
    }
  })
})
