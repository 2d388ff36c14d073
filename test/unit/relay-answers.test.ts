/** What callers of `npm start` are told of their connection, and that it is true. */
import { once } from 'node:events'
import net from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { relay } from '../../scripts/relay.mjs'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A relay before an upstream that does `act` with each piece that it gets; what is sent to it, and how often it was reached. */
async function reach(act: (socket: net.Socket, piece: string) => void) {
  let connections = 0
  const upstream = net.createServer((socket) => {
    connections++
    socket.on('error', () => undefined)
    socket.on('data', (piece) => act(socket, piece.toString('latin1')))
  })
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  const front = await relay({ port: 0, target: (upstream.address() as net.AddressInfo).port })
  const caller = net.connect(front.port, '127.0.0.1')
  let text = ''
  caller.on('data', (piece) => (text += piece.toString('latin1')))
  ends.push(() => {
    caller.destroy()
    front.close()
    upstream.close()
  })
  return {
    closed: once(caller, 'end'),
    reached: () => connections,
    /** Sends a request, and returns what comes until `last` does. */
    async ask(request: string, last: string): Promise<string> {
      text = ''
      caller.write(request, 'latin1')
      await expect.poll(() => text, { timeout: 20_000 }).toContain(last)
      return text
    },
  }
}

const request = (method = 'GET', ...lines: string[]) =>
  `${[`${method} /x HTTP/1.1`, 'Host: x', ...lines].join('\r\n')}\r\n\r\n`
const ok = (body: string, ...lines: string[]) =>
  `${['HTTP/1.1 200 OK', ...lines].join('\r\n')}\r\n\r\n${body}`
const KEPT = 'Connection: keep-alive\r\nKeep-Alive: timeout=60'
const CLOSED = 'Connection: close'

it('a connection that is told to be alive serves on when its upstream has closed, and after a pause', async () => {
  const { ask, reached } = await reach((socket) => socket.end(ok('done', 'Content-Length: 4')))
  for (let n = 1; n <= 3; n++) {
    expect(await ask(request(), 'done')).toBe(ok('done', 'Content-Length: 4', KEPT))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(reached()).toBe(n)
  }
})

it('an upstream that may close soon is not used again', async () => {
  const { ask, reached } = await reach((socket) => socket.write(ok('done', 'Content-Length: 4')))
  const begunAt = performance.now()
  await ask(request(), 'done')
  await ask(request(), 'done')
  // Unless this process was without a processor for so long that the second one came late, too.
  if (performance.now() - begunAt < 1_500) expect(reached()).toBe(1)
  const before = reached()
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  await ask(request(), 'done')
  expect(reached()).toBe(before + 1)
})

it.each<[string, string, string, string[]]>([
  ['an answer before all of a body', request('POST', 'Content-Length: 9'), ok('no', 'Content-Length: 2'), []],
  ['a caller who wants no more', request('GET', 'Connection: close'), ok('no', 'Content-Length: 2'), []],
  ['a caller of HTTP/1.0', 'GET /x HTTP/1.0\r\nHost: x\r\n\r\n', ok('no', 'Content-Length: 2'), []],
])('says that the connection ends with %s, and ends it then', async (_, asked, answer) => {
  const { ask, closed } = await reach((socket) => socket.write(answer))
  expect(await ask(asked, 'no')).toBe(ok('no', 'Content-Length: 2', CLOSED))
  await closed
})

it('an answer without a length ends with its connection, which is told', async () => {
  const { ask, closed } = await reach((socket) => socket.end(ok('some words')))
  expect(await ask(request(), 'words')).toBe(ok('some words', CLOSED))
  await closed
})

it('an answer that is cut off cuts off the connection, however long it is alive', async () => {
  const { ask, closed } = await reach((socket) => socket.end(ok('some', 'Content-Length: 400')))
  expect(await ask(request(), 'some')).toContain(KEPT)
  await closed
})

it.each([
  ['in one piece', 10_000],
  ['in pieces of three bytes', 3],
])('answers are passed on with their bodies, whatever ends these: %s', async (_, size) => {
  const chunks = 'A\r\n0123456789\r\n2\r\n\r\n\r\n0\r\n\r\n'
  const answers = (own: string[]) =>
    [
      'HTTP/1.1 100 Continue\r\n\r\n',
      ok('', 'Content-Length: 400', ...own),
      ok(chunks, 'Transfer-Encoding: chunked', ...own),
      ok('\r\n\r\n', 'content-length: 4', 'X-A: b', ...own),
      `${['HTTP/1.1 304 Not Modified', ...own].join('\r\n')}\r\n\r\n`,
      ok('last', 'Content-Length: 4', ...own),
    ].join('')
  const asked = [request('HEAD'), ...Array.from({ length: 4 }, () => request())].join('')
  let begun = false
  const { ask } = await reach(async (socket) => {
    if (begun) return
    begun = true
    for (const piece of answers(['Keep-Alive: timeout=1']).match(new RegExp(`.{1,${size}}`, 'gs')) ?? []) {
      socket.write(piece)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  })
  expect(await ask(asked, 'last')).toBe(answers([KEPT]))
})
