/**
 * What a caller sends after the answer is decided (401, 413). The connection is closed once the answer is sent, and a
 * caller who is still sending would see a reset in its place. So what is left of an announced body is taken and dropped
 * first, within limits: nothing of it is read.
 */
import { PieceReader } from '../binary/stream-pieces'
import { withTimeout } from '../time/waiting'

/** Bodies that announce more are not waited for: Cloudflare passes none that are larger, on most of its plans. */
const MAX_DRAINED_BYTES = 100_000_000
/** Milliseconds between two looks at what has arrived, and how many there are. */
const LOOK_MS = 1_000
const MAX_LOOKS = 10

/** Takes what is left of a request's body, as long as it keeps arriving, for 10 seconds at most. Never throws. */
export async function drainBody(request: Request): Promise<void> {
  const announced = Number(request.headers.get('content-length') ?? Number.NaN)
  if (!request.body || request.bodyUsed || !(announced <= MAX_DRAINED_BYTES)) return
  let hasArrived = true
  // A pipe would take a body in pieces of 4 KB, each of which costs as much as one of 64 KB.
  const body = new PieceReader(request.body)
  const drain = async () => {
    while (await body.read()) hasArrived = true
  }
  const drained = drain()
    .catch(() => undefined)
    .then(() => true)
  for (let look = 0; look < MAX_LOOKS && hasArrived; look++) {
    hasArrived = false
    if (await withTimeout(drained, LOOK_MS, () => false)) return
  }
}
