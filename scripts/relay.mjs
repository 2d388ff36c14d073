/**
 * Connections on their way to workerd. workerd does not notice that a caller has closed a connection
 * while it works for them; it notices a reset. So a caller who hangs up is reset here, and the request's signal is
 * aborted as on Cloudflare. A caller who only closes their sending half counts as gone, too.
 * Callers who are slow on purpose are closed here, since workerd waits for them without end (`slow-callers.mjs`). Heads are
 * passed on without what is Miniflare's own (`caller-head.mjs`), and bodies byte for byte.
 */
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { Transform } from 'node:stream'
import { cleanHead } from './caller-head.mjs'
import { RefusedRequest } from './request-framing.mjs'
import { followCaller } from './slow-callers.mjs'

/** Connections at once. Each has two sockets, and many systems give a process 4,096 or fewer. */
const MAX_CONNECTIONS = 1_500
/** Milliseconds of silence after which a connection makes way for a new one, if there are so many. */
const SILENT_MS = 1_000
/** Milliseconds for which a caller is still listened to after the answer that ends the connection. */
const LINGER_MS = 5_000
/** Milliseconds between two looks at the connections. */
const LOOK_MS = 1_000

/**
 * Listens on `host`:`port` for `target` (a port of 127.0.0.1). Returns the port that it listens on, and `close`. `limits`
 * stand for those of `slow-callers.mjs`, and `most` for how many connections there may be.
 * @param {{ port: number, target: number, host?: string, limits?: import('./slow-callers.mjs').CallerLimits, most?: number }} options
 */
export async function relay({ port, target, host = '127.0.0.1', limits, most = MAX_CONNECTIONS }) {
  /** @type {Set<net.Socket>} */
  const sockets = new Set()
  /** @type {Map<net.Socket, ReturnType<typeof followCaller>>} */
  const callers = new Map()
  const server = net.createServer({ noDelay: true }, (caller) => {
    if (callers.size >= most && !makeRoom(callers)) {
      caller.destroy()
      return
    }
    const upstream = net.connect({ port: target, host: '127.0.0.1', noDelay: true })
    const follower = followCaller((head) => cleanHead(head, caller.remoteAddress), limits)
    callers.set(caller, follower)
    const gate = new Transform({
      transform(piece, _, done) {
        try {
          for (const passed of follower.sent(piece)) this.push(passed)
          done()
        } catch (error) {
          done(error)
        }
      },
    })
    const look = setInterval(() => {
      // What workerd has not taken yet is not what the caller is slow with.
      if (!upstream.writableNeedDrain && follower.isSlow(Date.now())) caller.destroy()
    }, LOOK_MS)
    upstream.on('data', follower.answered)
    caller.pipe(gate).pipe(upstream, { end: false })
    upstream.pipe(caller)
    caller.on('close', () => {
      clearInterval(look)
      callers.delete(caller)
    })
    for (const event of ['end', 'close', 'error']) caller.on(event, () => upstream.resetAndDestroy())
    // An answer may come before all of a body has been sent (401, 413). To close then would reset the connection, and
    // the caller might lose the answer: what is still sent is read and dropped for a while.
    const finish = () => {
      caller.unpipe(gate)
      caller.resume()
      caller.end()
      setTimeout(() => caller.destroy(), LINGER_MS).unref()
    }
    for (const event of ['end', 'error']) upstream.on(event, finish)
    gate.on('error', (error) => {
      upstream.unpipe(caller)
      upstream.resetAndDestroy()
      // Behind another answer it would be read as a part of that.
      if (error instanceof RefusedRequest && !follower.isPending) caller.write(refusal(error))
      finish()
    })
    for (const socket of [caller, upstream]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: /** @type {net.AddressInfo} */ (server.address()).port,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/**
 * Closes the connection that was silent for longest, unless all are in use: who keeps many open keeps nobody out. Returns
 * whether there was one.
 * @param {Map<net.Socket, ReturnType<typeof followCaller>>} callers
 */
function makeRoom(callers) {
  /** @type {net.Socket | undefined} */
  let silent
  let longest = Date.now() - SILENT_MS
  for (const [caller, { silentSince }] of callers) {
    if (silentSince === undefined || silentSince > longest) continue
    silent = caller
    longest = silentSince
  }
  if (!silent) return false
  callers.delete(silent)
  silent.destroy()
  return true
}

/** An answer in the form of the service's own. @param {RefusedRequest} problem */
function refusal({ status, message }) {
  const title = http.STATUS_CODES[status]
  const body = JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail: message,
    code: 'invalid_request',
  })
  const headers = `Content-Type: application/problem+json\r\nContent-Length: ${body.length}\r\nX-Content-Type-Options: nosniff`
  return `HTTP/1.1 ${status} ${title}\r\n${headers}\r\nConnection: close\r\n\r\n${body}`
}
