/** Rules about what the file says of itself: ISO 19005-1 6.7, ISO 19005-2 6.6, ISO 14289-1 5 and 7.1. */
import { PDFName } from 'pdf-lib'
import { unescapeXml } from '../../../text/markup'
import { decodeStream } from '../../streams'
import { nameAt, streamAt } from '../objects'
import { xmpDate } from '../xmp-packet'
import { type ConformanceFinding, type OpenFile, type Rule, when } from './conformance-rule'

export const metadataRules: Rule[] = [{ part1: '6.7.2', part2: '6.6.2.1', ua: '7.1', find: metadataStream }]

/** Rules of metadata in our own form. Others write the same in other forms, so `inspect` does not ask these of their files. */
export const ownMetadataRules: Rule[] = [
  { part1: '6.7.3', part2: '6.6.2.3', find: properties },
  { part1: '6.7.11', part2: '6.6.4', find: pdfaIdentifier },
  { ua: '5', find: uaIdentifier },
]

function packetOf({ doc }: OpenFile): string {
  const stream = streamAt(doc.catalog, 'Metadata')
  return stream ? new TextDecoder().decode(decodeStream(stream)) : ''
}

/** Unfiltered, so that programs that know no PDF can read it. */
function metadataStream({ doc }: OpenFile): ConformanceFinding[] {
  const dict = streamAt(doc.catalog, 'Metadata')?.dict
  const isPlain =
    nameAt(dict, 'Subtype') === 'XML' &&
    nameAt(dict, 'Type') === 'Metadata' &&
    !dict?.has(PDFName.of('Filter'))
  return when(!isPlain, 'The document has no readable metadata.')
}

function properties(file: OpenFile): ConformanceFinding[] {
  const { doc } = file
  const xml = packetOf(file)
  const [created, modified] = [doc.getCreationDate(), doc.getModificationDate()]
  const pairs: [string, string | undefined, string][] = [
    ['Title', doc.getTitle(), inner(xml, 'dc:title')],
    ['Author', doc.getAuthor(), inner(xml, 'dc:creator')],
    ['Subject', doc.getSubject(), inner(xml, 'dc:description')],
    ['Keywords', doc.getKeywords(), inner(xml, 'pdf:Keywords')],
    ['Creator', doc.getCreator(), inner(xml, 'xmp:CreatorTool')],
    ['Producer', doc.getProducer(), inner(xml, 'pdf:Producer')],
    ['CreationDate', created && xmpDate(created), inner(xml, 'xmp:CreateDate')],
    ['ModDate', modified && xmpDate(modified), inner(xml, 'xmp:ModifyDate')],
  ]
  return pairs.flatMap(([name, info, xmp]) =>
    when((info ?? '') !== xmp, `${name} differs between Info and XMP.`),
  )
}

/** The text of the first element of this name, without its containers and entities. The packet is our own. */
function inner(xml: string, name: string): string {
  const start = xml.indexOf(`<${name}>`)
  const end = start < 0 ? -1 : xml.indexOf(`</${name}>`, start)
  if (end < 0) return ''
  return unescapeXml(xml.slice(start + name.length + 2, end).replace(/<[^<>]*>/g, ''))
}

function pdfaIdentifier(file: OpenFile): ConformanceFinding[] {
  const xml = packetOf(file)
  const claimed = `${inner(xml, 'pdfaid:part')}${inner(xml, 'pdfaid:conformance')}`.toLowerCase()
  return when(claimed !== file.target.level, `The metadata claims “${claimed}”.`)
}

function uaIdentifier(file: OpenFile): ConformanceFinding[] {
  return when(inner(packetOf(file), 'pdfuaid:part') !== '1', 'The metadata does not claim PDF/UA-1.')
}
