/** A deployment under load: every object begins a new life while documents are printed, and nothing is lost by it. */
import { env, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { shardStub } from '../../src/browser/shards'
import { newAccount, type TestAccount } from '../support/accounts'
import { readPdf } from '../support/pdf'
import { applySchema } from '../support/schema'
import { postFrom } from '../support/service'

const settings = { ...env }

beforeAll(() => applySchema())
afterEach(() => {
  Object.assign(env, settings)
})

/** For what comes by itself, on a machine that has other work. */
const PATIENCE = { timeout: 20_000 }

const pool = (region: string) => shardStub({ pool: env.POOL, region }, 0)

/** Ends the life of an object as a deployment does: what it was doing is cut, and the next call makes another. */
async function deploy(stub: DurableObjectStub): Promise<void> {
  const cut = runInDurableObject(stub, (_, state) =>
    state.abort('Durable Object reset because its code was updated.'),
  )
  await cut.catch(() => undefined)
}

const sessionOf = (region: string) =>
  runInDurableObject(pool(region), (_, state) => state.storage.get<string>('session'))

/** Ids of all browsers that run. */
async function sessions(): Promise<string[]> {
  const response = await env.BROWSER.fetch('https://browser.invalid/v1/sessions')
  const body = await response.json<{ sessions: { sessionId: string }[] }>()
  return body.sessions.map(({ sessionId }) => sessionId).sort()
}

/** How many pages a browser has. */
async function pagesIn(session: string | undefined): Promise<number> {
  const response = await env.BROWSER.fetch(`https://browser.invalid/v1/devtools/browser/${session}/json/list`)
  return (await response.json<{ type: string }[]>()).filter(({ type }) => type === 'page').length
}

async function printed(response: Response): Promise<string> {
  if (response.status !== 200) expect.unreachable(`${response.status} ${await response.text()}`)
  return (await readPdf(await response.bytes())).text.trim()
}

/** The account's object; a stub is of no more use once its object was replaced. */
const objectOf = ({ accountId }: TestAccount) => env.ACCOUNT.get(env.ACCOUNT.idFromName(accountId))

/** What the account was charged and holds, from its object's own tables. */
function ledgerOf(account: TestAccount) {
  return runInDurableObject(objectOf(account), (_, { storage }) => ({
    settles: storage.sql.exec(`SELECT task_id FROM entries WHERE type = 'settle'`).toArray().length,
    tasks: storage.sql.exec(`SELECT DISTINCT task_id FROM entries WHERE type = 'settle'`).toArray().length,
    open: storage.sql.exec('SELECT 1 FROM holds WHERE outcome IS NULL').toArray().length,
  }))
}

it('in the middle of twenty renders cuts them, and each is printed, in the same browser, and charged once', async () => {
  Object.assign(env, { POOL_SHARDS: '1', POOL_RENDERS_IN_FLIGHT: '24' })
  const account = await newAccount({ credits: 100, plan: 'Max' })
  const html = (text: string) => ({
    html: `<p>${text}`,
    goCreditMode: false,
    options: { timeout: 60, wait_for: { ms: 2000 } },
  })
  await printed(await postFrom('DEPLOY', account, html('warm')))
  const [session, before] = [await sessionOf('DEPLOY'), await sessions()]
  const words = Array.from({ length: 20 }, (_, index) => `document ${index}`)
  const renders = Promise.all(
    words.map(async (word) => printed(await postFrom('DEPLOY', account, html(word)))),
  )
  await vi.waitFor(async () => expect((await pool('DEPLOY').status()).used).toBeGreaterThan(3), PATIENCE)
  await Promise.all([deploy(pool('DEPLOY')), deploy(objectOf(account))])
  expect(await renders).toEqual(words)
  expect(await sessionOf('DEPLOY')).toBe(session)
  expect(await sessions()).toEqual(before)
  expect(await objectOf(account).credits()).toMatchObject({ credits_left: 79 })
  expect(await ledgerOf(account)).toEqual({ settles: 21, tasks: 21, open: 0 })
  await vi.waitFor(
    async () => expect(await pool('DEPLOY').status()).toMatchObject({ used: 0, waiting: 0 }),
    PATIENCE,
  )
  // The spares, and the page that a browser begins with.
  await vi.waitFor(async () => expect(await pagesIn(session)).toBeLessThanOrEqual(3), PATIENCE)
})

it('counts against no account what it cut', async () => {
  Object.assign(env, { POOL_SHARDS: '1' })
  const account = await newAccount({ credits: 10 })
  const html = '<script>for (const end = Date.now() + 2500; Date.now() < end; );</script><p>busy'
  const render = postFrom('BLAMED', account, { html, goCreditMode: false })
  await vi.waitFor(async () => expect((await pool('BLAMED').status()).used).toBe(1), PATIENCE)
  await new Promise((resolve) => setTimeout(resolve, 500))
  await deploy(pool('BLAMED'))
  expect(await printed(await render)).toBe('busy')
  const strikes = await runInDurableObject(objectOf(account), (_, state) => state.storage.kv.get('strikes'))
  expect(strikes).toBeUndefined()
})

it('opens another browser if that of before is gone', async () => {
  Object.assign(env, { POOL_SHARDS: '1' })
  const account = await newAccount({ credits: 10 })
  await printed(await postFrom('GONE', account, { html: '<p>warm' }))
  const session = await sessionOf('GONE')
  await env.BROWSER.fetch(`https://browser.invalid/v1/devtools/browser/${session}`, { method: 'DELETE' })
  await deploy(pool('GONE'))
  expect(await printed(await postFrom('GONE', account, { html: '<p>next', options: { timeout: 60 } }))).toBe(
    'next',
  )
  expect(await sessionOf('GONE')).not.toBe(session)
})

it.each([
  ['on', 'off'],
  ['off', 'on'],
])('that turns guardrails from %s to %s opens another browser', async (former, next) => {
  Object.assign(env, { POOL_SHARDS: '1', BROWSER_GUARDRAILS: former })
  const region = `GUARD-${next}`
  const account = await newAccount({ credits: 10 })
  await printed(await postFrom(region, account, { html: '<p>warm' }))
  const session = await sessionOf(region)
  Object.assign(env, { BROWSER_GUARDRAILS: next })
  // The setting is not what the browser of this life was opened with.
  expect(await pool(region).measureBrowser()).toMatchObject({ guardrails: former === 'on' })
  await deploy(pool(region))
  expect(await printed(await postFrom(region, account, { html: '<p>next' }))).toBe('next')
  expect(await pool(region).measureBrowser()).toMatchObject({ guardrails: next === 'on' })
  await vi.waitFor(async () => expect(await sessions()).not.toContain(session), PATIENCE)
})

it('opens another browser if that of before does not answer', async () => {
  Object.assign(env, { POOL_SHARDS: '1' })
  const account = await newAccount({ credits: 10 })
  await printed(await postFrom('MUTE', account, { html: '<p>warm' }))
  const binding = env.BROWSER
  const session = await sessionOf('MUTE')
  Object.assign(env, {
    BROWSER: {
      // Connects, and says nothing.
      fetch: async (address: string, init?: RequestInit) => {
        if (init?.method || !address.endsWith(String(session))) return await binding.fetch(address, init)
        const [client, server] = Object.values(new WebSocketPair())
        server?.accept()
        return new Response(null, { status: 101, webSocket: client ?? null })
      },
    },
  })
  await deploy(pool('MUTE'))
  expect(await printed(await postFrom('MUTE', account, { html: '<p>next', options: { timeout: 60 } }))).toBe(
    'next',
  )
  await vi.waitFor(async () => expect(await sessions()).not.toContain(session), PATIENCE)
})
