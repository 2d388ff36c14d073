/** What work that nobody pays for leaves in D1: how large its rows are, and that they end. */
import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { logFor } from '../../src/log'
import { backgroundDependencies } from '../../src/queue/background-dependencies'
import { type SweepDeps, sweep } from '../../src/queue/sweep'
import { newAccount, type TestAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

const DAY_MS = 86_400_000
/** A PNG by its name alone: the code fails. */
const noLogo = { data: 'fails', logo_url: 'data:image/png;base64,AAAA' }

/** A queued task at its end, told to its webhook. */
async function ended({ key, account }: TestAccount, request: object): Promise<string> {
  const accepted = await post('/v1/qrcode', key, { ...request, async_mode: true })
  expect(accepted.status).toBe(202)
  const { task_id: taskId } = await accepted.json<{ task_id: string }>()
  await vi.waitFor(
    async () => {
      const { status } = await (await get(`/v1/status/${taskId}?wait=10`, key)).json<{ status: string }>()
      expect(['completed', 'failed']).toContain(status)
    },
    { timeout: 30_000 },
  )
  if ('webhook_url' in request)
    await vi.waitFor(
      async () => {
        await account.catchUp()
        expect(await bytesOf('deliveries', taskId)).toBeGreaterThan(100)
      },
      { timeout: 20_000 },
    )
  return taskId
}

/** Bytes of all fields of a table's rows of a task. */
async function bytesOf(table: 'tasks' | 'deliveries', taskId: string): Promise<number> {
  const row = await env.DB.prepare(`SELECT * FROM ${table} WHERE task_id = ?`).bind(taskId).first()
  return new TextEncoder().encode(JSON.stringify(row)).byteLength
}

const rowsOf = async (accountId: string, table: string) =>
  (await env.DB.prepare(`SELECT * FROM ${table} WHERE account_id = ?`).bind(accountId).all()).results

describe('a task that fails with the largest metadata and webhook address', () => {
  it('has rows of at most the size that docs/operate/security.md counts with', async () => {
    const caller = await newAccount({ credits: 5 })
    const webhook_url = `${inject('origins').site}/echo?${'x'.repeat(1_900)}`
    const metadata = { note: 'x'.repeat(8_000) }
    const taskId = await ended(caller, { ...noLogo, webhook_url, metadata })
    const bytes = (await bytesOf('tasks', taskId)) + (await bytesOf('deliveries', taskId))
    expect(bytes).toBeGreaterThan(16_000)
    expect(bytes).toBeLessThan(24_000)
  })
})

describe('the sweep', () => {
  it('deletes tasks that were not charged 30 days after their retention, with webhook and batch, and no others', async () => {
    const caller = await newAccount({ credits: 5 })
    const webhook_url = `${inject('origins').site}/echo`
    const unpaid = await ended(caller, { ...noLogo, webhook_url })
    const recent = await ended(caller, { ...noLogo, data: 'recent' })
    const paid = await ended(caller, { data: 'paid', webhook_url })
    const { accountId } = caller
    await caller.account.catchUp()
    const batch = 'INSERT INTO batches (batch_id, account_id, count, created_at) VALUES (?1, ?2, 1, 0)'
    await env.DB.batch([
      env.DB.prepare(batch).bind(`bat_${unpaid}`, accountId),
      env.DB.prepare(batch).bind(`bat_${paid}`, accountId),
      env.DB.prepare(
        `UPDATE tasks SET batch_id = 'bat_' || task_id, expires_at = 1, purged_at = iif(task_id = ?2, ?4, ?3)
         WHERE account_id = ?1`,
      ).bind(accountId, recent, Date.now() - 31 * DAY_MS, Date.now() - 29 * DAY_MS),
    ])
    const deps = backgroundDependencies(env, logFor('test'), env.DB)
    const counts = await sweep(deps, (error) => expect.unreachable(String(error)))
    expect(counts.deleted).toBe(1)
    const left = (await rowsOf(accountId, 'tasks')).map((row) => row.task_id)
    expect(left.toSorted()).toEqual([recent, paid].toSorted())
    expect((await rowsOf(accountId, 'deliveries')).map((row) => row.task_id)).toEqual([paid])
    expect((await rowsOf(accountId, 'batches')).map((row) => row.batch_id)).toEqual([`bat_${paid}`])
    expect((await get(`/v1/status/${unpaid}`, caller.key)).status).toBe(404)
    expect((await get(`/v1/status/${paid}`, caller.key)).status).toBe(410)
  })

  it('deletes charged tasks, their webhooks and D1’s copy of their lines after 400 days, and no others', async () => {
    const caller = await newAccount({ credits: 5 })
    const webhook_url = `${inject('origins').site}/echo`
    const [old, kept, recent] = [
      await ended(caller, { data: 'old', webhook_url }),
      await ended(caller, { data: 'kept' }),
      await ended(caller, { data: 'recent' }),
    ]
    const { accountId } = caller
    await caller.account.catchUp()
    await env.DB.batch([
      env.DB.prepare(
        'UPDATE ledger SET at = ?3 WHERE account_id = ?1 AND (task_id <> ?2 OR task_id IS NULL)',
      ).bind(accountId, recent, Date.now() - 401 * DAY_MS),
      // One whose contents the sweep did not remove yet.
      env.DB.prepare('UPDATE tasks SET purged_at = iif(task_id = ?2, NULL, 1) WHERE account_id = ?1').bind(
        accountId,
        kept,
      ),
    ])
    const deps = backgroundDependencies(env, logFor('test'), env.DB)
    await sweep(deps, (error) => expect.unreachable(String(error)))
    const left = (await rowsOf(accountId, 'tasks')).map((row) => row.task_id)
    expect(left.toSorted()).toEqual([kept, recent].toSorted())
    expect(await rowsOf(accountId, 'deliveries')).toEqual([])
    const lines = (await rowsOf(accountId, 'ledger')).map((row) => row.task_id)
    expect(new Set(lines)).toEqual(new Set([recent]))
    expect((await get(`/v1/status/${old}`, caller.key)).status).toBe(404)
    expect((await (await get('/v1/usage', caller.key)).json<{ entries: unknown[] }>()).entries).toHaveLength(
      7,
    )
  })

  it('removes at once whatever is past its retention, however much that is', async () => {
    const { accountId } = await newAccount({ credits: 0 })
    await env.DB.prepare(
      `INSERT INTO tasks (task_id, account_id, kind, mode, status, created_at, completed_at, credits_charged, expires_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2100)
       SELECT 'tsk_old' || i || ?1, ?1, 'qrcode', 'live', 'completed', 0, 0, 1, 1 FROM n`,
    )
      .bind(accountId)
      .run()
    const sizes: number[] = []
    const deps = {
      ...backgroundDependencies(env, logFor('test'), env.DB),
      files: { delete: async (keys: string[]) => void sizes.push(keys.length) },
    }
    const counts = await sweep(deps as unknown as SweepDeps, (error) => expect.unreachable(String(error)))
    expect(counts.purged).toBeGreaterThanOrEqual(2100)
    // R2 takes no more in one call.
    expect(Math.max(...sizes)).toBe(1000)
    const rows = await rowsOf(accountId, 'tasks')
    expect(rows.filter(({ purged_at }) => purged_at === null)).toEqual([])
  })

  it('finds no lines of test work in the ledger’s copy', async () => {
    const caller = await newAccount({ credits: 0, mode: 'test' })
    expect((await post('/v1/qrcode', caller.key, { data: 'free' })).status).toBe(200)
    await caller.account.catchUp()
    expect(await rowsOf(caller.accountId, 'tasks')).toHaveLength(1)
    const lines = await rowsOf(caller.accountId, 'ledger')
    expect(lines.filter(({ mode }) => mode === 'test')).toEqual([])
  })
})
