/** Rules about XMP, whoever wrote it: ISO 19005-1 6.7, ISO 19005-2 6.6.2. */
import { PDFBool, PDFDict, type PDFDocument, PDFName, type PDFObject, type PDFStream } from 'pdf-lib'
import { isTextString, textOf } from '../../decode-text'
import { decodeStream } from '../../streams'
import { budgetOf } from '../../work-budget'
import { dictAt, nameAt, streamAt } from '../objects'
import { readExtensions } from '../xmp/extension-schemas'
import { MAX_PACKET, packetProblems, propertiesIn, TOO_LONG } from '../xmp/judge-packet'
import type { XmpNode } from '../xmp/read-rdf'
import { type ConformanceFinding, type OpenFile, type Rule, when } from './conformance-rule'

export const xmpRules: Rule[] = [
  { part1: '6.7.9', part2: '6.6.2.3', find: packets },
  { part1: '6.7.3', find: documentInformation },
  { ua: '5', find: identification },
  { ua: '7.1', find: title },
]

/** The document's own, and those of single objects. */
async function packets({ doc, streams, part = 2 }: OpenFile): Promise<ConformanceFinding[]> {
  const own = streamAt(doc.catalog, 'Metadata')
  const all = new Set([
    ...(own ? [own] : []),
    ...streams.filter(({ dict }) => nameAt(dict, 'Type') === 'Metadata'),
  ])
  const main = own && readExtensions(propertiesIn(bytesOf(own), part).properties)
  const problems: string[][] = []
  for (const stream of all) {
    problems.push(packetProblems(bytesOf(stream), part, main))
    await budgetOf(doc.context).takeTurns()
  }
  return problems.flat().map((message) => ({ message, ...(message === TOO_LONG && { isUnjudged: true }) }))
}

/** The bytes of a packet that is to be read. Throws WorkLimitExceeded. */
function bytesOf(stream: PDFStream): Uint8Array {
  const bytes = decodeStream(stream)
  const work = budgetOf(stream.dict.context)
  work.charge('bytes', bytes.length)
  // A byte of XML takes as long as an object that is looked at. Longer packets are not read.
  work.charge('objects', Math.min(bytes.length, MAX_PACKET))
  return bytes
}

const DUBLIN = 'http://purl.org/dc/elements/1.1/'
const BASIC = 'http://ns.adobe.com/xap/1.0/'
const PDF = 'http://ns.adobe.com/pdf/1.3/'
/** Where XMP has what the information dictionary has. */
const TEXTS = {
  Title: `${DUBLIN} title`,
  Author: `${DUBLIN} creator`,
  Subject: `${DUBLIN} description`,
  Keywords: `${PDF} Keywords`,
  Creator: `${BASIC} CreatorTool`,
  Producer: `${PDF} Producer`,
}
const DATES = { CreationDate: `${BASIC} CreateDate`, ModDate: `${BASIC} ModifyDate` }

const PDF_UA = 'http://www.aiim.org/pdfua/ns/id/'

function identification({ doc }: OpenFile): ConformanceFinding[] {
  const isMisnamed = propertiesOf(doc).some(
    ({ namespace, prefix }) => namespace === PDF_UA && prefix !== 'pdfuaid',
  )
  return when(isMisnamed, 'The metadata claim PDF/UA with another prefix than pdfuaid.')
}

function title({ doc }: OpenFile): ConformanceFinding[] {
  const said = propertiesOf(doc).find(({ namespace, name }) => namespace === DUBLIN && name === 'title')
  const shows =
    dictAt(doc.catalog, 'ViewerPreferences')?.lookup(PDFName.of('DisplayDocTitle')) === PDFBool.True
  const message = 'The document has no title: give `title`, or a `<title>` in the HTML.'
  const isSaid = said?.form === 'text' ? said.text : said?.items.some(({ text }) => text)
  return [...when(!isSaid, message), ...when(!shows, 'The window does not show the title.')]
}

function propertiesOf({ catalog }: PDFDocument): XmpNode[] {
  const stream = streamAt(catalog, 'Metadata')
  return stream ? propertiesIn(bytesOf(stream), 2).properties : []
}

/** What the information dictionary says, XMP says too. */
function documentInformation({ doc, part = 1 }: OpenFile): ConformanceFinding[] {
  const { context, catalog } = doc
  const info = context.lookup(context.trailerInfo.Info)
  const stream = streamAt(catalog, 'Metadata')
  if (!(info instanceof PDFDict) || !stream) return []
  const { properties } = propertiesIn(bytesOf(stream), part)
  const said = new Map(properties.map((property) => [`${property.namespace} ${property.name}`, property]))
  const differs = (key: string, isSame: boolean) => when(!isSame, `${key} differs between Info and XMP.`)
  return [
    ...Object.entries(TEXTS).flatMap(([key, property]) => {
      const value = info.lookup(PDFName.of(key))
      return value === undefined ? [] : differs(key, textOf(value) === saidIn(said.get(property)))
    }),
    ...Object.entries(DATES).flatMap(([key, property]) => {
      const time = timeIn(info.lookup(PDFName.of(key)))
      return time === undefined ? [] : differs(key, time === Date.parse(saidIn(said.get(property)) ?? ''))
    }),
  ]
}

/** A text, the one of a list, or the one for whoever names no language. */
function saidIn(node: XmpNode | undefined): string | undefined {
  if (!node || node.form === 'text') return node?.text
  if (node.form === 'alt') return node.items.find(({ language }) => language === 'x-default')?.text
  return node.items.length === 1 ? node.items[0]?.text : undefined
}

/** In milliseconds; undefined if there is none, NaN for what is no date. */
function timeIn(value: PDFObject | undefined): number | undefined {
  if (!isTextString(value)) return undefined
  try {
    return value.decodeDate().getTime()
  } catch {
    return Number.NaN
  }
}
