/**
 * Serves browsers to pool objects by the protocol of the platform's browser binding (`src/browser/browser-sessions.ts`):
 * `POST /v1/devtools/browser` opens one, an upgrade of `/v1/devtools/browser/{id}` connects to it, `DELETE` ends it, and
 * `/v1/limits` tells how many there may be. It runs in the container beside a pool object, or alone on this machine.
 *
 *   node scripts/browser-server.mjs [--host 127.0.0.1] [--port 8080] [--most 3] [--idle-seconds 0]
 *
 * `--most`: browsers at once; a pool object has one, and for a while its successor. With `--idle-seconds` it ends itself,
 * and the container with it, after so long without a browser.
 */
import http from 'node:http'
import net from 'node:net'
import { parseArgs } from 'node:util'
import { prepareBrowser } from './browser.mjs'
import { launchChromium } from './launch-chromium.mjs'
import { guardRenderers } from './renderer-guard.mjs'

/** A browser that nobody is connected to ends after so long, if who opened it does not say. */
const KEEP_ALIVE_MS = 60_000
const SESSION = /^\/v1\/devtools\/browser\/([\w-]+)$/

const { values: words } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8080' },
    most: { type: 'string', default: '3' },
    'idle-seconds': { type: 'string', default: '0' },
  },
})
const most = Number(words.most)
const idleMs = Number(words['idle-seconds']) * 1000
const { PLATEN_CHROME: chrome } = await prepareBrowser()
if (!chrome) throw new Error('there is no Chromium: name one in CHROME_PATH')

/** @typedef {{ port: number, path: string, end: () => Promise<void>, keepAliveMs: number, timer?: NodeJS.Timeout }} Session */
/** @type {Map<string, Session>} */
const sessions = new Map()
let opening = 0
/** @type {NodeJS.Timeout | undefined} */
let idleTimer

const server = http.createServer(async (request, response) => {
  const { status, headers, body } = await answer(request).catch((error) => refusal(503, String(error)))
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
})
server.on('upgrade', connect)
server.listen(Number(words.port), words.host, () => {
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  console.log(JSON.stringify({ event: 'browsers_served', host: words.host, port, most }))
})
guardRenderers()
endIfIdle()
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, end)

/**
 * What a request other than a connection is answered.
 * @param {http.IncomingMessage} request
 * @returns {Promise<{ status: number, headers?: Record<string, string>, body: object }>}
 */
async function answer({ method, url = '' }) {
  const { pathname, searchParams } = new URL(url, 'http://browsers')
  if (pathname === '/v1/limits') return { status: 200, body: limits() }
  if (pathname === '/v1/devtools/browser' && method === 'POST') {
    if (sessions.size + opening >= most) return refusal(429, 'all browsers are in use')
    const sessionId = await open(Number(searchParams.get('keep_alive')) || KEEP_ALIVE_MS)
    return { status: 200, body: { sessionId } }
  }
  const [, id = ''] = SESSION.exec(pathname) ?? []
  if (method !== 'DELETE' || !sessions.has(id)) return refusal(404, 'there is no such browser')
  await sessions.get(id)?.end()
  return { status: 200, body: { status: 'closed' } }
}

/** @returns {{ status: number, headers: Record<string, string>, body: object }} */
function refusal(status, error) {
  return { status, headers: status === 404 ? {} : { 'Retry-After': '2' }, body: { error } }
}

function limits() {
  return {
    activeSessions: [...sessions.keys()].map((id) => ({ id })),
    maxConcurrentSessions: most,
    allowedBrowserAcquisitions: Math.max(0, most - sessions.size - opening),
    timeUntilNextAllowedBrowserAcquisition: 0,
  }
}

async function open(keepAliveMs) {
  clearTimeout(idleTimer)
  opening++
  try {
    const { id, port, path, end, exited } = await launchChromium(chrome)
    /** @type {Session} */
    const session = { port, path, end, keepAliveMs }
    sessions.set(id, session)
    exited.then(() => {
      clearTimeout(session.timer)
      sessions.delete(id)
      endIfIdle()
    })
    endUnlessConnected(session)
    return id
  } finally {
    opening--
    endIfIdle()
  }
}

/** Hands a connection on to a browser, byte by byte. */
function connect({ url = '', headers }, socket, head) {
  const [, id = ''] = SESSION.exec(new URL(url, 'http://browsers').pathname) ?? []
  const session = sessions.get(id)
  if (!session) {
    socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')
    return
  }
  clearTimeout(session.timer)
  const browser = net.connect(session.port, '127.0.0.1')
  const handed = Object.entries(headers).filter(([name]) => name.startsWith('sec-websocket-'))
  const lines = [
    `GET ${session.path} HTTP/1.1`,
    `Host: 127.0.0.1:${session.port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    ...handed.map(([name, value]) => `${name}: ${value}`),
  ]
  browser.write(`${lines.join('\r\n')}\r\n\r\n`)
  browser.write(head)
  for (const [from, to] of [
    [socket, browser],
    [browser, socket],
  ]) {
    from.setNoDelay(true)
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }
  socket.on('close', () => endUnlessConnected(session))
}

function endUnlessConnected(session) {
  clearTimeout(session.timer)
  session.timer = setTimeout(() => void session.end(), session.keepAliveMs)
}

function endIfIdle() {
  clearTimeout(idleTimer)
  if (idleMs > 0 && sessions.size + opening === 0) idleTimer = setTimeout(end, idleMs)
}

async function end() {
  server.close()
  await Promise.all([...sessions.values()].map((session) => session.end()))
  process.exit(0)
}
