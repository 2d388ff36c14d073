/** Work that is given up while it runs or waits: deleted tasks, callers who hang up, renders that are cancelled. */
import { env, SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { shardStub } from '../../src/browser/shards'
import { renderPdf } from '../../src/render/render'
import type { RenderDeps } from '../../src/render/render-deps'
import { newAccount, type TestAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

/** Far less than what is given up here would take, and enough for a machine that has other work. */
const SOON = { timeout: 20_000 }

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
    await vi.waitFor(async () => expect(await slotsInUse()).toBe(0), SOON)
    await vi.waitFor(async () => expect(await creditsOf(caller)).toBe(5), SOON)
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
    await vi.waitFor(async () => expect(await slotsInUse()).toBe(0), SOON)
    await vi.waitFor(async () => expect(await creditsOf(caller)).toBe(5), SOON)
    await isCanceled(caller)
  })

  it('with an idempotency key finds the result when coming back, and pays for it once', async () => {
    const caller = await newAccount({ credits: 5 })
    const request = { ...slow, options: { timeout: 60, wait_for: { ms: 8_000 } } }
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
      { timeout: 60_000, interval: 500 },
    )
    expect(await creditsOf(caller)).toBe(4)
  })
})

/** The account has one task, which failed as canceled. */
async function isCanceled({ account, accountId }: TestAccount): Promise<void> {
  await vi.waitFor(async () => {
    await account.catchUp()
    const tasks = env.DB.prepare('SELECT status, error FROM tasks WHERE account_id = ?')
    const { results } = await tasks.bind(accountId).all()
    expect(results).toMatchObject([{ status: 'failed', error: expect.stringContaining('"canceled"') }])
  }, SOON)
}

const LOGO_MS = 10_000
/**
 * Begins to count the time of logos that never come. Called when their codes are given up, it returns a check that what
 * came of that came before their time was over; where so much was over already that it could not, it checks nothing.
 */
function beforeLogosEnd(): () => () => void {
  const begunAt = Date.now()
  return () => {
    const isTelling = Date.now() - begunAt < LOGO_MS / 3
    return () => {
      if (isTelling) expect(Date.now() - begunAt).toBeLessThan(LOGO_MS)
    }
  }
}

/** A server that takes the request and says nothing. */
const waiting = (n: number) => ({ data: `code ${n}`, logo_url: `${inject('origins').site}/silent?${n}` })

describe('queued codes that are deleted', () => {
  it('free their slots at once and store nothing', async () => {
    const caller = await newAccount({ credits: 50 })
    const later = async (body: object) => {
      const accepted = await post('/v1/qrcode', caller.key, { ...body, async_mode: true })
      return (await accepted.json<{ task_id: string }>()).task_id
    }
    const inTime = beforeLogosEnd()
    const slow = await Promise.all(Array.from({ length: 12 }, (_, n) => later(waiting(n))))
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const init = { method: 'DELETE', headers: { 'x-api-key': caller.key } }
    const deleted = slow.map((taskId) => SELF.fetch(`https://platen.test/v1/status/${taskId}`, init))
    expect((await Promise.all(deleted)).map(({ status }) => status)).toEqual(slow.map(() => 204))
    const isInTime = inTime()
    const quick = await later({ data: 'quick' })
    const ended = async () =>
      (await (await get(`/v1/status/${quick}?wait=20`, caller.key)).json<{ status: string }>()).status
    await vi.waitFor(async () => expect(await ended()).toBe('completed'), { timeout: 60_000 })
    isInTime()
    expect(await creditsOf(caller)).toBe(49)
    for (const taskId of slow) expect(await env.FILES.head(`files/${taskId}`)).toBeNull()
  })
})

describe('a caller who hangs up while a code waits for its logo', () => {
  it('is charged nothing, and the task ends at once as canceled', async () => {
    const caller = await newAccount({ credits: 5 })
    const hangUp = new AbortController()
    const inTime = beforeLogosEnd()
    const asked = SELF.fetch('https://platen.test/v1/qrcode', {
      method: 'POST',
      signal: hangUp.signal,
      headers: { 'x-api-key': caller.key, 'content-type': 'application/json' },
      body: JSON.stringify(waiting(1)),
    })
    const hungUp = expect(asked).rejects.toThrow('abort')
    await vi.waitFor(async () => expect(await creditsOf(caller)).toBe(3), { timeout: 10_000 })
    const isInTime = inTime()
    hangUp.abort()
    await hungUp
    await vi.waitFor(async () => expect(await creditsOf(caller)).toBe(5), SOON)
    isInTime()
    await isCanceled(caller)
  })
})

const region = 'CANCEL'
const status = () => shardStub({ pool: env.POOL, region }, 0).status()

function render(html: string, options: object, signal: AbortSignal): Promise<unknown> {
  const tools: RenderDeps = {
    pool: env.POOL,
    shards: 1,
    region,
    accountId: 'acc_cancel',
    tabOwner: 'acc_cancel:live',
    urgency: 'caller',
    patienceMs: 5000,
    signal,
    restriction: async () => undefined,
    currentRestriction: async () => undefined,
    countWaste: async () => undefined,
    fetchAsset: () => Promise.reject(new Error('nothing is loaded here')),
    now: () => Date.now(),
  }
  return renderPdf({ html, options, optimize: false }, tools)
}

it.each([
  ['waits for time to pass', '<p>slow', { wait_for: { ms: 50_000 } }],
  ['never yields', '<script>setTimeout(() => { for (;;); }, 100)</script><p>Text', { wait_for: { ms: 500 } }],
])('a cancelled render that %s ends at once and frees its slot', async (_, html, options) => {
  const caller = new AbortController()
  const rendering = render(html, { ...options, timeout: 60 }, caller.signal)
  rendering.catch(() => undefined)
  await vi.waitFor(async () => expect(await status()).toMatchObject({ used: 1, browser: true }), 20_000)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  caller.abort(new Error('no longer wanted'))
  await vi.waitFor(() => expect(rendering).rejects.toThrow('no longer wanted'), SOON)
  await vi.waitFor(async () => expect(await status()).toMatchObject({ used: 0 }), SOON)
})

it('a render that is cancelled before it begins takes no slot', async () => {
  await expect(render('<p>x', {}, AbortSignal.abort(new Error('never wanted')))).rejects.toThrow('never')
  expect(await status()).toMatchObject({ used: 0, waiting: 0 })
})
