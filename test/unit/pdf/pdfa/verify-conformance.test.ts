import { PDFArray, PDFBool, PDFDict, PDFDocument, PDFName, PDFNumber, PDFStream, PDFString } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { latin1 } from '../../../../src/pdf/content-stream'
import { type ConformanceTarget, conformanceName, requirementsOf } from '../../../../src/pdf/pdfa/level'
import {
  dictAt,
  nameAt,
  pageContent,
  pageResources,
  setPageContent,
  streamAt,
} from '../../../../src/pdf/pdfa/objects'
import { tagsOf } from '../../../../src/pdf/pdfa/structure-tree'
import { rulesFor, verifyConformance, violationsOf } from '../../../../src/pdf/pdfa/verify-conformance'
import { decodeStream } from '../../../../src/pdf/streams'
import { WorkBudget } from '../../../../src/pdf/work-budget'
import { archived, type Fixture, fixture } from '../../../support/archived'
import { everyThirdOf } from '../../../support/runs'

const levels: ConformanceTarget[] = [
  { level: '1a' },
  { level: '1b' },
  { level: '2b' },
  { level: '3b' },
  { ua: true },
  { level: '1a', ua: true },
  { level: '3b', ua: true },
]

describe.each(
  everyThirdOf(levels).map((target): [string, ConformanceTarget] => [conformanceName(target), target]),
)('%s', (_, target) => {
  it.each(['links-tagged', 'emoji-tagged', 'shadow-tagged'] as Fixture[])(
    'is what %s becomes',
    async (name) => {
      const { bytes, checks } = await archived(fixture(name), target)
      expect(await violationsOf(bytes, target)).toEqual([])
      expect(await verifyConformance(bytes, target)).toBe(checks)
    },
  )

  it('is not what Chromium printed', async () => {
    expect((await violationsOf(fixture('shadow-tagged'), target)).length).toBeGreaterThan(2)
  })
})

/** Ways to spoil a document, what it promised, and the clause that must be named. */
type Spoiling = [what: string, target: ConformanceTarget, rule: string, spoil: (doc: PDFDocument) => void]

const set = (dict: PDFDict | undefined, key: string, value: Parameters<PDFDict['set']>[1]) =>
  dict?.set(PDFName.of(key), value)
const firstPage = (doc: PDFDocument) => doc.getPage(0).node
const append = (doc: PDFDocument, content: string) =>
  setPageContent(doc.getPage(0), `${pageContent(doc.getPage(0))}\n${content}`)
const dictsWhere = (doc: PDFDocument, test: (dict: PDFDict) => boolean) =>
  doc.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict && test(object) ? [object] : []))
const forget = (doc: PDFDocument, test: (dict: PDFDict) => boolean, key: string) => {
  for (const dict of dictsWhere(doc, test)) dict.delete(PDFName.of(key))
}
const dictsWith = (doc: PDFDocument, key: string) => dictsWhere(doc, (dict) => dict.has(PDFName.of(key)))
/** The first font of the first page. */
const fontName = (doc: PDFDocument) =>
  firstPage(doc).Resources()?.lookup(PDFName.of('Font'), PDFDict).keys()[0]?.decodeText()
const isFont = (dict: PDFDict) => nameAt(dict, 'Type') === 'Font'
const isLink = (dict: PDFDict) => nameAt(dict, 'Subtype') === 'Link'
const annotate = (doc: PDFDocument, entries: Record<string, string | number>) =>
  firstPage(doc).addAnnot(
    doc.context.register(doc.context.obj({ Type: 'Annot', Rect: [0, 0, 9, 9], F: 4, ...entries })),
  )
const attach = (doc: PDFDocument) => {
  const file = doc.context.obj({ Type: 'Filespec', F: PDFString.of('a.txt'), EF: {} })
  set(
    doc.catalog,
    'Names',
    doc.context.obj({ EmbeddedFiles: { Names: [PDFString.of('a'), doc.context.register(file)] } }),
  )
}
const part1 = { level: '1b' } as const
const part3 = { level: '3b' } as const
const ua = { ua: true } as const

const spoilings: Spoiling[] = [
  [
    'a filter of the past',
    part3,
    'ISO 19005-3 6.1.7.2',
    (doc) =>
      doc.context.register(doc.context.stream('', { Filter: 'LZWDecode' })) &&
      set(
        doc.catalog,
        'X',
        doc.context.obj([doc.context.register(doc.context.stream('', { Filter: 'LZWDecode' }))]),
      ),
  ],
  [
    'a long array',
    part1,
    'ISO 19005-1 6.1.12',
    (doc) => set(doc.catalog, 'X', doc.context.obj(Array.from({ length: 8_192 }, () => 1))),
  ],
  ['a large coordinate', part1, 'ISO 19005-1 6.1.12', (doc) => append(doc, '0 40000 m')],
  [
    'a large coordinate between texts',
    part1,
    'ISO 19005-1 6.1.12',
    (doc) => append(doc, 'BT [<16>55701.9<00>] TJ ET'),
  ],
  ['a sign without digits', part3, 'ISO 19005-3 6.1.13', (doc) => append(doc, 'BT [<16>-<00>] TJ ET')],
  [
    'a program that PDF 1.4 does not know',
    part1,
    'ISO 19005-1 6.3.4',
    (doc) => {
      for (const dict of dictsWith(doc, 'FontFile2')) {
        const program = streamAt(dict, 'FontFile2')
        set(program?.dict, 'Subtype', PDFName.of('OpenType'))
        if (program) set(dict, 'FontFile3', program)
        dict.delete(PDFName.of('FontFile2'))
      }
    },
  ],
  ['a large number', part1, 'ISO 19005-1 6.1.12', (doc) => set(doc.catalog, 'X', PDFNumber.of(40_000.5))],
  [
    'a long string',
    part3,
    'ISO 19005-3 6.1.13',
    (doc) => set(doc.catalog, 'X', PDFString.of('x'.repeat(33_000))),
  ],
  ['a long name', part3, 'ISO 19005-3 6.1.13', (doc) => set(doc.catalog, 'X', PDFName.of('x'.repeat(130)))],
  [
    'states saved too deep',
    part3,
    'ISO 19005-3 6.1.13',
    (doc) => append(doc, 'q\n'.repeat(29) + 'Q\n'.repeat(29)),
  ],
  ['a page too long', part3, 'ISO 19005-3 6.1.13', (doc) => doc.getPage(0).setMediaBox(0, 0, 100, 15_000)],
  ['layers', part1, 'ISO 19005-1 6.1.13', (doc) => set(doc.catalog, 'OCProperties', doc.context.obj({}))],
  [
    'no output intent',
    part3,
    'ISO 19005-3 6.2.4.3',
    (doc) => doc.catalog.delete(PDFName.of('OutputIntents')),
  ],
  ['CMYK colours', part1, 'ISO 19005-1 6.2.3.3', (doc) => append(doc, '0 0 0 1 k')],
  [
    'an interpolated image',
    part1,
    'ISO 19005-1 6.2.4',
    (doc) => set(doc.catalog, 'X', doc.context.obj({ Subtype: 'Image', Interpolate: true })),
  ],
  [
    'transparency',
    part1,
    'ISO 19005-1 6.4',
    (doc) => set(doc.catalog, 'X', doc.context.obj({ Type: 'ExtGState', ca: 0.5 })),
  ],
  [
    'a group',
    part1,
    'ISO 19005-1 6.4',
    (doc) => set(firstPage(doc), 'Group', doc.context.obj({ S: 'Transparency' })),
  ],
  [
    'an unknown blend mode',
    part3,
    'ISO 19005-3 6.2.10',
    (doc) => set(doc.catalog, 'X', doc.context.obj({ Type: 'ExtGState', BM: 'Glow' })),
  ],
  [
    'a transfer function',
    part3,
    'ISO 19005-3 6.2.5',
    (doc) => set(doc.catalog, 'X', doc.context.obj({ Type: 'ExtGState', TR: 'Identity' })),
  ],
  [
    'a font that is not embedded',
    part3,
    'ISO 19005-3 6.2.11.4.1',
    (doc) => {
      const font = doc.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' })
      doc.getPage(0).node.setFontDictionary(PDFName.of('Absent'), doc.context.register(font))
      append(doc, 'BT /Absent 9 Tf (x) Tj ET')
    },
  ],
  [
    'an embedded font that cannot be read',
    part3,
    'ISO 19005-3 6.2.11.4.1',
    (doc) => {
      const broken = doc.context.register(doc.context.stream('no font'))
      for (const dict of dictsWith(doc, 'FontFile2')) set(dict, 'FontFile2', broken)
    },
  ],
  [
    'a glyph that its font lacks',
    part3,
    'ISO 19005-3 6.2.11.4.1',
    (doc) => append(doc, `BT /${fontName(doc)} 9 Tf <FFF0> Tj ET`),
  ],
  [
    'glyphs that are wider than the file says',
    part3,
    'ISO 19005-3 6.2.11.5',
    (doc) => {
      for (const dict of dictsWith(doc, 'W')) set(dict, 'W', doc.context.obj([]))
    },
  ],
  [
    'a character map of its own',
    part3,
    'ISO 19005-3 6.2.11.3',
    (doc) => {
      for (const dict of dictsWith(doc, 'DescendantFonts')) set(dict, 'Encoding', PDFName.of('UniGB-UCS2-H'))
    },
  ],
  [
    'a text in half digits',
    part3,
    'ISO 19005-3 6.1.6',
    (doc) => append(doc, `BT /${fontName(doc)} 9 Tf <003> Tj ET`),
  ],
  [
    'no glyph list',
    part1,
    'ISO 19005-1 6.3.5',
    (doc) => forget(doc, (dict) => dict.has(PDFName.of('FontName')), 'CIDSet'),
  ],
  [
    'a glyph map that is none',
    part3,
    'ISO 19005-3 6.2.11.3.2',
    (doc) => {
      for (const dict of dictsWith(doc, 'CIDToGIDMap')) set(dict, 'CIDToGIDMap', PDFName.of('Other'))
    },
  ],
  ['no glyph map', part3, 'ISO 19005-3 6.2.11.3.2', (doc) => forget(doc, isFont, 'CIDToGIDMap')],
  ['a missing glyph', part3, 'ISO 19005-3 6.2.11.8', (doc) => append(doc, 'BT /F4 9 Tf <00410000> Tj ET')],
  [
    'text without characters',
    { level: '1a' },
    'ISO 19005-1 6.3.8',
    (doc) => forget(doc, isFont, 'ToUnicode'),
  ],
  ['a film', part3, 'ISO 19005-3 6.3.1', (doc) => annotate(doc, { Subtype: 'Movie' })],
  ['a hidden note', part1, 'ISO 19005-1 6.5.3', (doc) => annotate(doc, { Subtype: 'Text', F: 2 })],
  ['a note without a look', part3, 'ISO 19005-3 6.3.3', (doc) => annotate(doc, { Subtype: 'FreeText' })],
  [
    'a script',
    part1,
    'ISO 19005-1 6.6.1',
    (doc) => set(doc.catalog, 'OpenAction', doc.context.obj({ S: 'JavaScript' })),
  ],
  ...[part1, part3].map((target): Spoiling => {
    const rule = target === part1 ? 'ISO 19005-1 6.6.1' : 'ISO 19005-3 6.4.1'
    const button = { Subtype: 'Widget', FT: 'Btn', A: { S: 'GoTo' } }
    return [
      `a button that leads somewhere (${rule})`,
      target,
      rule,
      (doc) => set(doc.catalog, 'X', doc.context.obj(button)),
    ]
  }),
  [
    'a trigger',
    part3,
    'ISO 19005-3 6.5.2',
    (doc) => set(firstPage(doc), 'AA', doc.context.obj({ O: { S: 'GoTo' } })),
  ],
  [
    'fields nobody drew',
    part3,
    'ISO 19005-3 6.4.1',
    (doc) => set(doc.catalog, 'AcroForm', doc.context.obj({ NeedAppearances: true })),
  ],
  ['an attached file in part 1', part1, 'ISO 19005-1 6.1.11', attach],
  ['an attached file that does not say why', part3, 'ISO 19005-3 6.8', attach],
  ['a title that differs', part1, 'ISO 19005-1 6.7.3', (doc) => doc.setTitle('Another')],
  [
    'another level',
    part3,
    'ISO 19005-3 6.6.4',
    (doc) =>
      set(
        doc.catalog,
        'Metadata',
        doc.context.register(doc.context.stream('<x/>', { Type: 'Metadata', Subtype: 'XML' })),
      ),
  ],
  ['no metadata', part3, 'ISO 19005-3 6.6.2.1', (doc) => doc.catalog.delete(PDFName.of('Metadata'))],
  [
    'no title',
    ua,
    'ISO 14289-1 7.1',
    ({ catalog, context }) => {
      const packet = latin1(decodeStream(catalog.lookup(PDFName.of('Metadata'), PDFStream)))
      const untitled = packet.replace(/<dc:title>[\s\S]*<\/dc:title>/, '')
      const stream = context.stream(untitled, { Type: 'Metadata', Subtype: 'XML' })
      catalog.set(PDFName.of('Metadata'), context.register(stream))
    },
  ],
  ['no language', ua, 'ISO 14289-1 7.2', (doc) => doc.catalog.delete(PDFName.of('Lang'))],
  ['no mark', ua, 'ISO 14289-1 6.2', (doc) => set(dictAt(doc.catalog, 'MarkInfo'), 'Marked', PDFBool.False)],
  [
    'no tags',
    { level: '1a' },
    'ISO 19005-1 6.8.3',
    (doc) => doc.catalog.delete(PDFName.of('StructTreeRoot')),
  ],
  [
    'a tag without meaning',
    { level: '1a' },
    'ISO 19005-1 6.8.3.4',
    (doc) => {
      for (const { dict } of tagsOf(doc)) set(dict, 'S', PDFName.of('Blah'))
    },
  ],
  [
    'a language that is none',
    { level: '1a' },
    'ISO 19005-1 6.8.4',
    (doc) => set(doc.catalog, 'Lang', PDFString.of('en_US')),
  ],
  [
    'marked content in a language that is none',
    { level: '1a' },
    'ISO 19005-1 6.8.4',
    (doc) => append(doc, '/Span <</Lang (no language)>> BDC EMC'),
  ],
  [
    'a property list of a language that is none',
    ua,
    'ISO 14289-1 7.2',
    (doc) => {
      const list = doc.context.obj({ P: { Lang: PDFString.of('no language') } })
      set(pageResources(doc.getPage(0)), 'Properties', list)
      append(doc, '/Span /P BDC EMC')
    },
  ],
  [
    'marked content in a language whose name is written with an escape',
    ua,
    'ISO 14289-1 7.2',
    (doc) => append(doc, '/Span <</La#6eg (no language)>> BDC EMC'),
  ],
  [
    'a property list of a language of 200,000 letters',
    ua,
    'ISO 14289-1 7.2',
    (doc) => {
      const list = doc.context.obj({ P: { Lang: PDFString.of('en'.repeat(100_000)) } })
      set(pageResources(doc.getPage(0)), 'Properties', list)
      append(doc, '/Span /P BDC EMC')
    },
  ],
  [
    'a tag of a language of 200,000 letters',
    ua,
    'ISO 14289-1 7.2',
    (doc) => set(tagsOf(doc).next().value?.dict, 'Lang', PDFString.of('en-'.repeat(70_000))),
  ],
  ['untagged content', ua, 'ISO 14289-1 7.1', (doc) => append(doc, '0 0 9 9 re f')],
  [
    'a paragraph in a list',
    ua,
    'ISO 14289-1 7.2',
    (doc) => set(tagsOf(doc).next().value?.dict, 'S', PDFName.of('L')),
  ],
  [
    'a picture without words',
    ua,
    'ISO 14289-1 7.3',
    (doc) => {
      for (const { dict } of tagsOf(doc)) set(dict, 'S', PDFName.of('Figure'))
    },
  ],
  [
    'headings that skip a level',
    ua,
    'ISO 14289-1 7.4.2',
    (doc) => {
      for (const { dict } of tagsOf(doc)) set(dict, 'S', PDFName.of('H3'))
    },
  ],
  ['a link outside the tags', ua, 'ISO 14289-1 7.18.1', (doc) => forget(doc, isLink, 'StructParent')],
  ['another tab order', ua, 'ISO 14289-1 7.18.3', (doc) => set(firstPage(doc), 'Tabs', PDFName.of('R'))],
  ['a link without words', ua, 'ISO 14289-1 7.18.5', (doc) => forget(doc, isLink, 'Contents')],
  [
    'a link whose words are blank',
    ua,
    'ISO 14289-1 7.18.5',
    (doc) => {
      for (const dict of dictsWhere(doc, isLink)) set(dict, 'Contents', PDFString.of(' '))
    },
  ],
]

describe('a document that promised to conform and has', () => {
  it('the popup of a comment need not be part of the tags', async () => {
    const { bytes } = await archived(fixture('links-tagged'), ua, (doc) => {
      const popup = doc.context.obj({ Type: 'Annot', Subtype: 'Popup', Rect: [0, 0, 9, 9] })
      firstPage(doc).lookup(PDFName.of('Annots'), PDFArray).push(doc.context.register(popup))
    })
    expect(await violationsOf(bytes, ua)).toEqual([])
  })

  it.each(['BT [( 40000 )] TJ ET', 'BT <0040000> Tj ET', '0.123456 0 m'])(
    'digits of a text or a fraction are no large coordinate: %s',
    async (content) => {
      const { bytes } = await archived(fixture('links-tagged'), part1, (doc) => append(doc, content))
      const rules = (await violationsOf(bytes, part1)).map(({ rule }) => rule)
      expect(rules).not.toContain('ISO 19005-1 6.1.12')
    },
  )

  it.each(spoilings)('%s is refused under its clause', async (_, target, rule, spoil) => {
    const { bytes } = await archived(fixture('links-tagged'), target, spoil)
    expect((await violationsOf(bytes, target)).map((violation) => violation.rule)).toContain(rule)
  })
})

describe('a page that promises PDF/A by its content', () => {
  const image = (entries: string, data = '....') => `BI ${entries} ID ${data} EI`
  const gray = '/W 2 /H 2 /CS /G'
  it.each([
    [image(`${gray} /BPC 5`), '6.2.8', '6.2.4'],
    [image(`${gray} /B#50C 5`), '6.2.8', '6.2.4'],
    [image(`${gray} /Name /XID /BitsPerComponent 5`), '6.2.8', '6.2.4'],
    [image(`${gray} /T (/BPC 8) % /BPC 8\n /BPC 3`), '6.2.8', '6.2.4'],
    [image(`${gray} /IM true /BPC 5`), '6.2.8', '6.2.4'],
    [image(`${gray} /BPC 16`, '........'), undefined, '6.2.4'],
    [image(`${gray} /BPC 8 /#49 true`), '6.2.8', '6.2.4'],
    [image(`${gray} /T (/BPC 5) /BPC 8`), undefined, undefined],
    [image(`${gray} /BPC 8 /F /Foo`), '6.1.10', '6.1.10'],
    [image(`${gray} /BPC 8 /F [/AHx /JPXDecode]`, '80>'), '6.1.10', '6.1.10'],
    [image(`${gray} /BPC 8 /F /LZ#57`), '6.1.10', '6.1.10'],
    [image(`${gray} /BPC 8 /F [/AHx /Fl]`, '80>'), undefined, undefined],
    [image(`${gray} /BPC 8 /Intent /F#6fo`), '6.2.6', '6.2.9'],
    [image('/W 1 /H 1 /BPC 8 /CS /C#4dYK'), '6.2.4.3', '6.2.3.3'],
    ['/P <</A <ABC>>> BDC EMC', '6.1.6', '6.1.6'],
    ['/P <</A [<AXYC>]>> BDC EMC', '6.1.6', '6.1.6'],
    ['/P <</A 99999999999>> BDC EMC', '6.1.13', '6.1.12'],
    [`/P <</${'x'.repeat(128)} 1>> BDC EMC`, '6.1.13', '6.1.12'],
    [`/${'x'.repeat(128)} BMC EMC`, '6.1.13', '6.1.12'],
    [`${'9'.repeat(45)}.5 0 m`, '6.1.13', '6.1.12'],
    [`/P <</${'#78'.repeat(127)} <ABCD>>> BDC EMC`, undefined, undefined],
  ])('%s', async (content, part2, part1) => {
    const doc = await PDFDocument.create()
    const page = doc.addPage()
    setPageContent(page, content)
    const DefaultGray = ['CalGray', { WhitePoint: [1, 1, 1] }]
    page.node.set(PDFName.of('Resources'), doc.context.obj({ ColorSpace: { DefaultGray } }))
    const bytes = await doc.save()
    const ofContent = [
      '6.1.6',
      '6.1.10',
      '6.1.13',
      '6.1.12',
      '6.2.8',
      '6.2.4',
      '6.2.6',
      '6.2.9',
      '6.2.4.3',
      '6.2.3.3',
    ]
    for (const [level, clause] of [
      ['2b', part2],
      ['1b', part1],
    ] as const) {
      const rules = (await violationsOf(bytes, { level })).map(({ rule }) => rule.replace(/.* /, ''))
      const found = new Set(rules.filter((rule) => ofContent.includes(rule)))
      expect([...found]).toEqual(clause ? [clause] : [])
    }
  })
})

it('a form that takes a colour space from its page is judged by name', async () => {
  const doc = await PDFDocument.create()
  const form = doc.context.stream('/C cs 1 sc', { Subtype: 'Form', BBox: [0, 0, 9, 9], Resources: {} })
  const page = doc.addPage()
  setPageContent(page, '/X Do')
  const resources = {
    ColorSpace: { C: ['CalGray', { WhitePoint: [1, 1, 1] }] },
    XObject: { X: doc.context.register(form) },
  }
  page.node.set(PDFName.of('Resources'), doc.context.obj(resources))
  const rules = (await violationsOf(await doc.save(), { level: '2b' })).map(({ rule }) => rule)
  expect(rules).toContain('ISO 19005-2 6.2.2')
})

it('images and their masks have as many bits a colour as the standard knows', async () => {
  const doc = await PDFDocument.create()
  const stream = (entries: object) => doc.context.register(doc.context.stream('', { ...entries }))
  const image = (BitsPerComponent: number, more = {}) =>
    stream({ Subtype: 'Image', BitsPerComponent, ...more })
  for (const bits of [1, 2, 4, 8, 16, 3, 0]) image(bits)
  image(8, { SMask: stream({ BitsPerComponent: 5 }), Mask: stream({ BitsPerComponent: 1 }) })
  image(8, { Mask: stream({ BitsPerComponent: 2 }) })
  const bytes = await doc.save()
  const unknown = (bits: number) =>
    `An image has ${bits} bits a colour, which the standard does not know: save it with 8.`
  const broken = [unknown(0), unknown(3), unknown(5), 'The mask of an image has more than one bit a pixel.']
  for (const [level, clause, more] of [
    ['2b', '2 6.2.8', []],
    ['1b', '1 6.2.4', ['An image has 16 bits a colour. PDF/A-2b allows them.']],
  ] as const) {
    const own = (await violationsOf(bytes, { level })).filter(({ rule }) => rule === `ISO 19005-${clause}`)
    expect(own.map(({ message }) => message).sort()).toEqual([...broken, ...more].sort())
  }
})

it('names the page as the caller knows it, the clause and a remedy', async () => {
  const { bytes } = await archived(fixture('links-tagged'), part1, (doc) => append(doc, '0 0 0 1 k'))
  await expect(verifyConformance(bytes, part1, (page) => `page ${page} of terms.pdf`)).rejects.toMatchObject({
    code: 'document_invalid',
    errors: [
      { message: 'Page 1 of terms.pdf: Colours are given as CMYK: use sRGB.', rule: 'ISO 19005-1 6.2.3.3' },
    ],
  })
})

it('asks a rule only where the standard has it', () => {
  const clauses = (target: ConformanceTarget) => rulesFor(target).map(({ clause }) => clause)
  expect(clauses(part1).every((clause) => clause.startsWith('ISO 19005-1 '))).toBe(true)
  expect(clauses({ level: '1a' }).length).toBeGreaterThan(clauses(part1).length)
  expect(clauses(ua).every((clause) => clause.startsWith('ISO 14289-1 '))).toBe(true)
})

it('says what a level needs of printing and saving', () => {
  expect(requirementsOf('1a')).toEqual({ tagged: true, objectStreams: false })
  expect(requirementsOf('3b')).toEqual({ tagged: false, objectStreams: true })
  expect(requirementsOf('3b', true)).toEqual({ tagged: true, objectStreams: true })
  expect(requirementsOf(undefined, true)).toEqual({ tagged: true, objectStreams: true })
})

it('reads contents a few times for all rules, whatever letters stand in their texts', async () => {
  const count = 20_000
  const doc = await PDFDocument.create()
  setPageContent(doc.addPage(), 'q (BI ri) Tj <41 42> Tj Q '.repeat(count / 4))
  const work = new WorkBudget()
  await violationsOf(await doc.save(), { level: '2b' }, work)
  expect(work.spent.operators).toBeLessThan(5 * count)
})
