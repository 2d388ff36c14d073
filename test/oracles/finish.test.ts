/** Files of callers, put together and finished: read by qpdf and poppler, judged by veraPDF. */
import { unzipSync } from 'fflate'
import { AFRelationship, PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareFacturX } from '../../src/e-invoice/facturx'
import type { SourcePdf } from '../../src/pdf/arrange/open-source'
import { finish } from '../../src/pdf/finish-pdf'
import type { FinishPlan } from '../../src/pdf/finish-plan'
import { services } from '../fixtures/invoices'
import { nothing, tools } from '../support/finishing'
import { formPdf } from '../support/pdfs'
import { samplePdf } from '../support/sample-pdf'
import { outFolder, pdfPages, pdfToText, qpdf, qpdfCheck, save, veraPdf } from './tools'

const folder = outFolder('finish')
const A5 = { width: 420, height: 595, rotation: 0 }

let one: Uint8Array
let two: Uint8Array
let form: Uint8Array
beforeAll(async () => {
  one = await samplePdf({ name: 'one', pages: 3, rich: true })
  two = await samplePdf({ name: 'two', pages: 2 })
  form = await formPdf('name', 'Ada')
})

type Source = Uint8Array | Pick<SourcePdf, 'bytes' | 'pages' | 'rotate' | 'password'>

/** Finishes the files with what is asked for, and nothing else; the bytes lie in the folder under `name`. */
async function finished(name: string, [first, ...others]: [Source, ...Source[]], plan: Partial<FinishPlan>) {
  const source = (file: Source, index: number): SourcePdf => ({
    ...{ name: `file ${index}`, pointer: `/files/${index}` },
    ...(file instanceof Uint8Array ? { bytes: file } : file),
  })
  const input = [source(first, 0), ...others.map((file, index) => source(file, index + 1))] as const
  const made = await finish(input, { ...nothing, ...plan }, tools)
  return { ...made, file: save(folder, name, made.bytes) }
}

const textsOf = (file: string, password?: string) =>
  pdfToText(file, password)
    .split('\f')
    .slice(0, -1)
    .map((text) => text.replace(/\s+/g, ' ').trim())

describe('files of callers as qpdf, poppler and veraPDF see them', () => {
  it('stand together in order, with the pages that were picked and turned as was asked', async () => {
    const files: [Source, ...Source[]] = [one, { bytes: two, pages: '2,1', rotate: 90 }, form]
    const { file } = await finished('merged.pdf', files, {})
    expect(qpdfCheck(file)).toMatchObject({ ok: true })
    expect(textsOf(file)).toEqual([
      ...['one page 1 secret 1', 'one page 2 secret 2', 'one page 3 secret 3'],
      ...['two page 2', 'two page 1', 'Ada'],
    ])
    const turned = { ...A5, rotation: 90 }
    expect(pdfPages(file)).toEqual([A5, A5, A5, turned, turned, { width: 300, height: 200, rotation: 0 }])
  })

  it('are split into files of their own, numbered as the whole, and each opens with the password alone', async () => {
    const plan = {
      ...{ split: { ranges: ['1-2', '4-'] }, pageNumbers: { format: 'Página {page}, Ł' } },
      encryption: { userPassword: 'geheim' },
    }
    const { bytes } = await finished('parts.zip', [one, two], plan)
    const parts = Object.entries(unzipSync(bytes)).map(([name, part]) => save(folder, name, part))
    expect(parts.map((part) => qpdfCheck(part, 'geheim').ok)).toEqual([true, true])
    expect(parts.map((part) => qpdfCheck(part, 'other').ok)).toEqual([false, false])
    expect(parts.map((part) => textsOf(part, 'geheim'))).toEqual([
      ['one page 1 secret 1 Página 1, Ł', 'one page 2 secret 2 Página 2, Ł'],
      ['two page 1 Página 4, Ł', 'two page 2 Página 5, Ł'],
    ])
    expect(parts.map((part) => pdfPages(part, 'geheim'))).toEqual([
      [A5, A5],
      [A5, A5],
    ])
  })

  it('are filled and flattened, and open without the password that was given for them', async () => {
    const locked = await finished('locked.pdf', [form], { encryption: { userPassword: 'geheim' } })
    const source = { bytes: locked.bytes, password: 'geheim' }
    const { file } = await finished('filled.pdf', [source], { fields: { name: 'Łukasz, 5 €' } })
    const flat = await finished('flat.pdf', [source], { fields: { name: 'Łukasz, 5 €' }, flatten: true })
    for (const made of [file, flat.file]) {
      expect(qpdfCheck(made)).toMatchObject({ ok: true })
      expect(textsOf(made)).toEqual(['Łukasz, 5 €'])
    }
    expect(qpdf('--json', '--json-key=acroform', file)).toContain('"fullname": "name"')
    expect(qpdf('--json', '--json-key=acroform', flat.file)).toContain('"hasacroform": false')
  })

  it('conform to the level that is claimed, filled, numbered, split or with an invoice and files inside', async () => {
    const carrier = await PDFDocument.load(two)
    await carrier.attach(Buffer.from('a;b'), 'rows.csv', {
      ...{ mimeType: 'text/csv', afRelationship: AFRelationship.Data },
    })
    const carrying = await carrier.save()
    const pageNumbers = { format: 'Página {page} – Ł, 5 €' }
    const filled = { fields: { 'field 1': 'Łukasz' }, pageNumbers }
    const archival = await finished('2b.pdf', [one, two, form], { ...filled, conform: { level: '2b' } })
    const flat = await finished('2b-flat.pdf', [one], { ...filled, flatten: true, conform: { level: '2b' } })
    const zip = await finished('2b.zip', [one, two], { conform: { level: '2b' }, split: { every: 4 } })
    const parts = Object.entries(unzipSync(zip.bytes)).map(([name, bytes]) =>
      save(folder, `2b-${name}`, bytes),
    )
    const facturX = prepareFacturX({ invoice: services })
    const invoice = await finished('invoice.pdf', [carrying, one], { facturX, conform: { level: '3b' } })
    expect(qpdf('--list-attachments', invoice.file)).toMatch(/factur-x\.xml[\s\S]*rows\.csv/)
    expect(textsOf(archival.file)[0]).toBe('one page 1 Łukasz Página 1 – Ł, 5 €')
    const broken = async (files: string[], level: '2b' | '3b') =>
      (await veraPdf(files, level)).flatMap(({ file, failures }) =>
        failures.map((each) => ({ file, ...each })),
      )
    expect(await broken([archival.file, flat.file, ...parts], '2b')).toEqual([])
    expect(await broken([invoice.file], '3b')).toEqual([])
  })
})
