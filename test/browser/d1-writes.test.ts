/** How often D1 is asked for a document: it is one database for all accounts, and bears some 1,000 transactions a second. */
import { runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, inject, it, vi } from 'vitest'
import counted from '../../scripts/scale-figures.json'
import { MAX_GATHERED } from '../../src/accounts/storage/outbox-table'
import { newId } from '../../src/ids'
import { newAccount, type TestAccount, work } from '../support/accounts'
import { type D1Request, d1Requests } from '../support/d1-use'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

const document = { html: '<title>x</title><p>x</p>', goCreditMode: false }
const writes = (requests: D1Request[]) => requests.filter(({ writes }) => writes)
/** Ends of tasks that D1 lacks. */
const unsent = ({ account }: TestAccount) =>
  runInDurableObject(account, (_, { storage }) =>
    Number(storage.sql.exec('SELECT count(*) AS n FROM outbox').one().n),
  )
/** As many rows were written as docs/operate/scale.md counts with. */
function expectRows(requests: D1Request[], { documents, each }: { documents: number; each: number }): void {
  const rows = requests.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0) / documents
  expect(rows).toBeLessThanOrEqual(each)
  expect(rows).toBeGreaterThan(each - 1)
}
const json = async (response: Response) => await response.json<Record<string, unknown>>()

/** Makes something at once; returns its task. */
async function make(path: string, { key }: TestAccount, body: object): Promise<string> {
  const response = await post(path, key, body)
  expect(response.status).toBe(200)
  await response.arrayBuffer()
  return response.headers.get('x-task-id') ?? ''
}

async function ended(taskId: string, { key }: TestAccount): Promise<void> {
  await vi.waitFor(async () => {
    const { status } = await json(await get(`/v1/status/${taskId}?wait=10`, key))
    expect(status).toBe('completed')
  }, 20_000)
}

/** An account that D1 knows. */
async function knownAccount(): Promise<TestAccount> {
  const owner = await newAccount({ credits: 500, plan: 'Max' })
  await owner.account.catchUp()
  return owner
}

it('synchronous work asks D1 nothing, and goes there a hundred at a time', async () => {
  const owner = await knownAccount()
  const asked = await d1Requests(owner.accountId, async () => {
    for (let time = 0; time < 3; time++) await make('/v1/transform', owner, document)
    await make('/v1/qrcode', owner, { data: 'a code' })
    for (let other = 5; other < MAX_GATHERED; other++) {
      const taskId = newId('tsk')
      await owner.account.begin(work(owner.call, [{ taskId, credits: 1 }]))
      await owner.account.settle({ taskId })
    }
  })
  expect(asked).toEqual([])
  const told = await d1Requests(owner.accountId, async () => {
    await make('/v1/qrcode', owner, { data: 'the last one' })
    await vi.waitFor(async () => expect(await unsent(owner)).toBe(0), 20_000)
  })
  expect(told).toHaveLength(1)
  expectRows(told, { documents: MAX_GATHERED, each: counted.synchronous.d1Rows })
  expect(told.length / MAX_GATHERED).toBe(counted.synchronous.d1Transactions)
})

it('what has ended is found and listed at once, by every filter', async () => {
  const owner = await knownAccount()
  const metadata = { order: 17 }
  const taskId = await make('/v1/transform', owner, { ...document, metadata })
  const found = await json(await get(`/v1/status/${taskId}`, owner.key))
  expect(found).toMatchObject({ status: 'completed', metadata })
  for (const filter of ['', '?kind=transform', '?metadata[order]=17', '?status=completed']) {
    const { tasks } = await json(await get(`/v1/tasks${filter}`, owner.key))
    expect(tasks, filter).toMatchObject([{ task_id: taskId, status: 'completed', metadata }])
  }
  const { tasks } = await json(
    await post('/v1/batch', owner.key, { endpoint: 'transform', entries: [document] }),
  )
  const [{ task_id = '' } = {}] = tasks as { task_id: string }[]
  await ended(task_id, owner)
  const { batch_id } = await json(await get(`/v1/status/${task_id}`, owner.key))
  const batch = await json(await get(`/v1/batches/${batch_id}`, owner.key))
  expect(batch).toMatchObject({ counts: { completed: 1 }, download_url: expect.any(String) })
})

it('queued work writes D1 twice until it has ended, a batch once for all, and its ends go there together', async () => {
  const owner = await knownAccount()
  const asked = await d1Requests(owner.accountId, async () => {
    const request = { ...document, async_mode: true }
    const alone = [1, 2, 3].map(async () => await json(await post('/v1/transform', owner.key, request)))
    const rows = post('/v1/batch', owner.key, { endpoint: 'transform', entries: [document, document] })
    const batch = (await json(await rows)).tasks as { task_id: string }[]
    for (const { task_id } of [...(await Promise.all(alone)), ...batch]) await ended(String(task_id), owner)
  })
  const [submissions, claims] = [4, 5]
  expect(writes(asked).map(({ sql }) => sql)).toHaveLength(submissions + claims)
  const told = await d1Requests(owner.accountId, async () => await owner.account.catchUp())
  expect(told).toHaveLength(1)
  expectRows([...asked, ...told], { documents: claims, each: counted.queued.d1Rows })
})

it('a webhook is no write more: what its receiver took at once goes there with the end of its task', async () => {
  const owner = await knownAccount()
  const webhook_url = `${inject('origins').site}/echo`
  const tasks = 3
  const tried = () =>
    runInDurableObject(
      owner.account,
      (_, { storage }) =>
        storage.sql
          .exec(
            `SELECT 1 FROM outbox, json_each('[' || payload || ']') WHERE value -> '$.webhook' IS NOT NULL`,
          )
          .toArray().length,
    )
  const asked = await d1Requests(owner.accountId, async () => {
    for (let task = 0; task < tasks; task++)
      await json(await post('/v1/transform', owner.key, { ...document, async_mode: true, webhook_url }))
    await vi.waitFor(async () => expect(await tried()).toBe(tasks), 20_000)
  })
  expect(writes(asked)).toHaveLength(tasks * Math.floor(counted.notified.d1Transactions))
  const told = await d1Requests(owner.accountId, async () => await owner.account.catchUp())
  expect(told).toHaveLength(1)
  expectRows([...asked, ...told], { documents: tasks, each: counted.notified.d1Rows })
  const { deliveries } = await json(await get('/v1/webhooks/deliveries', owner.key))
  const delivered = { status: 'delivered', tries: 1, attempts: [{ status: 200 }], url: webhook_url }
  expect(deliveries).toMatchObject(Array(tasks).fill(delivered))
})
