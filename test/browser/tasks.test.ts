/** Asynchronous work through the front door: real queues, a real browser. */
import { env } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newAccount } from '../support/accounts'
import { breakOnce } from '../support/bucket'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())
afterEach(() => vi.restoreAllMocks())

type Json = Record<string, unknown>

const request = { html: '<h1>Later</h1>', goCreditMode: false, async_mode: true }
const json = async (answer: Response) => await answer.json<Json>()

/** The task at its end, as a caller who polls sees it. */
async function endOf(taskId: unknown, key: string): Promise<Json> {
  return await vi.waitFor(
    async () => {
      const task = await json(await get(`/v1/status/${taskId}?wait=10`, key))
      expect(['completed', 'failed']).toContain(task.status)
      return task
    },
    { timeout: 30_000 },
  )
}

describe('a transform with async_mode', () => {
  it('is accepted with 202, rendered, charged and found at its status', async () => {
    const { key } = await newAccount({ credits: 5 })
    const metadata = { order: 17, nested: { any: ['thing'] } }
    const accepted = await post('/v1/transform', key, { ...request, metadata, return_type: 'url' })
    expect(accepted.status).toBe(202)
    const task = await json(accepted)
    expect(task).toEqual({
      task_id: expect.stringMatching(/^tsk_\w{20}$/),
      status: 'pending',
      check_status_url: `https://platen.test/v1/status/${task.task_id}`,
    })
    const end = await endOf(task.task_id, key)
    expect(end).toMatchObject({
      ...{
        task_id: task.task_id,
        status: 'completed',
        kind: 'transform',
        credits_charged: 1,
        pages: 1,
        metadata,
      },
      ...{ created_at: expect.any(String), started_at: expect.any(String), completed_at: expect.any(String) },
    })
    const file = await get(String(end.download_url).replace('https://platen.test', ''), '')
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect((await file.arrayBuffer()).byteLength).toBe(end.bytes)
    expect(await json(await get('/v1/credits', key))).toMatchObject({ credits_left: 4 })
    expect(await env.FILES.head(`inputs/${task.task_id}`)).toBeNull()
  })

  it('that cannot be printed fails with the code that a synchronous call answers, and is not charged', async () => {
    const { key } = await newAccount({ credits: 5 })
    const doomed = { ...request, options: { page_ranges: '7' } }
    const { task_id } = await json(await post('/v1/transform', key, doomed))
    const end = await endOf(task_id, key)
    expect(end).toMatchObject({ status: 'failed', credits_charged: 0, error: { code: 'document_invalid' } })
    expect(end.download_url).toBeUndefined()
    expect(await json(await get('/v1/credits', key))).toMatchObject({ credits_left: 5 })
  })

  it('takes a document of 5 MB', async () => {
    const { key } = await newAccount({ credits: 5 })
    const html = `<p>large</p><!--${'x'.repeat(5_000_000)}-->`
    const { task_id } = await json(await post('/v1/transform', key, { ...request, html }))
    expect(await endOf(task_id, key)).toMatchObject({ status: 'completed' })
  })

  it('is done once for one idempotency key, and the repeat has the same 202', async () => {
    const { key } = await newAccount({ credits: 5 })
    const send = () => post('/v1/transform', key, request, { 'idempotency-key': 'later' })
    const first = await send()
    const again = await send()
    expect(await again.text()).toBe(await first.clone().text())
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    await endOf((await json(first)).task_id, key)
    expect(await json(await get('/v1/credits', key))).toMatchObject({ credits_left: 4 })
  })

  it('that cannot be stored leaves no task behind, in D1 neither, and costs nothing', async () => {
    const { key } = await newAccount({ credits: 5 })
    breakOnce('put', 'inputs/')
    expect((await post('/v1/transform', key, request)).status).toBe(500)
    expect(await json(await get('/v1/tasks', key))).toMatchObject({ tasks: [] })
    expect(await json(await get('/v1/credits', key))).toMatchObject({ credits_left: 5 })
  })

  it('needs credits when it is sent', async () => {
    const { key } = await newAccount({ credits: 0 })
    expect((await post('/v1/transform', key, request)).status).toBe(402)
  })
})
