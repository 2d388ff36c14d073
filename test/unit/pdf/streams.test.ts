import { deflateSync } from 'node:zlib'
import { PDFContext, PDFRawStream } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { decodeStream, MAX_STREAM_BYTES } from '../../../src/pdf/streams'
import { budgetOf } from '../../../src/pdf/work-budget'

function streamOf(Filter: string | string[] | undefined, contents: Uint8Array): PDFRawStream {
  return PDFRawStream.of(PDFContext.create().obj(Filter ? { Filter } : {}), contents)
}

const text = (data: Uint8Array) => Buffer.from(data).toString('latin1')
const bytes = (content: string) => new Uint8Array(Buffer.from(content, 'latin1'))
const words = Array.from({ length: 30_000 }, (_, n) => `word ${n}`).join(' ')

/** Zeros without end in one block: its first distance reaches before the beginning, which some readers do not notice. */
function astray(count: number): Uint8Array {
  const bits = `110${'1100010100000'.repeat(count)}`.padEnd(13 * count + 8, '0')
  const block = bits.match(/.{8}/g) ?? []
  return Uint8Array.from([
    0x78,
    0x9c,
    ...block.map((byte) => Number.parseInt([...byte].reverse().join(''), 2)),
  ])
}

describe('the contents of a stream', () => {
  test.each<[string, string | string[] | undefined, Uint8Array]>([
    ['that is plain', undefined, bytes(words)],
    ['that is deflated', 'FlateDecode', deflateSync(words)],
    [
      'that is deflated and spelled out',
      ['ASCIIHexDecode', 'FlateDecode'],
      bytes(`${deflateSync(words).toString('hex')}>`),
    ],
    ['that is deflated twice', ['FlateDecode', 'FlateDecode'], deflateSync(deflateSync(words))],
  ])('%s are read', (_, filter, contents) => {
    expect(text(decodeStream(streamOf(filter, new Uint8Array(contents))))).toBe(words)
  })

  test('whose predictor makes no sense are read without it', () => {
    const dict = PDFContext.create().obj({
      Filter: 'FlateDecode',
      DecodeParms: { Predictor: 12, Columns: -1 },
    })
    const stream = PDFRawStream.of(dict, new Uint8Array(deflateSync(words)))
    expect(text(decodeStream(stream))).toBe(words)
  })

  test.each([1, 10, 1_000, 50_000])(
    'that break off %i bytes before their end are read as far as they go',
    (missing) => {
      const contents = new Uint8Array(deflateSync(words)).slice(0, -missing)
      const read = text(decodeStream(streamOf('FlateDecode', contents)))
      expect(words.startsWith(read)).toBe(true)
      expect(read.length).toBeGreaterThan(missing > 10 ? 1000 : words.length - 100)
    },
  )

  test('whose checksum is wrong are read whole', () => {
    const contents = new Uint8Array(deflateSync(words))
    contents[contents.length - 1] = (contents.at(-1) ?? 0) ^ 1
    expect(text(decodeStream(streamOf('FlateDecode', contents)))).toBe(words)
  })

  test('that are damaged in the middle are read up to there', () => {
    const contents = new Uint8Array(deflateSync(words))
    contents.fill(0xff, contents.length >> 1)
    const read = text(decodeStream(streamOf('FlateDecode', contents)))
    expect(read.slice(0, 10_000)).toBe(words.slice(0, 10_000))
  })

  test('that would come to more than the limit are not read, however they are packed', () => {
    const zeros = new Uint8Array(MAX_STREAM_BYTES + 2 ** 16)
    for (const stream of [
      streamOf('FlateDecode', new Uint8Array(deflateSync(zeros))),
      streamOf(['FlateDecode', 'FlateDecode'], new Uint8Array(deflateSync(deflateSync(zeros)))),
      streamOf('FlateDecode', new Uint8Array(deflateSync(zeros)).slice(0, -8)),
      streamOf(
        'RunLengthDecode',
        new Uint8Array(600_000).fill(0x81).map((byte, n) => (n % 2 ? 0 : byte)),
      ),
    ]) {
      expect(() => decodeStream(stream)).toThrow(RangeError)
    }
  })

  test('that are packed in runs are read as far as they go', () => {
    const runs = Uint8Array.of(2, 97, 98, 99, 254, 100, 0, 101, 128, 0, 102)
    expect(text(decodeStream(streamOf('RunLengthDecode', runs)))).toBe('abcddde')
    expect(text(decodeStream(streamOf('RunLengthDecode', Uint8Array.of(5, 97, 98))))).toBe('ab')
    expect(text(decodeStream(streamOf('RunLengthDecode', Uint8Array.of(250))))).toBe('')
  })

  test('with forty filters in a row are not read', () => {
    const stream = streamOf(Array(40).fill('RunLengthDecode'), new Uint8Array(900).fill(0x81))
    expect(() => decodeStream(stream)).toThrow(RangeError)
    expect(budgetOf(stream.dict.context).spent.bytes).toBe(0)
  })

  test('are charged for what each filter comes to, and for the limit if that is more', () => {
    const twice = streamOf(['FlateDecode', 'FlateDecode'], new Uint8Array(deflateSync(deflateSync(words))))
    decodeStream(twice)
    expect(budgetOf(twice.dict.context).spent.bytes).toBe(words.length + deflateSync(words).length)
    const zeros = new Uint8Array(deflateSync(new Uint8Array(MAX_STREAM_BYTES + 1)))
    const bomb = streamOf('FlateDecode', zeros)
    expect(() => decodeStream(bomb)).toThrow(RangeError)
    expect(budgetOf(bomb.dict.context).spent.bytes).toBe(MAX_STREAM_BYTES)
  })

  test('that lead readers astray come to nothing, not to gigabytes', () => {
    expect(decodeStream(streamOf('FlateDecode', astray(200_000))).length).toBeLessThan(300)
  })
})
