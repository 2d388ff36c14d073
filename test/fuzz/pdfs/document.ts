/** PDFs whose trees, pages and resources are broken (ISO 32000-2, 7.7 to 9, 12.3, 14.7). */
import { type Case, numbers, of, times, zeros } from './case'
import { catalog, onePage, page, type RoughObject, roughPdf, withOnePage } from './rough'

/** Objects that each refer to the next, the last to the first. */
const circle = (count: number, first: number, link: (next: number) => string) =>
  times(count, (index) => link(index === count - 1 ? first : first + index + 1))

/** 7.7.3, 7.9.6, 7.9.7, 12.3: trees and lists that lead back into themselves. */
export function trees(): Case[] {
  const named = (dests: string, more: string[]) => withOnePage({ root: `/Names<</Dests ${dests}>>`, more })
  const outline = (more: string[]) => withOnePage({ root: '/Outlines 4 0 R', more })
  return of('tree', {
    'pages that are their own child': roughPdf({ objects: [catalog, '<</Type/Pages/Kids[2 0 R]/Count 1>>'] }),
    'pages in a circle of three': roughPdf({
      objects: [catalog, ...circle(3, 2, (next) => `<</Type/Pages/Kids[${next} 0 R]/Count 1>>`)],
    }),
    'a parent that is the page': withOnePage({ leaf: '/Parent 3 0 R' }),
    'pages that inherit from below': roughPdf({
      objects: [catalog, '<</Type/Pages/Kids[3 0 R]/Count 1/Parent 2 0 R>>', page()],
    }),
    'one page a thousand times': roughPdf({
      objects: [catalog, `<</Type/Pages/Kids[${'3 0 R '.repeat(1000)}]/Count 1000>>`, page()],
    }),
    'a count of minus one': roughPdf({ objects: [catalog, '<</Type/Pages/Kids[3 0 R]/Count -1>>', page()] }),
    'a count of two billion': roughPdf({
      objects: [catalog, '<</Type/Pages/Kids[3 0 R]/Count 2000000000>>', page()],
    }),
    'pages ten thousand levels deep': roughPdf({
      objects: [
        catalog,
        ...times(10_000, (n) => `<</Type/Pages/Kids[${n + 3} 0 R]/Count 1>>`),
        '<</Type/Page/MediaBox[0 0 9 9]>>',
      ],
    }),
    'ten thousand pages': roughPdf({
      objects: [
        catalog,
        `<</Type/Pages/Count 10000/Kids[${times(10_000, (n) => `${n + 3} 0 R`).join(' ')}]>>`,
        ...times(10_000, () => page()),
      ],
    }),
    'kids that are no references': roughPdf({
      objects: [catalog, `<</Type/Pages/Kids[${page()}]/Count 1>>`],
    }),
    'kids that are a number': roughPdf({ objects: [catalog, '<</Type/Pages/Kids 3/Count 1>>', page()] }),
    'kids that are the catalog': roughPdf({ objects: [catalog, '<</Type/Pages/Kids[1 0 R]/Count 1>>'] }),
    'no kids': roughPdf({ objects: [catalog, '<</Type/Pages/Count 1>>'] }),
    'no type anywhere': roughPdf({
      objects: ['<</Pages 2 0 R>>', '<</Kids[3 0 R]/Count 1>>', '<</Parent 2 0 R/MediaBox[0 0 9 9]>>'],
    }),
    'pages that are missing': roughPdf({ objects: [catalog] }),
    'pages that are a string': roughPdf({ objects: ['<</Type/Catalog/Pages(pages)>>'] }),
    'names in a circle': named('4 0 R', ['<</Kids[5 0 R]>>', '<</Kids[4 0 R]>>']),
    'names that are their own child': named('4 0 R', ['<</Kids[4 0 R]>>']),
    'names of an odd number': named('<</Names[(a)]>>', []),
    'names that are numbers': named('<</Names[1 2 3 4]>>', []),
    'names with limits that lie': named('4 0 R', [
      '<</Kids[5 0 R]>>',
      '<</Limits[(z)(a)]/Names[(m)[3 0 R/Fit]]>>',
    ]),
    'fifty thousand names': named(`<</Names[${times(50_000, (n) => `(d${n})[3 0 R/Fit]`).join('')}]>>`, []),
    'names two thousand levels deep': named('4 0 R', [
      ...times(2000, (n) => `<</Kids[${n + 5} 0 R]>>`),
      '<</Names[(a)[3 0 R/Fit]]>>',
    ]),
    'destinations that are their own target': withOnePage({
      root: '/Dests<</a 4 0 R>>',
      more: ['<</D 4 0 R>>'],
    }),
    'an outline item that follows itself': outline([
      '<</First 5 0 R/Last 5 0 R/Count 1>>',
      '<</Title(a)/Parent 4 0 R/Next 5 0 R>>',
    ]),
    'an outline item within itself': outline([
      '<</First 5 0 R/Last 5 0 R>>',
      '<</Title(a)/Parent 4 0 R/First 5 0 R/Last 5 0 R>>',
    ]),
    'outline items in a circle': outline([
      '<</First 5 0 R/Last 6 0 R>>',
      '<</Title(a)/Next 6 0 R>>',
      '<</Title(b)/Next 5 0 R/First 4 0 R>>',
    ]),
    'an outline that is its own item': outline(['<</First 4 0 R/Last 4 0 R/Title(a)/Next 4 0 R>>']),
    'an outline of twenty thousand levels': outline([
      '<</First 5 0 R/Last 5 0 R>>',
      ...times(20_000, (n) => `<</Title(x)/First ${n + 6} 0 R/Last ${n + 6} 0 R>>`),
      '<</Title(end)>>',
    ]),
    'an outline without titles': outline(['<</First 5 0 R/Last 5 0 R>>', '<</Dest[3 0 R/Fit]>>']),
    'an outline that is an array': outline(['[4 0 R]']),
    'page labels in a circle': withOnePage({ root: '/PageLabels 4 0 R', more: ['<</Kids[4 0 R]>>'] }),
    'structure in a circle': withOnePage({
      root: '/StructTreeRoot 4 0 R/MarkInfo<</Marked true>>',
      leaf: '/StructParents 0',
      more: ['<</Type/StructTreeRoot/K 5 0 R/ParentTree 4 0 R>>', '<</S/P/P 5 0 R/K[5 0 R 4 0 R]/Pg 3 0 R>>'],
    }),
    'structure with a parent tree in a circle': withOnePage({
      root: '/StructTreeRoot 4 0 R/MarkInfo<</Marked true>>',
      more: ['<</Type/StructTreeRoot/K[]/ParentTree 5 0 R>>', '<</Kids[5 0 R]>>'],
    }),
    'a role map in a circle': withOnePage({
      root: '/StructTreeRoot 4 0 R',
      more: ['<</Type/StructTreeRoot/K[]/RoleMap<</A/B/B/A>>>>'],
    }),
  })
}

/** 7.7.3.3: what a page says of itself. */
export function pages(): Case[] {
  const boxes = {
    'of a billion': '[0 0 1000000000 1000000000]',
    'of the largest numbers': '[-1e308 -1e308 1e308 1e308]',
    'of nothing': '[0 0 0 0]',
    'turned over': '[100 100 0 0]',
    'of one number': '[5]',
    'of a thousand numbers': `[${'9 '.repeat(1000)}]`,
    'of strings': '[(a)(b)(c)(d)]',
    'that is a number': ' 7',
    'that is missing': ' 99 0 R',
    'that is the page': ' 3 0 R',
    'of itself': '[3 0 R 3 0 R 3 0 R 3 0 R]',
    'of a millionth': '[0 0 .000001 .000001]',
    'far below zero': '[-99999999 -99999999 -99999990 -99999990]',
  }
  const all: Record<string, Uint8Array> = {}
  for (const [name, box] of Object.entries(boxes)) {
    all[`a media box ${name}`] = withOnePage({ box })
    all[`a crop box ${name}`] = withOnePage({ leaf: `/CropBox${box}` })
  }
  for (const turn of [...numbers, '45', '-90', '360000000', '/R'])
    all[`turned by ${turn || 'nothing'}`] = withOnePage({ leaf: `/Rotate ${turn}` })
  for (const unit of ['0', '-1', '1000000000', '(x)'])
    all[`a unit of ${unit}`] = withOnePage({ leaf: `/UserUnit ${unit}` })
  return of('page', {
    ...all,
    'no media box': roughPdf({ objects: [catalog, onePage, '<</Type/Page/Parent 2 0 R>>'] }),
    ...Object.fromEntries(
      ['7', '(x)', '[]', '3 0 R', '4 0 R', '99 0 R'].flatMap((value) =>
        ['Resources', 'Annots', 'Contents', 'Parent', 'Group', 'StructParents', 'Metadata', 'B', 'Type'].map(
          (key) => [
            `${key} that is ${value}`,
            withOnePage({ leaf: `/${key} ${value}`, more: [{ data: 'x' }] }),
          ],
        ),
      ),
    ),
    'no resources': withOnePage({ leaf: '/Contents 4 0 R', more: [{ data: '/F1 9 Tf (x) Tj /Im1 Do' }] }),
    'annotations that are themselves': withOnePage({ leaf: '/Annots 4 0 R', more: ['[4 0 R]'] }),
    'annotations that are the page': withOnePage({ leaf: '/Annots[3 0 R]' }),
    'ten thousand annotations': withOnePage({
      leaf: `/Annots[${'<</Subtype/Link/Rect[0 0 1 1]>>'.repeat(10_000)}]`,
    }),
    'an annotation without a rectangle': withOnePage({
      leaf: '/Annots[<</Subtype/Link/A<</S/URI/URI(https://example.com)>>>>]',
    }),
    'an appearance that is itself': withOnePage({
      leaf: '/Annots[4 0 R]',
      more: ['<</Subtype/Stamp/Rect[0 0 9 9]/AP<</N 4 0 R>>>>'],
    }),
  })
}

/** 7.8, 8, 9: forms, fonts, images and layers that a merge walks through. */
export function resources(): Case[] {
  const drawn = (entries: string, more: RoughObject[] = []) =>
    withOnePage({
      leaf: `/Resources<<${entries}>>/Contents 4 0 R`,
      more: [{ data: '/X Do /F 9 Tf (x) Tj' }, ...more],
    })
  const image = (entries: string, data: Uint8Array | string = 'x') =>
    drawn('/XObject<</X 5 0 R>>', [{ dictionary: `/Type/XObject/Subtype/Image${entries}`, data }])
  return of('resource', {
    'a form that draws itself': drawn('/XObject<</X 5 0 R>>', [
      { dictionary: '/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>', data: '/X Do' },
    ]),
    'two forms that draw each other': drawn('/XObject<</X 5 0 R>>', [
      { dictionary: '/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>', data: '/X Do' },
      { dictionary: '/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>', data: '/X Do' },
    ]),
    'an image of a billion pixels': image(
      '/Width 100000/Height 100000/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode',
      zeros(99),
    ),
    'an image below zero': image('/Width -5/Height -5/BitsPerComponent 8/ColorSpace/DeviceGray'),
    'an image without a size': image('/BitsPerComponent 8/ColorSpace/DeviceGray'),
    'an image of 99 bits': image('/Width 9/Height 9/BitsPerComponent 99/ColorSpace/DeviceGray'),
    'an image whose mask is itself': image(
      '/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/SMask 5 0 R',
    ),
    'an image in the colours of itself': image('/Width 1/Height 1/BitsPerComponent 8/ColorSpace 5 0 R'),
    'a JPEG that is none': image(
      '/Width 500/Height 500/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode',
      'not a jpeg',
    ),
    'a JPEG that is cut off': image(
      '/Width 500/Height 500/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode',
      Buffer.from('ffd8ffe000104a46494600010101', 'hex'),
    ),
    'a JPEG of 65,535 pixels a side': image(
      '/Width 65535/Height 65535/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode',
      Buffer.from('ffd8ffc0001108ffffffff03012200021101031101ffda000c03010002110311003f00', 'hex'),
    ),
    'an indexed colour space in a circle': image('/Width 1/Height 1/BitsPerComponent 8/ColorSpace 6 0 R'),
    'colours of colours': drawn('/ColorSpace<</C 5 0 R>>', ['[/Indexed 5 0 R 255 5 0 R]']),
    'a font that is itself': drawn('/Font<</F 5 0 R>>', [
      '<</Type/Font/Subtype/Type0/DescendantFonts[5 0 R]/BaseFont/X>>',
    ]),
    'a font without anything': drawn('/Font<</F<<>>>>'),
    'a font file that is none': drawn('/Font<</F 5 0 R>>', [
      '<</Type/Font/Subtype/TrueType/BaseFont/X/FontDescriptor<</FontFile2 6 0 R>>>>',
      { data: 'not a font' },
    ]),
    'a pattern of itself': drawn('/Pattern<</P 5 0 R>>', [
      {
        dictionary:
          '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0/YStep 0/Resources<</Pattern<</P 5 0 R>>>>',
        data: '/P scn',
      },
    ]),
    'a graphics state of itself': drawn('/ExtGState<</G 5 0 R>>', ['<</SMask 5 0 R/Font[5 0 R 9]>>']),
    'layers in a circle': withOnePage({
      root: '/OCProperties<</OCGs[4 0 R]/D<</Order 5 0 R/ON[4 0 R]>>>>',
      more: ['<</Type/OCG/Name(x)>>', '[4 0 R 5 0 R]'],
    }),
    'layers that are numbers': withOnePage({ root: '/OCProperties 7' }),
    'fields in a circle': withOnePage({
      root: '/AcroForm<</Fields[4 0 R]>>',
      more: ['<</T(a)/Kids[5 0 R]>>', '<</T(b)/Kids[4 0 R]/Parent 4 0 R>>'],
    }),
    'a field that is its own parent': withOnePage({
      root: '/AcroForm<</Fields[4 0 R]>>',
      leaf: '/Annots[4 0 R]',
      more: ['<</T(a)/FT/Tx/Subtype/Widget/Rect[0 0 1 1]/Parent 4 0 R>>'],
    }),
    'fields that are missing': withOnePage({ root: '/AcroForm<</Fields[99 0 R 3 0 R]>>' }),
    'a form that is itself': withOnePage({ root: '/AcroForm 4 0 R', more: ['<</Fields 4 0 R/DR 4 0 R>>'] }),
    'ten thousand fields': withOnePage({
      root: `/AcroForm<</Fields[${times(10_000, (n) => `<</T(f${n})/FT/Tx>>`).join('')}]>>`,
    }),
    'metadata that is no stream': withOnePage({ root: '/Metadata 4 0 R', more: ['<</x 4 0 R>>'] }),
    'metadata of entities': withOnePage({
      root: '/Metadata 4 0 R',
      more: [
        {
          dictionary: '/Type/Metadata/Subtype/XML',
          data: '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>',
        },
      ],
    }),
    'an output intent of noise': withOnePage({
      root: '/OutputIntents[<</S/GTS_PDFA1/DestOutputProfile 4 0 R>>]',
      more: [{ dictionary: '/N 9', data: 'x' }],
    }),
    'unbalanced operators': withOnePage({
      leaf: '/Contents 4 0 R',
      more: [{ data: `${'q '.repeat(100_000)}Q Q Q ] >> ) ET BT` }],
    }),
    'an inline image without end': withOnePage({
      leaf: '/Contents 4 0 R',
      more: [{ data: 'BI /W 9 /H 9 ID xxxx' }],
    }),
    'marked content without end': withOnePage({
      leaf: '/Contents 4 0 R',
      more: [{ data: '/P <</MCID 0>> BDC '.repeat(5000) }],
    }),
  })
}
