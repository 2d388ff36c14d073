import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseXml, XmlError } from '../../../src/e-invoice/xml/parse-xml'
import { group, leaf, required, serialise } from '../../../src/e-invoice/xml/serialise-xml'
import { runs } from '../../support/runs'

const text = (source: string) => parseXml(source).text

describe('reads', () => {
  test.each([
    ['<a>x</a>', 'x'],
    ['\uFEFF<?xml version="1.0" encoding="utf-8" standalone=\'yes\'?>\n<!-- c --><a>x</a><?p i?>\n', 'x'],
    ['<a>1 &lt; 2 &amp; &#x41;&#66;&apos;&quot;&gt;</a>', '1 < 2 & AB\'">'],
    ['<a><![CDATA[<b>&amp;]]]></a>', '<b>&amp;]'],
    ['<a>x<!-- y -->z</a>', 'xz'],
    ['<a>x\r\ny\rz</a>', 'x\ny\nz'],
    ['<a >&#128512;é</a >', '😀é'],
  ])('%j', (source, expected) => {
    expect(text(source)).toBe(expected)
  })

  test('namespaces by their addresses, not by their prefixes', () => {
    const root = parseXml('<x:a xmlns:x="urn:1" xmlns="urn:2" b="1" x:c="2"><d/><x:e xmlns:x="urn:3"/></x:a>')
    expect([root.namespace, root.name, ...root.attributes]).toEqual(['urn:1', 'a', ['b', '1']])
    expect(root.children.map((child) => `${child.namespace} ${child.name}`)).toEqual(['urn:2 d', 'urn:3 e'])
  })
})

describe('refuses', () => {
  test.each([
    ['', 'an element is expected'],
    ['hello', 'an element is expected'],
    ['<a>', 'not closed'],
    ['<a></b>', '</a> is expected'],
    ['<a/><b/>', 'after the root'],
    ['<a b=1/>', 'not in quotes'],
    ['<a b="1" b="2"/>', 'stands twice'],
    ['<a b="1"c="2"/>', 'malformed'],
    ['<a b="<"/>', 'holds <'],
    ['<a>&nbsp;</a>', 'reference &nbsp;'],
    ['<a>&toString;</a>', 'reference &toString;'],
    ['<a>a & b</a>', 'reference &'],
    ['<a>&#0;</a>', 'no character'],
    ['<a>&#xD800;</a>', 'no character'],
    ['<a>]]></a>', ']]>'],
    ['<a>\u0001</a>', 'U+0001'],
    ['<a><!-- -- --></a>', 'comment'],
    ['<a><![CDATA[x</a>', 'CDATA'],
    ['<x:a/>', 'not declared'],
    ['<a xmlns:x=""/>', 'not allowed'],
    ['<a:b:c xmlns:a="urn:1"/>', 'malformed'],
    ['<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>', 'stands twice'],
    [' <?xml version="1.0"?><a/>', 'processing instruction'],
    ['<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'save the file as UTF-8'],
    ['<!DOCTYPE a><a/>', 'document type'],
    ['<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'document type'],
  ])('%j', (source, reason) => {
    expect(() => parseXml(source)).toThrow(XmlError)
    expect(() => parseXml(source)).toThrow(reason)
  })

  test('what is nested too deep, has too many elements or too many prefixes', () => {
    expect(() => parseXml('<a>'.repeat(10_000))).toThrow('nested more than 64 deep')
    expect(() => parseXml(`<a>${'<b/>'.repeat(200_000)}</a>`)).toThrow('more than 200000 elements')
    const prefixes = Array.from({ length: 63 }, (_, i) => `xmlns:p${i}="u"`).join(' ')
    expect(() => parseXml(`<a ${prefixes}><b xmlns:q="u"/></a>`)).toThrow('too many namespace prefixes')
  })

  test('names the line', () => {
    expect(() => parseXml('<a>\n\n<b></a>')).toThrow('(line 3)')
  })
})

test('reads back whatever text the writer wrote', () => {
  // What XML 1.0 has as characters (2.2).
  const anyText = fc
    .string({ unit: 'binary' })
    .map((value) => value.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' '))
    .filter((value) => value !== '')
  fc.assert(
    fc.property(anyText, anyText, (content, attribute) => {
      const root = required('a', leaf('b', content, { c: attribute }), group('d', undefined))
      const read = parseXml(serialise(root)).children
      expect(read).toHaveLength(1)
      expect(read[0]?.text).toBe(content)
      expect(read[0]?.attributes.get('c')).toBe(attribute)
    }),
    { numRuns: runs(1_000, 100) },
  )
})

test('never fails but with its own error, and never hangs, on damaged documents', () => {
  const sound = '<?xml version="1.0"?><x:a xmlns:x="u" b="1"><!-- c --><x:d>&amp;<![CDATA[e]]></x:d></x:a>'
  fc.assert(
    fc.property(fc.nat(sound.length), fc.nat(8), fc.string({ maxLength: 6 }), (at, cut, added) => {
      const damaged = sound.slice(0, at) + added + sound.slice(at + cut)
      try {
        parseXml(damaged)
      } catch (error) {
        expect(error).toBeInstanceOf(XmlError)
      }
    }),
    { numRuns: 1000 },
  )
})
