/** Text that the browser sets for `finish`: page numbers, stamps and watermarks in any script. */
import { beforeAll, expect, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { post } from '../support/http'
import { readPdf } from '../support/pdf'
import { pdfUrl, samplePdf } from '../support/sample-pdf'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

const three = await samplePdf({ name: 'three', pages: 3 })

async function finish(options: object) {
  const { key } = await newAccount({ credits: 5 })
  return await post('/v1/finish', key, { files: [pdfUrl(three)], options })
}

async function textsWith(options: object): Promise<string[]> {
  const response = await finish(options)
  if (response.status !== 200) expect.unreachable(`${response.status} ${await response.text()}`)
  const { pages } = await readPdf(await response.bytes())
  return pages.map(({ text }) => text)
}

it.each([
  ['Σελίδα {page} από {pages}', 'Σελίδα 2 από 3'],
  ['Стр. {page}', 'Стр. 2'],
  ['strona {page}, ślad', 'strona 2, ślad'],
])('page numbers may be in any script: %s', async (format, second) => {
  const [first, text] = await textsWith({ page_numbers: { format, skip: 1, first: 2 } })
  expect(first).not.toContain(second)
  expect(text).toContain(second)
})

it('page numbers and a stamp in Greek and Cyrillic conform to PDF/A and stand in the corner that is asked for', async () => {
  const page_numbers = { format: 'Σελίδα {page}, стр.', position: 'top-right', size: 20 }
  const stamp = { text: 'Πληρώθηκε', position: 'bottom-left', color: '#aa0000', pages: '2-' }
  const response = await finish({ page_numbers, stamp, pdf_format: 'PDF/A-2b', lang: 'el' })
  expect(response.headers.get('x-conformance')).toContain('PDF/A-2b')
  const { pages } = await readPdf(await response.bytes())
  expect(pages[2]?.text).toContain('Σελίδα 3, стр.')
  expect(pages.map(({ text }) => text.includes('Πληρώθηκε'))).toEqual([false, true, true])
})

it('a character that no font has is named, of page numbers and of watermarks', async () => {
  const unknown = '\u{1F9FF}\u{10FFFD}\u{E123}'
  for (const [options, pointer] of [
    [{ page_numbers: { format: `{page} ${unknown}` } }, '/options/page_numbers/format'],
    [{ watermark: `Entwurf ${unknown}` }, '/options/watermark'],
    [{ stamp: `Bezahlt ${unknown}` }, '/options/stamp'],
  ] as const) {
    const response = await finish(options)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      ...{ code: 'document_invalid', errors: [{ pointer, message: expect.stringContaining('U+E123') }] },
    })
  }
})

it.each(['\u3164', '\u2800', 'a\u0000b\u200b'])(
  'a watermark of %j, which prints little or nothing, is no fault of ours',
  async (watermark) => {
    const answer = await finish({ watermark })
    await answer.arrayBuffer()
    expect([200, 422]).toContain(answer.status)
  },
)
