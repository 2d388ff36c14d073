/** Queued work through the real queue and its dispatchers while another account's work is slow. */
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(async () => {
  await applySchema()
  const first = await newAccount({ credits: 5 })
  // The first one waits for its browser to be opened.
  await completed(first, await later(first, '/v1/transform', document))
  aloneMs = await quickMs(first)
})

const { site } = inject('origins')
/** Its file never comes: it hangs before any browser is asked. */
const slow = { html: '<p>slow</p>', goCreditMode: false, options: { embed_files: [`${site}/silent`] } }
const document = { html: '<p>quick</p>', goCreditMode: false }

type Caller = Pick<TestAccount, 'key'>

async function later({ key }: Caller, path: string, body: object): Promise<string> {
  const accepted = await post(path, key, { ...body, async_mode: true })
  expect(accepted.status).toBe(202)
  return (await accepted.json<{ task_id: string }>()).task_id
}

async function statusOf({ key }: Caller, taskId: string): Promise<unknown> {
  return (await (await get(`/v1/status/${taskId}`, key)).json<{ status: unknown }>()).status
}

const completed = (caller: Caller, taskId: string) =>
  vi.waitFor(async () => expect(await statusOf(caller, taskId)).toBe('completed'), { timeout: 60_000 })

/** How long a code and a document take one after the other, in milliseconds, and how long if nothing else is under way. */
async function quickMs(caller: Caller): Promise<number> {
  const begunAt = Date.now()
  await completed(caller, await later(caller, '/v1/qrcode', { data: 'quick' }))
  await completed(caller, await later(caller, '/v1/transform', document))
  return Date.now() - begunAt
}
let aloneMs = Number.POSITIVE_INFINITY

/** For so long a file is waited for (`attachments.ts`). */
const HANGING_MS = 25_000
/** Whether work that hangs since then goes on for far longer than a code and a document take here. */
const tells = (begunAt: number) => Date.now() - begunAt + 4 * aloneMs < HANGING_MS

describe('queued work', () => {
  it('is done while a document of another account is slow', async () => {
    const [busy, other] = [await newAccount({ credits: 5 }), await newAccount({ credits: 5 })]
    const begunAt = Date.now()
    const hanging = await later(busy, '/v1/transform', slow)
    await vi.waitFor(async () => expect(await statusOf(busy, hanging)).toBe('processing'), {
      timeout: 20_000,
    })
    const isTelling = tells(begunAt)
    await quickMs(other)
    const status = await statusOf(busy, hanging)
    if (isTelling) expect(status).toBe('processing')
  })

  it('of one account never fills all slots: another’s code and document are done', async () => {
    const [busy, other] = [await newAccount({ plan: 'Max', credits: 500 }), await newAccount({ credits: 5 })]
    const begunAt = Date.now()
    const hanging: string[] = []
    // More than there are slots for: ten in each of ten objects.
    for (let n = 0; n < 13; n++) {
      const batch = await post('/v1/batch', busy.key, {
        endpoint: 'transform',
        entries: Array(10).fill(slow),
      })
      expect(batch.status).toBe(202)
      const { tasks } = await batch.json<{ tasks: { task_id: string }[] }>()
      hanging.push(...tasks.map(({ task_id }) => task_id))
    }
    const isTelling = tells(begunAt)
    await quickMs(other)
    const statuses = await Promise.all(hanging.map((taskId) => statusOf(busy, taskId)))
    // Some still wait: the other account was served before them.
    if (!isTelling) return
    expect(statuses).toContain('pending')
    expect(statuses).toContain('processing')
  })
})
