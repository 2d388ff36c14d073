/** Three databases of tasks: whatever an account does is in its own, and what goes over all accounts goes over all. */
import { createExecutionContext, createScheduledController, env } from 'cloudflare:test'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { app } from '../../src/app'
import { chooseDatabase, taskDatabase, taskDatabases } from '../../src/databases'
import { databaseOf } from '../../src/ids'
import worker from '../../src/index'
import { newAccount, type TestAccount } from '../support/accounts'
import { awayFromMidnight } from '../support/away-from-midnight'
import { get } from '../support/http'
import { pdfUrl, samplePdf } from '../support/sample-pdf'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

/** What happens without a caller takes as long as other tests leave it. */
const PATIENCE = { timeout: 30_000, interval: 300 }
const TABLES = ['tasks', 'batches', 'deliveries', 'ledger']
const operator = { headers: { authorization: `Bearer ${env.ADMIN_TOKEN}` } }

beforeAll(() => applySchema())

/** Rows of a table of an account, in each database. */
const rowsOf = async ({ accountId }: TestAccount, table: string) =>
  await Promise.all(
    taskDatabases(env).map(
      async (db) =>
        (await db.prepare(`SELECT * FROM ${table} WHERE account_id = ?`).bind(accountId).all()).results,
    ),
  )

const request = async <Answer>(owner: TestAccount, method: string, path: string, body?: object) => {
  const answer = await send(method, path, { key: owner.key, ...(body && { body }) })
  expect(answer.ok, `${method} ${path}: ${answer.ok || (await answer.text())}`).toBe(true)
  return answer.status === 204 ? (undefined as Answer) : await answer.json<Answer>()
}

type Task = { task_id: string; status: string }

async function queued(owner: TestAccount, body: object): Promise<string> {
  const { task_id } = await request<Task>(owner, 'POST', '/v1/qrcode', { async_mode: true, ...body })
  await hasCompleted(owner, task_id)
  return task_id
}

async function hasCompleted(owner: TestAccount, taskId: string): Promise<void> {
  const read = async () => (await request<Task>(owner, 'GET', `/v1/status/${taskId}?wait=10`)).status
  await vi.waitFor(async () => expect(await read()).toBe('completed'), PATIENCE)
}

/** A POST to a service with other bindings or settings. */
const ask = async (path: string, headers: HeadersInit, body: object, settings: Partial<Env>) =>
  await app.request(
    `https://platen.test${path}`,
    {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
    { ...env, ...settings },
    createExecutionContext(),
  )

describe.each([0, 1, 2])('an account of database %i', (database) => {
  it('has its tasks, batches, webhooks and ledger there and nowhere else, and finds all of them', async () => {
    const owner = await newAccount({ credits: 20, database })
    const webhook_url = `${inject('origins').site}/echo`
    const taskId = await queued(owner, { data: 'queued', webhook_url })
    const batch = await request<{ batch_id: string; tasks: Task[] }>(owner, 'POST', '/v1/batch', {
      endpoint: 'finish',
      entries: [{ files: [pdfUrl(await samplePdf({ name: 'one', pages: 1 }))] }],
    })
    const ids = [taskId, batch.batch_id, ...batch.tasks.map(({ task_id }) => task_id)]
    expect(ids.map(databaseOf)).toEqual(ids.map(() => database))

    await vi.waitFor(async () => {
      const { deliveries } = await request<{ deliveries: { delivery_id: string; status: string }[] }>(
        owner,
        'GET',
        '/v1/webhooks/deliveries',
      )
      expect(deliveries).toMatchObject([{ status: 'delivered' }])
    }, PATIENCE)
    const deliveryId = taskId.replace('tsk_', 'msg_')
    await request(owner, 'POST', `/v1/webhooks/deliveries/${deliveryId}/replay`)
    const zip = await vi.waitFor(async () => {
      const read = await request<{ download_url?: string }>(owner, 'GET', `/v1/batches/${batch.batch_id}`)
      expect(read).toMatchObject({ count: 1, counts: { completed: 1 } })
      return read.download_url ?? ''
    }, PATIENCE)
    const archive = await get(zip.replace('https://platen.test', ''), '')
    expect(archive.headers.get('content-type')).toBe('application/zip')
    await archive.arrayBuffer()
    const { tasks } = await request<{ tasks: Task[] }>(owner, 'GET', '/v1/tasks')
    expect(tasks.map(({ task_id }) => task_id)).toEqual(expect.arrayContaining([taskId]))

    for (const table of TABLES) {
      const rows = await rowsOf(owner, table)
      expect(rows[database], table).not.toEqual([])
      expect(rows.filter((_, number) => number !== database).flat(), table).toEqual([])
    }
    await request(owner, 'DELETE', `/v1/status/${taskId}`)
    await request(owner, 'DELETE', `/v1/status/${batch.tasks[0]?.task_id}`)
    expect((await get(`/v1/status/${taskId}`, owner.key)).status).toBe(410)
  })

  it('has lost tasks sent again by the sweep, and files removed after their retention', async () => {
    const owner = await newAccount({ credits: 5, database })
    const db = taskDatabase(env, owner.accountId)
    const losing = { sendBatch: async () => undefined } as unknown as Env['JOBS']
    const answer = await ask(
      '/v1/qrcode',
      { 'x-api-key': owner.key },
      { data: 'x', async_mode: true },
      { JOBS: losing },
    )
    const { task_id: taskId } = await answer.json<Task>()
    await db.prepare('UPDATE tasks SET check_at = 0 WHERE task_id = ?').bind(taskId).run()
    await worker.scheduled(createScheduledController(), env)
    await hasCompleted(owner, taskId)

    await owner.account.catchUp()
    await db.prepare('UPDATE tasks SET expires_at = 1 WHERE task_id = ?').bind(taskId).run()
    await worker.scheduled(createScheduledController(), env)
    expect(await env.FILES.head(`files/${taskId}`)).toBeNull()
    const row = await db.prepare('SELECT purged_at FROM tasks WHERE task_id = ?').bind(taskId).first()
    expect(row?.purged_at).toBeGreaterThan(0)
  })
})

it('operators see the accounts and the usage of all databases', async () => {
  await awayFromMidnight()
  const owners = await Promise.all([0, 1, 2].map((database) => newAccount({ credits: 5, database })))
  for (const owner of owners) {
    await queued(owner, { data: 'charged' })
    await owner.account.catchUp()
  }
  const month = new Date().toISOString().slice(0, 7)
  await vi.waitFor(async () => {
    const csv = await (await send('GET', `/admin/v1/usage.csv?month=${month}`, operator)).text()
    const listed = await (await send('GET', '/admin/v1/accounts?limit=500', operator)).text()
    for (const { accountId } of owners) {
      expect(csv).toContain(`${accountId},Test,Pro,qrcode,`)
      expect(listed).toContain(accountId)
    }
    const ids = csv
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0] ?? '')
    expect(ids.filter(Boolean)).toEqual(ids.filter(Boolean).toSorted())
  }, PATIENCE)
  expect((await send('GET', '/admin/v1/health', operator)).status).toBe(200)
})

describe('a new account', () => {
  const create = async (settings: Partial<Env>) => {
    const body = { name: 'New', plan: 'Free', credits: 1 }
    const answer = await ask('/admin/v1/accounts', operator.headers, body, settings)
    return { status: answer.status, ...(await answer.json<{ account_id?: string }>()) }
  }

  it('goes to the databases that take new ones, the emptier ones more often', async () => {
    const { account_id: first = '' } = await create({})
    expect(first).toMatch(/^acc_\w{16}$/)
    const { account_id: second = '' } = await create({ NEW_ACCOUNT_DATABASES: '2' })
    expect(second).toMatch(/^acc_02\w{16}$/)
    const settings = { ...env, NEW_ACCOUNT_DATABASES: '0, 1,2' }
    const chosen = await Promise.all([0, 0.4, 0.99].map((random) => chooseDatabase(settings, () => random)))
    expect(chosen).toEqual([0, 1, 2])
    const full = { prepare: () => ({ run: async () => ({ meta: { size_after: 9.9e9 } }) }) }
    const mostlyFull = { ...settings, TASKS_1: full as unknown as D1Database }
    expect(await chooseDatabase(mostlyFull, () => 0.51)).toBe(2)
  })

  it('is not made in a database that is not bound', async () => {
    expect((await create({ NEW_ACCOUNT_DATABASES: '0,3' })).status).toBe(500)
    await expect(chooseDatabase({ ...env, NEW_ACCOUNT_DATABASES: 'one' })).rejects.toThrow('whole number')
    expect(() => taskDatabase(env, 'acc_03aaaaaaaaaaaaaaaa')).toThrow('TASKS_3')
  })
})
