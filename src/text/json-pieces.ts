/** JSON with long texts or bytes in it, written piece by piece: it is never in memory as a whole beside what it is made of. */
import { piecesOf } from './text-pieces'

/** Characters that are written at once; a text that is no longer is written with the rest. */
const PIECE = 1 << 15
/** Bytes that so many characters of base64 stand for. */
const BYTES = (3 * PIECE) / 4

/**
 * A value as JSON in UTF-8: how many bytes, and these, of which `held` are in memory beside the value. `pieces` can be read
 * again, as long as the value does not change.
 */
export type JsonPieces = { size: number; held: number; pieces: () => Generator<Uint8Array> }

/**
 * The value as JSON; what is a Uint8Array in it becomes `{[mark]: …}` with its bytes as base64. `mark` may stand nowhere in
 * the value's texts. `afterPiece` is told what was read while the size is counted, so that others can have their turn.
 */
export async function toJsonPieces(
  value: object,
  mark: string,
  afterPiece: (bytes: number) => Promise<void>,
): Promise<JsonPieces> {
  const later: (string | Uint8Array)[] = []
  const leave = (one: string | Uint8Array) => `${mark}:${later.push(one) - 1}`
  const rest = JSON.stringify(value, (_, one: unknown) => {
    if (one instanceof Uint8Array) return { [mark]: leave(one) }
    return typeof one === 'string' && one.length > PIECE ? leave(one) : one
  })
  const [first = '', ...others] = rest.split(`${mark}:`)
  const between = [first, ...others.map((text) => text.replace(/^\d+/, ''))]
  function* texts(): Generator<string> {
    for (const [n, text] of between.entries()) {
      yield* piecesOf(text, PIECE)
      const one = later[n]
      if (typeof one === 'string') yield* escapedSlices(one)
      else if (one) yield* base64Slices(one)
    }
  }
  let size = 0
  for (const text of texts()) {
    const bytes = Buffer.byteLength(text)
    size += bytes
    await afterPiece(bytes)
  }
  return {
    size,
    held: rest.length,
    *pieces() {
      const encoder = new TextEncoder()
      for (const text of texts()) yield encoder.encode(text)
    },
  }
}

function* escapedSlices(text: string): Generator<string> {
  for (const slice of piecesOf(text, PIECE)) yield JSON.stringify(slice).slice(1, -1)
}

/** A part is of a multiple of three bytes, so that the parts follow each other without `=`. */
function* base64Slices(bytes: Uint8Array): Generator<string> {
  for (let at = 0; at < bytes.byteLength; at += BYTES)
    yield Buffer.from(bytes.subarray(at, at + BYTES)).toString('base64')
}
