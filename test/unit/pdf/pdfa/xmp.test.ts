import { describe, expect, it } from 'vitest'
import { packet } from '../../../../src/pdf/pdfa/xmp-packet'

const schemas =
  '<rdf:Description rdf:about=""><pdfaExtension:schemas><rdf:Bag><rdf:li>fx</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>'

describe('the XMP packet', () => {
  it('says what the file conforms to', () => {
    const xml = packet({ level: '1a', properties: {} })
    expect(xml).toContain('<pdfaid:part>1</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>')
    expect(xml).not.toContain('pdfuaid')
    expect(packet({ ua: true, properties: {} })).toContain('<pdfuaid:part>1</pdfuaid:part>')
  })

  it('holds texts that XML would take for markup', () => {
    const xml = packet({ properties: { title: 'A & <b> “ü” 😀 ]]>', keywords: 'x\ry' } })
    expect(xml).toContain('A &amp; &lt;b&gt; “ü” 😀 ]]&gt;')
    expect(xml).toContain('x&#13;y')
  })

  it('leaves out what the document does not say', () => {
    const xml = packet({ properties: {} })
    for (const name of ['dc:title', 'dc:creator', 'pdf:Keywords', 'xmp:CreateDate'])
      expect(xml).not.toContain(name)
  })

  it('describes the UA identifier to PDF/A, in the one list that a packet may have', () => {
    const alone = packet({ level: '3b', ua: true, properties: {} })
    const joined = packet({ level: '3b', ua: true, properties: {}, extensions: [schemas] })
    for (const xml of [alone, joined]) {
      expect(xml.match(/<pdfaExtension:schemas>/g)).toHaveLength(1)
      expect(xml).toContain('http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>')
    }
    expect(joined).toContain('<rdf:li>fx</rdf:li>')
    expect(packet({ ua: true, properties: {} })).not.toContain('pdfaExtension')
  })
})
