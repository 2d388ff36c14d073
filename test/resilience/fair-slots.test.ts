/** One account that does its worst, and another one beside it. */
import { env } from 'cloudflare:test'
import { beforeAll, expect, it, vi } from 'vitest'
import { quarantineStub, shardStub } from '../../src/browser/shards'
import { MAX_WAIT_MS } from '../../src/render/render'
import { newAccount, type TestAccount } from '../support/accounts'
import { applySchema } from '../support/schema'
import { postFrom } from '../support/service'

/** For what comes by itself, on a machine that has other work. */
const PATIENCE = { timeout: 20_000 }
/** The time of documents that have no end, beside which others are printed within it, on such a machine too. */
const HOG_S = 25
const LOOP = '<script>setTimeout(() => { for (;;); }, 50)</script><p>Text'

beforeAll(() => applySchema())

const printFrom = (region: string, account: TestAccount, body: object) =>
  postFrom(region, account, { goCreditMode: false, ...body })

const statusOf = async (answer: Promise<Response>) => {
  const response = await answer
  await response.arrayBuffer()
  return response.status
}

it('an account that is alone has all slots, and gives way as soon as another one comes', async () => {
  env.POOL_SHARDS = '1'
  const [alone, other] = [await newAccount({ plan: 'Pro', credits: 100 }), await newAccount({ credits: 10 })]
  const hog = { html: LOOP, options: { timeout: HOG_S, wait_for: { ms: 500 } } }
  const hogs = Array.from({ length: 4 }, () => statusOf(printFrom('ALONE', alone, hog)))
  const shard = shardStub({ pool: env.POOL, region: 'ALONE' }, 0)
  await vi.waitFor(async () => expect(await shard.status()).toMatchObject({ used: 4 }), PATIENCE)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await statusOf(printFrom('ALONE', other, { html: '<p>first' }))).toBe(200)
  // One was stopped for it, and waits; the others are not at their end.
  await vi.waitFor(async () => expect(await shard.status()).toMatchObject({ used: 3, waiting: 1 }), PATIENCE)
  expect(await statusOf(printFrom('ALONE', other, { html: '<p>next' }))).toBe(200)
  // What was stopped waited for its turn, which did not come before the others were stopped for their time.
  const statuses = (await Promise.all(hogs)).sort()
  expect([503, 504]).toContain(statuses[0])
  expect(statuses.slice(1)).toEqual([504, 504, 504])
})

it('an account that fills a browser with pages that never end leaves a slot to others', async () => {
  env.POOL_SHARDS = '1'
  const [hostile, other] = [
    await newAccount({ plan: 'Pro', credits: 100 }),
    await newAccount({ credits: 10 }),
  ]
  for (const account of [other, hostile])
    expect(await statusOf(printFrom('FAIR', account, { html: '<p>quick' }))).toBe(200)
  const hog = { html: LOOP, options: { timeout: HOG_S, wait_for: { ms: 500 } } }
  const hogs = Array.from({ length: 6 }, () => statusOf(printFrom('FAIR', hostile, hog)))
  const shard = shardStub({ pool: env.POOL, region: 'FAIR' }, 0)
  const full = { slots: 4, used: 3, waiting: 3 }
  await vi.waitFor(async () => expect(await shard.status()).toMatchObject(full), PATIENCE)
  for (let n = 0; n < 3; n++) expect(await statusOf(printFrom('FAIR', other, { html: '<p>next' }))).toBe(200)
  // Those that waited for a slot of their own account were refused, the others ran out of time.
  expect((await Promise.all(hogs)).sort()).toEqual([503, 503, 503, 504, 504, 504])
  // A page that does not answer is stopped after its caller has the answer.
  await vi.waitFor(async () => expect(await shard.status()).toMatchObject({ used: 0, waiting: 0 }), PATIENCE)
})

it('two accounts that fill a browser give a slot to a third, and what was stopped for it is printed in its turn', async () => {
  env.POOL_SHARDS = '1'
  const accounts = await Promise.all(['a', 'b'].map(() => newAccount({ plan: 'Pro', credits: 100 })))
  const other = await newAccount({ credits: 10 })
  for (const account of [other, ...accounts])
    expect(await statusOf(printFrom('FULL2', account, { html: '<p>quick' }))).toBe(200)
  const slow = { html: '<p>slow', options: { timeout: 60, wait_for: { ms: 10_000 } } }
  let printed = 0
  const held: Promise<number>[] = []
  const begunAt = Date.now()
  for (const account of accounts) {
    const three = Array.from({ length: 3 }, () => statusOf(printFrom('FULL2', account, slow)))
    held.push(...three)
    for (const status of three) void status.then((code) => code === 200 && printed++)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  const shard = shardStub({ pool: env.POOL, region: 'FULL2' }, 0)
  await vi.waitFor(async () => expect(await shard.status()).toMatchObject({ used: 4 }), PATIENCE)
  const isSoon = Date.now() - begunAt < 4_000
  expect(await statusOf(printFrom('FULL2', other, { html: '<p>next' }))).toBe(200)
  // A machine that took as long as theirs to begin them tells nothing of that.
  if (isSoon) expect(printed).toBe(0)
  const statuses = await Promise.all(held)
  expect(statuses.slice(0, 3)).toEqual([200, 200, 200])
})

it('an account whose documents waste much time prints one at a time, apart from others, for some minutes', async () => {
  env.POOL_SHARDS = '1'
  const account = await newAccount({ plan: 'Pro', credits: 100 })
  const quarantine = quarantineStub({ pool: env.POOL, shards: 1, accountId: account.accountId })
  await account.account.countWaste({ elapsedMs: 73_000, busy: true })
  const hog = { html: LOOP, options: { timeout: 5, wait_for: { ms: 500 } } }

  const last = await printFrom('STRIKE', account, hog)
  expect(last.status).toBe(504)
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(100)
  expect(await last.json()).toMatchObject({
    code: 'render_timeout',
    detail: expect.stringMatching(/busy to the end.* one at a time, within 10 s each/s),
  })
  expect(await quarantine.status()).toMatchObject({ slots: 1, used: 0, browser: false })

  // Its browser is opened in the time of a document, of which each has 10 s.
  const isWarm = async () =>
    expect(await statusOf(printFrom('STRIKE', account, { html: '<p>warm' }))).toBe(200)
  await vi.waitFor(isWarm, { timeout: 60_000 })
  const slow = { html: '<p>slow', options: { timeout: 60, wait_for: { ms: 2000 } } }
  const sentAt = Date.now()
  const both = [1, 2].map(async () => {
    const status = await statusOf(printFrom('STRIKE', account, slow))
    return { status, ms: Date.now() - sentAt }
  })
  const oneAtATime = { used: 1, waiting: 1, browser: true }
  await vi.waitFor(async () => expect(await quarantine.status()).toMatchObject(oneAtATime), PATIENCE)
  const ends = (await Promise.all(both)).toSorted((one, other) => one.status - other.status)
  expect(ends[0]?.status).toBe(200)
  // On a busy machine the first one may take longer than the other one waits for it.
  if (ends[1]?.status === 503) expect(ends[1].ms).toBeGreaterThanOrEqual(MAX_WAIT_MS)
  else expect(ends[1]?.status).toBe(200)

  const endless = { ...slow, options: { timeout: 60, wait_for: { ms: 55_000 } } }
  const isCapped = async () => {
    const capped = await printFrom('STRIKE', account, endless)
    expect(await capped.json()).toMatchObject({
      status: 504,
      detail: expect.stringContaining('within 10 s. It was still waiting'),
    })
  }
  // A browser that does not answer for seconds, as on a machine that stands still, ends it before its time.
  await vi.waitFor(isCapped, { timeout: 90_000, interval: 1_000 })
})

it('queued work of an account with strikes is printed apart, too', async () => {
  const account = await newAccount({ plan: 'Pro', credits: 100 })
  for (let n = 0; n < 2; n++) await account.account.countWaste({ elapsedMs: 60_000, busy: true })
  const quarantine = quarantineStub({
    pool: env.POOL,
    shards: Number(env.POOL_SHARDS),
    accountId: account.accountId,
  })
  const queued = { html: '<p>slow', async_mode: true, options: { wait_for: { ms: 3000 } } }
  expect(await statusOf(printFrom('STRIKE', account, queued))).toBe(202)
  await vi.waitFor(async () => expect(await quarantine.status()).toMatchObject({ used: 1 }), 20_000)
  await vi.waitFor(async () => expect(await quarantine.status()).toMatchObject({ used: 0 }), 20_000)
  // Of a browser that was idle for a minute before, and was closed, none are counted.
  expect((await quarantine.status()).renders).toBeGreaterThan(0)
})
