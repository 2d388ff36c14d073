import { type PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { expect, it } from 'vitest'
import { latin1 } from '../../../../src/pdf/content-stream'
import type { ConformanceTarget } from '../../../../src/pdf/pdfa/level'
import { mendToUnicode } from '../../../../src/pdf/pdfa/mend-to-unicode'
import {
  dictOf,
  entriesOf,
  flateStream,
  pageResources,
  setPageContent,
  streamAt,
} from '../../../../src/pdf/pdfa/objects'
import { parseToUnicode } from '../../../../src/pdf/pdfa/parse-to-unicode'
import { nameUnmappedGlyphs } from '../../../../src/pdf/pdfa/unmapped-glyphs'
import { verifyConformance, violationsOf } from '../../../../src/pdf/pdfa/verify-conformance'
import { decodeStream } from '../../../../src/pdf/streams'
import { WorkBudget } from '../../../../src/pdf/work-budget'
import { writePdf } from '../../../../src/pdf/write/write-pdf'
import { archived, fixture, open } from '../../../support/archived'

const promises: ConformanceTarget[] = [{ level: '1a' }, { ua: true }]

function fontOf(doc: PDFDocument): PDFDict {
  const [font] = entriesOf(pageResources(doc.getPage(0)), 'Font')
  return dictOf(font?.object) as PDFDict
}

const mapOf = (doc: PDFDocument) => {
  const map = streamAt(fontOf(doc), 'ToUnicode')
  return map ? latin1(decodeStream(map)) : ''
}

/** Names the font's first glyph U+0000, as Chromium names a ligature of Arabic vowel marks. */
function spoil(doc: PDFDocument): void {
  const map = mapOf(doc).replace(/(beginbfchar\s*<[^>]*> )<[^>]*>/, '$1<0000>')
  fontOf(doc).set(PDFName.of('ToUnicode'), doc.context.register(flateStream(doc.context, map)))
}

it.each(promises)('names a glyph that the browser maps to U+0000 (%o)', async (target) => {
  const doc = await open(fixture('links-tagged'))
  spoil(doc)
  expect(parseToUnicode(mapOf(doc)).emptyRanges).toHaveLength(1)
  const { bytes } = await archived(writePdf(doc.context, { objectStreams: false }), target)
  expect(await violationsOf(bytes, target)).toEqual([])
  const map = mapOf(await open(bytes))
  expect(map).toMatch(/<FFFD>/i)
  expect(parseToUnicode(map).emptyRanges).toEqual([])
})

it('names the page of a font whose map says nothing', async () => {
  const { bytes } = await archived(fixture('links-tagged'), { ua: true }, spoil)
  await expect(verifyConformance(bytes, { ua: true })).rejects.toMatchObject({
    errors: [{ message: expect.stringMatching(/^Page 1: The font .* maps glyphs to no character/) }],
  })
})

it('takes no offence at a map that names no character for codes that are not shown', async () => {
  const { bytes } = await archived(fixture('links-tagged'), { ua: true }, (doc) => {
    const map = mapOf(doc).replace('endcmap', '1 beginbfchar\n<FFF0> <0000>\nendbfchar\nendcmap')
    fontOf(doc).set(PDFName.of('ToUnicode'), doc.context.register(flateStream(doc.context, map)))
  })
  const doc = await open(bytes)
  expect(parseToUnicode(mapOf(doc)).emptyRanges).toEqual([[0xfff0, 0xfff0]])
  expect(await violationsOf(bytes, { ua: true })).toEqual([])
})

it('keeps the rest of a map, and a range from its second code on', () => {
  const map = [
    '2 beginbfchar',
    '<0003> <0020>',
    '<1784> <0000>',
    'endbfchar',
    '1 beginbfrange',
    '<0010> <0012> <0000>',
    'endbfrange',
    'endcmap',
  ].join('\n')
  const kept = ['1 beginbfchar', '<0003> <0020>', 'endbfchar', '1 beginbfrange', '<0011> <0012> <0001>']
  expect(mendToUnicode(map, new WorkBudget())).toBe([...kept, 'endbfrange', 'endcmap'].join('\n'))
  const sound = map.replaceAll('<0000>', '<0041>')
  expect(mendToUnicode(sound, new WorkBudget())).toBe(sound)
})

it.each(['(ab) Tj', "(ab) '", '1 2 (ab) "', '[(ab)] TJ'])(
  'judges codes of literal strings: %s',
  async (text) => {
    const { bytes } = await archived(fixture('links-tagged'), { level: '1a' }, (doc) => {
      const [font] = entriesOf(pageResources(doc.getPage(0)), 'Font')
      fontOf(doc).delete(PDFName.of('ToUnicode'))
      for (const page of doc.getPages()) setPageContent(page, `BT /${font?.name} 9 Tf ${text} ET`)
    })
    const violations = await violationsOf(bytes, { level: '1a' })
    expect(violations).toContainEqual(
      expect.objectContaining({
        rule: 'ISO 19005-1 6.3.8',
        message: expect.stringContaining('does not say which'),
      }),
    )
  },
)

it('takes the characters that an encoding names over into a map', async () => {
  const doc = await PDFDocument.create()
  const page = doc.addPage()
  const encoding = { Differences: [1, 'eacute', 'unknown.alt'] }
  const font = doc.context.obj({ Type: 'Font', Subtype: 'Type1', Encoding: encoding })
  page.node.setFontDictionary(PDFName.of('F'), doc.context.register(font))
  setPageContent(page, 'BT /F 9 Tf (\\001\\002) Tj ET')
  await nameUnmappedGlyphs(doc)
  expect(mapOf(doc)).toMatch(/<01> <00E9>\s+<02> <FFFD>/i)
})
