/**
 * Where the requests of a connection begin and end (RFC 9112), read strictly: what two programs could read differently is
 * refused, so that workerd finds the same requests here, and no other ones hidden in a body.
 */
import { BrokenBody, followBody } from './body-framing.mjs'

/** Of a head, by name and value. A line that begins with a blank goes on with the one before: refused. */
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*)$/
/** A request for an address of this server. */
const REQUEST = /^([A-Z]{1,20}) (\/[!-~\x80-\xff]*) (HTTP\/1\.[01])$/
/** A host and a port, and nothing that would be a part of the path in the address that Miniflare makes of both. */
const HOST = /^[\w.~%!$&'()*+,;=:[\]-]{1,300}$/
const LINE_END = '\r\n'

/** A request that is not passed on: its status and why. */
export class RefusedRequest extends Error {
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/** @typedef {{ method: string, target: string, version: string, headers: [name: string, value: string][] }} RequestHead */

/**
 * Reads a connection piece by piece. `take` returns what is passed on of a piece, each head as `rewrite` has it; it throws
 * RefusedRequest. `state` is what is awaited next: a `request`, the rest of its `head`, or its `body`.
 * @param {(head: RequestHead) => RequestHead} rewrite
 */
export function readRequests(rewrite) {
  let head = ''
  /** @type {'request' | 'head' | 'body'} */
  let state = 'request'
  /** @type {ReturnType<typeof followBody> | undefined} */
  let body
  let complete = 0

  function endRequest() {
    state = 'request'
    body = undefined
    complete++
  }

  /** @param {Buffer} piece */
  function takeHead(piece) {
    state = 'head'
    const from = Math.max(0, head.length - 3)
    const before = head.length
    head += piece.toString('latin1')
    const end = head.indexOf(LINE_END + LINE_END, from)
    if (end < 0) return { taken: piece.length, passed: undefined }
    const read = parseHead(head.slice(0, end))
    const passed = Buffer.from(writeHead(rewrite(read)), 'latin1')
    const taken = end + 4 - before
    head = ''
    state = 'body'
    body = followBody(bodyLength(read.headers))
    if (body.isWhole) endRequest()
    return { taken, passed }
  }

  /** The body from `at`. Returns where it ends. @param {Buffer} piece */
  function takeBody(piece, at) {
    try {
      const end = body.take(piece, at)
      if (body.isWhole) endRequest()
      return end
    } catch (error) {
      throw error instanceof BrokenBody ? new RefusedRequest(400, error.message) : error
    }
  }

  return {
    get state() {
      return state
    },
    /** Requests that have come whole. */
    get complete() {
      return complete
    },
    /** Characters of a head that has not ended. */
    get headLength() {
      return head.length
    },
    /** @param {Buffer} piece */
    take(piece) {
      /** @type {Buffer[]} */
      const passed = []
      // What is no head is passed on as it came, in one part whatever it consists of.
      let bodyFrom = 0
      for (let at = 0; at < piece.length; ) {
        if (state === 'body') {
          at = takeBody(piece, at)
          continue
        }
        if (at > bodyFrom) passed.push(piece.subarray(bodyFrom, at))
        const head = takeHead(piece.subarray(at))
        at += head.taken
        bodyFrom = at
        if (head.passed) passed.push(head.passed)
      }
      if (bodyFrom < piece.length) passed.push(piece.subarray(bodyFrom))
      return passed
    },
  }
}

/** @returns {RequestHead} */
function parseHead(text) {
  const [first = '', ...lines] = text.split(LINE_END)
  const [, method = '', target = '', version = ''] = REQUEST.exec(first) ?? []
  if (!method || method === 'CONNECT')
    throw new RefusedRequest(400, 'The first line is no request for an address here.')
  const headers = lines.map((each) => {
    const [, name = '', value = ''] = HEADER.exec(each) ?? []
    if (!name) throw new RefusedRequest(400, 'A line of the head is no header.')
    return /** @type {[string, string]} */ ([name, value])
  })
  return { method, target, version, headers }
}

/** @param {RequestHead} head */
function writeHead({ method, target, version, headers }) {
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${target} ${version}`, ...lines, '', ''].join(LINE_END)
}

/** Bytes of the body; undefined if it comes in chunks. @param {RequestHead['headers']} headers */
function bodyLength(headers) {
  const of = (name) =>
    headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value.trim())
  const [lengths, codings, hosts] = ['content-length', 'transfer-encoding', 'host'].map(of)
  if (lengths.length + codings.length > 1 || hosts.length > 1)
    throw new RefusedRequest(400, 'The head says twice what it may say once.')
  if (hosts.some((host) => !HOST.test(host) || !URL.canParse(`http://${host}/`)))
    throw new RefusedRequest(400, 'Host is no name or address of a host.')
  if (codings.length > 0) {
    if (codings[0].toLowerCase() !== 'chunked')
      throw new RefusedRequest(501, 'Transfer-Encoding can only be chunked.')
    return undefined
  }
  if (lengths.length > 0 && !/^\d{1,15}$/.test(lengths[0]))
    throw new RefusedRequest(400, 'Content-Length is no number of bytes.')
  return Number(lengths[0] ?? 0)
}
