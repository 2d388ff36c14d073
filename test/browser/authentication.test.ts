/** Nothing of a body is read for a caller who is not let in, and no flood with one key keeps another out. */

import { env, runInDurableObject, SELF } from 'cloudflare:test'
import { crc32 } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { mintKey } from '../../src/accounts/api-keys'
import type { Scope } from '../../src/accounts/scopes'
import { callerPace } from '../../src/http/caller-pace'
import { newId, randomDigits, toDigits } from '../../src/ids'
import { lookupsOf, newAccount, type TestAccount, work } from '../support/accounts'
import { breakOnce } from '../support/bucket'
import { get, post } from '../support/http'
import { runs } from '../support/runs'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

beforeAll(() => applySchema())
afterEach(() => vi.restoreAllMocks())

/** Another key of the account. */
async function addKey({ accountId, account }: TestAccount, scopes: Scope[] = ['render']) {
  const keyId = newId('key')
  const { key, hash } = await mintKey({ accountId, mode: 'live', secret: env.SIGNING_SECRET ?? '' })
  await account.addKey({ keyId, keyHash: hash, mode: 'live', scopes })
  return { key, keyId }
}

async function revokedKey(owner: TestAccount): Promise<string> {
  const { key, keyId } = await addKey(owner)
  await owner.account.revokeKey(keyId)
  return key
}

async function expiredKey(owner: TestAccount): Promise<string> {
  const { key, keyId } = await addKey(owner)
  const next = { keyId: newId('key'), keyHash: newId('key') }
  await owner.account.rotateKey({ keyId, next, graceMs: 0 })
  return key
}

/** A key made up from another one: the same head, with a checksum that is right. */
function forgedKey({ key }: TestAccount): string {
  const body = key.slice(0, 33) + randomDigits(32)
  return body + toDigits(BigInt(crc32(body)), 6)
}

/** A body that never comes to its end: whoever read it before the answer would wait for ever. */
function endlessBody(): ReadableStream {
  const start = new TextEncoder().encode('{"html":"<p>')
  return new ReadableStream({ start: (controller) => controller.enqueue(start) })
}

const routes = [
  ['POST', '/v1/transform'],
  ['POST', '/v1/generate'],
  ['POST', '/v1/studio/badge'],
  ['POST', '/v1/qrcode'],
  ['POST', '/v1/batch'],
  ['POST', '/v1/webhooks/secret/rotate'],
  ['PUT', '/v1/endpoints/mine'],
  ['PUT', '/v1/templates/my/own'],
] as const

/** They are waited for a moment. */
const smallBodies = [
  ['POST', '/v1/transform', { 'content-length': '100' }],
  ['POST', '/v1/generate', { 'content-length': '100' }],
  ['POST', '/v1/studio/badge', { 'content-length': '100' }],
] as const

describe('a caller who is not let in', () => {
  it('is answered before the body has arrived, whatever is wrong with the key', async () => {
    const owner = await newAccount({ credits: 5 })
    const keys = [
      ['revoked', await revokedKey(owner), 401, 'unauthorized'],
      ['expired', await expiredKey(owner), 401, 'unauthorized'],
      ['forged', forgedKey(owner), 401, 'unauthorized'],
      ['without the scope', (await addKey(owner, ['read'])).key, 403, 'forbidden'],
    ] as const
    // Those that announce their length are waited for before the answer, side by side.
    const asked = keys.flatMap(([what, key, status, code]) =>
      [...routes, ...smallBodies].map(async ([method, path, headers]) => {
        const answer = await SELF.fetch(`https://platen.test${path}`, {
          method,
          headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
          body: endlessBody(),
        })
        expect([what, path, answer.status, await answer.json()]).toMatchObject([what, path, status, { code }])
      }),
    )
    await Promise.all(asked)
  })

  it('hears of the key and the rate before anything else that is wrong, in the order of the checks', async () => {
    const owner = await newAccount({ credits: 0, plan: 'Free' })
    const broken = { html: 5, options: { password: 'x' } }
    const password = { html: '<p>x</p>', options: { password: 'x' } }
    const template = { template_id: 'none/none', data: {}, options: { password: 'x' } }
    const many = { endpoint: 'transform', entries: Array(4).fill({ html: 5 }) }
    const statuses = async (key: string) => [
      (await send('POST', '/v1/transform', { key, body: broken, headers: { 'content-type': 'text/plain' } }))
        .status,
      (await post('/v1/transform', key, broken)).status,
      (await post('/v1/generate', key, template)).status,
      (await post('/v1/transform', key, password)).status,
      (await post('/v1/batch', key, many)).status,
      (await post('/v1/transform', key, { html: '<p>x</p>' })).status,
    ]
    expect(await statuses(owner.key)).toEqual([415, 400, 404, 403, 422, 402])
    expect(await statuses(await revokedKey(owner))).toEqual(Array(6).fill(401))
    for (let n = 6; n < 30; n++) await post('/v1/transform', owner.key, {})
    expect(await statuses(owner.key)).toEqual(Array(6).fill(429))
  })

  it('asks the account once with a dead key, and never again for some seconds', async () => {
    const owner = await newAccount({ credits: 5 })
    const key = await revokedKey(owner)
    const asked = vi.spyOn(env.ACCOUNT, 'get')
    for (let n = 0; n < 5; n++) expect((await post('/v1/transform', key, {})).status).toBe(401)
    expect(lookupsOf(owner, asked)).toHaveLength(1)
  })

  // More than the 600 requests a minute that the account may send.
  const flood = runs(3_000, 700)
  it(`cannot keep the account’s other keys out, though he sends ${flood} requests`, async () => {
    const owner = await newAccount({ credits: 5 })
    const key = await revokedKey(owner)
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    // As if they came one by one: those who come at once are refused at 40 a second.
    vi.spyOn(callerPace, 'delay').mockReturnValue(0)
    const statuses = new Set<number>()
    for (let n = 0; n < flood; n += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => get('/v1/credits', key)))
      for (const { status } of answers) statuses.add(status)
    }
    expect(statuses).toEqual(new Set([401]))
    expect((await get('/v1/credits', owner.key)).status).toBe(200)
  })

  it('begins nothing if the key is revoked while the body is read', async () => {
    const { account, call, keyId } = await newAccount({ credits: 5 })
    expect(await account.authenticate(call)).toMatchObject({ outcome: 'ok' })
    await account.revokeKey(keyId)
    const begin = work(call, [{ taskId: newId('tsk'), credits: 1 }])
    expect(await account.begin(begin)).toMatchObject({ outcome: 'refused', code: 'unauthorized' })
  })
})

describe('a request', () => {
  const code = (key: string, data: string) => post('/v1/qrcode', key, { type: 'text', data })

  it('counts once against the rate, also if it waits for a code that another one makes', async () => {
    const { key } = await newAccount({ credits: 5 })
    const answers = await Promise.all(Array.from({ length: 80 }, () => code(key, 'eighty')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await code(key, 'eighty')).headers.get('ratelimit')).toMatch(/^"posts";r=219;/)
    expect((await (await get('/v1/credits', key)).json<{ credits_left: number }>()).credits_left).toBe(4)
  })

  it('is refused past the rate, though its code is there: 30 of 80 on the Free plan', async () => {
    const { key } = await newAccount({ credits: 5, plan: 'Free' })
    const answers = await Promise.all(Array.from({ length: 80 }, () => code(key, 'thirty')))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(50)
  })

  it('of those that wait for a code asks its account and the bucket a few times, not all the time', async () => {
    const { key, account, call } = await newAccount({ credits: 5, plan: 'Max' })
    const { cacheKey } = await makingOf(account, call, 'slowly')
    const reads = vi.spyOn(env.FILES, 'get')
    const waiting = code(key, 'slowly')
    const readsOfIt = () => reads.mock.calls.filter(([name]) => name === cacheKey)
    await vi.waitFor(() => expect(readsOfIt()).toHaveLength(1), { timeout: 20_000 })
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(readsOfIt()).toHaveLength(1)
    await account.release({ taskId: 'tsk_slow', reason: 'the test is over' })
    expect((await waiting).status).toBe(200)
  })

  it('is refused if a hundred others wait for the same code', async () => {
    const { key, account, call } = await newAccount({ credits: 5, plan: 'Max' })
    const { cacheKey } = await makingOf(account, call, 'crowded')
    const waiting = Array.from({ length: 100 }, (_, n) => {
      const one = { kind: 'qrcode', credits: 1, leaseMs: 30_000, synchronous: true, cacheKey }
      return account.begin({ call, needs: {}, work: [{ taskId: `tsk_waits${n}`, ...one }] })
    })
    const refused = await code(key, 'crowded')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(await refused.json()).toMatchObject({
      code: 'too_many_renders',
      detail: expect.stringContaining('More than 100 requests'),
    })
    await account.release({ taskId: 'tsk_slow', reason: 'the test is over' })
    const outcomes = (await Promise.all(waiting)).map(({ outcome }) => outcome)
    expect(new Set(outcomes)).toEqual(new Set(['under_way']))
    expect((await code(key, 'crowded')).status).toBe(200)
  })

  /** Holds the work of a code as if another request had begun it. */
  async function makingOf(account: TestAccount['account'], call: TestAccount['call'], data: string) {
    const other = await newAccount({ credits: 0 })
    const begun = breakOnce('get', `cache/${other.accountId}/`)
    await code(other.key, data)
    const template = begun.mock.calls
      .map(([name]) => String(name))
      .find((name) => name.includes(other.accountId))
    begun.mockRestore()
    const { accountId } = (await account.summary()) as { accountId: string }
    const cacheKey = template?.replace(other.accountId, accountId) ?? ''
    const held = {
      taskId: 'tsk_slow',
      kind: 'qrcode',
      credits: 1,
      leaseMs: 30_000,
      synchronous: false,
      cacheKey,
    }
    expect(await account.begin({ call, needs: {}, work: [held] })).toMatchObject({ outcome: 'go' })
    return { cacheKey }
  }
})

describe('an answer that the account keeps', () => {
  const page = { html: '<p>kept</p>', goCreditMode: false, return_type: 'url' }
  const keyed = { 'idempotency-key': 'kept' }

  it('from the former release is still repeated, headers and all', async () => {
    const { key, account } = await newAccount({ credits: 5 })
    await (await post('/v1/transform', key, page, keyed)).text()
    const former = {
      status: 200,
      headers: { 'Content-Type': 'application/json', 'X-Task-Id': 'tsk_former', 'X-Credits-Left': '4' },
      body: { text: '{"url":"https://platen.test/files/former","credits_left":4,"response_time_ms":9}' },
    }
    await runInDurableObject(account, (_, state) => {
      state.storage.sql.exec('UPDATE calls SET answer = ?', JSON.stringify(former))
    })
    const again = await post('/v1/transform', key, page, keyed)
    expect([again.status, again.headers.get('x-task-id'), again.headers.get('idempotent-replayed')]).toEqual([
      200,
      'tsk_former',
      'true',
    ])
    expect(await again.text()).toBe(former.body.text)
  })

  it('and that was lost is told under the id of the first request', async () => {
    const { key, account } = await newAccount({ credits: 5 })
    const first = await post('/v1/transform', key, page, keyed)
    await runInDurableObject(account, (_, state) => {
      state.storage.sql.exec('UPDATE calls SET answer = NULL, lease_until = 0')
    })
    const again = await post('/v1/transform', key, page, keyed)
    const request_id = first.headers.get('x-request-id')
    expect([again.status, await again.json()]).toMatchObject([500, { code: 'internal', request_id }])
  })
})

it('a batch asks D1 once for its endpoint, however many entries it has', async () => {
  const { key } = await newAccount({ credits: 20 })
  const config = { name: 'Mine', html: '<p>{{ n }}</p>' }
  expect((await send('PUT', '/v1/endpoints/mine', { key, body: config })).status).toBe(200)
  const prepared = vi.spyOn(env.DB, 'prepare')
  const entries = Array.from({ length: 10 }, (_, n) => ({ data: { n } }))
  expect((await post('/v1/batch', key, { endpoint: 'mine', entries })).status).toBe(202)
  expect(prepared.mock.calls.filter(([query]) => query.includes('FROM endpoints'))).toHaveLength(1)
})
