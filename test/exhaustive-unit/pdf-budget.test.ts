import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFRef } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { printedSizes } from '../../src/pdf/compress/printed-sizes'
import { finish } from '../../src/pdf/finish-pdf'
import type { FinishPlan } from '../../src/pdf/finish-plan'
import { merge } from '../../src/pdf/merge/merge'
import { loadTrusted } from '../../src/pdf/open-own'
import type { Rasterizer } from '../../src/pdf/pdfa/raster'
import { MAX_WORK, shareBudget, WorkBudget, WorkLimitExceeded } from '../../src/pdf/work-budget'
import { finishWith, nothing, tools } from '../support/finishing'
import { handmadePdf, linksPdf } from '../support/pdfs'
import { rowsOf } from '../support/runs'

const text = (content: string) => ({
  dictionary: '/Filter/FlateDecode',
  data: new Uint8Array(deflateSync(content)),
})
type Stream = ReturnType<typeof text>
const form = (content: string, entries = '') => {
  const { dictionary, data } = text(content)
  return { dictionary: `${dictionary}/Type/XObject/Subtype/Form/BBox[0 0 600 800]${entries}`, data }
}

/** So many pages with the same content and resources; further objects are numbered from 4. */
function pages(
  count: number,
  content: string,
  resources: string,
  more: (string | Stream)[] = [],
): Uint8Array {
  const first = 4 + more.length
  const kids = Array.from({ length: count }, (_, index) => `${first + index} 0 R`).join(' ')
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 3 0 R/Resources<<${resources}>>>>`
  return handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${count}>>`,
    text(content),
    ...more,
    ...Array<string>(count).fill(page),
  ])
}

const archive = { conform: { level: '1b' } } as const
const blend = '/ExtGState<</B<</BM/Multiply>>>>'
const fill = '0 0 600 800 re f\n'

async function refusalOf(bytes: Uint8Array, plan: Partial<FinishPlan> = archive) {
  const before = process.cpuUsage()
  const error = await finishWith(bytes, plan).catch((thrown: unknown) => thrown)
  const seconds = process.cpuUsage(before).user / 1e6
  expect(error).toBeInstanceOf(WorkLimitExceeded)
  expect(error).toMatchObject({ code: 'document_invalid', status: 422 })
  return { message: (error as Error).message, seconds }
}

describe('a document that takes too much work is refused by count, before it is done', () => {
  const costly: [string, string, Uint8Array][] = [
    ['a page painted over and over', 'pixels', pages(1, `/B gs ${fill.repeat(1_000)}`, blend)],
    [
      'a shading whose every pixel is computed by a program',
      'pixels',
      pages(
        1,
        '/B gs /S sh',
        `${blend}/Shading<</S<</ShadingType 1/ColorSpace/DeviceRGB/Function 4 0 R>>>>`,
        [
          {
            ...text(`{${'dup mul '.repeat(20_000)}}`),
            dictionary: '/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]/Filter/FlateDecode',
          },
        ],
      ),
    ],
    [
      'forms that draw forms, a hundred times each',
      'pixels',
      pages(1, `/B gs ${'/X Do '.repeat(100)}`, `${blend}/XObject<</X 4 0 R>>`, [
        form('/X Do '.repeat(100), '/Resources<</XObject<</X 5 0 R>>>>'),
        form('/X Do '.repeat(100), '/Resources<</XObject<</X 6 0 R>>>>'),
        form(`${fill.repeat(100)}`),
      ]),
    ],
    [
      'tiles of nothing',
      'operators',
      pages(1, `/B gs /Pattern cs /P scn ${fill}`, `${blend}/Pattern<</P 4 0 R>>`, [
        {
          ...text(fill),
          dictionary:
            '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep .001/YStep .001/Resources<<>>/Filter/FlateDecode',
        },
      ]),
    ],
    ['thirty megabytes of one letter', 'operators', pages(1, `/B gs ${'q '.repeat(15_000_000)}`, blend)],
  ]
  it.each(rowsOf(costly, 4))('%s', async (_, kind, bytes) => {
    expect(bytes.length).toBeLessThan(100_000)
    const { message, seconds } = await refusalOf(bytes)
    expect(message).toMatch(new RegExp(`takes too much work: [\\d,]+ ${kind} of at most [\\d,]+\\. `))
    expect(seconds).toBeLessThan(20)
  })

  it('thirty megabytes of one letter at a level that needs no flattening', async () => {
    const bytes = pages(1, 'q '.repeat(15_000_000), '')
    const { message, seconds } = await refusalOf(bytes, { conform: { level: '2b' } })
    expect(message).toContain('1,000,001 operators of at most 1,000,000')
    expect(seconds).toBeLessThan(20)
  })

  it('forms that draw forms, when their pictures are looked for', async () => {
    const inner = (next: number) => form('/X Do '.repeat(200), `/Resources<</XObject<</X ${next} 0 R>>>>`)
    const entries = '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8'
    const picture = { dictionary: entries, data: new Uint8Array(1) }
    const more = [inner(5), inner(6), inner(7), inner(8), picture]
    const document = await PDFDocument.load(pages(1, '/X Do '.repeat(200), '/XObject<</X 4 0 R>>', more))
    const work = new WorkBudget()
    shareBudget(document.context, work)
    work.charge('operators', MAX_WORK.operators - 50_000)
    await expect(printedSizes(document.getPages())).rejects.toThrow(WorkLimitExceeded)
  })
})

it('a page that blends is flattened well within the budget', async () => {
  const { conformance } = await finishWith(pages(2, `/B gs ${fill}`, blend), archive)
  expect(conformance?.flattened_pages).toEqual([1, 2])
})

it('what all pages take is counted before the first is painted', async () => {
  let painted = 0
  const rasterise: Rasterizer = (pdf, regions) => {
    painted++
    return tools.rasterise(pdf, regions)
  }
  const plan = { ...nothing, ...archive }
  const page = `/B gs ${fill}`
  await finish(pages(2, page, blend), plan, { ...tools, rasterise })
  expect(painted).toBe(2)
  const error = await finish(pages(100, page, blend), plan, { ...tools, rasterise }).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(WorkLimitExceeded)
  expect(painted).toBe(2)
})

it('an attachment is charged to the document that it is appended to', async () => {
  const work = new WorkBudget()
  const document = await PDFDocument.create()
  shareBudget(document.context, work)
  work.charge('bytes', MAX_WORK.bytes)
  const files = [{ name: 'a.pdf', pointer: '', bytes: linksPdf() }]
  await expect(merge(document, files)).rejects.toBeInstanceOf(WorkLimitExceeded)
})

it('work that may be left undone gets a share of the limits, and no more than is left', () => {
  const work = new WorkBudget()
  work.charge('bytes', MAX_WORK.bytes - 10)
  const portion = work.portion(1 / 4)
  expect(portion.allows('objects', MAX_WORK.objects / 4)).toBe(true)
  expect(() => portion.charge('objects', MAX_WORK.objects / 4 + 1)).toThrow(WorkLimitExceeded)
  portion.charge('bytes', 10)
  expect(() => portion.charge('bytes')).toThrow(WorkLimitExceeded)
})

it('others get their turn between pages', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await finishWith(pages(4, `/B gs ${fill}`, blend), archive)
  clearInterval(timer)
  expect(turns).toBeGreaterThanOrEqual(2)
})

it('a file is charged for the objects that it has, whatever their numbers are', async () => {
  const document = await PDFDocument.create()
  document.addPage()
  document.context.assign(PDFRef.of(MAX_WORK.objects + 1), document.context.obj({}))
  const work = new WorkBudget()
  const loaded = await loadTrusted(await document.save({ useObjectStreams: false }), work)
  expect(work.spent.objects).toBe(loaded.context.enumerateIndirectObjects().length)
})
