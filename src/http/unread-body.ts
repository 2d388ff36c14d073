/**
 * What a caller sends after the answer is decided (401, 413). The connection is closed once the answer is sent, and a
 * caller who is still sending would see a reset in its place. So what is left of an announced body is taken and dropped
 * first, within limits: nothing of it is read.
 */
import { sleep } from '../time'

/** Bodies that announce more are not waited for. */
const MAX_DRAINED_BYTES = 16_000_000
const MAX_DRAIN_MS = 1_000

/** Takes what is left of a request's body, for a second at most. Never throws. */
export async function drainBody(request: Request): Promise<void> {
  const announced = Number(request.headers.get('content-length') ?? Number.NaN)
  if (!request.body || request.bodyUsed || !(announced <= MAX_DRAINED_BYTES)) return
  const drained = request.body.pipeTo(new WritableStream()).catch(() => undefined)
  await Promise.race([drained, sleep(MAX_DRAIN_MS)])
}
