/** Callers who are slow on purpose, told from those who wait for an answer. */
import { readRequests } from './request-framing.mjs'

/** Milliseconds for a request's head, from its first byte; and for the first byte of a connection. */
const HEAD_MS = 15_000
/** Milliseconds without a byte while a body is on its way. */
const BODY_MS = 30_000
/** Milliseconds without a byte in either direction after an answer has begun. */
const IDLE_MS = 120_000
/** Bytes of a head: more than workerd reads. */
const MAX_HEAD = 1_000_000

/** @typedef {{ headMs?: number, bodyMs?: number, idleMs?: number }} CallerLimits */

/**
 * Follows one connection. `sent` takes each piece that the caller sends, and returns what is passed on of it; `answered` is
 * called for each that goes back; `isSlow` says whether the connection can be closed now. While a request waits for its
 * answer, it never can. Throws as `readRequests`.
 * @param {(head: import('./request-framing.mjs').RequestHead) => import('./request-framing.mjs').RequestHead} rewrite
 * @param {CallerLimits} limits
 */
export function followCaller(rewrite, { headMs = HEAD_MS, bodyMs = BODY_MS, idleMs = IDLE_MS } = {}) {
  const requests = readRequests(rewrite)
  /** A request is complete, and nothing has come back since. */
  let isPending = false
  let hasAnswer = false
  let since = Date.now()

  return {
    /** Requests that have come whole. */
    get complete() {
      return requests.complete
    },
    /** Since when nothing was heard of a caller who waits for nothing; undefined for one who does. */
    get silentSince() {
      return isPending ? undefined : since
    },
    /** @param {Buffer} piece */
    sent(piece) {
      const [before, complete] = [requests.state, requests.complete]
      // A head has its time as a whole, a body after each piece.
      if (before !== 'head') since = Date.now()
      const passed = requests.take(piece)
      if (requests.complete > complete) isPending = true
      return passed
    },
    answered() {
      if (isPending) hasAnswer = true
      isPending = false
      since = Date.now()
    },
    isSlow(now) {
      if (isPending) return false
      const allowed = { request: hasAnswer ? idleMs : headMs, head: headMs, body: bodyMs }
      return now - since > allowed[requests.state] || requests.headLength > MAX_HEAD
    },
  }
}
