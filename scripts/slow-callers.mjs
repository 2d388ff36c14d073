/**
 * Callers who are slow on purpose, told from those who wait for an answer. Of a connection's bytes only as much is read
 * as that takes: where a head ends, and how long the body after it is (RFC 9112 6).
 */

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
 * Follows one connection. `sent` takes each piece that the caller sends; `answered` is called for each that goes back;
 * `isSlow` says whether the connection can be closed now. While a request waits for its answer, it never can.
 * @param {CallerLimits} limits
 */
export function followCaller({ headMs = HEAD_MS, bodyMs = BODY_MS, idleMs = IDLE_MS } = {}) {
  /** What is awaited of the caller; `request` is whatever they want next. @type {'request' | 'head' | 'body'} */
  let awaited = 'request'
  let head = ''
  /** Bytes of the body that are still to come; infinite for one in chunks. */
  let bodyLeft = 0
  let tail = ''
  /** A request is complete, and nothing has come back since. */
  let isPending = false
  let hasAnswer = false
  let since = Date.now()

  /** Ends the head at `end`, and returns the bytes that came behind it. */
  function endHead(end, piece) {
    const lines = head.slice(0, end)
    const behind = head.length - end
    const isChunked = /^transfer-encoding:.*chunked/im.test(lines)
    bodyLeft = isChunked
      ? Number.POSITIVE_INFINITY
      : Number(/^content-length: *(\d+)/im.exec(lines)?.[1] ?? 0)
    head = ''
    tail = ''
    awaited = 'body'
    return piece.subarray(piece.length - behind)
  }

  /** @param {Buffer} piece */
  function readHead(piece) {
    if (awaited === 'request') since = Date.now()
    awaited = 'head'
    const from = Math.max(0, head.length - 3)
    head += piece.toString('latin1')
    const end = /\r?\n\r?\n/.exec(head.slice(from))
    return end ? endHead(from + end.index + end[0].length, piece) : undefined
  }

  /** @param {Buffer} piece */
  function readBody(piece) {
    since = Date.now()
    if (bodyLeft === Number.POSITIVE_INFINITY) {
      // The last chunk; or text that looks like it, which only lets the caller be.
      tail = (tail + piece.subarray(-5).toString('latin1')).slice(-5)
      isPending = tail === '0\r\n\r\n'
      return undefined
    }
    const taken = Math.min(bodyLeft, piece.length)
    bodyLeft -= taken
    if (bodyLeft > 0) return undefined
    awaited = 'request'
    isPending = true
    return piece.subarray(taken)
  }

  return {
    /** @param {Buffer} piece */
    sent(piece) {
      /** @type {Buffer | undefined} */
      let rest = piece
      do rest = awaited === 'body' ? readBody(rest) : readHead(rest)
      while (rest && (rest.length > 0 || (awaited === 'body' && bodyLeft === 0)))
    },
    answered() {
      if (isPending && awaited === 'body') awaited = 'request'
      if (isPending) hasAnswer = true
      isPending = false
      since = Date.now()
    },
    isSlow(now) {
      if (isPending) return false
      const allowed = { request: hasAnswer ? idleMs : headMs, head: headMs, body: bodyMs }
      return now - since > allowed[awaited] || head.length > MAX_HEAD
    },
  }
}
