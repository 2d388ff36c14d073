/** Work that is given up while it runs: a deleted task, and a caller who hangs up. */
import { env, SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

/** Slots of the pool that are used, by all shards that may be. */
async function slotsInUse(): Promise<number> {
  const shards = await Promise.all(
    ['local:0', 'local:1', 'local:2'].map((name) => env.POOL.get(env.POOL.idFromName(name)).status()),
  )
  return shards.reduce((sum, { used }) => sum + used, 0)
}

const erase = (taskId: string, { key }: TestAccount) =>
  SELF.fetch(`https://platen.test/v1/status/${taskId}`, { method: 'DELETE', headers: { 'x-api-key': key } })

const creditsOf = async ({ key }: TestAccount) =>
  (await (await get('/v1/credits', key)).json<{ credits_left: number }>()).credits_left

const slow = { goCreditMode: false, html: '<p>slow', options: { timeout: 60, wait_for: { ms: 50_000 } } }
const busy = {
  goCreditMode: false,
  html: '<script>setTimeout(() => { for (;;); }, 100)</script><p>busy',
  options: { timeout: 60, wait_for: { ms: 500 } },
}

describe('a deleted task', () => {
  it.each([
    ['waits', slow],
    ['is busy', busy],
  ])('ends its render while the page %s, is charged nothing and stores nothing', async (_, request) => {
    const caller = await newAccount({ credits: 5 })
    const accepted = await post('/v1/transform', caller.key, { ...request, async_mode: true })
    const { task_id: taskId } = await accepted.json<{ task_id: string }>()
    await vi.waitFor(async () => expect(await slotsInUse()).toBe(1), { timeout: 30_000 })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect((await erase(taskId, caller)).status).toBe(204)
    const erasedAt = Date.now()
    await vi.waitFor(async () => expect(await slotsInUse()).toBe(0), { timeout: 10_000 })
    expect(Date.now() - erasedAt).toBeLessThan(3_000)
    expect(await creditsOf(caller)).toBe(5)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await env.FILES.head(`files/${taskId}`)).toBeNull()
    expect(await env.FILES.head(`inputs/${taskId}`)).toBeNull()
    expect((await get(`/v1/status/${taskId}`, caller.key)).status).toBe(410)
    expect(await creditsOf(caller)).toBe(5)
  })
})

describe('a caller who hangs up', () => {
  /** Asks for a render, and hangs up while it is under way. */
  async function hangUp({ key }: TestAccount, request: object, headers: Record<string, string> = {}) {
    const caller = new AbortController()
    const asked = SELF.fetch('https://platen.test/v1/transform', {
      method: 'POST',
      signal: caller.signal,
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(request),
    })
    const hungUp = expect(asked).rejects.toThrow('abort')
    await vi.waitFor(async () => expect(await slotsInUse()).toBe(1), { timeout: 30_000 })
    await new Promise((resolve) => setTimeout(resolve, 500))
    caller.abort()
    await hungUp
  }

  it('ends the render, and is charged nothing', async () => {
    const caller = await newAccount({ credits: 5 })
    await hangUp(caller, slow)
    const at = Date.now()
    await vi.waitFor(async () => expect(await slotsInUse()).toBe(0), { timeout: 10_000 })
    await vi.waitFor(async () => expect(await creditsOf(caller)).toBe(5), { timeout: 10_000 })
    expect(Date.now() - at).toBeLessThan(3_000)
    await vi.waitFor(async () => {
      await caller.account.catchUp()
      const { results } = await env.DB.prepare('SELECT status, error FROM tasks WHERE account_id = ?')
        .bind(caller.accountId)
        .all()
      expect(results).toMatchObject([{ status: 'failed', error: expect.stringContaining('"canceled"') }])
    })
  })

  it('with an idempotency key finds the result when coming back, and pays for it once', async () => {
    const caller = await newAccount({ credits: 5 })
    const request = { ...slow, options: { wait_for: { ms: 3_000 } } }
    const key = { 'idempotency-key': 'come-back' }
    await hangUp(caller, request, key)
    const again = () => post('/v1/transform', caller.key, request, key)
    expect((await again()).status).toBe(409)
    await vi.waitFor(
      async () => {
        const reply = await again()
        expect(reply.status).toBe(200)
        expect(reply.headers.get('idempotent-replayed')).toBe('true')
      },
      { timeout: 20_000, interval: 500 },
    )
    expect(await creditsOf(caller)).toBe(4)
  })
})
