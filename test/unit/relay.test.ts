/** What reaches workerd of what callers send to `npm start`: their requests, and nothing that is Miniflare's own. */
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { relay, relayInThread } from '../../scripts/relay.mjs'
import { readRequests } from '../../scripts/request-framing.mjs'

let front: Awaited<ReturnType<typeof relay>>
let received = ''
/** Takes bytes as they come, and answers each request. */
const upstream = net.createServer((socket) => {
  const requests = readRequests((head) => head)
  let answered = 0
  socket.on('error', () => undefined)
  socket.on('data', (piece) => {
    received += piece.toString('latin1')
    requests.take(piece)
    for (; answered < requests.complete; answered++) socket.write('HTTP/1.1 204 No Content\r\n\r\n')
  })
})

beforeAll(async () => {
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  front = await relay({ port: 0, target: (upstream.address() as net.AddressInfo).port })
})
afterAll(() => {
  front.close()
  upstream.close()
})

/** Sends pieces of a connection; returns what workerd would read, and what comes back first. */
async function exchange(...pieces: string[]): Promise<{ passed: string; answer: string }> {
  received = ''
  const socket = net.connect(front.port, '127.0.0.1')
  const answered = once(socket, 'data')
  for (const piece of pieces) {
    socket.write(piece, 'latin1')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const [answer] = (await answered) as [Buffer]
  for (let seen = -1; seen < received.length; await quiet()) seen = received.length
  socket.destroy()
  return { passed: received, answer: answer.toString('latin1') }
}

/** A while in which what is under way arrives: also what came while this process had no processor. */
async function quiet(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 60))
  // From the caller to the relay, from there to the upstream
  for (let hop = 0; hop < 4; hop++) await new Promise((resolve) => setImmediate(resolve))
}

const request = (lines: string[], target = '/health', method = 'GET') =>
  `${[`${method} ${target} HTTP/1.1`, 'Host: x', ...lines].join('\r\n')}\r\n\r\n`
const OWN = 'CF-Connecting-IP: 127.0.0.1'

it.each(['127.0.0.1:8787', '[::1]:8787', 'platen.example', 'xn--bcher-kva.example'])(
  '%s is a host',
  async (host) => {
    const text = `GET /health HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    expect((await exchange(text)).passed).toContain(`Host: ${host}\r\n`)
  },
)

it.each([
  ['in one piece', [request(['X-A: b'])]],
  ['byte by byte', [...request(['X-A: b'])]],
])('a request is passed on as it is, with the address of its caller: %s', async (_, pieces) => {
  expect((await exchange(...pieces)).passed).toBe(request(['X-A: b', OWN]))
})

it('bodies are passed on byte for byte, and requests that follow them are found', async () => {
  const body = '{"a":"\r\n\r\nGET /cdn-cgi/x HTTP/1.1\r\n\r\n"}'
  const chunks = '3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n'
  const asked = (own: string[]) =>
    [
      request([`Content-Length: ${body.length}`, ...own], '/v1/a', 'POST'),
      body,
      request(['Transfer-Encoding: chunked', ...own], '/v1/b', 'POST'),
      chunks,
      request([...own], '/v1/c'),
    ].join('')
  const passed = asked([OWN])
  expect((await exchange(asked([]))).passed).toBe(passed)
  expect((await exchange(...(asked([]).match(/.{1,7}/gs) ?? []))).passed).toBe(passed)
})

it('commands of the API go to the Worker itself, also on a connection that asked for files; what a proxy says needs Miniflare', async () => {
  const answering = (body: string) => http.createServer((_, response) => response.end(body))
  const [miniflare, worker] = [answering('Miniflare'), answering('Worker')]
  const portOf = async (server: http.Server) => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as net.AddressInfo).port
  }
  const two = await relay({ port: 0, target: await portOf(miniflare), worker: await portOf(worker) })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const answerTo = async (options: http.RequestOptions) => {
    const asked = http.request({ port: two.port, host: '127.0.0.1', agent, ...options }).end()
    const [answer] = (await once(asked, 'response')) as [http.IncomingMessage]
    return `${asked.reusedSocket} ${await text(answer)}`
  }
  const command = { method: 'POST', path: '/v1/transform' }
  try {
    expect(await answerTo(command)).toBe('false Worker')
    expect(await answerTo({ path: '/v1/transform' })).toBe('true Miniflare')
    expect(await answerTo(command)).toBe('true Worker')
    expect(await answerTo({ ...command, headers: { 'x-forwarded-proto': 'https' } })).toBe('true Miniflare')
    expect(await answerTo({ ...command, path: '/v1' })).toBe('true Miniflare')
  } finally {
    agent.destroy()
    two.close()
    miniflare.close()
    worker.close()
  }
})

it.each([
  '/cdn-cgi/local/r2/public/platen-files/files/tsk_1',
  '/cdn-cgi/',
  '/CDN-cgi/x',
  '/__cf_local/stream/x',
  '/x/../cdn-cgi/x',
  '/x/%2e%2E/cdn-cgi/x',
  '/.//cdn-cgi/x',
  '/\\cdn-cgi\\x',
  '/%63dn-cgi/x',
  '/%255cdn-cgi/../cdn-cgi/x?y',
])('no path of Miniflare’s own is asked for: %s', async (target) => {
  const { passed } = await exchange(request([], target))
  expect(passed.split('\r\n')[0]).toBe('GET /nothing-here HTTP/1.1')
})

it.each([
  'MF-Original-URL: http://evil.example/',
  'mf-cf-blob: {"continent":"ZZ"}',
  'Mf-Route-Override: platen',
  'CF-Connecting-IP: 10.0.0.1',
  'CF-Worker: x',
])('no header of Miniflare’s or the platform’s comes from a caller: %s', async (header) => {
  expect((await exchange(request([header, 'X-A: b']))).passed).toBe(request(['X-A: b', OWN]))
})

it.each([
  ['a tunnel', 'CONNECT miniflare:80 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['another address', 'GET http://evil.example/cdn-cgi/x HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a line that goes on', request(['X-A: b', ' MF-Original-URL: http://evil.example/'])],
  ['a bare line feed', request(['X-A: b\nMF-Original-URL: http://evil.example/'])],
  ['a bare carriage return', request(['X-A: b\rMF-Original-URL: x'])],
  ['a blank before the colon', request(['MF-Original-URL : http://evil.example/'])],
  ['two lengths', request(['Content-Length: 3', 'Content-Length: 0'], '/', 'POST')],
  ['a length and chunks', request(['Content-Length: 3', 'Transfer-Encoding: chunked'], '/', 'POST')],
  ['a length that is none', request(['Content-Length: +3'], '/', 'POST')],
  ['another coding', request(['Transfer-Encoding: xchunked'], '/', 'POST')],
  ['two hosts', request(['Host: localhost'])],
  ['no address', request([], '*', 'OPTIONS')],
  ...[
    'x/cdn-cgi/local/r2/public/platen-files',
    'x?',
    'x#',
    'x\\cdn-cgi',
    'a@x',
    'a b',
    '"x"',
    '',
    'x:99999',
    '[',
    'x%zz',
  ].map((host): [string, string] => [`the host ${host}`, `GET /health HTTP/1.1\r\nHost: ${host}\r\n\r\n`]),
])('what could be read in two ways is refused: %s', async (_, text) => {
  const { passed, answer } = await exchange(text)
  expect(passed).toBe('')
  expect(answer).toMatch(/^HTTP\/1\.1 (?:400|501) /)
})

it('connections that say nothing make way for a new one', async () => {
  const few = await relay({ port: 0, target: (upstream.address() as net.AddressInfo).port, most: 3 })
  const open = async () => {
    const socket = net.connect(few.port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return { socket, ended: once(socket, 'close').then(() => true) }
  }
  const silent = [await open(), await open(), await open()]
  // All were heard of a moment ago.
  expect(await (await open()).ended).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const { socket } = await open()
  socket.write(request([]))
  expect(String((await once(socket, 'data'))[0])).toContain('204')
  expect(await silent[0]?.ended).toBe(true)
  few.close()
})

it('a thread of its own carries them as well, and says so if its port is taken', async () => {
  const { port: target } = upstream.address() as net.AddressInfo
  const inThread = await relayInThread({ port: 0, target })
  const socket = net.connect(inThread.port, '127.0.0.1')
  socket.write(request([]))
  expect(String((await once(socket, 'data'))[0])).toContain('204')
  await expect(relayInThread({ port: inThread.port, target })).rejects.toThrow('EADDRINUSE')
  const closed = once(socket, 'close')
  await inThread.close()
  await closed
  await expect(once(net.connect(inThread.port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
})

it.each([
  ['an extension', '3;a=b\r\nabc\r\n0\r\n\r\n'],
  ['a sign', '+3\r\nabc\r\n0\r\n\r\n'],
  ['a bare line feed', '3\nabc\r\n0\r\n\r\n'],
  ['a trailer', '0\r\nMF-Original-URL: x\r\n\r\n'],
  ['a request in the place of an end', '0\r\nGET /cdn-cgi/x HTTP/1.1\r\nHost: x\r\n\r\n'],
])('a body in chunks is refused with %s', async (_, chunks) => {
  const { passed } = await exchange(request(['Transfer-Encoding: chunked'], '/', 'POST') + chunks)
  expect(passed).not.toContain('cdn-cgi')
  expect(passed).not.toContain('MF-')
})
