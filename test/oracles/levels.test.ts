/** Levels A and U of PDF/A-2 and -3, which `inspect` judges and we do not make: its verdicts beside those of veraPDF. */
import { type PDFDict, type PDFDocument, PDFName, type PDFObject, PDFString } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { inspectPdf } from '../../src/pdf/inspect/inspect-pdf'
import { requirementsOf } from '../../src/pdf/pdfa/level'
import {
  ensureDict,
  flateStream,
  pageContent,
  pageResources,
  setPageContent,
} from '../../src/pdf/pdfa/objects'
import { type Tag, tagsOf, treeRoot } from '../../src/pdf/pdfa/structure-tree'
import { toUnicode } from '../../src/pdf/pdfa/to-unicode'
import { WorkBudget } from '../../src/pdf/work-budget'
import { writePdf } from '../../src/pdf/write/write-pdf'
import { effort } from '../fuzz/effort'
import { archived, fixture, open } from '../support/archived'
import { outFolder, save, type Verdict, veraPdf } from './tools'

type Level = '2a' | '2u' | '3a' | '3u'
/** Each part and each level; parts 2 and 3 differ in what files may be inside. */
const LEVELS = effort<readonly Level[]>(['2a', '2u', '3a', '3u'], ['2a', '3u'])

/** Adds a font and shows its code 1 on the first page: nothing of it is painted, so that it needs no program. */
function show(doc: PDFDocument, font: Record<string, PDFObject>, [before, after] = ['/Artifact BMC', 'EMC']) {
  const page = doc.getPage(0)
  const { context } = doc
  const whole = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' }
  const dict = context.obj({ ...whole, FirstChar: 1, LastChar: 1, Widths: [500] })
  for (const [key, value] of Object.entries(font)) dict.set(PDFName.of(key), value)
  const ref = context.register(dict)
  ensureDict(pageResources(page) as PDFDict, 'Font').set(PDFName.of('Added'), ref)
  setPageContent(page, `${pageContent(page)}\nq BT 3 Tr /Added 9 Tf ${before} <01> Tj ${after} ET Q`)
}

/** A font whose code 1 is a character. */
const mapped = (doc: PDFDocument, ...lines: string[]) => {
  const map = toUnicode([[1, 0xe001]], 1)
  const block = /1 beginbfchar[\s\S]*endbfchar/
  const text = lines.length > 0 ? map.replace(block, lines.join('\n')) : map
  return { ...encoded(doc, 'a'), ToUnicode: doc.context.register(flateStream(doc.context, text)) }
}
const encoded = ({ context }: PDFDocument, name: string) => ({
  Encoding: context.obj({ Type: 'Encoding', BaseEncoding: 'WinAnsiEncoding', Differences: [1, name] }),
})
const roles = (doc: PDFDocument, map: Record<string, string>) =>
  treeRoot(doc)?.set(PDFName.of('RoleMap'), doc.context.obj(map))
const firstTag = (doc: PDFDocument) => [...tagsOf(doc)][0] as Tag

/** What a document is spoiled with, or is not although it is rare. */
const samples: Record<string, (doc: PDFDocument) => void> = {
  sound: () => undefined,
  'private-use': (doc) => show(doc, mapped(doc)),
  'private-use-explained': (doc) => show(doc, mapped(doc), ['/Span <</ActualText (phone)>> BDC', 'EMC']),
  'private-use-explained-around': (doc) =>
    show(doc, mapped(doc), ['/Span <</ActualText (phone)>> BDC /Artifact BMC', 'EMC EMC']),
  'private-use-explained-before': (doc) =>
    show(doc, mapped(doc), ['/Span <</ActualText (phone)>> BDC EMC /Artifact BMC', 'EMC']),
  'private-use-of-an-element': (doc) => {
    for (const { dict } of tagsOf(doc)) dict.set(PDFName.of('ActualText'), PDFString.of('phone'))
    show(doc, mapped(doc), ['/P <</MCID 0>> BDC', 'EMC'])
  },
  'private-use-of-an-element-without': (doc) => show(doc, mapped(doc), ['/P <</MCID 0>> BDC', 'EMC']),
  'private-use-beyond': (doc) => show(doc, mapped(doc, '1 beginbfchar', '<01> <DB80DC00>', 'endbfchar')),
  'private-use-in-a-range': (doc) =>
    show(doc, mapped(doc, '1 beginbfrange', '<00> <02> <DFFF>', 'endbfrange')),
  'private-use-in-a-list': (doc) =>
    show(doc, mapped(doc, '1 beginbfrange', '<00> <02> [<0041> <E000> <0042>]', 'endbfrange')),
  'private-use-not-shown': (doc) =>
    show(doc, mapped(doc, '1 beginbfrange', '<00> <02> [<0041> <0043> <E000>]', 'endbfrange')),
  'private-use-by-name': (doc) => show(doc, encoded(doc, 'uniE001')),
  'named-character': (doc) => show(doc, encoded(doc, 'eacute')),
  'unnamed-character': (doc) => show(doc, encoded(doc, 'g1')),
  'not-marked': (doc) => doc.catalog.delete(PDFName.of('MarkInfo')),
  'no-tree': (doc) => doc.catalog.delete(PDFName.of('StructTreeRoot')),
  'unknown-role': (doc) => firstTag(doc).dict.set(PDFName.of('S'), PDFName.of('Chapter')),
  'known-role': (doc) => {
    firstTag(doc).dict.set(PDFName.of('S'), PDFName.of('Chapter'))
    roles(doc, { Chapter: 'Sect' })
  },
  'circular-role': (doc) => {
    firstTag(doc).dict.set(PDFName.of('S'), PDFName.of('Chapter'))
    roles(doc, { Chapter: 'Part1', Part1: 'Chapter' })
  },
  'standard-role-renamed': (doc) => roles(doc, { [firstTag(doc).type]: 'Chapter' }),
  'standard-role-moved': (doc) => roles(doc, { [firstTag(doc).type]: 'Sect' }),
  'language-of-an-element': (doc) => firstTag(doc).dict.set(PDFName.of('Lang'), PDFString.of('not a tag')),
  'language-of-content-known': (doc) => show(doc, encoded(doc, 'a'), ['/Span <</Lang (de-CH)>> BDC', 'EMC']),
}

type Judged = {
  name: string
  conforms: boolean | null | undefined
  rules: string[]
  verdict: Verdict | undefined
}
const judged = new Map<Level, Judged[]>()

beforeAll(async () => {
  const folder = outFolder('levels')
  const judge = async (level: Level) => {
    const made: Omit<Judged, 'verdict'>[] = []
    const files: string[] = []
    const { bytes: sound } = await archived(fixture('links-tagged'), { level })
    for (const [name, spoil] of Object.entries(samples)) {
      const doc = await open(sound)
      spoil(doc)
      const bytes = writePdf(doc.context, requirementsOf(level))
      files.push(save(folder, `${name}-${level}.pdf`, bytes))
      const file = { name, pointer: '/file', bytes, password: undefined }
      const options = { asked: undefined, work: new WorkBudget(), isInvoice: () => false }
      const [verdict] = (await inspectPdf(file, options)).inspection.conformance.verdicts
      made.push({ name, conforms: verdict?.conforms, rules: verdict?.broken.map(({ rule }) => rule) ?? [] })
    }
    const verdicts = await veraPdf(files, level)
    judged.set(
      level,
      made.map((each, at) => ({ ...each, verdict: verdicts[at] })),
    )
  }
  await Promise.all(LEVELS.map(judge))
})

describe.each(LEVELS)('PDF/A-%s', (level) => {
  it('conforms for us only if it does for veraPDF, and is refused only if it is there', () => {
    const found = judged.get(level) ?? []
    expect(found.length).toBe(Object.keys(samples).length)
    const wrong = found.filter(({ conforms, verdict }) => verdict?.compliant !== conforms)
    expect(wrong).toEqual([])
    expect(found.some(({ conforms }) => conforms)).toBe(true)
  })
})
