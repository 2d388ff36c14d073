/** Where the answers of workerd begin and end on a connection (RFC 9112), so that their callers can be told how it goes on. */
import { followBody } from './body-framing.mjs'

const LINE_END = '\r\n'
/** Headers of a connection, which whoever passes an answer on writes himself. */
const OF_CONNECTION = /^(?:connection|keep-alive):/i

/**
 * Reads answers piece by piece. `methodOf` says what the next one's request was; `connection` is asked once for each, with
 * whether it lasts until the connection is closed, and returns the lines that its head has instead of workerd's; `ended` is
 * called after each. `take` returns what is passed on of a piece, and throws BrokenBody.
 * @param {{ methodOf: () => string | undefined, connection: (isUntilClosed: boolean) => string[], ended: () => void }} caller
 */
export function readAnswers({ methodOf, connection, ended }) {
  let head = ''
  /** @type {ReturnType<typeof followBody> | undefined} */
  let body

  /** @param {Buffer} piece */
  function takeHead(piece) {
    const from = Math.max(0, head.length - 3)
    const before = head.length
    head += piece.toString('latin1')
    const end = head.indexOf(LINE_END + LINE_END, from)
    if (end < 0) return { taken: piece.length, passed: undefined }
    const [first = '', ...lines] = head.slice(0, end).split(LINE_END)
    head = ''
    const taken = end + 4 - before
    const status = Number(first.split(' ')[1])
    // “Continue” and the like come before the answer.
    if (status < 200) return { taken, passed: writeHead(first, lines) }
    const length = bodyLength(status, lines, methodOf())
    body = followBody(length)
    const kept = lines.filter((line) => !OF_CONNECTION.test(line))
    return { taken, passed: writeHead(first, [...kept, ...connection(length === Infinity)]) }
  }

  return {
    /** Whether an answer has begun and not ended. */
    get isWithin() {
      return body !== undefined || head !== ''
    },
    /** @param {Buffer} piece */
    take(piece) {
      /** @type {Buffer[]} */
      const passed = []
      for (let at = 0; at < piece.length; ) {
        if (!body) {
          const read = takeHead(piece.subarray(at))
          at += read.taken
          if (read.passed) passed.push(read.passed)
        } else {
          const end = body.take(piece, at)
          passed.push(piece.subarray(at, end))
          at = end
        }
        if (!body?.isWhole) continue
        body = undefined
        ended()
      }
      return passed
    },
  }
}

function writeHead(first, lines) {
  return Buffer.from([first, ...lines, '', ''].join(LINE_END), 'latin1')
}

/** Bytes of the body: undefined if it comes in chunks, Infinity if it ends with the connection. */
function bodyLength(status, lines, method) {
  if (method === 'HEAD' || status === 204 || status === 304) return 0
  const values = (name) =>
    lines
      .filter((line) => line.toLowerCase().startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trim())
  if (values('transfer-encoding').length > 0) return undefined
  const [length] = values('content-length')
  return length === undefined ? Infinity : Number(length)
}
