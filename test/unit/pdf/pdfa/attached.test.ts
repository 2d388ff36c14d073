import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../../src/errors'
import { violationsOf } from '../../../../src/pdf/pdfa/verify-conformance'
import { finishWith } from '../../../support/finishing'
import { handmadePdf, linksPdf } from '../../../support/pdfs'

/** What an attachment brings: its content, its page's resources and annotations, further objects from number 5 on. */
type Attached = {
  content?: string
  resources?: string
  annotation?: string
  objects?: Parameters<typeof handmadePdf>[0]
}

const look = { dictionary: '/Subtype/Form/BBox[0 0 9 9]', data: new TextEncoder().encode('0 0 9 9 re f') }

function attachment({ content = '', resources = '', annotation, objects = [] }: Attached) {
  const annotations = annotation ? `/Annots[<</Type/Annot/Rect[0 0 9 9]${annotation}>>]` : ''
  const bytes = handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<<${resources}>>${annotations}>>`,
    { dictionary: '', data: new TextEncoder().encode(`0 0 9 9 re f ${content}`) },
    look,
    ...objects,
  ])
  return { name: 'a.pdf', pointer: '/options/attachments/0', bytes }
}

const image = (entries: string) => ({
  dictionary: `/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray${entries}`,
  data: new Uint8Array(1),
})

const state = (entries: string) => ({ content: '/G gs', resources: `/ExtGState<</G<<${entries}>>>>` })
const tint = (end: number) => `<</FunctionType 2/Domain[0 1]/C0[0 0 0]/C1[${end} 0 0]/N 1>>`

const drawn = (content: string) =>
  `<</Subtype/Form/BBox[0 0 9 9]/Resources<<>>/Length ${content.length}>>\nstream\n${content}\nendstream`

const cases: [what: string, part1: string | undefined, part2: string | undefined, attached: Attached][] = [
  ['an inline image in LZW', '6.1.10', '6.1.10', { content: 'BI /W 1 /H 1 /BPC 8 /CS /G /F /LZW ID x EI' }],
  [
    'invisible text that leads to .notdef',
    undefined,
    '6.2.11.8',
    {
      content: 'BT /F 9 Tf 3 Tr (\\0\\0) Tj ET',
      resources: '/Font<</F 6 0 R>>',
      objects: [
        '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[7 0 R]>>',
        '<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(a)/Ordering(b)/Supplement 0>>>>',
      ],
    },
  ],
  [
    'shown shapes under the name .notdef',
    '6.3.5',
    '6.2.11.4.1',
    {
      content: 'BT /F 9 Tf (A) Tj ET',
      resources: '/Font<</F 6 0 R>>',
      objects: [
        '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar 65/Widths[9]' +
          '/Encoding<</Differences[65/.notdef]>>/CharProcs<</.notdef 7 0 R>>/Resources<<>>>>',
        { dictionary: '', data: new TextEncoder().encode('9 0 d0 0 0 9 9 re f') },
      ],
    },
  ],
  [
    'a long text with a bracket in it',
    undefined,
    '6.1.13',
    { content: `BT (${'a'.repeat(20_000)}\\)${'a'.repeat(20_000)}) Tj ET` },
  ],
  ['a number with two points', '6.1.12', '6.1.13', { content: '1.2.3 0 m' }],
  ['a number with an exponent', '6.1.12', '6.1.13', { content: '1e3 0 m' }],
  ['a number that is a point', '6.1.12', '6.1.13', { content: '[1 .] 0 d' }],
  ['a bracket that nothing opened', '6.1.12', '6.1.13', { content: '0 0 9 9 re)f' }],
  ['two texts for one operator', '6.1.12', '6.1.13', { content: 'BT (a) (b) Tj ET' }],
  ['a brace', '6.1.12', '6.1.13', { content: '0 0 9 9 re{}f' }],
  [
    'a form that draws with a state of another form',
    undefined,
    '6.2.2',
    {
      content: '/X Do /Y Do',
      resources: '/XObject<</X 6 0 R/Y 7 0 R>>',
      objects: [
        drawn('/G gs 0 0 9 9 re f'),
        drawn('/G gs 0 0 9 9 re f').replace('/Resources<<', '/Resources<</ExtGState<</G<</LW 2>>>>'),
      ],
    },
  ],
  ['a list of invented blend modes', undefined, '6.2.10', state('/BM[/Foo/Multiply]')],
  [
    'an annotation that hides when it is pointed at',
    undefined,
    '6.3.2',
    { annotation: '/Subtype/Square/F 260/AP<</N 5 0 R>>' },
  ],
  [
    'a transparent annotation',
    '6.5.3',
    undefined,
    { annotation: '/Subtype/Square/F 4/CA .5/AP<</N 5 0 R>>' },
  ],
  [
    'inks without a description',
    undefined,
    '6.2.4.4',
    { resources: `/ColorSpace<</S[/DeviceN[/A/B]/DeviceRGB 6 0 R]>>`, objects: [tint(1)] },
  ],
]

const wingdings = '<</Type/Font/Subtype/Type1/BaseFont/Wingdings>>'
cases.push(
  [
    'text in a font that a graphics state sets',
    '6.3.4',
    '6.2.11.4.1',
    {
      content: '/G gs BT (x) Tj ET',
      resources: '/ExtGState<</G<</Font[6 0 R 9]>>>>',
      objects: [wingdings],
    },
  ],
  [
    'a form whose text is in the font of its page',
    '6.3.4',
    '6.2.11.4.1',
    {
      content: '/F 9 Tf /X Do',
      resources: '/Font<</F 6 0 R>>/XObject<</X 7 0 R>>',
      objects: [wingdings, drawn('BT (x) Tj ET')],
    },
  ],
  ['text in no font', '6.3.4', '6.2.11.4.1', { content: 'BT (x) Tj ET' }],
)

/** Rules that what is attached breaks, and that it keeps once it is finished. */
const mendedCases: typeof cases = [
  ['an invented rendering intent', '6.2.9', '6.2.6', { content: '/Foo ri' }],
  ['an invented rendering intent of a state', '6.2.9', '6.2.6', state('/RI/Foo')],
  [
    'an inline image that is smoothed',
    '6.2.4',
    '6.2.8',
    { content: 'BI /W 1 /H 1 /BPC 8 /CS /G /I true ID x EI' },
  ],
  [
    'an inline image with an invented intent',
    '6.2.9',
    '6.2.6',
    { content: 'BI /W 1 /H 1 /BPC 8 /CS /G /Intent /Foo ID x EI' },
  ],
  [
    'an image that no page draws',
    '6.2.4',
    '6.2.8',
    { resources: '/XObject<</X 6 0 R>>', objects: [image('/BitsPerComponent 5')] },
  ],
  [
    'one spot colour that means two',
    undefined,
    '6.2.4.4',
    {
      resources: `/ColorSpace<</S[/Separation/A/DeviceRGB 6 0 R]/T[/Separation/A/DeviceRGB 7 0 R]>>`,
      objects: [tint(1), tint(0)],
    },
  ],
  [
    'an ink whose name is no UTF-8',
    undefined,
    '6.1.8',
    { resources: '/ColorSpace<</S[/Separation/A#c2 /DeviceRGB 6 0 R]>>', objects: [tint(1)] },
  ],
  ['an annotation of an invented type', '6.5.2', '6.3.1', { annotation: '/Subtype/Foo/F 4/AP<</N 5 0 R>>' }],
  ['an annotation of an invented type without a look', '6.5.2', '6.3.1', { annotation: '/Subtype/Foo/F 4' }],
  [
    'hexadecimal digits that are no pairs, or none',
    '6.1.6',
    '6.1.6',
    {
      content: 'BT /F 9 Tf <414> Tj [<4z1> 5 (<4>)] TJ ET',
      resources: '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>',
    },
  ],
  ['an operator of nobody', '6.2.10', '6.2.2', { content: 'foo' }],
  ['an operator of nobody that readers are told to skip', '6.2.10', '6.2.2', { content: 'BX foo EX' }],
  ['a huge whole number', undefined, '6.1.13', { content: '99999999999 0 m' }],
  ['a number next to zero in its content', undefined, '6.1.13', { content: `0.${'0'.repeat(37)}1173 w` }],
  [
    'a number next to zero in an object',
    undefined,
    '6.1.13',
    { annotation: `/Subtype/Link/C[.${'0'.repeat(37)}1173 0 0]` },
  ],
  [
    'a form that draws with a state of its page',
    undefined,
    '6.2.2',
    {
      content: '/X Do',
      resources: '/ExtGState<</G<</LW 2>>>>/XObject<</X 6 0 R>>',
      objects: [drawn('/G gs 0 0 9 9 re f')],
    },
  ],
]

async function brokenRules(attached: Attached, level: '1b' | '2b'): Promise<unknown> {
  const plan = { attachments: [attachment(attached)], conform: { level } }
  const problem = await finishWith(linksPdf(), plan).then(
    () => undefined,
    (error: Problem) => error,
  )
  return JSON.stringify(problem?.errors ?? problem?.message ?? 'no problem')
}

describe('mended or harmless is', () => {
  const image = '<</Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Interpolate true'
  it.each<[string, Attached]>([
    ['a transfer function in a state without a type', state('/TR/Identity')],
    ['a halftone', state('/HT<</HalftoneType 6/Width 1/Height 1>>')],
    [
      'an image that is smoothed',
      { resources: `/XObject<</I 6 0 R>>`, objects: [`${image}/Length 1>>\nstream\nx\nendstream`] },
    ],
    [
      'an image that says that it has no mask',
      {
        resources: `/XObject<</I 6 0 R>>`,
        objects: [`${image.replace('/Interpolate true', '/SMask/None')}/Length 1>>\nstream\nx\nendstream`],
      },
    ],
    ['metadata of a page’s object', { resources: '/ExtGState<</G<</Metadata 5 0 R>>>>' }],
    [
      'a font that nothing is shown with',
      { resources: '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>' },
    ],
    ['a colour of the device’s CMYK', { content: '0 0 0 1 k 0 1 0 0 K 0 0 9 9 re B' }],
    ['an inline image in CMYK', { content: 'BI /W 1 /H 1 /BPC 8 /CS /CMYK ID xxxx EI' }],
    ['an annotation with a second look', { annotation: '/Subtype/Square/F 4/AP<</N 5 0 R/D 5 0 R>>' }],
    ['an annotation with looks by state', { annotation: '/Subtype/Square/F 4/AS/a/AP<</N<</a 5 0 R>>>>' }],
    [
      'a font whose name is no UTF-8',
      {
        resources: '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Arial#ff#fe>>>>',
        content: 'BT /F 9 Tf (x) Tj ET',
      },
    ],
    [
      'a form that names a state of nobody',
      { content: '/X Do', resources: '/XObject<</X 6 0 R>>', objects: [drawn('/G gs 0 0 9 9 re f')] },
    ],
    [
      'a font whose name is a text',
      {
        resources: '/Font<</F<</Type/Font/Subtype/Type1/BaseFont(Helvetica)>>>>',
        content: 'BT /F 9 Tf (x) Tj ET',
      },
    ],
    [
      'a look without resources beside an image with a mask',
      {
        content: '/I Do',
        resources: '/XObject<</I 6 0 R>>',
        annotation: '/Subtype/Square/F 4/AP<</N 5 0 R>>',
        objects: [
          '<</Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/SMask 7 0 R/Length 1>>\nstream\nx\nendstream',
          '<</Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 1>>\nstream\nx\nendstream',
        ],
      },
    ],
    ['a watermark annotation', { annotation: '/Subtype/Watermark/F 4/AP<</N 5 0 R>>' }],
    ['a polygon that is to be drawn', { annotation: '/Subtype/Polygon/F 4/Vertices[1 1 8 1 5 8]' }],
    ['a button with one look', { annotation: '/Subtype/Widget/FT/Btn/T(b)/F 4/AP<</N 5 0 R>>' }],
  ])('%s', async (_, attached) => {
    for (const level of ['1b', '2b'] as const) expect(await brokenRules(attached, level)).toBe('"no problem"')
  })
})

describe('what readers pass over is mended:', () => {
  it.each(mendedCases)('%s', async (_, part1, part2, attached) => {
    const targets = [...(part1 ? ['1b' as const] : []), '2b' as const]
    for (const level of targets) {
      const clause = level === '1b' ? `ISO 19005-1 ${part1}` : `ISO 19005-2 ${part2}`
      const violations = await violationsOf(attachment(attached).bytes, { level })
      expect(violations.map(({ rule }) => rule)).toContain(clause)
      expect(await brokenRules(attached, level)).toBe('"no problem"')
    }
  })
})

it('all rules that an attachment breaks are told, under its pointer', async () => {
  const told = JSON.parse(
    String(await brokenRules({ content: 'BI /W 1 /H 1 /BPC 8 /CS /G /F /LZW ID x EI 1.2.3 0 m' }, '2b')),
  )
  expect(told.map(({ rule }: { rule: string }) => rule)).toEqual(['ISO 19005-2 6.1.10', 'ISO 19005-2 6.1.13'])
  expect(new Set(told.map(({ pointer }: { pointer: string }) => pointer))).toEqual(
    new Set(['/options/attachments/0']),
  )
})

describe('no conformance is claimed for an attachment with', () => {
  it.each(cases)('%s', async (_, part1, part2, attached) => {
    if (part1) expect(await brokenRules(attached, '1b')).toContain(`ISO 19005-1 ${part1}`)
    if (part2) expect(await brokenRules(attached, '2b')).toContain(`ISO 19005-2 ${part2}`)
  })

  it('what breaks a rule, while one that breaks none is taken', async () => {
    for (const level of ['1b', '2b'] as const) expect(await brokenRules({}, level)).toBe('"no problem"')
  })
})

it('layers that change on printing are held, and a warning says so', async () => {
  const layer =
    '/OCProperties<</OCGs[4 0 R]/D<</ON[4 0 R]/AS[<</Event/Print/Category[/Print]/OCGs[4 0 R]>>]>>>>'
  const page = '/Resources<</Properties<</L 4 0 R>>>>/Contents 5 0 R'
  const bytes = handmadePdf([
    `<</Type/Catalog/Pages 2 0 R${layer}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]${page}>>`,
    '<</Type/OCG/Name(a)/Usage<</Print<</PrintState/OFF>>>>>>',
    { dictionary: '', data: new TextEncoder().encode('/OC /L BDC 0 0 9 9 re f EMC') },
  ])
  const attachments = [{ name: 'a.pdf', pointer: '/options/attachments/0', bytes }]
  const { warnings } = await finishWith(linksPdf(), { attachments, conform: { level: '2b' } })
  expect(warnings).toContainEqual(expect.stringMatching(/^\/options\/pdf_format: Layers no longer change/))
})
