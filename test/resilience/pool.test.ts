/** The browser pool when browsers are lost, worn out or taken: nothing is left held, and the next caller is served. */
import { env, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { plans } from '../../src/accounts/plans'
import { shardStub } from '../../src/browser/shards'
import { MAX_WAIT_MS } from '../../src/render/render'
import { newAccount, type TestAccount } from '../support/accounts'
import { readPdf } from '../support/pdf'
import { applySchema } from '../support/schema'
import { get, post, postFrom } from '../support/service'

const settings = { ...env }

beforeAll(() => applySchema())
afterEach(() => {
  Object.assign(env, settings)
})

const pool = (region: string) => shardStub({ pool: env.POOL, region }, 0)

/** The id of the shard's browser session, which the object keeps so that a later life of it can end it. */
function sessionOf(region: string): Promise<string | undefined> {
  return runInDurableObject(pool(region), (_, state) => state.storage.get<string>('session'))
}

async function textOf(response: Response): Promise<string> {
  expect(response.status).toBe(200)
  return (await readPdf(await response.bytes())).text.trim()
}

describe('a caller who hangs up', () => {
  it('leaves no hold, no place and no context behind', async () => {
    const account = await newAccount({ credits: 10 })
    const caller = new AbortController()
    const slow = { html: '<p>slow', options: { wait_for: { ms: 1000 } } }
    const answer = postFrom('HANG', account, slow, caller.signal)
    setTimeout(() => caller.abort(), 500)
    await answer.then(
      (response) => response.body?.cancel(),
      () => undefined,
    )
    await vi.waitFor(
      async () => {
        const { held } = await heldBy(account)
        expect(held).toBe(0)
        expect(await pool('HANG').status()).toMatchObject({ used: 0, waiting: 0 })
      },
      { timeout: 20_000, interval: 200 },
    )
  })
})

/** Credits that are held for work under way. */
function heldBy({ account }: TestAccount): Promise<{ held: number }> {
  return runInDurableObject(account, (_, state) =>
    state.storage.sql
      .exec<{ held: number }>('SELECT coalesce(sum(credits), 0) AS held FROM holds WHERE outcome IS NULL')
      .one(),
  )
}

describe('the pool', () => {
  it('answers rightly though its browser is killed in the middle of a render', async () => {
    env.POOL_SHARDS = '1'
    const account = await newAccount({ credits: 10 })
    await textOf(await postFrom('KILL', account, { html: '<p>warm' }))
    const before = await sessionOf('KILL')
    const rendering = postFrom('KILL', account, { html: '<p>survives', options: { wait_for: { ms: 4000 } } })
    await new Promise((resolve) => setTimeout(resolve, 500))
    await env.BROWSER.fetch(`https://browser.invalid/v1/devtools/browser/${before}`, { method: 'DELETE' })
    expect(await textOf(await rendering)).toBe('survives')
    expect(await sessionOf('KILL')).not.toBe(before)
    expect(await account.account.credits()).toMatchObject({ credits_left: 6 })
    expect(await textOf(await postFrom('KILL', account, { html: '<p>next' }))).toBe('next')
  })

  it('says clearly that a browser was lost twice, charges nothing, and recovers', async () => {
    env.POOL_SHARDS = '1'
    const account = await newAccount({ credits: 10 })
    await textOf(await postFrom('LOST', account, { html: '<p>warm' }))
    const rendering = postFrom('LOST', account, {
      html: '<p>lost',
      options: { timeout: 60, wait_for: { ms: 50_000 } },
    })
    const killed = new Set<string>()
    while (killed.size < 2) {
      const session = await vi.waitFor(async () => {
        const found = await sessionOf('LOST')
        const { used, browser } = await pool('LOST').status()
        if (!found || !used || !browser || killed.has(found)) throw new Error('not rendering yet')
        return found
      }, 30_000)
      await new Promise((resolve) => setTimeout(resolve, 1000))
      await env.BROWSER.fetch(`https://browser.invalid/v1/devtools/browser/${session}`, { method: 'DELETE' })
      killed.add(session)
    }
    const response = await rendering
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ code: 'browser_lost' })
    expect(await account.account.credits()).toMatchObject({ credits_left: 8 })
    expect(await textOf(await postFrom('LOST', account, { html: '<p>next' }))).toBe('next')
  })

  it('replaces its browser after as many renders as it is told to, without failing any', async () => {
    env.POOL_RENDERS_PER_BROWSER = '3'
    const account = await newAccount({ credits: 100, plan: 'Max' })
    const sessions = new Set<string | undefined>()
    // Its successor is opened meanwhile, so it may print a few more.
    for (let round = 0; sessions.size < 3; round++) {
      const words = [0, 1].map((n) => `recycled ${round} ${n}`)
      const texts = await Promise.all(
        words.map(async (word) => textOf(await postFrom('AGE', account, { html: `<p>${word}` }))),
      )
      expect(texts).toEqual(words)
      sessions.add(await sessionOf('AGE'))
    }
  })

  it('that is full answers 503 with Retry-After, charges nothing, and serves again', async () => {
    Object.assign(env, { POOL_SHARDS: '1', POOL_RENDERS_IN_FLIGHT: '1' })
    const account = await newAccount({ credits: 100, plan: 'Max' })
    await textOf(await postFrom('FULL', account, { html: '<p>warm' }))
    const slow = { html: '<p>slow', options: { wait_for: { ms: 4000 } } }
    const responses = await Promise.all(Array.from({ length: 5 }, () => postFrom('FULL', account, slow)))
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses[0]).toBe(200)
    expect(statuses.at(-1)).toBe(503)
    const full = responses.find(({ status }) => status === 503) as Response
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await full.json()).toMatchObject({ code: 'pool_full' })
    const served = statuses.filter((status) => status === 200).length
    expect(await account.account.credits()).toMatchObject({ credits_left: 98 - 2 * served })
    expect(await textOf(await postFrom('FULL', account, { html: '<p>next' }))).toBe('next')
  })

  it('prints all quick documents that a plan allows at once in one browser, or has them wait as long as it may', async () => {
    env.POOL_SHARDS = '1'
    const account = await newAccount({ credits: 200, plan: 'Max' })
    await textOf(await postFrom('CROWD', account, { html: '<p>warm' }))
    const words = Array.from({ length: plans.Max.synchronousRenders }, (_, n) => `one of many ${n}`)
    const sent = words.map(async (word) => {
      const sentAt = performance.now()
      const response = await postFrom('CROWD', account, { html: `<p>${word}` })
      if (response.status === 200) return expect(await textOf(response)).toBe(word)
      // A machine that is busy may print too few meanwhile.
      expect(response.status).toBe(503)
      expect(performance.now() - sentAt).toBeGreaterThanOrEqual(MAX_WAIT_MS)
    })
    await Promise.all(sent)
  })

  it('counts a document of a plan beyond its renders at once as too many', async () => {
    const account = await newAccount({ credits: 100, plan: 'Free' })
    const slow = { html: '<p>slow', options: { wait_for: { ms: 3000 } } }
    const statuses = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const response = await post(account, slow)
        await response.arrayBuffer()
        return response.status
      }),
    )
    expect(statuses.sort()).toEqual([200, 200, 429, 429])
    expect((await get(account, '/v1/credits')).status).toBe(200)
  })
})
