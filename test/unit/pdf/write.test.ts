import fc from 'fast-check'
import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFString,
} from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { writePdf } from '../../../src/pdf/write/write-pdf'
import { referenceRows } from '../../../src/pdf/write/xref-table'
import { linksPdf } from '../../support/pdfs'

const load = (bytes: Uint8Array) =>
  PDFDocument.load(bytes, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest })

for (const objectStreams of [true, false]) {
  describe(`a file written ${objectStreams ? 'with' : 'without'} object streams`, () => {
    it('holds what the trailer leads to and nothing else, numbered without gaps', async () => {
      const document = await load(linksPdf())
      document.context.register(PDFHexString.fromText('left behind'))
      const bytes = writePdf(document.context, { objectStreams })
      const numbers = (await load(bytes)).context.enumerateIndirectObjects().map(([ref]) => ref.objectNumber)
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
      expect(Buffer.from(bytes).includes(Buffer.from(PDFHexString.fromText('left behind').asString()))).toBe(
        false,
      )
    })

    it('has the same bytes each time, and an identifier that follows from them', async () => {
      const [one, two] = [await load(linksPdf()), await load(linksPdf())]
      expect(writePdf(one.context, { objectStreams })).toEqual(writePdf(two.context, { objectStreams }))
      two.setTitle('another')
      const id = (bytes: Uint8Array) => /\/ID\[(.*?)\]/.exec(Buffer.from(bytes).toString('latin1'))?.[1]
      const [before, after] = [one, two].map(({ context }) => id(writePdf(context, { objectStreams })))
      expect(before).toMatch(/^<[0-9a-f]{32}><[0-9a-f]{32}>$/)
      expect(after).not.toBe(before)
    })

    it('gives every value back as it was', async () => {
      const name = fc.string({ minLength: 1, maxLength: 8 }).map((text) => PDFName.of(text))
      const leaf = fc.oneof(
        fc.constantFrom('', 'Zoë', '山田 😀', 'a\u0000b').map((text) => PDFHexString.fromText(text)),
        fc.constantFrom('(plain)', '(with \\( bracket)', '()').map((text) => PDFString.of(text.slice(1, -1))),
        name,
      )
      const document = await load(linksPdf())
      const list = document.context.obj([])
      for (const [key, items] of fc.sample(fc.tuple(name, fc.array(leaf, { maxLength: 4 })), 200)) {
        const dict = PDFDict.withContext(document.context)
        dict.set(key, document.context.obj(items))
        list.push(document.context.register(dict))
        list.push(dict)
      }
      document.catalog.set(PDFName.of('Probe'), list)
      const read = await load(writePdf(document.context, { objectStreams }))
      const probe = read.catalog.lookup(PDFName.of('Probe'), PDFArray)
      const values = (from: PDFArray) => from.asArray().map((_, index) => plain(from.lookup(index)))
      expect(values(probe)).toEqual(values(list))
    })
  })
}

describe('a cross-reference stream', () => {
  it('has rows that undo to type, offset and index', () => {
    const { rows, entries } = referenceRows(
      [{ offset: 0 }, { offset: 0x012345 }, { stream: 7, index: 300 }],
      0x012345,
    )
    expect(entries).toContain('/W[1 3 2]')
    const above = new Uint8Array(6)
    const undone = [0, 1, 2].map((row) => {
      for (let at = 0; at < 6; at++) above[at] = (above[at] ?? 0) + (rows[row * 7 + 1 + at] ?? 0)
      return [...above]
    })
    expect(undone.slice(1)).toEqual([
      [1, 0x01, 0x23, 0x45, 0, 0],
      [2, 0, 0, 7, 1, 44],
    ])
  })
})

function plain(object: PDFObject | undefined): unknown {
  if (object instanceof PDFDict) {
    return Object.fromEntries(object.entries().map(([key, value]) => [key.toString(), plain(value)]))
  }
  if (object instanceof PDFArray) return object.asArray().map(plain)
  if (object instanceof PDFString || object instanceof PDFHexString) return [...object.asBytes()]
  return object?.toString()
}
