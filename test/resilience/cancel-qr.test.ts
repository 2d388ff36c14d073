/** QR codes that are given up while they wait for their logo: deleted tasks, and a caller who hangs up. */
import { env, SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

/** A server that takes the request and says nothing: a logo has 10 s. */
const waiting = (n: number) => ({ data: `code ${n}`, logo_url: `${inject('origins').site}/silent?${n}` })

const creditsOf = async ({ key }: TestAccount) =>
  (await (await get('/v1/credits', key)).json<{ credits_left: number }>()).credits_left

describe('queued codes that are deleted', () => {
  it('free their slots at once and store nothing', async () => {
    const caller = await newAccount({ credits: 50 })
    const later = async (body: object) => {
      const accepted = await post('/v1/qrcode', caller.key, { ...body, async_mode: true })
      return (await accepted.json<{ task_id: string }>()).task_id
    }
    const slow = await Promise.all(Array.from({ length: 12 }, (_, n) => later(waiting(n))))
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    for (const taskId of slow) {
      const init = { method: 'DELETE', headers: { 'x-api-key': caller.key } }
      expect((await SELF.fetch(`https://platen.test/v1/status/${taskId}`, init)).status).toBe(204)
    }
    const deletedAt = Date.now()
    const quick = await later({ data: 'quick' })
    const end = await (await get(`/v1/status/${quick}?wait=20`, caller.key)).json<{ status: string }>()
    expect(end.status).toBe('completed')
    expect(Date.now() - deletedAt).toBeLessThan(6_000)
    expect(await creditsOf(caller)).toBe(49)
    for (const taskId of slow) expect(await env.FILES.head(`files/${taskId}`)).toBeNull()
  })
})

describe('a caller who hangs up while a code waits for its logo', () => {
  it('is charged nothing, and the task ends at once as canceled', async () => {
    const caller = await newAccount({ credits: 5 })
    const hangUp = new AbortController()
    const asked = SELF.fetch('https://platen.test/v1/qrcode', {
      method: 'POST',
      signal: hangUp.signal,
      headers: { 'x-api-key': caller.key, 'content-type': 'application/json' },
      body: JSON.stringify(waiting(1)),
    })
    const hungUp = expect(asked).rejects.toThrow('abort')
    await vi.waitFor(async () => expect(await creditsOf(caller)).toBe(3), { timeout: 10_000 })
    hangUp.abort()
    const at = Date.now()
    await hungUp
    await vi.waitFor(async () => expect(await creditsOf(caller)).toBe(5), { timeout: 10_000 })
    expect(Date.now() - at).toBeLessThan(3_000)
    await vi.waitFor(async () => {
      await caller.account.catchUp()
      const tasks = env.DB.prepare('SELECT status, error FROM tasks WHERE account_id = ?')
      const { results } = await tasks.bind(caller.accountId).all()
      expect(results).toMatchObject([{ status: 'failed', error: expect.stringContaining('"canceled"') }])
    })
  })
})
