/**
 * Every entry of a catalog and of a page that ISO 32000-2 knows (tables 29 and 31): what becomes of it when a file is
 * the first of several, when some of its pages are taken, and when it is appended to another.
 */
import { type PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { finishWith } from '../../support/finishing'
import { blankPdf, handmadePdf } from '../../support/pdfs'

/** `kept`, `dropped` as the docs say without a word, or the warning. */
type Fate = string
/** The fates of an entry: of the first file, of pages of it, and of an appended file. */
type Row = [key: string, entry: string, first: Fate, some: Fate, appended: Fate]

const kept = (key: string, entry: string): Row => [key, entry, 'kept', 'kept', 'kept']
/** What only the first file can say for the whole. */
const ofFirst = (key: string, entry: string, some: Fate = 'kept'): Row => [
  key,
  entry,
  'kept',
  some,
  'dropped',
]
const lost = (key: string, entry: string, warning: string): Row => [key, entry, warning, warning, warning]
const lostBeyondFirst = (key: string, entry: string, warning: string): Row => [
  ...([key, entry, 'kept', warning, warning] as const),
]

const SIGNATURES = 'lost its signatures, which merging breaks'
const MEDIA = 'lost its embedded files and media'
const SCRIPTS = 'lost scripts, or actions that lead out of the document'
const INTENT = 'lost its output intent'
const script = '<</S/JavaScript/JS(1)>>'

// Version and Pages are what every file has, Metadata is made anew, and tags (StructTreeRoot, MarkInfo, StructParents) have
// tests of their own. Rows are in the order of the standard's tables.
const catalogRows: Row[] = [
  ofFirst('Extensions', '<</ADBE<</BaseVersion/1.7/ExtensionLevel 3>>>>', 'dropped'),
  kept('PageLabels', '<</Nums[0<</S/r>>]>>'),
  lost('Names', `<</JavaScript<</Names[(a)${script}]>>>>`, SCRIPTS),
  kept('Dests', '<</a[3 0 R/Fit]>>'),
  ofFirst('ViewerPreferences', '<</HideToolbar true>>'),
  ofFirst('PageLayout', '/TwoColumnLeft'),
  ofFirst('PageMode', '/UseThumbs'),
  kept('Outlines', '<</First 5 0 R/Last 5 0 R/Count 1>>'),
  lostBeyondFirst('Threads', '[4 0 R]', 'lost its article threads, which lead through its pages'),
  ofFirst('OpenAction', '[3 0 R/Fit]'),
  lost('AA', `<</WC ${script}>>`, SCRIPTS),
  lostBeyondFirst(
    'URI',
    '<</Base(https://a.example/)>>',
    'lost the address that its relative links start from',
  ),
  kept('AcroForm', '<</Fields[6 0 R]>>'),
  ofFirst('Lang', '(de)'),
  ofFirst('SpiderInfo', '<</V 1.0>>', 'dropped'),
  ['OutputIntents', '[<</S/GTS_PDFX/OutputConditionIdentifier(a)>>]', 'kept', 'kept', INTENT],
  ofFirst('PieceInfo', '<</A<</LastModified(D:2026)>>>>', 'dropped'),
  kept('OCProperties', '<</OCGs[7 0 R]/D<</Order[7 0 R]>>>>'),
  lost('Perms', '<</DocMDP<<>>>>', SIGNATURES),
  lost('Legal', '<</JavaScriptActions 0>>', 'lost what its author attests of it, since it is changed'),
  lost('Requirements', '[<</S/EnableJavaScripts>>]', 'lost its list of what readers must know'),
  lost('Collection', '<</View/T>>', 'lost its arrangement as a portfolio'),
  lost('DSS', '<</VRI<</A<<>>>>>>', SIGNATURES),
  // The form that would be rendered is told of.
  ['NeedsRendering', 'true', 'dropped', 'dropped', 'dropped'],
  ['AF', '[<</Type/Filespec/F(a)/EF<</F 8 0 R>>>>]', 'kept', 'kept', MEDIA],
  lostBeyondFirst('DPartRoot', '<</DPartRootNode 9 0 R>>', 'lost its division into document parts'),
]

const pageRows: Row[] = [
  kept('LastModified', '(D:2026)'),
  kept('MediaBox', '[0 0 50 60]'),
  kept('CropBox', '[0 0 40 40]'),
  kept('BleedBox', '[0 0 40 40]'),
  kept('TrimBox', '[0 0 40 40]'),
  kept('ArtBox', '[0 0 40 40]'),
  kept('BoxColorInfo', '<</CropBox<</C[1 0 0]>>>>'),
  kept('Rotate', '90'),
  kept('Group', '<</S/Transparency/CS/DeviceRGB>>'),
  ['Thumb', '8 0 R', 'kept', 'kept', 'dropped'],
  kept('Dur', '5'),
  kept('Trans', '<</S/Wipe>>'),
  kept('Annots', '[<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>]'),
  lost('AA', `<</O ${script}>>`, SCRIPTS),
  ['Metadata', '8 0 R', 'kept', 'kept', 'dropped'],
  ['PieceInfo', '<</A<</LastModified(D:2026)>>>>', 'kept', 'kept', 'dropped'],
  kept('PZ', '2'),
  kept('Tabs', '/R'),
  lost('PresSteps', '<</Type/NavNode>>', 'lost the steps of its presentation; its pages stay'),
  kept('UserUnit', '2'),
  kept('VP', '[<</BBox[0 0 9 9]>>]'),
  [
    ...(['AF', '[<</Type/Filespec/F(a)/EF<</F 8 0 R>>>>]'] as const),
    ...(['lost the files and media on its pages', 'lost the files and media on its pages', MEDIA] as const),
  ],
  // Articles are told of by the catalog's list of them, and parts of the document by its root.
  ['B', '[10 0 R]', 'kept', 'kept', 'dropped'],
  ['DPart', '9 0 R', 'kept', 'kept', 'dropped'],
  kept('ID', '(a)'),
  kept('SeparationInfo', '<</Pages[3 0 R]/DeviceColorant(a)>>'),
  kept('TemplateInstantiated', '/a'),
  ['OutputIntents', '[<</S/GTS_PDFX/OutputConditionIdentifier(a)>>]', 'kept', 'kept', INTENT],
]

function fileWith(where: 'catalog' | 'page', key: string, entry: string): Uint8Array {
  const own = (place: typeof where) => (place === where ? `/${key} ${entry}` : '')
  return handmadePdf([
    `<</Type/Catalog/Pages 2 0 R${own('catalog')}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R${key === 'MediaBox' ? '' : '/MediaBox[0 0 100 100]'}${own('page')}>>`,
    '<</F 10 0 R>>',
    '<</Title(a)/Parent 11 0 R/Dest[3 0 R/Fit]>>',
    '<</FT/Tx/T(a)/V(x)>>',
    '<</Type/OCG/Name(x)>>',
    { dictionary: '/Type/EmbeddedFile', data: new Uint8Array([1, 2]) },
    '<</Type/DPart/Start 3 0 R>>',
    '<</T 4 0 R/N 10 0 R/V 10 0 R/P 3 0 R/R[0 0 9 9]>>',
    'null',
  ])
}

async function fateOf(
  where: 'catalog' | 'page',
  [key, entry]: Row,
  pages: string | undefined,
  isFirst: boolean,
) {
  const source = { name: 'F', pointer: '/files/0', bytes: fileWith(where, key, entry), pages }
  const made = isFirst
    ? await finishWith([source], {})
    : await finishWith(await blankPdf(), { attachments: [source] })
  const document = await PDFDocument.load(made.bytes, { updateMetadata: false })
  const page: PDFDict | undefined = document.getPages().at(-1)?.node
  const isKept = (where === 'catalog' ? document.catalog : page)?.has(PDFName.of(key)) === true
  const told = made.warnings.map((warning) => warning.replace('/files/0: F ', ''))
  return told.length > 0 ? told.join('; ') : isKept ? 'kept' : 'dropped'
}

describe.each([
  { where: 'catalog', rows: catalogRows },
  { where: 'page', rows: pageRows },
] as const)('the entries of a $where', ({ where, rows }) => {
  it.each([
    { how: 'of the first file', pages: undefined, isFirst: true, at: 2 },
    { how: 'of some of its pages', pages: '1', isFirst: true, at: 3 },
    { how: 'of an appended file', pages: undefined, isFirst: false, at: 4 },
  ])('$how stay, or it is told', async ({ pages, isFirst, at }) => {
    const fates = []
    for (const row of rows) fates.push([row[0], await fateOf(where, row, pages, isFirst)])
    expect(fates).toEqual(rows.map((row) => [row[0], row[at]]))
  })
})
