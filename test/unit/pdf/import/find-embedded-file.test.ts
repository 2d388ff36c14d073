/** Looking for one of the files inside a PDF, without holding them all. */
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { findEmbeddedFileOf, MAX_EMBEDDED_BYTES } from '../../../../src/pdf/import/find-embedded-file'
import { inspectPdf } from '../../../../src/pdf/inspect/inspect-pdf'
import { WorkBudget } from '../../../../src/pdf/work-budget'
import { handmadePdf } from '../../../support/pdfs'

type Embedded = { dictionary: string; data: Uint8Array }

const deflated = (data: Uint8Array): Embedded => ({
  dictionary: '/Filter/FlateDecode',
  data: deflateSync(data),
})

function pdfWith(files: Embedded[]): Uint8Array {
  const specifications = files.map((_, index) => `<</Type/Filespec/EF<</F ${4 + index} 0 R>>>>`)
  const named = files.map((_, index) => `${4 + files.length + index} 0 R`)
  return handmadePdf([
    `<</Type/Catalog/Pages 2 0 R/AF[${named.join(' ')}]>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>',
    ...files,
    ...specifications,
  ])
}

const fileOf = (bytes: Uint8Array) => ({ name: 'a.pdf', pointer: '/pdf', bytes })

describe('files inside a PDF', () => {
  it('are unpacked one after another until one is accepted; bombs and unknown filters are passed over', async () => {
    const unknown = { dictionary: '/Filter/NoSuchDecode', data: new Uint8Array([1]) }
    const bomb = deflated(new Uint8Array(MAX_EMBEDDED_BYTES + 1))
    const small = [1, 2, 3].map((length) => deflated(new Uint8Array(length)))
    const seen: number[] = []
    const found = await findEmbeddedFileOf(fileOf(pdfWith([bomb, unknown, ...small])), ({ length }) => {
      seen.push(length)
      return length === 2
    })
    expect(found).toHaveLength(2)
    expect(seen).toEqual([1, 2])
  })

  it('that inflate beyond every limit do not make the PDF a broken one', async () => {
    const file = fileOf(pdfWith([deflated(new Uint8Array(33 << 20))]))
    const asked = { asked: undefined, work: new WorkBudget(), isInvoice: () => true }
    const { inspection, invoice } = await inspectPdf(file, asked)
    expect(inspection.embedded_files).toHaveLength(1)
    expect(invoice).toBeUndefined()
  })
})
