/** Batches through the front door: real queues, a real browser. */
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { newAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { everyThirdOf } from '../support/runs'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

type Json = Record<string, unknown>
type Accepted = { batch_id: string; count: number; tasks: (Json & { task_id: string })[] }

const entry = (text: string, more: Json = {}) => ({ html: `<p>${text}</p>`, goCreditMode: false, ...more })
const send = (key: string, body: unknown, headers = {}) => post('/v1/batch', key, body, headers)
const credits = async (key: string) => (await (await get('/v1/credits', key)).json<Json>()).credits_left
const problem = async (answer: Response) => ({
  status: answer.status,
  ...(await answer.json<{ code: string; detail: string; errors?: { pointer: string; message: string }[] }>()),
})

async function doneBatch(batchId: string, key: string) {
  return await vi.waitFor(
    async () => {
      const batch = await (await get(`/v1/batches/${batchId}`, key)).json<
        Json & { tasks: Json[]; counts: Json }
      >()
      expect(batch.counts).toMatchObject({ pending: 0, processing: 0 })
      return batch
    },
    { timeout: 30_000, interval: 300 },
  )
}

describe('a batch', () => {
  it('makes a task of every entry, tells how far it is, and gives all files in one ZIP', async () => {
    const { key } = await newAccount({ credits: 10 })
    const answer = await send(key, {
      endpoint: 'transform',
      entries: [
        entry('one', { metadata: { n: 1 }, options: { filename: 'Rechnung für Zoë' } }),
        entry('two', { options: { page_ranges: '9' } }),
        entry('three', { async_mode: false, return_type: 'url' }),
      ],
    })
    expect(answer.status).toBe(202)
    expect(answer.headers.get('x-credits-charged')).toBe('3')
    const accepted = await answer.json<Accepted>()
    expect(accepted).toEqual({
      batch_id: expect.stringMatching(/^bat_\w{20}$/),
      count: 3,
      tasks: [0, 1, 2].map((index) => ({
        index,
        task_id: expect.stringMatching(/^tsk_\w{20}$/),
        status: 'pending',
        check_status_url: `https://platen.test/v1/status/${accepted.tasks[index]?.task_id}`,
      })),
    })
    const batch = await doneBatch(accepted.batch_id, key)
    expect(batch).toMatchObject({
      ...{ batch_id: accepted.batch_id, count: 3, counts: { completed: 2, failed: 1 } },
      tasks: [
        { index: 0, task_id: accepted.tasks[0]?.task_id, status: 'completed', metadata: { n: 1 } },
        { index: 1, status: 'failed', error: { code: 'document_invalid' } },
        { index: 2, status: 'completed', batch_id: accepted.batch_id },
      ],
    })
    expect(await credits(key)).toBe(8)

    const zip = await get(String(batch.download_url).replace('https://platen.test', ''), '')
    expect(zip.headers.get('content-type')).toBe('application/zip')
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
    expect(Object.keys(files)).toEqual(['01 Rechnung für Zoë.pdf', '03 document.pdf'])
    for (const [index, file] of Object.values(files).entries()) {
      expect(new TextDecoder().decode(file.subarray(0, 5))).toBe('%PDF-')
      expect(file.byteLength).toBe(batch.tasks[index * 2]?.bytes)
    }
  })

  it('takes generate and the slug of a Studio endpoint as well', async () => {
    const { key } = await newAccount({ credits: 10 })
    const stored = await post('/v1/endpoints/letter', key, {})
    expect(stored.status).toBe(405)
    const generated = await send(key, {
      endpoint: 'generate',
      entries: [{ template_id: 'invoice/classic', data: { number: 'A-1' } }],
    })
    expect(generated.status).toBe(202)
    const { batch_id } = await generated.json<Accepted>()
    expect(await doneBatch(batch_id, key)).toMatchObject({
      counts: { completed: 1 },
      tasks: [{ kind: 'generate' }],
    })
  })

  it('is the same for an idempotency key, and held once', async () => {
    const { key } = await newAccount({ credits: 10 })
    const body = { endpoint: 'transform', entries: [entry('once'), entry('twice')] }
    const first = await send(key, body, { 'idempotency-key': 'batch' })
    const again = await send(key, body, { 'idempotency-key': 'batch' })
    expect(await again.text()).toBe(await first.text())
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await credits(key)).toBe(8)
  })
})

describe('a batch is refused', () => {
  it.each(
    everyThirdOf([
      ['without entries', { endpoint: 'transform', entries: [] }, '/entries'],
      [
        'with async_mode false',
        { endpoint: 'transform', entries: [entry('x')], async_mode: false },
        '/async_mode',
      ],
      ['without an endpoint', { entries: [entry('x')] }, '/endpoint'],
      [
        'with a private webhook',
        { endpoint: 'transform', entries: [entry('x')], webhook_url: 'http://[::1]/' },
        '/webhook_url',
      ],
      [
        'with a bad entry, which it names',
        { endpoint: 'transform', entries: [entry('x'), { html: '<p>x</p>', option: {} }] },
        '/entries/1/option',
      ],
      [
        'with a bad webhook in an entry',
        { endpoint: 'transform', entries: [entry('x', { webhook_url: 'ftp://x.org/' })] },
        '/entries/0/webhook_url',
      ],
    ]),
  )('%s: 400', async (_, body, pointer) => {
    const { key } = await newAccount({ credits: 5 })
    const refused = await problem(await send(key, body))
    expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(refused.errors?.map((error) => error.pointer)).toContain(pointer)
    expect(await credits(key)).toBe(5)
  })

  it('in texts that say what to do, once', async () => {
    const { key } = await newAccount({ credits: 0 })
    const one = { endpoint: 'transform', entries: [entry('x')] }
    const detail = async (more: Json) => (await problem(await send(key, { ...one, ...more }))).detail
    expect(await detail({ async_mode: 'true' })).toBe(
      '/async_mode must be true or left out: a batch always runs asynchronously.',
    )
    expect(await detail({ webhook_url: 'http://[::1]/' })).toMatch(/[^.]\.$/)
    expect(await detail({})).toBe('This costs 1 credit and 0 are available. Ask your operator for more.')
  })

  it('with more entries than the plan allows: 422, before their shape is looked at', async () => {
    const free = await newAccount({ credits: 50, plan: 'Free' })
    for (const broken of [entry('x'), { htlm: 1 }]) {
      const entries = Array.from({ length: 4 }, () => broken)
      expect(await problem(await send(free.key, { endpoint: 'transform', entries }))).toMatchObject({
        ...{ status: 422, code: 'plan_limit', detail: expect.stringContaining('allows 3 entries') },
      })
    }
    const pro = await newAccount({ credits: 50 })
    const entries = Array.from({ length: 11 }, () => entry('x'))
    expect(await problem(await send(pro.key, { endpoint: 'transform', entries }))).toMatchObject({
      status: 422,
    })
    expect(await credits(pro.key)).toBe(50)
  })

  it('for an unknown slug or template: 404', async () => {
    const { key } = await newAccount({ credits: 5 })
    expect(await problem(await send(key, { endpoint: 'no-such-endpoint', entries: [{}] }))).toMatchObject({
      ...{ status: 404, detail: expect.not.stringContaining('Entry') },
      errors: [{ pointer: '/endpoint' }],
    })
    const unknown = { endpoint: 'generate', entries: [{ template_id: 'no/such', data: {} }] }
    expect(await problem(await send(key, unknown))).toMatchObject({
      status: 404,
      detail: expect.stringContaining('Entry 0'),
    })
  })

  it('for what the credits do not cover as a whole: 402, and nothing is held', async () => {
    const { key } = await newAccount({ credits: 2 })
    const entries = [entry('1'), entry('2'), entry('3')]
    expect(await problem(await send(key, { endpoint: 'transform', entries }))).toMatchObject({
      ...{ status: 402, detail: 'This costs 3 credits and 2 are available. Ask your operator for more.' },
    })
    expect(await credits(key)).toBe(2)
    expect(await (await get('/v1/tasks', key)).json()).toEqual({ tasks: [], next_cursor: null })
  })

  it('with a password on the Free plan: 403, which names the entry', async () => {
    const { key } = await newAccount({ credits: 5, plan: 'Free' })
    const entries = [entry('x'), entry('y', { options: { password: 'secret' } })]
    expect(await problem(await send(key, { endpoint: 'transform', entries }))).toMatchObject({
      ...{
        status: 403,
        code: 'plan_feature',
        detail: expect.stringMatching(/^Entry 1 of the batch: The Free/),
      },
      errors: [{ pointer: '/entries/1/options/password' }],
    })
  })

  it('without a key: 401', async () => {
    expect((await send('plt_live_nonsense', {})).status).toBe(401)
  })
})

describe('tasks', () => {
  it('are listed newest first, page by page, by status and kind', async () => {
    const { key } = await newAccount({ credits: 10 })
    const { batch_id } = await (
      await send(key, { endpoint: 'transform', entries: [entry('a'), entry('b'), entry('c')] })
    ).json<Accepted>()
    await doneBatch(batch_id, key)
    type Page = { tasks: (Json & { task_id: string })[]; next_cursor: string | null }
    const page = async (query: string) => await (await get(`/v1/tasks?${query}`, key)).json<Page>()
    const first = await page('limit=2&status=completed&kind=transform')
    const second = await page(`limit=2&status=completed&kind=transform&cursor=${first.next_cursor}`)
    expect([first.tasks.length, second.tasks.length, second.next_cursor]).toEqual([2, 1, null])
    expect(new Set([...first.tasks, ...second.tasks].map(({ task_id }) => task_id)).size).toBe(3)
    expect((await page('status=failed')).tasks).toEqual([])
    expect((await get('/v1/tasks?cursor=nonsense', key)).status).toBe(400)
    expect((await get('/v1/tasks?status=done', key)).status).toBe(400)
  })

  it('and batches are one account’s own', async () => {
    const [mine, other] = [await newAccount({ credits: 5 }), await newAccount({ credits: 5 })]
    const { batch_id, tasks } = await (
      await send(mine.key, { endpoint: 'transform', entries: [entry('mine')] })
    ).json<Accepted>()
    expect((await get(`/v1/batches/${batch_id}`, other.key)).status).toBe(404)
    expect((await get(`/v1/status/${tasks[0]?.task_id}`, other.key)).status).toBe(404)
    expect(await (await get('/v1/tasks', other.key)).json()).toMatchObject({ tasks: [] })
    await doneBatch(batch_id, mine.key)
  })
})
