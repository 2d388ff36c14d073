/** What anybody may ask as often as they like costs no more for that; guesses and waits are bounded. */
import { env, SELF } from 'cloudflare:test'
import { beforeAll, expect, it, vi } from 'vitest'
import { mintKey } from '../../src/accounts/api-keys'
import { newId } from '../../src/ids'
import { isolateMemory } from '../../src/memory/isolate-memory'
import { sleep } from '../../src/time/waiting'
import { lookupsOf, newAccount, work } from '../support/accounts'
import { type D1Request, d1Requests } from '../support/d1-use'
import { pdfUrl, samplePdf } from '../support/sample-pdf'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

beforeAll(() => applySchema())

it('/health asks no part and may be kept; the operator’s asks each of them', async () => {
  const look = vi.spyOn(env.FILES, 'head')
  const answer = await send('GET', '/health')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=5')
  expect(await answer.json()).toEqual({ status: 'ok', checks: { secrets: 'ok' } })
  // What a former file has begun may look for its files.
  expect(look.mock.calls.filter(([key]) => key === 'health')).toEqual([])
  const headers = { authorization: `Bearer ${env.ADMIN_TOKEN}` }
  const parts = await send('GET', '/admin/v1/health', { headers })
  expect(await parts.json()).toMatchObject({
    status: 'ok',
    checks: { database: 'ok', files: 'ok', pool: 'ok' },
  })
  expect((await send('GET', '/admin/v1/health')).status).toBe(401)
  look.mockRejectedValue(new Error('R2 is down'))
  const down = await send('GET', '/admin/v1/health', { headers })
  expect([down.status, await down.json()]).toMatchObject([
    503,
    { status: 'degraded', checks: { files: 'down' } },
  ])
  look.mockRestore()
})

it('/openapi.json is made once for any number of calls, and may be kept, by its caller where it names the asked host', async () => {
  const made = vi.spyOn(JSON, 'stringify')
  const read = async () => {
    const answer = await SELF.fetch('https://kept.platen.test/openapi.json')
    expect(answer.headers.get('cache-control')).toBe(`${env.PUBLIC_URL ? 'public' : 'private'}, max-age=300`)
    return await answer.text()
  }
  const first = await read()
  expect([await read(), await read()]).toEqual([first, first])
  const documents = made.mock.calls.filter(
    ([value]) => value && typeof value === 'object' && 'openapi' in value,
  )
  // None where another file of this isolate asked before.
  expect(documents.length).toBeLessThanOrEqual(1)
  env.PUBLIC_URL = 'https://kept.platen.test'
  expect(await read()).toBe(first)
  env.PUBLIC_URL = ''
  made.mockRestore()
})

it('the twenty-first call that would wait for a task is answered at once', async () => {
  const { key, account, accountId, call } = await newAccount({ plan: 'Max', credits: 10 })
  const taskId = newId('tsk')
  await account.begin(work(call, [{ taskId, credits: 1 }]))
  await account.catchUp()
  let ended = 0
  const wait = async (seconds: number) => {
    const answer = await send('GET', `/v1/status/${taskId}?wait=${seconds}`, { key })
    expect(await answer.json()).toMatchObject({ task_id: taskId })
    ended++
  }
  const ofTask = (requests: D1Request[]) => requests.filter(({ params }) => params.includes(taskId))
  const waits: Promise<void>[] = []
  // A burst is let in bit by bit, so it takes a while until each of them waits.
  await d1Requests(accountId, async (requests) => {
    waits.push(...Array.from({ length: 20 }, () => wait(20)))
    await vi.waitFor(() => expect(ofTask(requests)).toHaveLength(20), 15_000)
  })
  expect(ofTask(await d1Requests(accountId, () => sleep(1_500)))).toEqual([])
  expect(ended).toBe(0)
  await wait(20)
  expect(ended).toBe(1)
  await account.release({ taskId, reason: 'the test is over' })
  await Promise.all(waits)
  // Those who waited make room.
  const again = newId('tsk')
  await account.begin(work(call, [{ taskId: again, credits: 1 }]))
  const startedAt = Date.now()
  await (await send('GET', `/v1/status/${again}?wait=1`, { key })).text()
  expect(Date.now() - startedAt).toBeGreaterThan(900)
})

it('wrong operator tokens of all callers are counted together, and the right one still works', async () => {
  const ask = async (token: string, address: string) => {
    const headers = { Authorization: `Bearer ${token}`, 'CF-Connecting-IP': address }
    return (await send('GET', '/admin/v1/accounts', { headers })).status
  }
  const statuses: number[] = []
  // A minute may end in between.
  for (let guess = 0; guess < 250 && statuses.at(-1) !== 429; guess++)
    statuses.push(await ask(`guess-${guess}`, `192.0.2.${guess}`))
  expect(statuses[0]).toBe(401)
  expect(statuses.at(-1)).toBe(429)
  expect(await ask(env.ADMIN_TOKEN ?? '', '192.0.2.1')).toBe(200)
})

it('large bodies that come at once are read one after another, each by its own request', async () => {
  const { key } = await newAccount({ plan: 'Max', credits: 10 })
  const body = { html: 'x'.repeat(2_000_000), options: { scale: 'much' } }
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => send('POST', '/v1/transform', { key, body })),
  )
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  for (const answer of answers)
    expect(await answer.json()).toMatchObject({ errors: [{ pointer: '/options/scale' }] })
})

it('a burst of one account is let in bit by bit, and the request of another goes before it', async () => {
  const [greedy, other] = [await newAccount({ credits: 1 }), await newAccount({ credits: 1 })]
  let answered = 0
  const burst = Array.from({ length: 120 }, async () => {
    const { status } = await send('GET', '/v1/credits', { key: greedy.key })
    answered++
    return status
  })
  expect((await send('GET', '/v1/credits', { key: other.key })).status).toBe(200)
  expect(answered).toBeLessThan(100)
  expect(new Set(await Promise.all(burst))).toEqual(new Set([200]))
})

it('of those who hung up before their turn came, the account is asked nothing', async () => {
  // A machine that stands still for seconds before they hang up tells nothing: their turn has come then.
  await vi.waitFor(expectNothingAsked, 60_000)
})

/** A hundred callers hang up when the first of them have been let in; the account is asked for those alone. */
async function expectNothingAsked(): Promise<void> {
  const owner = await newAccount({ credits: 1 })
  const asked = vi.spyOn(env.ACCOUNT, 'get')
  const hangUp = new AbortController()
  const headers = { 'x-api-key': owner.key }
  const ask = (signal?: AbortSignal) =>
    SELF.fetch('https://platen.test/v1/credits', { headers, ...(signal && { signal }) })
  // A key that has worked waits with its account.
  await ask()
  // The last one's turn comes after 3.2 s.
  const burst = Array.from({ length: 100 }, () => ask(hangUp.signal).catch(() => undefined))
  const isBegun = () => expect(lookupsOf(owner, asked).length).toBeGreaterThanOrEqual(20)
  await vi.waitFor(isBegun, { timeout: 20_000, interval: 5 })
  hangUp.abort()
  await Promise.all(burst)
  // Its turn comes after theirs.
  expect((await ask()).status).toBe(200)
  const { length } = lookupsOf(owner, asked)
  asked.mockRestore()
  expect(length).toBeLessThan(90)
}

it('a burst with a revoked key does not keep the account’s other keys waiting', async () => {
  const { key, keyId, account, accountId } = await newAccount({ credits: 1 })
  const { key: other, hash } = await mintKey({ accountId, mode: 'live', secret: env.SIGNING_SECRET ?? '' })
  await account.addKey({ keyId: newId('key'), keyHash: hash, mode: 'live', scopes: ['read'] })
  await account.revokeKey(keyId)
  let answered = 0
  const burst = Array.from({ length: 120 }, async () => {
    const { status } = await send('GET', '/v1/credits', { key })
    answered++
    return status
  })
  expect((await send('GET', '/v1/credits', { key: other })).status).toBe(200)
  expect(answered).toBeLessThan(100)
  expect(new Set(await Promise.all(burst))).toEqual(new Set([401]))
})

it('a rate that is used up is refused without asking the account for some seconds', async () => {
  const owner = await newAccount({ plan: 'Free', credits: 1 })
  const { key } = owner
  const ask = async () =>
    await send('POST', '/v1/webhooks/secret/rotate', { key, body: { grace_seconds: -1 } })
  const asked = vi.spyOn(env.ACCOUNT, 'get')
  const statuses: number[] = []
  // A minute may end in between.
  for (let call = 0; call < 70 && statuses.at(-1) !== 429; call++) statuses.push((await ask()).status)
  expect(statuses.at(-1)).toBe(429)
  expect(lookupsOf(owner, asked)).not.toEqual([])
  asked.mockClear()
  const refused = await ask()
  expect(await refused.json()).toMatchObject({
    code: 'rate_limited',
    detail: expect.stringContaining('30 POST'),
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('ratelimit')).toMatch(/^"posts";r=0;t=\d+$/)
  expect(lookupsOf(owner, asked)).toEqual([])
  asked.mockRestore()
})

it('a burst of those who have no key is refused bit by bit, and a request with one goes before it', async () => {
  const { key } = await newAccount({ credits: 1 })
  let refused = 0
  const burst = Array.from({ length: 200 }, async () => {
    const { status } = await send('POST', '/v1/transform', { body: { html: '<p>x' } })
    refused++
    return status
  })
  expect((await send('GET', '/v1/credits', { key })).status).toBe(200)
  expect(refused).toBeLessThan(burst.length)
  expect(new Set(await Promise.all(burst))).toEqual(new Set([401]))
})

it('callers who hang up at any moment leave nothing held: no credits, no renders, no memory', async () => {
  const caller = await newAccount({ plan: 'Max', credits: 200 })
  const body = JSON.stringify({ files: [pdfUrl(await samplePdf({ name: 'x', pages: 1 }))] })
  const asked = Array.from({ length: 24 }, async (_, n) => {
    const hangUp = new AbortController()
    setTimeout(() => hangUp.abort(), 2 * n)
    const sent = SELF.fetch('https://platen.test/v1/finish', {
      method: 'POST',
      signal: hangUp.signal,
      headers: { 'x-api-key': caller.key, 'content-type': 'application/json' },
      body,
    })
    await sent.then((answer) => answer.body?.cancel()).catch(() => undefined)
  })
  // A body that stops on its way.
  const stopped = new AbortController()
  const slow = SELF.fetch('https://platen.test/v1/finish', {
    method: 'POST',
    signal: stopped.signal,
    headers: { 'x-api-key': caller.key, 'content-type': 'application/json' },
    body: new ReadableStream({
      pull: async (controller) => {
        if (isolateMemory.work.held(caller.accountId) > 0) await new Promise(() => undefined)
        controller.enqueue(new TextEncoder().encode(' '.repeat(100_000)))
      },
    }),
  }).catch(() => undefined)
  await Promise.all(asked)
  await vi.waitFor(() => expect(isolateMemory.work.held(caller.accountId)).toBeGreaterThan(0), 20_000)
  stopped.abort()
  await slow
  await vi.waitFor(
    async () => {
      expect(isolateMemory.work.held(caller.accountId)).toBe(0)
      expect(await caller.account.statement({ limit: 1 })).toMatchObject({ credits_held: 0 })
    },
    { timeout: 20_000 },
  )
})
