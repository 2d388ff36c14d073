/** Fonts of attachments that break a rule, and are as they should be once they were finished. */
import { PDFDict, type PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { loadTrusted } from '../../../../src/pdf/open-own'
import { glyphFinder } from '../../../../src/pdf/pdfa/fonts/glyph-finder'
import { programOf } from '../../../../src/pdf/pdfa/fonts/read-program'
import { remakeTrueType } from '../../../../src/pdf/pdfa/fonts/remake-true-type'
import { dictAt, dictionariesOf, nameAt, numberAt, streamAt } from '../../../../src/pdf/pdfa/objects'
import { violationsOf } from '../../../../src/pdf/pdfa/verify-conformance'
import { decodeStream } from '../../../../src/pdf/streams'
import { WorkBudget } from '../../../../src/pdf/work-budget'
import { finishWith } from '../../../support/finishing'
import { helvetica } from '../../../support/foreign-fonts'
import { blankPdf, handmadePdf } from '../../../support/pdfs'
import { tableOfA, trueType } from '../../../support/true-type'

const program = (cmap?: Uint8Array) =>
  trueType({ glyphs: 3, drawing: 4, placeOf: (glyph) => 4 * glyph, isLong: false, ...(cmap && { cmap }) })
const described = (flags: number, file: string) =>
  `<</Type/FontDescriptor/FontName/A/Flags ${flags}/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 9/FontBBox[0 0 9 9]/${file} 7 0 R>>`
const simple = (entries: string) =>
  `<</Type/Font/Subtype/TrueType/BaseFont/A/FontDescriptor 6 0 R/FirstChar 65/LastChar 66/Widths[0 0]${entries}>>`
const composite = (map: string) =>
  `<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/DW 500/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 6 0 R/CIDToGIDMap ${map}>>]>>`

type Case = {
  font: string
  flags: number
  shown: string
  data: Uint8Array
  file?: string
  entries?: string
  /** What ToUnicode says, the object 8. */
  map?: string
  /** The glyphs of CIDs, the object 9. */
  places?: Uint8Array
}

function attached({
  font,
  flags,
  shown,
  data,
  file = 'FontFile2',
  entries = '',
  map = '',
  places,
}: Case): Uint8Array {
  return handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    { dictionary: '', data: new TextEncoder().encode(`BT /F 9 Tf ${shown} Tj ET`) },
    font,
    described(flags, file),
    { dictionary: entries, data },
    { dictionary: '', data: new TextEncoder().encode(map) },
    { dictionary: '', data: places ?? new Uint8Array() },
  ])
}

/** The fonts of a file with what it makes of it. */
function fontIn(document: PDFDocument): PDFDict {
  const fonts = [...dictionariesOf(document.context)].filter(
    (dict) => nameAt(dict, 'Type') === 'Font' && !nameAt(dict, 'Subtype')?.startsWith('CIDFont'),
  )
  const [font] = fonts
  if (!(font instanceof PDFDict) || fonts.length !== 1) throw new Error('not one font')
  return font
}

async function finished(bytes: Uint8Array, level: '1b' | '2b'): Promise<PDFDocument> {
  const attachments = [{ name: 'a.pdf', pointer: '/options/attachments/0', bytes }]
  return await loadTrusted(
    (await finishWith(await blankPdf(), { attachments, conform: { level } })).bytes,
    new WorkBudget(),
  )
}

const bare = program(tableOfA(6))
const cases: [what: string, part1: string, part2: string, Case][] = [
  ['names no encoding', '6.3.7', '6.2.11.6', { font: simple(''), flags: 32, shown: '(A)', data: bare }],
  [
    'is symbolic and names an encoding',
    '6.3.7',
    '6.2.11.6',
    { font: simple('/Encoding/WinAnsiEncoding'), flags: 4, shown: '(A)', data: bare },
  ],
  [
    'has a table of a kind that not all readers know',
    '6.3.7',
    '6.2.11.6',
    { font: simple('/Encoding/WinAnsiEncoding'), flags: 32, shown: '(A)', data: program(tableOfA(12)) },
  ],
  [
    'lacks a glyph',
    '6.3.5',
    '6.2.11.4.1',
    { font: simple('/Encoding/WinAnsiEncoding'), flags: 32, shown: '(AB)', data: bare },
  ],
  [
    'says other widths than it has',
    '6.3.6',
    '6.2.11.5',
    {
      font: simple('/Encoding/WinAnsiEncoding').replace('[0 0]', '[700 0]'),
      flags: 32,
      shown: '(A)',
      data: bare,
    },
  ],
  [
    'is composite and says other widths than it has',
    '6.3.6',
    '6.2.11.5',
    { font: composite('/Identity'), flags: 4, shown: '<00010002>', data: bare },
  ],
  [
    'is composite and lacks a glyph',
    '6.3.5',
    '6.2.11.4.1',
    { font: composite('/Identity'), flags: 4, shown: '<00010009>', data: bare },
  ],
  [
    'is compact and lacks a glyph and a width',
    '6.3.5',
    '6.2.11.4.1',
    {
      font: simple('/Encoding<</Differences[65/A/nobody]>>').replace('TrueType', 'Type1'),
      flags: 32,
      shown: '(AB)',
      data: helvetica,
      file: 'FontFile3',
      entries: '/Subtype/Type1C',
    },
  ],
  [
    'is TrueType under the name of a compact program',
    '6.3.4',
    '6.2.11.4.1',
    {
      font: simple('/Encoding/WinAnsiEncoding'),
      flags: 32,
      shown: '(A)',
      data: bare,
      file: 'FontFile3',
      entries: '/Subtype/Type1C',
    },
  ],
  [
    'is drawn and says other widths than its glyphs',
    '6.3.6',
    '6.2.11.5',
    {
      font: '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 65/LastChar 65/Widths[500]/Encoding<</Differences[65/a]>>/CharProcs<</a 7 0 R>>/Resources<<>>>>',
      flags: 4,
      shown: '(A)',
      data: new TextEncoder().encode('700 0 d0 0 0 9 9 re f'),
    },
  ],
]

describe('is mended, a font that', () => {
  it.each(cases)('%s', async (_, part1, part2, font) => {
    for (const level of ['1b', '2b'] as const) {
      const bytes = attached(font)
      const rules = (await violationsOf(bytes, { level })).map(({ rule }) => rule)
      expect(rules).toContain(level === '1b' ? `ISO 19005-1 ${part1}` : `ISO 19005-2 ${part2}`)
      await finished(bytes, level)
    }
  })

  it('has several faults, and shows the same glyphs in the same widths as before', async () => {
    const font = simple('').replace('[0 0]', '[700 300]')
    const made = fontIn(await finished(attached({ font, flags: 32, shown: '(AB)', data: bare }), '2b'))
    const find = glyphFinder(made)
    expect(find?.(65)).toMatchObject({ glyph: 1, own: [700], said: 700 })
    // What it lacks is a copy of the glyph that stands for none.
    expect(find?.(66)).toMatchObject({ glyph: 3, own: [300], said: 300 })
    const descriptor = dictAt(made, 'FontDescriptor')
    expect(programOf(descriptor)?.maps.map(({ platform, encoding }) => [platform, encoding])).toEqual([
      [3, 0],
    ])
    expect(numberAt(descriptor, 'Flags')).toBe(4)
    expect(made.has(PDFName.of('Encoding'))).toBe(false)
    const map = streamAt(made, 'ToUnicode')
    expect(map && Buffer.from(decodeStream(map)).toString()).toContain('<41> <0041>')
  })
})

describe('glyph 0 that is shown', () => {
  const font = composite('/Identity')
    .replace('>>]', '/W[0[700 500 500]]>>]')
    .replace('>>]>>', '>>]/ToUnicode 8 0 R>>')
  const shows = (map: string) => attached({ font, flags: 4, shown: '<00010000>', data: bare, map })

  it.each([
    '1 beginbfchar <0000> <0041> endbfchar',
    '1 beginbfrange <0000> <0001> [<0041> <0042>] endbfrange',
  ])('is the character that its map says: %s', async (map) => {
    for (const level of ['1b', '2b'] as const) {
      const find = glyphFinder(fontIn(await finished(shows(map), level)))
      // A copy of it, behind the three that the program has, in place of a box.
      expect(find?.(0)).toMatchObject({ glyph: 3, isPresent: true, own: [700], said: 700 })
      expect(find?.(1)).toMatchObject({ glyph: 1, isPresent: true, own: [500], said: 500 })
    }
  })

  it('is given the last place of a map from CIDs to glyphs that is full', async () => {
    const places = new Uint8Array(0x20000)
    places.set([0, 1], 2)
    const bytes = attached({
      ...{ font: font.replace('/Identity/W', ' 9 0 R/W'), flags: 4, shown: '<00010000>', data: bare },
      ...{ map: '1 beginbfchar <0000> <0041> endbfchar', places },
    })
    const find = glyphFinder(fontIn(await finished(bytes, '2b')))
    expect(find?.(0)).toMatchObject({ glyph: 3, isPresent: true, own: [700], said: 700 })
    expect(find?.(1)).toMatchObject({ glyph: 1, isPresent: true })
  })

  it('is a box if its map says nothing of it', async () => {
    const document = await finished(shows('1 beginbfchar <0001><0041> endbfchar'), '2b')
    const fonts = [...dictionariesOf(document.context)].map((dict) => nameAt(dict, 'Subtype'))
    expect(fonts).toContain('Type3')
  })
})

it('a program grows no longer than it draws twice, however many widths its file says', () => {
  const bytes = trueType({ glyphs: 2, drawing: 200_000, placeOf: (glyph) => 200_000 * glyph, isLong: true })
  const copiesOf = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ source: 0, width: index }))
  const made = (count: number) => remakeTrueType(bytes, { widths: new Map(), copies: copiesOf(count) })
  expect(made(2)?.length).toBeGreaterThan(bytes.length + 300_000)
  expect(made(3)).toBeUndefined()
  expect(made(65_000)).toBeUndefined()
})
