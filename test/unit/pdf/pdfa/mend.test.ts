import { deflateSync, inflateSync } from 'node:zlib'
import {
  PDFBool,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFRawStream,
  type PDFRef,
  PDFString,
} from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { configurationProblems } from '../../../../src/pdf/pdfa/layer-configurations'
import { mendObjects } from '../../../../src/pdf/pdfa/mend'
import { dictAt, dictOf, nameAt, pageResources, streamAt } from '../../../../src/pdf/pdfa/objects'

/** LZW whose codes never grow beyond nine bits: the table is cleared before it is full. */
function lzw(data: Uint8Array): Uint8Array {
  const codes = [...data].flatMap((byte, at) => (at % 200 === 0 ? [256, byte] : [byte]))
  const bits = [...codes, 257].map((code) => code.toString(2).padStart(9, '0')).join('')
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

const samples = Uint8Array.from({ length: 500 }, (_, at) => (at * 7) % 256)

type Literal = string | number | null | Literal[] | { [key: string]: Literal }

async function mendedImage(dictionary: Record<string, Literal>, data: Uint8Array) {
  const doc = await PDFDocument.create()
  doc.addPage()
  const dict = doc.context.obj({ Subtype: 'Image', ...dictionary })
  const ref = doc.context.register(PDFRawStream.of(dict, data))
  mendObjects(doc)
  return { doc, ref }
}

/** An image after it was mended, its dictionary as text and its data inflated once. */
async function mended(dictionary: Record<string, Literal>, data: Uint8Array) {
  const { doc, ref } = await mendedImage(dictionary, data)
  const stream = doc.context.lookup(ref)
  if (!(stream instanceof PDFRawStream)) throw new Error('the image is gone')
  const text = String(stream.dict)
  return { stream, text, data: text.includes('LZW') ? undefined : inflateSync(stream.contents) }
}

describe('an image in LZW becomes Flate', () => {
  it('with the predictor that its samples need', async () => {
    const DecodeParms = { Predictor: 12, Colors: 3, Columns: 33, BitsPerComponent: 8, EarlyChange: 1 }
    const { stream, text, data } = await mended({ Filter: 'LZWDecode', DecodeParms }, lzw(samples))
    expect(nameAt(stream.dict, 'Filter')).toBe('FlateDecode')
    expect(data).toEqual(Buffer.from(samples))
    for (const entry of ['/Predictor 12', '/Colors 3', '/Columns 33', '/BitsPerComponent 8'])
      expect(text).toContain(entry)
    expect(text).not.toContain('EarlyChange')
  })

  it('without parameters where it had no predictor', async () => {
    const DecodeParms = { EarlyChange: 1 }
    const { text, data } = await mended({ Filter: 'LZWDecode', DecodeParms }, lzw(samples))
    expect(data).toEqual(Buffer.from(samples))
    expect(text).not.toContain('DecodeParms')
  })

  it('within and around other filters', async () => {
    const hex = new TextEncoder().encode(`${Buffer.from(lzw(samples)).toString('hex')}>`)
    const Filter = ['ASCIIHexDecode', 'LZWDecode', 'DCTDecode']
    const DecodeParms = [null, { Predictor: 2, Columns: 9 }, { ColorTransform: 0 }]
    const { text, data } = await mended({ Filter, DecodeParms }, hex)
    expect(data).toEqual(Buffer.from(samples))
    expect(text).toMatch(/Filter \[ \/FlateDecode \/DCTDecode \]/)
    expect(text).toMatch(
      /DecodeParms \[ <<\s+\/Predictor 2\s+\/Columns 9\s+>> <<\s+\/ColorTransform 0\s+>> \]/,
    )
  })

  it('behind another filter with a predictor, which is undone', async () => {
    const packed = lzw(samples)
    // PNG's "none" for each of the rows.
    const rows = Buffer.concat(Array.from(packed, (byte) => Buffer.from([0, byte])))
    const { text, data } = await mended(
      { Filter: ['FlateDecode', 'LZWDecode'], DecodeParms: [{ Predictor: 12 }, null] },
      new Uint8Array(deflateSync(rows)),
    )
    expect(data).toEqual(Buffer.from(samples))
    expect(text).not.toMatch(/LZW|DecodeParms/)
  })
})

describe('images say the bits that readers take them for', () => {
  it.each<[Record<string, Literal>, RegExp]>([
    [{ Filter: 'DCTDecode', BitsPerComponent: 5 }, /BitsPerComponent 8/],
    [{ Filter: 'CCITTFaxDecode', BitsPerComponent: 3 }, /BitsPerComponent 1/],
    [{ Filter: ['LZWDecode', 'JBIG2Decode'], BitsPerComponent: 8 }, /BitsPerComponent 1/],
    [{ Filter: 'LZWDecode', BitsPerComponent: 5 }, /BitsPerComponent 5/],
  ])('%o', async (dictionary, expected) => {
    const packed = String(dictionary.Filter).includes('LZW')
    const { doc, ref } = await mendedImage(dictionary, packed ? lzw(samples) : samples)
    expect(String(dictOf(doc.context.lookup(ref)))).toMatch(expected)
  })
})

describe('configurations of layers', () => {
  /** Those of a file with the layers x and y, after they were mended, and what is then still wrong. */
  async function configurations(make: (x: PDFRef, y: PDFRef) => object) {
    const doc = await PDFDocument.create()
    const { context, catalog } = doc
    const layer = () => context.register(context.obj({ Type: 'OCG' }))
    const [x, y] = [layer(), layer()]
    catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [x, y], ...make(x, y) }))
    catalog.set(PDFName.of('NeedsRendering'), PDFBool.True)
    const warnings = mendObjects(doc)
    const made = dictAt(catalog, 'OCProperties')
    expect(catalog.has(PDFName.of('NeedsRendering'))).toBe(false)
    return { text: String(made), problems: configurationProblems(doc), warnings }
  }
  const named = (name: string) => ({ Name: PDFString.of(name) })

  it.each<[string, (x: PDFRef, y: PDFRef) => object]>([
    ['without a name', () => ({ D: {} })],
    ['with an empty name', () => ({ D: named('') })],
    [
      'with a name that is no text',
      () => ({ D: { Name: 'x' }, Configs: [{ Name: PDFHexString.of('FEFF') }] }),
    ],
    ['of one name', () => ({ D: named('a'), Configs: [named('a'), named('b'), named('b'), 5, null] })],
    [
      'that leave out a layer',
      (x) => ({ D: { Order: [x] }, Configs: [{ Order: [[PDFString.of('l'), [x]]] }] }),
    ],
    ['whose order is none', (x) => ({ D: { Order: x } })],
    ['that change by themselves', () => ({ D: {}, Configs: [{ AS: [{}] }] })],
  ])('%s are mended', async (_, make) => {
    const { problems, warnings, text } = await configurations(make)
    expect(problems).toEqual([])
    expect(warnings).toHaveLength(String(make).includes('AS') ? 1 : 0)
    expect(text).not.toContain('/AS')
  })

  it('that are whole stay as they are', async () => {
    const { text, problems } = await configurations((x, y) => ({ D: { ...named('a'), Order: [y, [x]] } }))
    expect(problems).toEqual([])
    expect(text).toMatch(/\/Name \(a\)\s+\/Order \[ \d+ 0 R \[ \d+ 0 R \] \]/)
  })

  it('whose order is within itself list all layers, and are not walked without end', async () => {
    const doc = await PDFDocument.create()
    const { context } = doc
    const [layer, order] = [context.register(context.obj({})), context.nextRef()]
    context.assign(order, context.obj([order, [order]]))
    const D = { ...named('a'), Order: order, AS: [] }
    doc.catalog.set(
      PDFName.of('OCProperties'),
      context.obj({ OCGs: [layer, {}], D, Configs: [{}, named('a')] }),
    )
    expect(configurationProblems(doc)).toEqual([
      'A configuration of the layers has no name.',
      'Configurations of the layers have the same name.',
      'A configuration of the layers does not list all of them.',
      'Layers change by themselves, such as on printing.',
    ])
    expect(mendObjects(doc)).toEqual([])
    expect(configurationProblems(doc)).toEqual([])
  })
})

describe('forms without resources', () => {
  /** Pages with a font of their own each, which all draw the same forms. */
  async function withBareForms(pages: number, forms: number) {
    const doc = await PDFDocument.create()
    const { context } = doc
    const XObject = context.obj({})
    for (let at = 0; at < forms; at++) {
      const form = context.stream('BT /F 9 Tf (x) Tj ET', { Subtype: 'Form', BBox: [0, 0, 9, 9] })
      XObject.set(PDFName.of(`X${at}`), context.register(form))
    }
    for (let page = 0; page < pages; page++) {
      const Font = { F: { Type: 'Font', Subtype: 'Type1', BaseFont: `Font${page}` } }
      doc
        .addPage()
        .node.set(PDFName.of('Resources'), context.obj({ Font, XObject: context.register(XObject) }))
    }
    mendObjects(doc)
    return doc
  }

  it('draw with those of each page that draws them', async () => {
    const doc = await withBareForms(3, 2)
    doc.getPages().forEach((page, at) => {
      for (const key of ['X0', 'X1']) {
        const form = streamAt(dictAt(pageResources(page), 'XObject'), key)
        const font = dictAt(dictAt(dictAt(form?.dict, 'Resources'), 'Font'), 'F')
        expect(nameAt(font, 'BaseFont')).toBe(`Font${at}`)
      }
    })
  })

  it('share the resources that they are given', async () => {
    const doc = await withBareForms(1, 50)
    const forms = dictAt(pageResources(doc.getPage(0)), 'XObject')
    const named = (forms?.values() ?? []).map((ref) =>
      String(dictOf(doc.context.lookup(ref))?.get(PDFName.of('Resources'))),
    )
    expect(named).toHaveLength(50)
    expect(new Set(named).size).toBe(1)
    expect(named[0]).toMatch(/^\d+ 0 R$/)
  })
})

describe('Type 3 fonts without resources', () => {
  /** Two on a page, whose glyphs have the content `glyph`; their resources after they were mended. */
  async function resourcesOfBareFonts(
    glyph: string,
    stateWith?: (font: PDFRef) => { Font: [PDFRef, number] },
  ) {
    const doc = await PDFDocument.create()
    const { context } = doc
    const CharProcs = { a: context.register(context.stream(glyph)) }
    const bare = () => context.register(context.obj({ Type: 'Font', Subtype: 'Type3', CharProcs }))
    const A = bare()
    const Font = { A, B: bare(), C: { Type: 'Font', Subtype: 'Type1', BaseFont: 'Courier' } }
    const resources = context.obj({ Font, ExtGState: { G: stateWith?.(A) ?? {}, H: { ca: 1 } } })
    doc.addPage().node.set(PDFName.of('Resources'), resources)
    mendObjects(doc)
    const fonts = dictAt(resources, 'Font')
    return { resources, given: ['A', 'B'].map((key) => dictAt(dictAt(fonts, key), 'Resources')) }
  }

  it('draw the forms that their page draws', async () => {
    const doc = await PDFDocument.create()
    const { context } = doc
    const form = context.register(context.stream('BT /F 9 Tf (x) Tj ET', { Subtype: 'Form' }))
    const CharProcs = { a: context.register(context.stream('500 0 d0 /X Do')) }
    const pages = [0, 1].map((index) => {
      const T = context.obj({ Type: 'Font', Subtype: 'Type3', CharProcs })
      const F = { Type: 'Font', Subtype: 'Type1', BaseFont: `Font${index}` }
      const Font = { F, ...(index === 1 && { T: context.register(T) }) }
      const resources = context.obj({ Font, XObject: { X: form } })
      doc.addPage().node.set(PDFName.of('Resources'), resources)
      return resources
    })
    mendObjects(doc)
    const given = dictAt(dictAt(dictAt(pages[1], 'Font'), 'T'), 'Resources')
    const drawn = streamAt(dictAt(given, 'XObject'), 'X')
    const font = dictAt(dictAt(dictAt(drawn?.dict, 'Resources'), 'Font'), 'F')
    expect(nameAt(font, 'BaseFont')).toBe('Font1')
  })

  it('share those of their page, and none leads to itself', async () => {
    const { resources, given } = await resourcesOfBareFonts('500 0 d0 0 0 9 9 re f')
    expect(given[0]).toBe(given[1])
    const names = dictAt(given[0], 'Font')?.keys().map(String)
    expect(names).toEqual(['/C'])
    expect(dictAt(given[0], 'ExtGState')).toBe(dictAt(resources, 'ExtGState'))
    expect(dictAt(resources, 'Font')?.keys()).toHaveLength(3)
  })

  it('are not led to by the states of their page', async () => {
    const { given } = await resourcesOfBareFonts('500 0 d0 /G gs', (A) => ({ Font: [A, 9] }))
    expect(dictAt(given[0], 'ExtGState')?.keys().map(String)).toEqual(['/H'])
  })
})

describe('Type 3 fonts with resources', () => {
  /** Fonts by what their resources name; the names in the resources of each after they were mended. */
  async function namedAfter(names: Record<string, string>) {
    const doc = await PDFDocument.create()
    const { context } = doc
    const Font = context.obj({})
    for (const key of Object.keys(names)) {
      const font = context.obj({ Type: 'Font', Subtype: 'Type3', CharProcs: {} })
      Font.set(PDFName.of(key), context.register(font))
    }
    for (const [key, all] of Object.entries(names)) {
      const own = context.obj({})
      for (const one of all) own.set(PDFName.of(one), Font.get(PDFName.of(one)) ?? PDFNull)
      dictAt(Font, key)?.set(PDFName.of('Resources'), context.obj({ Font: own }))
    }
    doc.addPage().node.set(PDFName.of('Resources'), context.obj({ Font }))
    mendObjects(doc)
    expect(Font.keys()).toHaveLength(Object.keys(names).length)
    const left = (key: string) => dictAt(dictAt(dictAt(Font, key), 'Resources'), 'Font')?.keys() ?? []
    return Object.fromEntries(Object.keys(names).map((key) => [key, left(key).map(String).join('')]))
  }

  it('do not lead to themselves, and to all else', async () => {
    const names = { A: 'A', B: 'AC', C: 'D', D: 'CE', E: '', F: 'FE' }
    expect(await namedAfter(names)).toEqual({ A: '', B: '/A/C', C: '', D: '/E', E: '', F: '/E' })
  })
})

it.each(['Other', 'Identity', undefined])('a glyph map %s becomes that of readers', async (map) => {
  const doc = await PDFDocument.create()
  doc.addPage()
  const { context } = doc
  const FontFile2 = context.register(context.stream(''))
  const font = context.obj({ Subtype: 'CIDFontType2', FontDescriptor: { FontFile2 } })
  if (map) font.set(PDFName.of('CIDToGIDMap'), PDFName.of(map))
  context.register(font)
  mendObjects(doc)
  expect(nameAt(font, 'CIDToGIDMap')).toBe('Identity')
})

it('actions of buttons go with a warning, and nothing else that is called `A`', async () => {
  const doc = await PDFDocument.create()
  doc.addPage()
  const { catalog, context } = doc
  expect(mendObjects(doc)).toEqual([])
  const button = context.obj({ FT: 'Btn', A: { S: 'GoTo' } })
  const fonts = context.obj({ FT: { Type: 'Font' }, A: { Type: 'Font' } })
  const link = context.obj({ Subtype: 'Link', A: { S: 'GoTo' } })
  catalog.set(PDFName.of('X'), context.obj([button, fonts, link]))
  expect(mendObjects(doc)).toEqual([expect.stringMatching(/^Buttons of forms/)])
  expect([button, fonts, link].map((dict) => dict.has(PDFName.of('A')))).toEqual([false, true, true])
})

it('a font that does not say so is one', async () => {
  const doc = await PDFDocument.create()
  doc.addPage()
  const font = doc.context.obj({ Subtype: 'CIDFontType2', BaseFont: 'Any' })
  const other = doc.context.obj({ Subtype: 'Image' })
  for (const dict of [font, other]) doc.context.register(dict)
  mendObjects(doc)
  expect([nameAt(font, 'Type'), nameAt(other, 'Type')]).toEqual(['Font', undefined])
})
