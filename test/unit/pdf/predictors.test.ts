import { deflateSync } from 'node:zlib'
import { PDFContext, PDFRawStream } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { decodeStream } from '../../../src/pdf/streams'

const samples = Uint8Array.from({ length: 7 * 24 }, (_, at) => (at * at * 7 + at) % 256)

/** Rows with the kinds of prediction in turn, as PNG 9.2 defines them: `step` bytes make a pixel. */
function predictPng(data: Uint8Array, bytes: number, step: number): Uint8Array {
  const out: number[] = []
  const byte = (row: number, column: number) =>
    row < 0 || column < 0 ? 0 : (data[row * bytes + column] ?? 0)
  for (let row = 0; row * bytes < data.length; row++) {
    const kind = row % 5
    out.push(kind)
    for (let column = 0; column < Math.min(bytes, data.length - row * bytes); column++) {
      const [left, above] = [byte(row, column - step), byte(row - 1, column)]
      const corner = byte(row - 1, column - step)
      const paeth = [left, above, corner].sort(
        (a, b) => Math.abs(left + above - corner - a) - Math.abs(left + above - corner - b),
      )[0]
      const guess = [0, left, above, Math.floor((left + above) / 2), paeth][kind] ?? 0
      out.push((byte(row, column) - guess) & 255)
    }
  }
  return Uint8Array.from(out)
}

/** The differences of samples of `bits` bits, by texts of their bits. */
function predictTiff(
  data: Uint8Array,
  { bytes, bits, colors }: { bytes: number; bits: number; colors: number },
) {
  const out: string[] = []
  for (let row = 0; row * bytes < data.length; row++) {
    const text = [...data.slice(row * bytes, (row + 1) * bytes)].map((byte) =>
      byte.toString(2).padStart(8, '0'),
    )
    const values = (text.join('').match(new RegExp(`.{${bits}}`, 'g')) ?? []).map((part) =>
      Number.parseInt(part, 2),
    )
    for (const [at, value] of values.entries()) {
      const difference = (value - (values[at - colors] ?? 0) + 2 ** bits) % 2 ** bits
      out.push(difference.toString(2).padStart(bits, '0'))
    }
  }
  return Uint8Array.from(out.join('').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

function decoded(DecodeParms: Record<string, number>, data: Uint8Array): Uint8Array {
  const dict = PDFContext.create().obj({ Filter: 'FlateDecode', DecodeParms })
  return decodeStream(PDFRawStream.of(dict, new Uint8Array(deflateSync(data))))
}

describe('contents that were deflated with a predictor are read without it:', () => {
  it.each([
    { Colors: 1, BitsPerComponent: 8, Columns: 24 },
    { Colors: 3, BitsPerComponent: 8, Columns: 8 },
    { Colors: 3, BitsPerComponent: 16, Columns: 4 },
    { Colors: 1, BitsPerComponent: 1, Columns: 192 },
    { Colors: 3, BitsPerComponent: 4, Columns: 16 },
  ])('PNG %j', (parameters) => {
    const step = Math.ceil((parameters.Colors * parameters.BitsPerComponent) / 8)
    const predicted = predictPng(samples, 24, step)
    expect(decoded({ Predictor: 15, ...parameters }, predicted)).toEqual(samples)
    // Broken off within a row, which begins with its kind.
    expect(decoded({ Predictor: 10, ...parameters }, predicted.slice(0, -4))).toEqual(samples.slice(0, -4))
  })

  it.each([
    { Colors: 1, BitsPerComponent: 8, Columns: 24 },
    { Colors: 4, BitsPerComponent: 8, Columns: 6 },
    { Colors: 3, BitsPerComponent: 16, Columns: 4 },
    { Colors: 1, BitsPerComponent: 1, Columns: 192 },
    { Colors: 3, BitsPerComponent: 2, Columns: 32 },
    { Colors: 1, BitsPerComponent: 4, Columns: 48 },
  ])('TIFF %j', (parameters) => {
    const { Colors: colors, BitsPerComponent: bits } = parameters
    const predicted = predictTiff(samples, { bytes: 24, bits, colors })
    expect(decoded({ Predictor: 2, ...parameters }, predicted)).toEqual(samples)
  })

  it('not where none is named', () => {
    expect(decoded({ Predictor: 1, Columns: 24 }, samples)).toEqual(samples)
  })
})
