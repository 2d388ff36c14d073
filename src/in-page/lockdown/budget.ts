/**
 * What a document may take of the browser's own process, which all documents share. Frames cannot share its count: in its
 * sandbox each has an origin of its own. So each has a little for itself, and how many there are is bounded by the events
 * that they send (`browser/page-events.ts`).
 */

type Resource = 'calls' | 'requests' | 'blobs' | 'blobBytes'

const LIMITS: Record<Resource, number> = {
  /** Calls that each send a message there: dialogues, messages to the console, titles and the like. */
  calls: 1000,
  /** Requests of scripts. Those of blobs and of `data:` addresses are seen by nobody else; of others fewer are allowed. */
  requests: 2000,
  /** Blobs and addresses of blobs, and the bytes of the blobs: those are kept there. */
  blobs: 1000,
  blobBytes: 64 << 20,
}
/** A frame has so much less, and a worker, of which a document has 16 and a frame none (`workers.ts`). */
const FRAME_DIVISOR = 100
const WORKER_DIVISOR = 16

const share = !('document' in globalThis) ? WORKER_DIVISOR : window === top ? 1 : FRAME_DIVISOR
const left: { __proto__: null } & Record<Resource, number> = {
  __proto__: null,
  calls: LIMITS.calls / share,
  requests: LIMITS.requests / share,
  blobs: LIMITS.blobs / share,
  blobBytes: LIMITS.blobBytes / share,
}

/** Takes so much of a resource; `false` if there is not so much left. */
export function spend(resource: Resource, amount: number): boolean {
  if (left[resource] < amount) return false
  left[resource] -= amount
  return true
}
