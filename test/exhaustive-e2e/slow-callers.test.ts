/** Callers who are slow on purpose, over real connections through the relay that `npm start` has before workerd. */
import http from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { relay } from '../../scripts/relay.mjs'

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n'
/** Longer than every limit here. */
const ANSWER_MS = 10_000

let front: Awaited<ReturnType<typeof relay>>
/** Reads every request to its end, then takes its time. */
const service = http.createServer((request, answer) => {
  request.resume().on('end', () => setTimeout(() => answer.end('done'), ANSWER_MS))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port: target } = service.address() as net.AddressInfo
  front = await relay({ port: 0, target, limits: { headMs: 3_000, bodyMs: 3_000, idleMs: 3_000 } })
})
afterAll(() => {
  front.close()
  service.close()
})

/** Sends the first text at once and the others every fifth of a second; returns what came until the connection was closed. */
function exchange(...[first = '', ...others]: string[]): Promise<{ text: string; ms: number }> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const socket = net.connect({ port: front.port, host: '127.0.0.1' }, () => socket.write(first))
    const timer = setInterval(() => {
      const next = others.shift()
      if (next !== undefined) socket.write(next)
    }, 200)
    let text = ''
    socket.on('data', (piece) => (text += piece))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ text, ms: performance.now() - startedAt })
    })
  })
}

it.concurrent.each<[string, string[]]>([
  ['says nothing', ['']],
  ['never ends its head', [HEAD, ...Array.from({ length: 60 }, () => 'X-A: b\r\n')]],
  ['stops within its body', [`${HEAD}Content-Length: 9\r\n\r\n12345`]],
  ['stops within its chunks', [`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, '5\r\n12345\r\n']],
])('closes a connection that %s', async (_, pieces) => {
  const { text, ms } = await exchange(...pieces)
  expect(text).not.toContain('done')
  expect(ms).toBeLessThan(ANSWER_MS)
})

it.concurrent.each<[string, string[]]>([
  ['has no body', [`${HEAD}Content-Length: 0\r\n\r\n`]],
  ['came byte by byte', [`${HEAD}Content-Length: 4\r\n\r\n`, '1', '2', '3', '4']],
  ['came in chunks', [`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, '5\r\n12345\r\n', '0\r\n\r\n']],
  ['is followed by half of another', [`${HEAD}Content-Length: 0\r\n\r\n${HEAD}`]],
])(
  'never closes a request that waits for its answer and %s; after it the connection ends',
  async (_, pieces) => {
    const { text, ms } = await exchange(...pieces)
    expect(text).toContain('done')
    expect(ms).toBeGreaterThan(ANSWER_MS - 100)
  },
)
