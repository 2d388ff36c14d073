import { inflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
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

/** An image after it was mended, its dictionary as text and its data inflated once. */
async function mended(dictionary: Record<string, Literal>, data: Uint8Array) {
  const doc = await PDFDocument.create()
  doc.addPage()
  const dict = doc.context.obj({ Subtype: 'Image', ...dictionary })
  const ref = doc.context.register(PDFRawStream.of(dict, data))
  mendObjects(doc, 2)
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

  it('but not behind the predictor of another filter', async () => {
    const Filter = ['FlateDecode', 'LZWDecode']
    const { text } = await mended({ Filter, DecodeParms: [{ Predictor: 12 }, null] }, samples)
    expect(text).toContain('LZWDecode')
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
    mendObjects(doc, 2)
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
