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
