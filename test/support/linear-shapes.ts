/** PDFs of as many hostile parts as are asked for. */
import type { FinishPlan } from '../../src/pdf/finish-plan'
import { type RoughObject, roughPdf } from '../fuzz/pdfs/rough'

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
  more?: RoughObject[]
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

/** How a file of so many parts is made and finished; `size` parts take long enough to be measured. */
export type LinearShape = {
  size: number
  make: (count: number) => Uint8Array
  /** PDF/A-1b, compressed and stamped if absent. */
  plan?: Partial<FinishPlan>
}

/** By what there is much of. */
export const SHAPES = {
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
  'streams of eight filters': {
    size: 100,
    plan: { conform: { level: '2b' }, compress: true },
    make: (count) => {
      const filters = `/Filter[${'/RunLengthDecode'.repeat(8)}]`
      const data = new Uint8Array(900).fill(0x81)
      const more = Array.from({ length: count }, () => ({ dictionary: filters, data }))
      return pdf({ page: `/Own[${refs(count)}]`, more })
    },
  },
  'annotations without an appearance': {
    size: 1_000,
    plan: { conform: { level: '2b' } },
    make: (count) =>
      pdf({
        page: `/Annots[${refs(count)}]`,
        more: many(count, () => '<</Type/Annot/Subtype/Square/Rect[0 0 9 9]/C[1 0 0]>>'),
      }),
  },
  'annotations that share their points': {
    size: 200,
    plan: { conform: { level: '2b' } },
    make: (count) => {
      const points = `${FIRST + count} 0 R`
      return pdf({
        page: `/Annots[${refs(count)}]`,
        more: [
          ...many(
            count,
            () => `<</Type/Annot/Subtype/Ink/Rect[0 0 9 9]/InkList[${points} ${points}]/Vertices ${points}>>`,
          ),
          `[${'1 2 '.repeat(100)}]`,
        ],
      })
    },
  },
  'text fields without an appearance': {
    size: 200,
    plan: { conform: { level: '2b' } },
    make: (count) =>
      pdf({
        page: `/Annots[${refs(count)}]`,
        catalog: `/AcroForm<</Fields[${refs(count)}]/DA(/F 9 Tf)/DR<</Font<</F 5 0 R>>>>>>`,
        more: many(
          count,
          (at) => `<</Subtype/Widget/FT/Tx/T(f${at})/V(${'word '.repeat(9)})/Rect[0 0 99 9]>>`,
        ),
      }),
  },
  'text fields that share a long default appearance': {
    size: 50,
    plan: { conform: { level: '2b' } },
    make: (count) =>
      pdf({
        page: `/Annots[${refs(count)}]`,
        catalog: `/AcroForm<</Fields[${refs(count)}]/DA(${'/'.repeat(1_000 * count)} /F 9 Tf)>>`,
        more: many(count, (at) => `<</Subtype/Widget/FT/Tx/T(f${at})/V(a)/Rect[0 0 99 9]>>`),
      }),
  },
  'annotations that share looks, each with a state of many fonts': {
    size: 150,
    plan: { compress: true },
    make: (count) => {
      const [looks, resources, form, program] = [0, 1, 2, 3].map((at) => FIRST + at)
      return pdf({
        font: `/DescendantFonts[<</FontDescriptor<</FontFile3 ${program} 0 R>>>>]`,
        page: `/Own[${many(count, () => `<</AP ${looks} 0 R>>`).join('')}]`,
        more: [
          `<</D<<${many(count, (at) => `/S${at} ${form} 0 R`).join('')}>>>>`,
          `<</Font<<${many(count, (at) => `/F${at} 5 0 R`).join('')}>>>>`,
          { dictionary: `/Resources ${resources} 0 R`, data: '' },
          { dictionary: '/Subtype/Type1C', data: new Uint8Array(9_000) },
        ],
      })
    },
  },
  'fonts that name Helvetica': {
    size: 150,
    plan: { conform: { level: '2b' } },
    make: (count) =>
      roughPdf({
        objects: [
          '<</Type/Catalog/Pages 2 0 R>>',
          '<</Type/Pages/Kids[3 0 R]/Count 1>>',
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<<${many(count, (at) => `/F${at} ${at + 5} 0 R`).join('')}>>>>>>`,
          { data: many(count, (at) => `BT /F${at} 9 Tf (abc) Tj ET`).join('\n') },
          ...many(count, () => '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'),
        ],
      }),
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
  'content of an element that does not name its page': {
    size: 10_000,
    plan: { conform: { ua: true } },
    make: (count) =>
      pdf({
        catalog: `/MarkInfo<</Marked true>>/StructTreeRoot ${FIRST} 0 R`,
        page: '/StructParents 0',
        more: [
          `<</Type/StructTreeRoot/K ${FIRST + 1} 0 R/ParentTree<</Nums[0[${`${FIRST + 1} 0 R `.repeat(count)}]]>>>>`,
          `<</Type/StructElem/S/P/P ${FIRST} 0 R/K[${many(count, String).join(' ')}]>>`,
        ],
      }),
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
} satisfies Record<string, LinearShape>

/** One of each class: a tree, fields, content, filters, looks that are drawn, and what fonts share. */
export const ONE_OF_EACH_CLASS: ReadonlySet<string> = new Set<keyof typeof SHAPES>([
  'nodes of a name tree, each within another',
  'form fields, each within another',
  'inline images',
  'arrays within arrays of text',
  'streams of eight filters',
  'text fields that share a long default appearance',
  'fonts that share a character map',
])
