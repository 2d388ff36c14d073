import { expect, it } from 'vitest'
import { packetProblems } from '../../../../src/pdf/pdfa/xmp/judge-packet'
import { packet } from '../../../../src/pdf/pdfa/xmp-packet'

const NAMESPACES = Object.entries({
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  xmpMM: 'http://ns.adobe.com/xap/1.0/mm/',
  stRef: 'http://ns.adobe.com/xap/1.0/sType/ResourceRef#',
  tiff: 'http://ns.adobe.com/tiff/1.0/',
  my: 'urn:mine',
  my2: 'urn:mine#',
  pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
  pdfaType: 'http://www.aiim.org/pdfa/ns/type#',
  pdfaField: 'http://www.aiim.org/pdfa/ns/field#',
})
  .map(([prefix, address]) => `xmlns:${prefix}="${address}"`)
  .join(' ')

function problemsOf(body: string, part: 1 | 2 = 2, attributes = ''): string[] {
  const xml = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${NAMESPACES}><rdf:Description rdf:about="" ${attributes}>${body}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
  return packetProblems(new TextEncoder().encode(xml), part)
}

const resource = (body: string) => `<rdf:li rdf:parseType="Resource">${body}</rdf:li>`
const property = (name: string, type: string, category = 'external') =>
  resource(
    `<pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>${type}</pdfaProperty:valueType><pdfaProperty:category>${category}</pdfaProperty:category><pdfaProperty:description>d</pdfaProperty:description>`,
  )
const described = (properties: string, more = '') =>
  `<pdfaExtension:schemas><rdf:Bag>${resource(
    `<pdfaSchema:schema>s</pdfaSchema:schema><pdfaSchema:namespaceURI>urn:mine</pdfaSchema:namespaceURI><pdfaSchema:prefix>my</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${properties}</rdf:Seq></pdfaSchema:property>${more}`,
  )}</rdf:Bag></pdfaExtension:schemas>`
const point = `<pdfaSchema:valueType><rdf:Seq>${resource(
  `<pdfaType:type>Point</pdfaType:type><pdfaType:namespaceURI>urn:mine#</pdfaType:namespaceURI><pdfaType:prefix>my2</pdfaType:prefix><pdfaType:description>d</pdfaType:description><pdfaType:field><rdf:Seq>${resource(
    '<pdfaField:name>x</pdfaField:name><pdfaField:valueType>Integer</pdfaField:valueType><pdfaField:description>d</pdfaField:description>',
  )}</rdf:Seq></pdfaType:field>`,
)}</rdf:Seq></pdfaSchema:valueType>`

it.each([
  ['properties as attributes', '', 'xmp:CreateDate="2026-11-26" tiff:Orientation="1"'],
  ['a text in languages', '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A</rdf:li></rdf:Alt></dc:title>'],
  ['a structure of attributes', '<xmpMM:DerivedFrom stRef:instanceID="a" stRef:documentID="b"/>'],
  [
    'a structure in a description',
    '<xmpMM:DerivedFrom><rdf:Description stRef:instanceID="a"/></xmpMM:DerivedFrom>',
  ],
  ['an address', '<xmpMM:DocumentID rdf:resource="uuid:1"/>'],
  ['a property that is described', `${described(property('count', 'Integer'))}<my:count>3</my:count>`],
  [
    'a list of choices',
    `${described(property('kinds', 'bag closed Choice of Text'))}<my:kinds><rdf:Bag><rdf:li>a</rdf:li></rdf:Bag></my:kinds>`,
  ],
  [
    'a type that is described',
    `${described(property('at', 'Point'), point)}<my:at rdf:parseType="Resource"><my2:x>3</my2:x></my:at>`,
  ],
])('metadata with %s are those of an archive', (_, body, attributes = '') => {
  expect(problemsOf(body, 2, attributes)).toEqual([])
})

it.each([
  [
    'a property that nobody describes',
    '<my:count>3</my:count>',
    'my:count of the metadata is described nowhere',
  ],
  [
    'a name that XMP does not have',
    '<xmp:Colour>red</xmp:Colour>',
    'xmp:Colour of the metadata is described nowhere',
  ],
  ['a text where languages are told', '<dc:title>A</dc:title>', 'dc:title .* not of its type \\(lang alt\\)'],
  [
    'a bag in place of a sequence',
    '<dc:creator><rdf:Bag><rdf:li>A</rdf:li></rdf:Bag></dc:creator>',
    'dc:creator',
  ],
  ['a date that is none', '<xmp:CreateDate>today</xmp:CreateDate>', 'xmp:CreateDate .*\\(date\\)'],
  ['a number that is not allowed', '<tiff:Orientation>9</tiff:Orientation>', 'tiff:Orientation'],
  ['a field that a structure lacks', '<xmpMM:DerivedFrom stRef:colour="a"/>', 'xmpMM:DerivedFrom'],
  [
    'a described number that is none',
    `${described(property('count', 'Integer'))}<my:count>three</my:count>`,
    'my:count',
  ],
  ['a type that nobody knows', described(property('count', 'Thing')), 'the type “thing”'],
  [
    'a category that is none',
    described(property('count', 'Integer', 'mine')),
    'neither internal nor external',
  ],
  [
    'a field of a type that nobody has',
    `${described(property('at', 'Point'), point)}<my:at rdf:parseType="Resource"><my2:y>3</my2:y></my:at>`,
    'my:at',
  ],
  [
    'a description without a name',
    described(resource('<pdfaProperty:valueType>Text</pdfaProperty:valueType>')),
    'lacks pdfaProperty:name',
  ],
  ['what is no RDF', '<dc:title><rdf:Alt><b/></rdf:Alt></dc:title>', 'no XMP'],
  ['what is no XML', '<dc:title>', 'no XMP'],
])('metadata with %s are not', (_, body, problem) => {
  expect(problemsOf(body).join(' ')).toMatch(new RegExp(problem))
})

it('judges by the XMP of the part', () => {
  const rating = '<xmp:Rating>3</xmp:Rating>'
  expect(problemsOf(rating, 2)).toEqual([])
  expect(problemsOf(rating, 1)).toHaveLength(1)
})

it('finds nothing in what Platen writes', () => {
  const properties = { title: 'A', author: 'B', keywords: 'c', created: new Date(0), modified: new Date(0) }
  for (const level of ['1b', '3b'] as const) {
    const xml = packet({ level, ua: true, properties, language: 'en' })
    expect(packetProblems(new TextEncoder().encode(xml), level === '1b' ? 1 : 3)).toEqual([])
  }
})
