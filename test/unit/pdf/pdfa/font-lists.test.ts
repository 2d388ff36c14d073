/** What an embedded font says of its program: the lists of its glyphs and their widths. */
import { PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { latin1 } from '../../../../src/pdf/content-stream'
import { mendWidths } from '../../../../src/pdf/pdfa/font-descriptors'
import { parseCff } from '../../../../src/pdf/pdfa/fonts/cff'
import { subsetCff } from '../../../../src/pdf/pdfa/fonts/cff-subset'
import { glyphFinder } from '../../../../src/pdf/pdfa/fonts/glyph-finder'
import type { Level } from '../../../../src/pdf/pdfa/level'
import {
  arrayAt,
  dictAt,
  dictionariesOf,
  nameAt,
  numbersOf,
  streamAt,
} from '../../../../src/pdf/pdfa/objects'
import { nameUnmappedGlyphs } from '../../../../src/pdf/pdfa/unmapped-glyphs'
import { violationsOf } from '../../../../src/pdf/pdfa/verify-conformance'
import { decodeStream } from '../../../../src/pdf/streams'
import { WorkBudget } from '../../../../src/pdf/work-budget'
import { finishWith } from '../../../support/finishing'
import { handmadePdf, linksPdf } from '../../../support/pdfs'
import { standardFonts } from '../../../support/rasterise'

/** A page that shows “Ab” in a subset of Helvetica which lists its glyphs as told. */
async function listingPdf(
  charSet: string,
  { encoding = '/Encoding/WinAnsiEncoding', shown = 'Ab' } = {},
): Promise<Uint8Array> {
  const glyphs = ['A', 'b'].map((name) => ({ name, source: name, width: 500 }))
  const program = subsetCff(await standardFonts('Helvetica'), {
    ...{ fontName: 'ABCDEF+Listed', glyphs, work: new WorkBudget() },
  })
  return handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    { dictionary: '', data: new TextEncoder().encode(`BT /F 12 Tf (${shown}) Tj ET`) },
    `<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Listed${encoding}/FirstChar 65/LastChar 98/Widths[${'500 '.repeat(34)}]/FontDescriptor 6 0 R>>`,
    `<</Type/FontDescriptor/FontName/ABCDEF+Listed/Flags 32/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 700/Descent -200/CapHeight 700/StemV 80/CharSet(${charSet})/FontFile3 7 0 R>>`,
    { dictionary: '/Subtype/Type1C', data: program },
  ])
}

async function archivedList(charSet: string, level: Level): Promise<string | undefined> {
  const bytes = await listingPdf(charSet)
  const attachments = [{ name: 'a.pdf', pointer: '/options/attachments/0', bytes }]
  const { context } = await PDFDocument.load(
    (await finishWith(linksPdf(), { attachments, conform: { level } })).bytes,
  )
  const font = [...dictionariesOf(context)].find((dict) => nameAt(dict, 'BaseFont') === 'ABCDEF+Listed')
  const list = dictAt(font, 'FontDescriptor')?.lookup(PDFName.of('CharSet'))
  return list instanceof PDFString ? list.decodeText() : undefined
}

describe('the list of a subset’s glyphs that a file brings', () => {
  it.each(['/A', '/A/b/c', '', '/space'])(
    'is written anew in part 1, and goes in part 2: “%s”',
    async (list) => {
      expect(await archivedList(list, '1b')).toBe('/A/b')
      expect(await archivedList(list, '2b')).toBeUndefined()
    },
  )

  const rulesBroken = async (list: string, level: Level) =>
    (await violationsOf(await listingPdf(list), { level })).map(({ rule }) => rule)

  it('is judged if it is wrong', async () => {
    expect(await rulesBroken('/A', '1b')).toContain('ISO 19005-1 6.3.5')
    expect(await rulesBroken('/A', '2b')).toContain('ISO 19005-2 6.2.11.4.2')
    expect(await rulesBroken('/A/b/c', '2b')).toContain('ISO 19005-2 6.2.11.4.2')
  })

  it('is no fault if it is right', async () => {
    expect(await rulesBroken('/A/b', '1b')).not.toContain('ISO 19005-1 6.3.5')
    expect(await rulesBroken('/A/b', '2b')).not.toContain('ISO 19005-2 6.2.11.4.2')
    expect(await rulesBroken('/.notdef/A/b', '3b')).not.toContain('ISO 19005-3 6.2.11.4.2')
  })
})

it.each([
  ['has', 'Ab', false],
  ['lacks', '\\200', true],
])(
  'a font says its characters by the encoding of its program, which %s the code',
  async (_, shown, isTold) => {
    const bytes = await listingPdf('/A/b', { encoding: '', shown })
    const rules = (await violationsOf(bytes, { level: '2u' })).map(({ rule }) => rule)
    expect(rules.includes('ISO 19005-2 6.2.11.7.2')).toBe(isTold)
    const document = await PDFDocument.load(bytes)
    await nameUnmappedGlyphs(document)
    const map = [...dictionariesOf(document.context)].map((dict) => streamAt(dict, 'ToUnicode')).find(Boolean)
    const text = map ? latin1(decodeStream(map)) : ''
    expect(text).toContain(isTold ? '<80> <FFFD>' : '<62> <0062>')
  },
)

/** A compact program whose glyph 1, the space, is 0.9 wider than its nominal width of 384.9. */
function programOfFractions(): Uint8Array {
  const index = (...items: number[][]) => {
    const offsets = [1]
    for (const item of items) offsets.push((offsets.at(-1) ?? 1) + item.length)
    return items.length === 0 ? [0, 0] : [0, items.length, 1, ...offsets, ...items.flat()]
  }
  const long = (value: number) => [29, 0, 0, value >> 8, value & 255]
  const top = (start: number, size: number) => [...long(start), 17, ...long(5), ...long(start + size), 18]
  // 384.9 in nibbles, and the operator of the nominal width.
  const privateDict = [30, 0x38, 0x4a, 0x9f, 21]
  const glyphs = index([14], [255, 0, 0, 0xe6, 0x66, 14])
  const head = [1, 0, 4, 1, ...index([65])]
  const before = (start: number) => [...head, ...index(top(start, glyphs.length)), ...index(), ...index()]
  const { length } = before(0)
  return Uint8Array.from([...before(length), ...glyphs, ...privateDict, 0, 0, 0])
}

describe('the widths of a program of fractions', () => {
  it('are those of readers that drop the fractions too', () => {
    const program = parseCff(programOfFractions(), new WorkBudget())
    expect(program?.widthOf(1)).toBeCloseTo(385.8)
    expect(program?.truncatedWidthOf?.(1)).toBeCloseTo(384.9)
  })

  it('are told so that both kinds of readers agree', async () => {
    const { context } = await PDFDocument.create()
    const stream = context.register(context.stream(programOfFractions(), { Subtype: 'Type1C' }))
    const font = context.obj({
      ...{ Type: 'Font', Subtype: 'Type1', BaseFont: 'F', Encoding: 'WinAnsiEncoding' },
      ...{ FirstChar: 32, LastChar: 32, Widths: [386.1] },
      FontDescriptor: { FontFile3: stream },
    })
    context.register(font)
    mendWidths(context)
    expect(numbersOf(arrayAt(font, 'Widths'))[0]).toBeCloseTo(385.35)
    const { own, said } = glyphFinder(font)?.(32) ?? { own: [], said: 0 }
    for (const width of own) expect(Math.abs((width ?? 0) - (said ?? 0))).toBeLessThan(1)
  })
})
