/**
 * Reads a response body chunk by chunk, so that what is kept never passes `maxBytes` by more than a chunk
 * whatever the headers say. Bytes are counted as they come out of the decoder: a gzip bomb counts inflated.
 * `onBytes` sees each chunk's size first and may throw; `tooLarge` makes the error for the limit. On any
 * error, and when `signal` aborts, the body is cancelled, which closes the connection.
 */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  options: {
    maxBytes: number
    signal: AbortSignal
    onBytes?: (count: number) => void
    tooLarge: () => Error
  },
): Promise<Uint8Array> {
  if (!body) return new Uint8Array()
  const reader = body.getReader()
  // A cancelled read ends as if the body were complete, so the signal is asked again after the loop. The
  // signal given to fetch is not relied on here: it is specified to break a body off, but that is another's code.
  const cancel = () => void reader.cancel().catch(() => {})
  options.signal.addEventListener('abort', cancel, { once: true })
  const chunks: Uint8Array[] = []
  let total = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      total += value.byteLength
      options.onBytes?.(value.byteLength)
      if (total > options.maxBytes) throw options.tooLarge()
      chunks.push(value)
    }
    options.signal.throwIfAborted()
  } catch (error) {
    cancel()
    throw error
  } finally {
    options.signal.removeEventListener('abort', cancel)
  }
  return concat(chunks, total)
}

function concat(chunks: readonly Uint8Array[], total: number): Uint8Array {
  const bytes = new Uint8Array(total)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
