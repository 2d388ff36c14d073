/** Malformed and malicious files, sent to a real server: each is used or refused with a clear 4xx, in time and memory. */
import { PDFDocument } from 'pdf-lib'
import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attack } from './attack'
import { effort, seed, share } from './effort'
import { formWith } from './form'
import { damagedPdfs, pdfGrammar } from './pdfs/all'
import type { Case } from './pdfs/case'
import { damagedPngs } from './pngs/damaged'
import { pngGrammar } from './pngs/grammar'
import { type Answer, startTarget, type Target } from './target'

/** What is done to a document after a file was appended: each walks through the file in its own way. */
const finishing = [
  {},
  { compress: true },
  { pdf_format: 'PDF/A-2b' },
  { password: 'secret' },
  { pdf_format: 'PDF/A-1b' },
]

let target: Target

beforeAll(async () => {
  target = await startTarget()
  console.log(`seed ${seed}`)
})
afterAll(() => target?.stop())

it('PDFs to append: used without what acts in them, or refused', async () => {
  const cases = [...share(pdfGrammar(), 50), ...(await damagedPdfs(effort(300, 30), seed))]
  const faults = await attack(target, cases, {
    send: ({ bytes }, index) => ({
      path: '/v1/transform',
      json: {
        html: '<!doctype html><html lang="en"><title>t</title><p>x',
        goCreditMode: false,
        options: {
          attachments: [dataAddress('application/pdf', bytes)],
          ...finishing[index % finishing.length],
        },
      },
    }),
    judge: judgePdf,
  })
  expect(faults).toEqual([])
})

/** What is done to a file that is the document itself. */
const finishingAlone = [
  ...finishing,
  { page_numbers: true, stamp: 'PAID', watermark: { text: 'Entwurf', angle: 20 } },
  { flatten: true, fields: { name: 'Ada' } },
  { split: { every: 1 } },
  { pdf_format: 'PDF/A-1a', lang: 'en', title: 'x' },
  { factur_x: true },
]

it('PDFs to finish and to inspect: used without what acts in them, or refused', async () => {
  const cases = [...share(pdfGrammar(), 40), ...(await damagedPdfs(effort(300, 40), seed + 1_000_000))]
  const faults = await attack(target, cases, {
    send: ({ bytes }, index) => {
      const file = dataAddress('application/pdf', bytes)
      if (index % 3 === 0)
        return { path: '/v1/inspect', json: { file, conformance: ['PDF/A-1a', 'PDF/A-2b', 'PDF/UA-1'] } }
      const options = finishingAlone[index % finishingAlone.length]
      return { path: '/v1/finish', json: { files: [file, { url: file, pages: '1-2', rotate: 90 }], options } }
    },
    judge: judgePdf,
  })
  expect(faults).toEqual([])
})

it('PNGs as logos: used, or refused', async () => {
  const cases = [...share(pngGrammar(), 50), ...damagedPngs(effort(200, 30), seed)]
  const faults = await attack(target, cases, {
    send: ({ bytes }, index) => ({
      path: '/v1/qrcode',
      ...formWith({ data: `https://example.com/${index}` }, { name: 'logo', type: 'image/png', bytes }),
    }),
    judge: (_, { status, body }) =>
      status !== 200 || body.subarray(1, 4).toString() === 'PNG' ? [] : ['200 without a PNG'],
  })
  expect(faults).toEqual([])
})

/** What is wrong with a document that a file was appended to: another reader cannot open it, or something acts in it. */
async function judgePdf({ never }: Case, { status, headers, body }: Answer): Promise<string[]> {
  if (status !== 200 || headers.get('content-type') !== 'application/pdf') return []
  const encrypted = body.includes('/Encrypt')
  const opened = await getDocumentProxy(new Uint8Array(body), { password: 'secret', verbosity: 0 }).then(
    async (file) => {
      const { numPages } = file
      await file.loadingTask.destroy()
      return String(numPages)
    },
    (error: unknown) => `no PDF: ${error}`,
  )
  if (opened !== headers.get('x-page-count')) return [`${opened} pages, not ${headers.get('x-page-count')}`]
  if (!never || encrypted) return []
  const { context } = await PDFDocument.load(body)
  const found = context.enumerateIndirectObjects().map(([, object]) => never.exec(String(object))?.[0])
  return found.filter((word) => word !== undefined).map((word) => `kept ${word}`)
}

function dataAddress(type: string, bytes: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}
