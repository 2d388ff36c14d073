/**
 * The XMP packet of an archival file: the document's properties equal to its information dictionary
 * (ISO 19005-1 6.7.3, ISO 19005-2 6.6.2.3), and what the file claims to be (6.7.11, 6.6.4; ISO 14289-1 5).
 */
import { escapeXml } from '../../text/markup'
import type { Level } from './level'

export type Claim = {
  level?: Level | undefined
  ua?: boolean | undefined
  properties: XmpProperties
  /** BCP 47 tag of the document's language. */
  language?: string | undefined
  extensions?: string[] | undefined
}

/** The information dictionary's entries; absent ones are absent in the packet too. */
export type XmpProperties = {
  title?: string | undefined
  author?: string | undefined
  subject?: string | undefined
  keywords?: string | undefined
  creator?: string | undefined
  producer?: string | undefined
  created?: Date | undefined
  modified?: Date | undefined
}

const PACKET_ID = 'W5M0MpCehiHzreSzNTczkc9d'
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'

/** The whole packet as text, to be stored as UTF-8 without a filter (ISO 19005-1 6.7.2). */
export function packet(claim: Claim): string {
  const descriptions = [
    description('dc', 'http://purl.org/dc/elements/1.1/', dublinCore(claim)),
    description('xmp', 'http://ns.adobe.com/xap/1.0/', basic(claim.properties)),
    description('pdf', 'http://ns.adobe.com/pdf/1.3/', adobePdf(claim.properties)),
    description('pdfaid', 'http://www.aiim.org/pdfa/ns/id/', pdfaIdentification(claim.level)),
    description(
      'pdfuaid',
      'http://www.aiim.org/pdfua/ns/id/',
      claim.ua ? [element('pdfuaid:part', '1')] : [],
    ),
    ...(claim.level && claim.ua ? withUaSchema(claim.extensions ?? []) : (claim.extensions ?? [])),
  ]
  return [
    `<?xpacket begin="\uFEFF" id="${PACKET_ID}"?>`,
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    `<rdf:RDF xmlns:rdf="${RDF}">`,
    ...descriptions.filter(Boolean),
    '</rdf:RDF>',
    '</x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('\n')
}

/** A date as both places hold it: to the second, in UTC. */
export function xmpDate(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}

function dublinCore({ properties, language }: Claim): string[] {
  const { title, author, subject } = properties
  return [
    element('dc:format', 'application/pdf'),
    title === undefined ? '' : wrap('dc:title', 'Alt', title, ' xml:lang="x-default"'),
    author === undefined ? '' : wrap('dc:creator', 'Seq', author),
    subject === undefined ? '' : wrap('dc:description', 'Alt', subject, ' xml:lang="x-default"'),
    language === undefined ? '' : wrap('dc:language', 'Bag', language),
  ]
}

function basic({ creator, created, modified }: XmpProperties): string[] {
  return [
    creator === undefined ? '' : element('xmp:CreatorTool', creator),
    created === undefined ? '' : element('xmp:CreateDate', xmpDate(created)),
    modified === undefined ? '' : element('xmp:ModifyDate', xmpDate(modified)),
    modified === undefined ? '' : element('xmp:MetadataDate', xmpDate(modified)),
  ]
}

function adobePdf({ producer, keywords }: XmpProperties): string[] {
  return [
    producer === undefined ? '' : element('pdf:Producer', producer),
    keywords === undefined ? '' : element('pdf:Keywords', keywords),
  ]
}

function pdfaIdentification(level: Level | undefined): string[] {
  if (!level) return []
  const [part = '', conformance = ''] = level
  return [element('pdfaid:part', part), element('pdfaid:conformance', conformance.toUpperCase())]
}

/**
 * PDF/A wants each schema described that its own list lacks (ISO 19005-1 6.7.8, ISO 19005-2 6.6.2.3.2), and a
 * packet may hold one list of such descriptions only: ours joins the one that an extension brings.
 */
function withUaSchema(extensions: string[]): string[] {
  const list = /<pdfaExtension:schemas>\s*<rdf:Bag>/
  const at = extensions.findIndex((extension) => list.test(extension))
  if (at >= 0)
    return extensions.map((each, index) => (index === at ? each.replace(list, `$&${UA_SCHEMA}`) : each))
  const namespaces = [
    'xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"',
    'xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"',
    'xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"',
  ].join(' ')
  const schemas = `<pdfaExtension:schemas><rdf:Bag>${UA_SCHEMA}</rdf:Bag></pdfaExtension:schemas>`
  return [...extensions, `<rdf:Description rdf:about="" ${namespaces}>${schemas}</rdf:Description>`]
}

const UA_PROPERTY = [
  element('pdfaProperty:name', 'part'),
  element('pdfaProperty:valueType', 'Integer'),
  element('pdfaProperty:category', 'internal'),
  element('pdfaProperty:description', 'Part of ISO 14289 to which the file conforms'),
].join('')
const UA_SCHEMA = `<rdf:li rdf:parseType="Resource">${[
  element('pdfaSchema:schema', 'PDF/UA identification schema'),
  element('pdfaSchema:namespaceURI', 'http://www.aiim.org/pdfua/ns/id/'),
  element('pdfaSchema:prefix', 'pdfuaid'),
  `<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">${UA_PROPERTY}</rdf:li></rdf:Seq></pdfaSchema:property>`,
].join('')}</rdf:li>`

function description(prefix: string, namespace: string, elements: string[]): string {
  const content = elements.join('')
  return content
    ? `<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">${content}</rdf:Description>`
    : ''
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

function wrap(name: string, container: string, text: string, attribute = ''): string {
  return `<${name}><rdf:${container}><rdf:li${attribute}>${escapeXml(text)}</rdf:li></rdf:${container}></${name}>`
}
