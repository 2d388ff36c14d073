/** A server that is killed with work in its queues, which are in memory: the next one finds and finishes all of it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchService } from '../../bench/service.mjs'

type Service = Awaited<ReturnType<typeof launchService>>

const TASKS = 12

const calls: { id: string; body: { task_id: string; status: string } }[] = []
const receiver = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    calls.push({
      id: String(request.headers['webhook-id']),
      body: JSON.parse(Buffer.concat(pieces).toString()),
    })
    response.writeHead(204).end()
  })
})
let service: Service

beforeAll(() => new Promise<void>((done) => void receiver.listen(0, '127.0.0.1', done)))
afterAll(async () => {
  await service?.stop()
  receiver.close()
})

it('finishes every task after a crash, charges each once and calls each webhook', async () => {
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  service = await launchService({ ALLOW_HOSTS: host })
  const key: string = await service.account({ plan: 'Max', credits: 100 })
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(service.origin + path, {
      ...init,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    })

  const slow = { html: '<p>slow</p>', goCreditMode: false, options: { wait_for: { ms: 1500 } } }
  const submitted = await Promise.all(
    Array.from({ length: TASKS }, async () => {
      const body = JSON.stringify({ ...slow, async_mode: true, webhook_url: `http://${host}/hook` })
      return (await (await ask('/v1/transform', { method: 'POST', body })).json()) as { task_id: string }
    }),
  )
  const ids = submitted.map(({ task_id }) => task_id)
  expect(new Set(ids).size).toBe(TASKS)
  process.kill(-service.pid, 'SIGKILL')
  service = await launchService({ ALLOW_HOSTS: host })

  const ends = await Promise.all(
    ids.map(async (id) => {
      for (;;) {
        const answer = await ask(`/v1/status/${id}?wait=20`)
        expect(answer.status).toBe(200)
        const task = (await answer.json()) as { status: string; credits_charged: number }
        if (task.status === 'completed' || task.status === 'failed') return task
      }
    }),
  )
  expect(ends.map(({ status, credits_charged }) => `${status} ${credits_charged}`)).toEqual(
    ids.map(() => 'completed 1'),
  )
  expect(await (await ask('/v1/credits')).json()).toMatchObject({ credits_left: 100 - TASKS })
  await expect
    .poll(() => new Set(calls.map(({ body }) => body.task_id)).size, { timeout: 20_000 })
    .toBe(TASKS)
  expect(new Set(calls.map(({ id }) => id)).size).toBe(TASKS)
  for (const { body } of calls) expect(body.status).toBe('completed')
})
