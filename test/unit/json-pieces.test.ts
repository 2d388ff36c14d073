/** JSON that is written piece by piece is the same JSON, and no piece of it is long. */
import { expect, it } from 'vitest'
import { concatBytes } from '../../src/binary/bytes'
import { toJsonPieces } from '../../src/text/json-pieces'

const MARK = '0e6f1c1a-mark'
const LONG = 60_000

/** Strings and bytes as they are read back. */
async function written(value: object): Promise<{ text: string; size: number; most: number; held: number }> {
  const { size, held, pieces } = await toJsonPieces(value, MARK, () => Promise.resolve())
  const all = [...pieces()]
  const bytes = concatBytes(all)
  expect(bytes.byteLength).toBe(size)
  expect(Buffer.compare(concatBytes([...pieces()]), bytes)).toBe(0)
  return {
    text: new TextDecoder().decode(bytes),
    size,
    held,
    most: Math.max(...all.map((piece) => piece.byteLength)),
  }
}

it.each([
  ['letters', 'x'.repeat(LONG)],
  ['pairs of surrogates, from an even place', '😀'.repeat(LONG)],
  ['pairs of surrogates, from an odd place', `x${'😀'.repeat(LONG)}`],
  ['halves of pairs', '\ud800'.repeat(LONG)],
  ['halves the wrong way round', `x${'\udc00\ud83d'.repeat(LONG)}`],
  ['what is escaped', '"\\\n\u0000</'.repeat(LONG)],
  ['its own marks', `{"${MARK.slice(0, -1)}:0"}`.repeat(LONG / 10)],
])('a long text of %s', async (_, long) => {
  const value = { a: 1, long, list: [long, 'short'], last: 'é' }
  const { text, most, held } = await written(value)
  expect(text).toBe(JSON.stringify(value))
  expect(most).toBeLessThan(300_000)
  expect(held).toBeLessThan(500)
})

it.each([0, 1, 2, 24_575, 24_576, 24_577, LONG])('%i bytes', async (length) => {
  const bytes = Uint8Array.from({ length }, (_, n) => n * 7)
  const { text, most } = await written({ logo: bytes, other: 'x' })
  expect(text).toBe(JSON.stringify({ logo: { [MARK]: Buffer.from(bytes).toString('base64') }, other: 'x' }))
  expect(most).toBeLessThan(100_000)
})

it('what has very many short texts is written in pieces, too', async () => {
  const value = { lines: Array.from({ length: 50_000 }, (_, n) => ({ text: `Line ${n}` })) }
  const { text, most, held } = await written(value)
  expect(text).toBe(JSON.stringify(value))
  expect(held).toBe(text.length)
  expect(most).toBeLessThan(100_000)
})
