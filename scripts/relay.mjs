/**
 * Connections on their way to workerd. workerd does not notice that a caller has closed a connection
 * while it works for them; it notices a reset. So a caller who hangs up is reset here, and the request's signal is
 * aborted as on Cloudflare. A caller who only closes their sending half counts as gone, too.
 * Callers who are slow on purpose are closed here, since workerd waits for them without end (`slow-callers.mjs`). Heads are
 * passed on without what is Miniflare's own (`caller-head.mjs`), and bodies byte for byte.
 */
import { once } from 'node:events'
import net from 'node:net'
import { Worker } from 'node:worker_threads'
import { carry } from './relay-connection.mjs'

/** Connections at once. Each has two sockets, and many systems give a process 4,096 or fewer. */
const MAX_CONNECTIONS = 1_500
/** Milliseconds of silence after which a connection makes way for a new one, if there are so many. */
const SILENT_MS = 1_000

/** @typedef {ReturnType<typeof carry>} Follower */

/**
 * Listens on `host`:`port` for `target` and `worker`, ports of 127.0.0.1, as `carry` has it. Returns the port that it
 * listens on, and `close`. `limits` stand for those of `slow-callers.mjs`, and `most` for how many connections there
 * may be.
 * @param {{ port: number, target: number, worker?: number, host?: string, limits?: import('./slow-callers.mjs').CallerLimits, most?: number }} options
 */
export async function relay({ port, target, worker, host = '127.0.0.1', limits, most = MAX_CONNECTIONS }) {
  /** @type {Map<net.Socket, Follower>} */
  const callers = new Map()
  const server = net.createServer({ noDelay: true }, (caller) => {
    if (callers.size >= most && !makeRoom(callers)) {
      caller.destroy()
      return
    }
    callers.set(caller, carry(caller, { target, worker, limits }))
    caller.on('close', () => callers.delete(caller))
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: /** @type {net.AddressInfo} */ (server.address()).port,
    close() {
      server.close()
      for (const caller of callers.keys()) caller.destroy()
    },
  }
}

/**
 * As `relay`, in a thread of its own. What is carried is garbage at once, and in the thread of Miniflare and its tools, with
 * their large heap, each collection took tens of milliseconds of both processors. A failure of the thread is one of this
 * process.
 * @param {{ port: number, target: number, worker?: number, host?: string }} options
 */
export async function relayInThread(options) {
  const thread = new Worker(new URL('./relay-thread.mjs', import.meta.url), { workerData: options })
  const [port] = await once(thread, 'message')
  return {
    port: /** @type {number} */ (port),
    async close() {
      await thread.terminate()
    },
  }
}

/**
 * Closes the connection that was silent for longest, unless all are in use: who keeps many open keeps nobody out. Returns
 * whether there was one.
 * @param {Map<net.Socket, Follower>} callers
 */
function makeRoom(callers) {
  /** @type {net.Socket | undefined} */
  let silent
  let longest = Date.now() - SILENT_MS
  for (const [caller, { silentSince }] of callers) {
    if (silentSince === undefined || silentSince >= longest) continue
    silent = caller
    longest = silentSince
  }
  if (!silent) return false
  callers.delete(silent)
  silent.destroy()
  return true
}
