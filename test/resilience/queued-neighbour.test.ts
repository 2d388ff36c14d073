/** One account queues far more than may run at once, and another one a single document after that. */
import { env } from 'cloudflare:test'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '../../src/ids'
import { dispatch } from '../../src/queue/dispatcher'
import { newAccount, type TestAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())
// One object starts the documents of all.
beforeEach(() => {
  env.POOL_SHARDS = '1'
})

const page = { html: '<p>one of many', goCreditMode: false }

async function completedOf({ account }: TestAccount): Promise<number> {
  const statement = await account.statement({ limit: 1 })
  if (!('totals' in statement)) throw new Error('the account is not there')
  return statement.totals.tasks_completed
}

it('a document that is queued behind 200 of another account is done before 30 more of those', async () => {
  const [busy, other] = [await newAccount({ plan: 'Max', credits: 500 }), await newAccount({ credits: 5 })]
  for (let n = 0; n < 20; n++) {
    const batch = await post('/v1/batch', busy.key, { endpoint: 'transform', entries: Array(10).fill(page) })
    expect(batch.status).toBe(202)
  }
  const before = await completedOf(busy)
  const accepted = await post('/v1/transform', other.key, { ...page, async_mode: true })
  const { task_id: taskId } = await accepted.json<{ task_id: string }>()
  let status = 'pending'
  while (status === 'pending' || status === 'processing') {
    status = (await (await get(`/v1/status/${taskId}?wait=20`, other.key)).json<{ status: string }>()).status
  }
  expect(status).toBe('completed')
  expect((await completedOf(busy)) - before).toBeLessThan(30)
})

it('a thousand documents of one account are taken over at once: none comes back to stand before others’ in the queue', async () => {
  const shared = { accountId: 'acc_busy', mode: 'live', returns: 0 } as const
  const work = Array.from({ length: 1000 }, () => ({ id: newId('tsk'), ...shared }))
  expect(await dispatch(env, 'documents', work)).toEqual([])
})
