/** Reads the body of an answer within a limit on its bytes. */
import { concatBytes } from '../binary/bytes'
import { PieceReader } from '../binary/stream-pieces'

/**
 * Reads a response body chunk by chunk, so that what is kept never passes `maxBytes` by more than a chunk
 * whatever the headers say. Bytes are counted as they come out of the decoder: a gzip bomb counts inflated.
 * `onBytes` sees each chunk's size first, may throw, and is waited for; `tooLarge` makes the error for the limit. After either
 * the body is cancelled, which closes the connection. The time limit is the signal's that was given to fetch:
 * it breaks the body off too.
 */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  options: { maxBytes: number; onBytes?: (count: number) => Promise<void>; tooLarge: () => Error },
): Promise<Uint8Array> {
  if (!body) return new Uint8Array()
  const reader = new PieceReader(body)
  const chunks: Uint8Array[] = []
  let total = 0
  try {
    for (;;) {
      const chunk = await reader.read()
      if (!chunk) return concatBytes(chunks)
      total += chunk.byteLength
      await options.onBytes?.(chunk.byteLength)
      if (total > options.maxBytes) throw options.tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    reader.cancel()
    throw error
  }
}
