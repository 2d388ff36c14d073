/**
 * The watermark of `POST /v1/finish` on callers' pages: seen by poppler, read by qpdf, judged by veraPDF. The files stay in
 * `test/out/oracles/watermark`, to be looked at.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { degrees, PDFDocument, PDFName, StandardFonts } from 'pdf-lib'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { handmadePdf, linksPdf } from '../support/pdfs'
import { newKey } from '../support/shared-account'
import { outFolder, pdfPages, pdfToPixels, pdfWords, qpdf, qpdfCheck, save, veraPdf } from './tools'

const { origin } = inject('service')
const folder = outFolder('watermark')
const watermark = { text: 'ENTWURF Черновик', color: '#ff0000', opacity: 0.5 }

/** Pages that are turned and cropped, whose box begins elsewhere, and that leave their state open. */
async function turnedPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const turn of [0, 90, 180, 270]) {
    const page = document.addPage([600, 800])
    page.setMediaBox(-100, 50, 600, 800)
    page.setCropBox(0, 100, 300, 500)
    page.setRotation(degrees(turn))
    page.drawText(`turned by ${turn}`, { font, x: 80, y: 300, size: 20 })
    page.node.addContentStream(
      document.context.register(document.context.stream('q 9 0 0 9 50 50 cm 0 1 0 rg')),
    )
  }
  return document.save()
}

/** Pages that have all but their contents of a node above them. */
function inheritingPdf(): Uint8Array {
  const text = Buffer.from('BT /F 20 Tf 40 200 Td (inherited) Tj ET')
  return handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 500 300]/CropBox[20 20 480 280]/Rotate 90
      /Resources<</Font<</F 6 0 R>>>>>>`,
    '<</Type/Page/Parent 2 0 R/Contents 5 0 R>>',
    '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Rotate 0>>',
    { dictionary: '', data: text },
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ])
}

/** A page whose pixels blend, which PDF/A-1 flattens. */
async function blendingPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([400, 400])
  const states = { Half: { Type: 'ExtGState', ca: 0.5, BM: 'Multiply' } }
  page.node.set(PDFName.of('Resources'), document.context.obj({ ExtGState: states }))
  const content = '/Half gs 0 0 1 rg 50 50 200 200 re f 0 1 0 rg 150 150 200 200 re f'
  page.node.set(PDFName.of('Contents'), document.context.register(document.context.stream(content)))
  return document.save()
}

/** A file that opens without a password, and may not be changed with its permissions. */
function restrictedPdf(plain: string): Uint8Array {
  const locked = path.join(folder, 'restricted-source.pdf')
  qpdf('--encrypt', '', 'owner', '256', '--modify=none', '--', plain, locked)
  return new Uint8Array(readFileSync(locked))
}

let key: string
let files: Record<string, Uint8Array>
beforeAll(async () => {
  key = await newKey({ plan: 'Max', credits: 200 })
  const turned = await turnedPdf()
  files = {
    ...{ turned, inheriting: inheritingPdf(), blending: await blendingPdf(), tagged: linksPdf() },
    restricted: restrictedPdf(save(folder, 'turned-source.pdf', turned)),
  }
})

const made = new Map<string, Promise<string>>()

/** Path of the file with the watermark, which the service makes once. */
function marked(name: string, options: object): Promise<string> {
  const key = JSON.stringify([name, options])
  const file = made.get(key) ?? mark(name, options)
  made.set(key, file)
  return file
}

async function mark(name: string, options: object): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(files[name] ?? [])], { type: 'application/pdf' }), `${name}.pdf`)
  form.append('options', JSON.stringify({ watermark, ...options }))
  const answer = await fetch(`${origin}/v1/finish`, {
    ...{ method: 'POST', body: form, headers: { 'X-API-Key': key } },
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(answer.status, new TextDecoder().decode(bytes.subarray(0, 500))).toBe(200)
  return save(folder, `${name} ${Object.values(options).join(' ').replace('/', '')}.pdf`, bytes)
}

/** Where the watermark is seen on a page, in shares of it from its upper left corner, and how it runs. */
function seenOn(file: string, page: number) {
  const { width, height, data } = pdfToPixels(file, page, 72, ['-cropbox'])
  const points: [number, number][] = []
  for (let at = 0; at < width * height; at++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(3 * at, 3 * at + 3)
    if (red > green + 40 && red > blue + 40)
      points.push([(at % width) / width, Math.floor(at / width) / height])
  }
  const [across, down] = [0, 1].map((axis) =>
    points.map((point) => point[axis] ?? 0).toSorted((a, b) => a - b),
  )
  const range = (values: number[] = []) => [values[0] ?? 0, values.at(-1) ?? 0] as const
  const [left, right] = range(across)
  const [top, bottom] = range(down)
  const mean = (part: typeof points) => part.reduce((sum, [, y]) => sum + y, 0) / part.length
  const middle = (left + right) / 2
  return {
    ...{ left, right, top, bottom, count: points.length },
    rises: mean(points.filter(([x]) => x < middle)) > mean(points.filter(([x]) => x > middle)),
  }
}

const LEVELS = [{}, { pdf_format: 'PDF/A-2b' }, { pdf_format: 'PDF/A-1b' }]

describe.each(['turned', 'inheriting', 'blending', 'tagged', 'restricted'])(
  'the watermark of a file: %s',
  (name) => {
    it('stands in the middle of what is seen of each page, rising, and takes no word away', async () => {
      const source = save(folder, `${name}-source.pdf`, files[name] ?? new Uint8Array())
      for (const level of LEVELS) {
        const file = await marked(name, level)
        expect(qpdfCheck(file)).toMatchObject({ ok: true })
        expect(pdfPages(file)).toEqual(pdfPages(source))
        const words = pdfWords(file).map((page) => page.map(({ text }) => text))
        for (const [index, before] of pdfWords(source).entries()) {
          expect(words[index]).toEqual(expect.arrayContaining(before.map(({ text }) => text)))
          const seen = seenOn(file, index + 1)
          expect(seen, `page ${index + 1} of ${file}`).toMatchObject({ rises: true })
          expect(seen.count).toBeGreaterThan(200)
          expect((seen.left + seen.right) / 2).toBeCloseTo(0.5, 1)
          expect((seen.top + seen.bottom) / 2).toBeCloseTo(0.5, 1)
          expect(Math.min(seen.left, seen.top, 1 - seen.right, 1 - seen.bottom)).toBeGreaterThan(0.05)
        }
      }
    })
  },
)

it.each([
  ['2b', { pdf_format: 'PDF/A-2b' }, ['turned', 'inheriting', 'blending', 'tagged', 'restricted']],
  ['1b', { pdf_format: 'PDF/A-1b' }, ['turned', 'inheriting', 'blending', 'tagged', 'restricted']],
  ['1a', { pdf_format: 'PDF/A-1a' }, ['tagged']],
  ['ua1', { pdf_ua: true }, ['tagged']],
] as const)('a file with a watermark conforms to what it claims: %s', async (flavour, options, names) => {
  const claimed = await Promise.all(names.map((name) => marked(name, options)))
  const verdicts = await veraPdf(claimed, flavour)
  expect(verdicts.map(({ compliant, failures }) => ({ compliant, failures }))).toEqual(
    claimed.map(() => ({ compliant: true, failures: [] })),
  )
})
