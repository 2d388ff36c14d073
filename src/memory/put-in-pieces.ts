/**
 * Bytes on their way into a bucket, piece by piece, while others have their turn. Where the bucket is beside the service,
 * as under `npm start`, a megabyte that is stored at once keeps everything else waiting for some 40 ms.
 */

import { ignore, sleep } from '../time/waiting'
import { turns } from './isolate-turns'

/** Bytes that are stored at once, and how long that takes, in milliseconds. */
const PIECE = 256 << 10
const PIECE_MS = 10
/**
 * All pauses of one file together, in milliseconds: what is accepted must be stored before the lease of its acceptance is
 * over, and a file soon after its task has ended.
 */
const MAX_PAUSES_MS = 1_000

/** Stores bytes under a key. */
export async function putBytes(
  bucket: R2Bucket,
  key: string,
  bytes: Uint8Array,
  options?: R2PutOptions,
): Promise<void> {
  if (bytes.byteLength <= PIECE) await bucket.put(key, bytes, options)
  else await putPieces(bucket, key, { size: bytes.byteLength, pieces: piecesOf(bytes), options })
}

/** Stores what a stream or a generator brings, `size` bytes of it. */
export async function putStream(
  bucket: R2Bucket,
  key: string,
  { body, size }: { body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>; size: number },
  options?: R2PutOptions,
): Promise<void> {
  await putPieces(bucket, key, { size, pieces: body, options })
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE) yield bytes.subarray(at, at + PIECE)
}

type Pieces = {
  size: number
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
  options: R2PutOptions | undefined
}

async function putPieces(bucket: R2Bucket, key: string, { size, pieces, options }: Pieces): Promise<void> {
  const { readable, writable } = new FixedLengthStream(size)
  const writer = writable.getWriter()
  const write = async () => {
    const work = {}
    let untilPause = PIECE
    let leftMs = MAX_PAUSES_MS
    for await (const piece of pieces) {
      await writer.write(piece)
      untilPause -= piece.byteLength
      if (untilPause > 0) continue
      untilPause = PIECE
      const pauseMs = Math.min(leftMs, turns.pauseAfter(work, PIECE_MS, Date.now()))
      leftMs -= pauseMs
      await sleep(pauseMs)
    }
    await writer.close()
  }
  try {
    await Promise.all([bucket.put(key, readable, options), write()])
  } catch (error) {
    // Else what was not written yet would wait for a reader; nobody waits for that.
    void writer.abort(error).catch(ignore)
    throw error
  }
}
