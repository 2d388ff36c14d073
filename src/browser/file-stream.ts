/** A file on its way from the browser to whoever asked for it. */
import type { Cdp } from './cdp'

/** How much of a stream is read at a time. */
const READ_BYTES = 1 << 19
/** Pieces of a file of several that are asked for at once. */
const PIECES_AHEAD = 4

/** Reads the stream handle of a PDF piece by piece, some ahead if there are several. */
export async function* readStream(cdp: Cdp, sessionId: string, handle: string): AsyncGenerator<Uint8Array> {
  const read = () => {
    const piece = cdp.sendTo(sessionId, 'IO.read', { handle, size: READ_BYTES })
    // One that nobody comes to want may fail.
    piece.catch(() => undefined)
    return piece
  }
  try {
    const pieces = [read()]
    for (;;) {
      const { data, eof, base64Encoded } = await (pieces.shift() ?? read())
      const bytes = new Uint8Array(Buffer.from(data, base64Encoded ? 'base64' : 'latin1'))
      const isLast = eof || (bytes.length < READ_BYTES && endsPdf(bytes))
      while (!isLast && pieces.length < PIECES_AHEAD) pieces.push(read())
      if (bytes.length > 0) yield bytes
      if (isLast) return
    }
  } finally {
    cdp.sendTo(sessionId, 'IO.close', { handle }).catch(() => undefined)
  }
}

/** Whether a PDF ends so (ISO 32000-1 7.5.5). The browser says it only of the piece behind the last, which need not be asked for. */
function endsPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(-7)).trimEnd().endsWith('%%EOF')
}

/**
 * The file as it is, if it is small: to set a stream up between two objects takes longer than to read it. Else as `streamOf`. Rejects as
 * `pieces` and `deadline` do, and `finish` is not called then.
 */
export async function fileOf(
  pieces: AsyncGenerator<Uint8Array>,
  deadline: Promise<never>,
  finish: (isWhole: boolean) => void,
): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  const begun: Uint8Array[] = []
  const isSmall = () => begun.length === 0 || (begun.length === 1 && (begun[0]?.length ?? 0) < READ_BYTES)
  while (isSmall()) {
    const { done, value } = await Promise.race([pieces.next(), deadline])
    if (done) {
      finish(true)
      return begun[0] ?? new Uint8Array()
    }
    begun.push(value)
  }
  return streamOf(joined(begun, pieces), deadline, finish)
}

async function* joined(begun: Uint8Array[], pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* begun
  yield* pieces
}

/**
 * The pieces as a stream of bytes until `deadline` rejects; `finish` is called once when all is read (then it `isWhole`),
 * given up or broken.
 */
function streamOf(
  pieces: AsyncGenerator<Uint8Array>,
  deadline: Promise<never>,
  finish: (isWhole: boolean) => void,
): ReadableStream<Uint8Array> {
  let open = true
  const end = (isWhole: boolean) => {
    if (open) finish(isWhole)
    open = false
  }
  // Whoever was to read it may be gone without a word.
  deadline.catch(() => end(false))
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      try {
        const { done, value } = await Promise.race([pieces.next(), deadline])
        if (value) return controller.enqueue(value)
        if (done) {
          controller.close()
          // A byte stream that is closed while somebody reads into a buffer of theirs must say so there too.
          controller.byobRequest?.respond(0)
          end(true)
        }
      } catch (error) {
        end(false)
        throw error
      }
    },
    cancel: () => end(false),
  })
}
