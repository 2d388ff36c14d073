/**
 * Requests that keep a service busy before anything is charged, over real connections, and what they cost others. Templates
 * are in `test/fuzz/costly-templates.test.ts`.
 */
import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryUnder } from '../../bench/memory.mjs'
import { launchService } from '../../bench/service.mjs'

let service: Awaited<ReturnType<typeof launchService>>

beforeAll(async () => {
  service = await launchService()
})
afterAll(() => service.stop())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const account = (plan: string) => service.account({ plan, credits: 0 })

function call(key: string, method: string, path: string, body?: string) {
  const headers = { 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) }
  return fetch(service.origin + path, { method, headers, ...(body !== undefined && { body }) })
}

describe('large bodies', { timeout: 300_000 }, () => {
  /** Sends all but the end of a body, and then nothing. Resolves with the status of what comes back. */
  function sendSlowly(key: string): { socket: net.Socket; status: Promise<number> } {
    const socket = net.connect(Number(new URL(service.origin).port), '127.0.0.1')
    const head = `POST /v1/transform HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 9900000\r\n\r\n`
    socket.write(`${head}{"html":"`)
    for (let times = 0; times < 9; times++) socket.write(Buffer.alloc(1_000_000, 'x'))
    const status = new Promise<number>((resolve) => {
      socket.once('data', (data) => resolve(Number(data.toString('latin1', 9, 12))))
      socket.once('error', () => resolve(0))
    })
    return { socket, status }
  }

  it('that come slowly keep neither memory nor others’ large bodies', async () => {
    const [hostile, neighbour] = [await account('Pro'), await account('Pro')]
    const slow = Array.from({ length: 70 }, () => sendSlowly(hostile))
    const first = await Promise.race(slow.map(({ status }) => status))
    // Those for which there is no room are refused at once, and the first ones when others wait.
    expect([408, 429, 503]).toContain(first)
    const body = JSON.stringify({ html: 'x'.repeat(5_000_000) })
    expect((await call(neighbour, 'POST', '/v1/transform', body)).status).toBe(402)
    // Which of them had the memory is for the service to say: they need not arrive in the order in which they were sent.
    let late = 0
    for (const { status } of slow) status.then((code) => (late += Number(code === 408)))
    for (const end = Date.now() + 150_000; late < 2 && Date.now() < end; ) await pause(100)
    for (const { socket } of slow) socket.destroy()
    expect(late).toBeGreaterThanOrEqual(2)
  })

  it('in pieces of one byte take no more memory than others', async () => {
    const key = await account('Free')
    const memory = memoryUnder(service.pid, 'workerd')
    const before = memory.resident()
    const socket = net.connect(Number(new URL(service.origin).port), '127.0.0.1')
    const head = `POST /v1/transform HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    socket.write(`${head}${'1\r\n \r\n'.repeat(200_000)}2\r\n{}\r\n0\r\n\r\n`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    const after = memory.resident()
    socket.destroy()
    expect(answer.toString('latin1', 9, 12)).toBe('400')
    // Read piece by piece it took 960 MB.
    expect(after - before).toBeLessThan(200)
  })

  it('with an object of very many fields are refused before they are read', async () => {
    const fields = Array.from({ length: 240_000 }, (_, index) => `"margin_${index}":1`)
    const key = await account('Free')
    const response = await call(key, 'POST', '/v1/transform', `{"html":"x",${fields}}`)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('more than 10000 fields')
  })
})

describe('callers who hang up while they wait for a task', { timeout: 120_000 }, () => {
  it('wait no longer: others of their account wait in their place', async () => {
    const key = await service.account({ plan: 'Pro', credits: 5 })
    const options = { wait_for: { ms: 50_000 }, timeout: 60 }
    const body = JSON.stringify({ html: '<p>x', async_mode: true, options })
    const ask = async (method: string, path: string, sent?: string) =>
      (await (await call(key, method, path, sent)).json()) as { task_id: string; status: string }
    const { task_id } = await ask('POST', '/v1/transform', body)
    const address = `${service.origin}/v1/status/${task_id}?wait=30`
    const gone = Array.from({ length: 20 }, async () => {
      const sent = { headers: { 'X-API-Key': key }, signal: AbortSignal.timeout(2_000) }
      await fetch(address, sent).catch(() => undefined)
    })
    await Promise.all(gone)
    const waited = async () => {
      const startedAt = performance.now()
      const { status } = await ask('GET', `/v1/status/${task_id}?wait=3`)
      expect(status).not.toBe('completed')
      return performance.now() - startedAt
    }
    // That they are gone is heard a moment later.
    await expect.poll(waited, { timeout: 35_000, interval: 500 }).toBeGreaterThan(2_500)
  })
})
