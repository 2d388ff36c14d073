/** `/v1/keys`: an account manages its own keys, and no key gives what it does not have. */
import { env } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Mode } from '../../src/accounts/api-keys'
import { MAX_DEAD_KEYS } from '../../src/accounts/own-keys'
import { plans } from '../../src/accounts/plans'
import type { Scope } from '../../src/accounts/scopes'
import { newId } from '../../src/ids'
import { newAccount } from '../support/accounts'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

beforeAll(() => applySchema())
afterEach(() => vi.useRealTimers())

type Key = {
  key_id: string
  api_key: string
  mode: Mode
  scopes: Scope[]
  active: boolean
  current: boolean
  expires_at?: string
  revoked_at?: string
  old_key_expires_at?: string
}
type Result = Key & { keys: Key[]; code: string; detail: string }

async function ask(key: string, method: string, path: string, body?: object) {
  const response = await send(method, `/v1/keys${path}`, { key, body })
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as Result }
}

/** Makes a key, which must succeed. */
async function made(key: string, body: object): Promise<Key> {
  const answer = await ask(key, 'POST', '', body)
  expect(answer.status).toBe(201)
  return answer.body
}

const keysOf = async (key: string) => (await ask(key, 'GET', '')).body.keys
const creditsStatus = async (key: string) => {
  const response = await send('GET', '/v1/credits', { key })
  await response.body?.cancel()
  return response.status
}

/** A key of test mode with all scopes, as an operator makes it. */
async function testKey(accountId: string): Promise<Key> {
  const response = await send('POST', `/admin/v1/accounts/${accountId}/keys`, {
    headers: { authorization: `Bearer ${env.ADMIN_TOKEN}` },
    body: { mode: 'test', scopes: ['render', 'read', 'manage'] },
  })
  return await response.json<Key>()
}

describe('keys of an account', () => {
  it('are listed without their secrets', async () => {
    const { key, keyId } = await newAccount({ credits: 1 })
    const reader = await made(key, { scopes: ['read', 'read'] })
    const listed = await send('GET', '/v1/keys', { key })
    const text = await listed.text()
    const { keys } = JSON.parse(text) as Result
    const own = { key_id: keyId, scopes: ['render', 'read', 'manage'], active: true, current: true }
    const other = { key_id: reader.key_id, scopes: ['read'], active: true, current: false }
    expect(keys).toHaveLength(2)
    for (const expected of [own, other]) expect(keys).toContainEqual(expect.objectContaining(expected))
    for (const secret of [key, reader.api_key]) expect(text).not.toContain(secret)
  })

  it('are made, work at once, and do only what their scopes say', async () => {
    const { key } = await newAccount({ credits: 1 })
    const reader = await made(key, { scopes: ['read'] })
    expect(reader.api_key).toMatch(/^plt_live_/)
    expect(await creditsStatus(reader.api_key)).toBe(200)
    expect((await send('POST', '/v1/qrcode', { key: reader.api_key, body: { data: 'x' } })).status).toBe(403)
    expect(await made(key, {})).toMatchObject({ mode: 'live', scopes: ['render', 'read', 'manage'] })
    expect(await made(key, { mode: 'test' })).toMatchObject({ mode: 'test', scopes: ['render', 'read'] })
  })

  it.each([
    ['GET', '', undefined],
    ['POST', '', { scopes: ['read'] }],
    ['PATCH', '/key_x', { scopes: ['read'] }],
    ['POST', '/key_x/rotate', {}],
    ['DELETE', '/key_x', undefined],
  ])('need the scope manage: %s %s', async (method, path, body) => {
    const { key } = await newAccount({ credits: 1, scopes: ['render', 'read'] })
    const refused = await ask(key, method, path, body)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
  })

  it.each([
    ['POST', '', { scopes: [] }],
    ['POST', '', { scopes: ['admin'] }],
    ['POST', '', { mode: 'prod' }],
    ['POST', '', { name: 'x' }],
    ['PATCH', '/key_x', {}],
    ['PATCH', '/key_x', { scopes: [] }],
    ['POST', '/key_x/rotate', { grace_seconds: -1 }],
    ['POST', '/key_x/rotate', { grace_seconds: 2_592_001 }],
  ])('are refused in a wrong shape: %s %s %j', async (method, path, body) => {
    const { key } = await newAccount({ credits: 1 })
    const refused = await ask(key, method, path, body)
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
    expect(await keysOf(key)).toHaveLength(1)
  })
})

describe('a key', () => {
  it('gives no scope that it does not have, neither new nor by rotating another', async () => {
    const { key, keyId } = await newAccount({ credits: 1 })
    const manager = await made(key, { scopes: ['manage'] })
    for (const scopes of [['render'], ['manage', 'read'], undefined]) {
      const refused = await ask(manager.api_key, 'POST', '', { scopes })
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    }
    const rotated = await ask(manager.api_key, 'POST', `/${keyId}/rotate`, {})
    expect([rotated.status, rotated.body.detail]).toEqual([
      403,
      expect.stringContaining('"render" and "read"'),
    ])
    expect(await made(manager.api_key, { scopes: ['manage'] })).toMatchObject({ scopes: ['manage'] })
    expect(await keysOf(key)).toHaveLength(3)
    expect(await creditsStatus(key)).toBe(200)
  })

  it('of test mode sees and changes test keys only', async () => {
    const { accountId, key, keyId } = await newAccount({ credits: 1 })
    const test = await testKey(accountId)
    expect((await keysOf(test.api_key)).map(({ key_id }) => key_id)).toEqual([test.key_id])
    expect(await made(test.api_key, { scopes: ['read'] })).toMatchObject({ mode: 'test' })
    const live = await ask(test.api_key, 'POST', '', { mode: 'live', scopes: ['read'] })
    expect([live.status, live.body.code]).toEqual([403, 'forbidden'])
    const others = [
      await ask(test.api_key, 'PATCH', `/${keyId}`, { scopes: ['read'] }),
      await ask(test.api_key, 'POST', `/${keyId}/rotate`, {}),
      await ask(test.api_key, 'DELETE', `/${keyId}`),
    ]
    const nobodys = await ask(test.api_key, 'DELETE', '/key_none')
    for (const { status, body } of others) expect([status, body.detail]).toEqual([404, nobodys.body.detail])
    const all = (await keysOf(key)).map(({ mode, active }) => `${mode} ${active}`)
    expect(all.sort()).toEqual(['live true', 'test true', 'test true'])
    expect((await ask(key, 'DELETE', `/${test.key_id}`)).status).toBe(204)
    expect(await creditsStatus(test.api_key)).toBe(401)
  })

  it('is restricted from its next request on, and never gets more', async () => {
    const { key } = await newAccount({ credits: 5 })
    const other = await made(key, { scopes: ['render', 'read'] })
    const restricted = await ask(key, 'PATCH', `/${other.key_id}`, { scopes: ['render'] })
    expect(restricted).toMatchObject({ status: 200, body: { scopes: ['render'], current: false } })
    expect(await creditsStatus(other.api_key)).toBe(403)
    const more = await ask(key, 'PATCH', `/${other.key_id}`, { scopes: ['render', 'read'] })
    expect([more.status, more.body.detail]).toEqual([403, expect.stringContaining('"read"')])
    await ask(key, 'DELETE', `/${other.key_id}`)
    expect((await ask(key, 'PATCH', `/${other.key_id}`, { scopes: ['render'] })).status).toBe(404)
  })

  it('rotates itself: the new one has its scopes, the old one works until the end of its grace', async () => {
    const { key, keyId } = await newAccount({ credits: 5 })
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now })
    const { status, body: next } = await ask(key, 'POST', `/${keyId}/rotate`, { grace_seconds: 60 })
    expect(status).toBe(201)
    expect(next).toMatchObject({ mode: 'live', scopes: ['render', 'read', 'manage'], active: true })
    expect(next.old_key_expires_at).toBe(new Date(now + 60_000).toISOString())
    expect([await creditsStatus(key), await creditsStatus(next.api_key)]).toEqual([200, 200])
    // What would outlive it.
    const target = { url: 'https://example.com/events', events: ['task.failed'] }
    for (const [method, path, body] of [
      ['POST', '/v1/webhooks/secret/rotate', {}],
      ['PUT', '/v1/webhooks/events', target],
    ] as const)
      expect((await send(method, path, { key, body })).status, path).toBe(403)
    vi.setSystemTime(now + 60_000)
    expect([await creditsStatus(key), await creditsStatus(next.api_key)]).toEqual([401, 200])
    expect((await ask(next.api_key, 'POST', `/${keyId}/rotate`, {})).status).toBe(404)
    const last = (await ask(next.api_key, 'POST', `/${next.key_id}/rotate`, { grace_seconds: 0 })).body
    expect([await creditsStatus(next.api_key), await creditsStatus(last.api_key)]).toEqual([401, 200])
  })

  it('that was rotated makes, rotates and revokes nothing any more', async () => {
    const { key, keyId } = await newAccount({ credits: 5 })
    const { body: next } = await ask(key, 'POST', `/${keyId}/rotate`, {})
    const answers = [
      await ask(key, 'POST', '', { scopes: ['read'] }),
      await ask(key, 'POST', `/${keyId}/rotate`, {}),
      await ask(key, 'PATCH', `/${next.key_id}`, { scopes: ['read'] }),
      await ask(key, 'DELETE', `/${next.key_id}`),
    ]
    for (const { status, body } of answers)
      expect([status, body.detail]).toEqual([403, expect.stringContaining('was rotated')])
    expect((await keysOf(key)).map(({ active }) => active)).toEqual([true, true])
  })

  it('is revoked from its next request on, and twice is the same', async () => {
    const { key } = await newAccount({ credits: 5 })
    const other = await made(key, {})
    expect((await ask(key, 'DELETE', `/${other.key_id}`)).status).toBe(204)
    expect(await creditsStatus(other.api_key)).toBe(401)
    expect((await ask(key, 'DELETE', `/${other.key_id}`)).status).toBe(204)
    const listed = await keysOf(key)
    expect(listed.find(({ key_id }) => key_id === other.key_id)).toMatchObject({
      active: false,
      revoked_at: expect.any(String),
    })
  })
})

describe('the last key that can manage', () => {
  it('neither revokes nor restricts itself, until there is another that lasts', async () => {
    const { accountId, key, keyId } = await newAccount({ credits: 5 })
    await testKey(accountId)
    await made(key, { scopes: ['render', 'read'] })
    const refused = [
      await ask(key, 'DELETE', `/${keyId}`),
      await ask(key, 'PATCH', `/${keyId}`, { scopes: ['render'] }),
    ]
    for (const { status, body } of refused)
      expect([status, body.detail]).toEqual([403, expect.stringContaining('last lasting key')])
    expect((await ask(key, 'PATCH', `/${keyId}`, { scopes: ['read', 'manage'] })).status).toBe(200)
    const other = await made(key, { scopes: ['manage'] })
    expect((await ask(key, 'DELETE', `/${keyId}`)).status).toBe(204)
    expect((await ask(other.api_key, 'DELETE', `/${other.key_id}`)).status).toBe(403)
  })

  it('is left when two revoke each other at the same moment', async () => {
    const { key, keyId } = await newAccount({ credits: 5 })
    const other = await made(key, {})
    const statuses = await Promise.all([
      ask(key, 'DELETE', `/${other.key_id}`),
      ask(other.api_key, 'DELETE', `/${keyId}`),
    ])
    expect(statuses.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1)
    const works = [await creditsStatus(key), await creditsStatus(other.api_key)]
    expect(works.sort()).toEqual([200, 401])
  })
})

describe('the number of keys', () => {
  it('is limited by the plan, at the same moment too; revoked keys leave room', async () => {
    const { key, keyId } = await newAccount({ credits: 5, plan: 'Free' })
    const limit = plans.Free.keys
    const answers = await Promise.all(
      Array.from({ length: limit + 2 }, () => ask(key, 'POST', '', { scopes: ['read'] })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(limit - 1).fill(201), 422, 422, 422])
    const graced = await ask(key, 'POST', `/${keyId}/rotate`, {})
    expect([graced.status, graced.body.code]).toEqual([422, 'plan_limit'])
    const { body: next } = await ask(key, 'POST', `/${keyId}/rotate`, { grace_seconds: 0 })
    const spare = answers.find(({ status }) => status === 201)?.body.key_id
    expect((await ask(next.api_key, 'DELETE', `/${spare}`)).status).toBe(204)
    expect((await ask(next.api_key, 'POST', '', { scopes: ['read'] })).status).toBe(201)
  })

  it('that no longer work is bounded: the oldest are forgotten, and stay refused', async () => {
    const owner = await newAccount({ credits: 5, plan: 'Max' })
    const first = await made(owner.key, { scopes: ['read'] })
    await ask(owner.key, 'DELETE', `/${first.key_id}`)
    const dead = Array.from({ length: MAX_DEAD_KEYS + 1 }, async () => {
      const keyId = newId('key')
      await owner.account.addKey({ keyId, keyHash: keyId, mode: 'live', scopes: ['read'] })
      await owner.account.revokeKey(keyId)
    })
    await Promise.all(dead)
    await made(owner.key, { scopes: ['read'] })
    const listed = await keysOf(owner.key)
    expect(listed.filter(({ active }) => !active)).toHaveLength(MAX_DEAD_KEYS)
    expect(listed.map(({ key_id }) => key_id)).not.toContain(first.key_id)
    expect(await creditsStatus(first.api_key)).toBe(401)
  })

  it('of live mode that no longer work is not touched by test keys', async () => {
    const { accountId, account, key } = await newAccount({ credits: 5, plan: 'Max' })
    const first = await made(key, { scopes: ['read'] })
    await ask(key, 'DELETE', `/${first.key_id}`)
    const test = await testKey(accountId)
    const dead = Array.from({ length: MAX_DEAD_KEYS + 1 }, async () => {
      const keyId = newId('key')
      await account.addKey({ keyId, keyHash: keyId, mode: 'test', scopes: ['read'] })
      await account.revokeKey(keyId)
    })
    await Promise.all(dead)
    await made(test.api_key, { scopes: ['read'] })
    expect((await keysOf(key)).map(({ key_id }) => key_id)).toContain(first.key_id)
    expect((await keysOf(test.api_key)).filter(({ active }) => !active)).toHaveLength(MAX_DEAD_KEYS)
  })

  it('beyond the plan after a downgrade keeps no key from being replaced at once', async () => {
    const { account, key, keyId } = await newAccount({ credits: 5, plan: 'Pro' })
    const more = Array.from({ length: plans.Free.keys }, () => made(key, { scopes: ['read'] }))
    await Promise.all(more)
    await account.update({ plan: 'Free' })
    expect((await ask(key, 'POST', `/${keyId}/rotate`, {})).status).toBe(422)
    const replaced = await ask(key, 'POST', `/${keyId}/rotate`, { grace_seconds: 0 })
    expect([replaced.status, await creditsStatus(key)]).toEqual([201, 401])
    expect(await creditsStatus(replaced.body.api_key)).toBe(200)
  })
})
