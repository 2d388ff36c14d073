/** Appended files of n and of 2n hostile parts: twice as much may take little more than twice as long to finish. */
import { afterEach, expect, it, vi } from 'vitest'
import { WorkBudget } from '../../../src/pdf/budget'
import type { FinishPlan } from '../../../src/pdf/finish'
import { roughPdf } from '../../fuzz/pdfs/rough'
import { finishWith } from '../../support/finishing'
import { linksPdf } from '../../support/pdfs'

const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at))

/** The first object after catalog, pages, page, content and font. */
const FIRST = 6

type Parts = {
  catalog?: string
  pages?: string
  page?: string
  content?: string
  font?: string
  more?: string[]
}

/** One page, with parts added; further objects are numbered from `FIRST`. */
function pdf({ catalog = '', pages = '[3 0 R]', page = '', content = '', font = '', more = [] }: Parts) {
  return roughPdf({
    objects: [
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      `<</Type/Pages/Kids${pages}/Count 1>>`,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>${page}>>`,
      { data: content },
      `<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H${font}>>`,
      ...more,
    ],
  })
}

const refs = (count: number) => many(count, (at) => `${FIRST + at} 0 R`).join(' ')
const next = (at: number, count: number, entry: string) =>
  at + 1 < count ? `${entry} ${FIRST + at + 1} 0 R` : ''

const SHAPES: Record<
  string,
  { size: number; make: (count: number) => Uint8Array; plan?: Partial<FinishPlan> }
> = {
  'empty nodes of the page tree': {
    size: 1_000,
    make: (count) =>
      pdf({
        pages: `[${refs(count)} 3 0 R]`,
        more: many(count, () => '<</Type/Pages/Parent 2 0 R/Kids[]/Count 0>>'),
      }),
  },
  'named destinations': {
    size: 1_500,
    make: (count) =>
      pdf({ catalog: `/Names<</Dests<</Names[${many(count, (at) => `(d${at})[3 0 R/Fit]`).join('')}]>>>>` }),
  },
  'nodes of a name tree, each within another': {
    size: 1_000,
    make: (count) =>
      pdf({
        catalog: `/Names<</Dests ${FIRST} 0 R>>`,
        more: many(count, (at) => `<</Names[(d${at})[3 0 R/Fit]]/Kids[${next(at, count, '')}]>>`),
      }),
  },
  'numbers in an array': {
    size: 10_000,
    make: (count) => pdf({ page: `/Own[${'0.5 '.repeat(count)}]` }),
  },
  'form fields': {
    size: 1_000,
    make: (count) =>
      pdf({
        catalog: `/AcroForm<</Fields[${refs(count)}]>>`,
        more: many(count, (at) => `<</FT/Tx/T(f${at % 7})/V(x)>>`),
      }),
  },
  'form fields, each within another': {
    size: 1_000,
    make: (count) =>
      pdf({
        catalog: `/AcroForm<</Fields[${FIRST} 0 R]>>`,
        more: many(count, (at) => `<</FT/Tx/T(f)/Kids[${next(at, count, '')}]>>`),
      }),
  },
  'bookmarks in a row': {
    size: 1_000,
    make: (count) =>
      pdf({
        catalog: `/Outlines<</First ${FIRST} 0 R/Last ${FIRST + count - 1} 0 R>>`,
        more: many(count, (at) => `<</Title(t)/Dest[3 0 R/Fit]${next(at, count, '/Next')}>>`),
      }),
  },
  'bookmarks, each within another': {
    size: 1_000,
    make: (count) =>
      pdf({
        catalog: `/Outlines<</First ${FIRST} 0 R>>`,
        more: many(count, (at) => `<</Title(t)/Dest[3 0 R/Fit]${next(at, count, '/First')}>>`),
      }),
  },
  annotations: {
    size: 1_000,
    make: (count) =>
      pdf({
        page: `/Annots[${refs(count)}]`,
        more: many(count, () => '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[3 0 R/Fit]>>'),
      }),
  },
  'saved graphics states': {
    size: 13_000,
    make: (count) => pdf({ content: `${'q '.repeat(count)}0 0 9 9 re f ${'Q '.repeat(count)}` }),
  },
  'inline images': {
    size: 5_000,
    make: (count) => pdf({ content: 'BI /W 1 /H 1 /BPC 8 /CS /G ID x EI\n'.repeat(count) }),
  },
  'inline images without data': {
    size: 20_000,
    make: (count) => pdf({ content: 'BI /W 1 '.repeat(count) }),
  },
  'marked content that is not closed': {
    size: 13_000,
    make: (count) => pdf({ content: '/Span BMC\n'.repeat(count) }),
  },
  'arrays within arrays of text': {
    size: 20_000,
    make: (count) => pdf({ content: `BT /F 9 Tf ${'['.repeat(count)} TJ ET` }),
  },
  'fonts that share a character map': {
    size: 300,
    plan: { conform: { ua: true } },
    make: (count) => {
      const font = '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 6 0 R>>'
      const names = many(count, (at) => `/F${at} ${at + 7} 0 R`).join('')
      return roughPdf({
        objects: [
          '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot<</Type/StructTreeRoot/ParentTree<</Nums[]>>>>>>',
          '<</Type/Pages/Kids[3 0 R]/Count 1>>',
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<<${names}>>>>>>`,
          { data: many(count, (at) => `BT /F${at} 9 Tf <0001> Tj ET`).join('\n') },
          font,
          { data: `1 beginbfrange\n${'<0000> <ffff> <0041>\n'.repeat(count)}endbfrange` },
          ...many(count, () => font),
        ],
      })
    },
  },
  'ranges of a character map': {
    size: 6_500,
    plan: { conform: { ua: true } },
    make: (count) => {
      const ranges = many(count, (at) => `<${(at % 65_536).toString(16).padStart(4, '0')}> <ffff> <0041>`)
      return roughPdf({
        objects: [
          '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot<</Type/StructTreeRoot/ParentTree<</Nums[]>>>>>>',
          '<</Type/Pages/Kids[3 0 R]/Count 1>>',
          '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
          { data: 'BT /F 9 Tf <0001> Tj ET' },
          '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 6 0 R>>',
          { data: `${count} beginbfrange\n${ranges.join('\n')}\nendbfrange` },
        ],
      })
    },
  },
}

afterEach(() => vi.restoreAllMocks())

/** What finishing came to, the milliseconds of this thread it took, and the units of work that were charged. */
async function measure(bytes: Uint8Array, plan: Partial<FinishPlan>) {
  let charged = 0
  const charge = WorkBudget.prototype.charge
  const spy = vi.spyOn(WorkBudget.prototype, 'charge').mockImplementation(function (
    this: WorkBudget,
    kind,
    amount,
  ) {
    if (kind !== 'bytes') charged += amount ?? 1
    charge.call(this, kind, amount)
  })
  const before = process.threadCpuUsage()
  const attachments = [{ name: 'a.pdf', pointer: '/options/attachments/0', bytes }]
  const outcome = await finishWith(linksPdf(), { ...plan, attachments }).then(
    () => 'finished',
    (error: Error) => error.message.replace(/[\d,]+/g, 'n').slice(0, 120),
  )
  const { user, system } = process.threadCpuUsage(before)
  spy.mockRestore()
  return { outcome, charged, ms: (user + system) / 1000 }
}

const DEFAULT: Partial<FinishPlan> = { conform: { level: '1b' }, compress: true, testStamp: true }

const isTwice = (large: number, small: number) => large < 2.5 * small + 40

it.each(Object.entries(SHAPES))('%s', async (_, { size, make, plan = DEFAULT }) => {
  // The larger goes first: what is slow because it is new is not told of the smaller.
  const large = await measure(make(2 * size), plan)
  const small = await measure(make(size), plan)
  expect(large.outcome).toBe(small.outcome)
  expect(large.charged).toBeLessThan(2.5 * small.charged)
  // Other processes and the garbage only ever add to a time, so the least of several counts.
  for (let round = 0; round < 4 && !isTwice(large.ms, small.ms); round++) {
    large.ms = Math.min(large.ms, (await measure(make(2 * size), plan)).ms)
    small.ms = Math.min(small.ms, (await measure(make(size), plan)).ms)
  }
  expect(isTwice(large.ms, small.ms), `${large.ms} ms, half of it ${small.ms} ms`).toBe(true)
})
