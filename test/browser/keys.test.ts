import { env, listDurableObjectIds, SELF } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { mintKey } from '../../src/accounts/api-keys'
import { newId } from '../../src/ids'
import { lookupsOf, newAccount } from '../support/accounts'
import { awayFromMidnight } from '../support/away-from-midnight'
import { get, post } from '../support/http'
import { drawPage } from '../support/pixels'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

beforeAll(() => applySchema())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const page = { html: '<p>x</p>', goCreditMode: false }

/** A request as the operator makes it. */
async function admin(method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${env.ADMIN_TOKEN}` }
  const answer = await send(method, `/admin/v1${path}`, { headers, body })
  const text = await answer.text()
  return { status: answer.status, body: text ? JSON.parse(text) : undefined }
}

/** Only `Date` stands still: what happens in a test takes no time, and the service goes on. */
function clockAt(time: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: time })
}

describe('a key', () => {
  // `test/unit/keys.test.ts` has ten thousand.
  it('with any of its characters changed is refused, and none reaches an account', async () => {
    const owner = await newAccount({ credits: 1 })
    const { key } = owner
    const before = await listDurableObjectIds(env.ACCOUNT)
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const asked = vi.spyOn(env.ACCOUNT, 'get')
    const statuses = new Map<number, number>()
    const places = Array.from({ length: key.length - 9 }, (_, index) => 9 + index)
    for (const at of places) {
      const other = [...digits].filter((digit) => digit !== key[at])[at % 61]
      const { status } = await get('/v1/credits', key.slice(0, at) + other + key.slice(at + 1))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect(statuses).toEqual(new Map([[401, places.length]]))
    // What a former file has begun may ask for accounts that were there before.
    const others = new Set(before.filter((id) => !id.equals(owner.account.id)).map(String))
    expect(asked.mock.calls.filter(([id]) => !others.has(String(id)))).toEqual([])
    expect((await listDurableObjectIds(env.ACCOUNT)).length).toBe(before.length)
    expect((await get('/v1/credits', key)).status).toBe(200)
    expect(lookupsOf(owner, asked)).toHaveLength(1)
  })

  it('well made for an account that never was is refused, like a well made one that was never given out', async () => {
    const { accountId } = await newAccount({ credits: 1 })
    const secret = env.SIGNING_SECRET ?? ''
    for (const id of [accountId, 'acc_0000000000000000']) {
      const { key } = await mintKey({ accountId: id, mode: 'live', secret })
      const answer = await get('/v1/credits', key)
      expect([id, answer.status]).toEqual([id, 401])
      expect(await answer.json()).toMatchObject({ code: 'unauthorized' })
    }
  })

  it('works until the very end of its grace after a rotation, and the new one from the start', async () => {
    const { accountId, key, keyId } = await newAccount({ credits: 9 })
    const now = Date.now()
    clockAt(now)
    const rotated = await admin('POST', `/accounts/${accountId}/keys/${keyId}/rotate`, { grace_seconds: 60 })
    expect(rotated).toMatchObject({
      status: 201,
      body: { mode: 'live', old_key_expires_at: new Date(now + 60_000).toISOString() },
    })
    const status = async (at: number) => {
      clockAt(at)
      return [(await get('/v1/credits', key)).status, (await get('/v1/credits', rotated.body.api_key)).status]
    }
    expect(await status(now)).toEqual([200, 200])
    expect(await status(now + 59_999)).toEqual([200, 200])
    expect(await status(now + 60_000)).toEqual([401, 200])
  })

  it('rotated twice gets no longer grace, and an ended one cannot be rotated', async () => {
    const { accountId, key, keyId } = await newAccount({ credits: 9 })
    const path = `/accounts/${accountId}/keys/${keyId}/rotate`
    clockAt(Date.now())
    const [first, second] = [await admin('POST', path, { grace_seconds: 1 }), await admin('POST', path, {})]
    expect(second.body.old_key_expires_at).toBe(first.body.old_key_expires_at)
    clockAt(Date.now() + 1_000)
    expect((await get('/v1/credits', key)).status).toBe(401)
    expect((await admin('POST', path, {})).status).toBe(404)
  })

  it('that is revoked fails at the next request, and revoking it twice is the same', async () => {
    const { accountId, key, keyId } = await newAccount({ credits: 9 })
    expect((await get('/v1/credits', key)).status).toBe(200)
    expect((await admin('DELETE', `/accounts/${accountId}/keys/${keyId}`)).status).toBe(204)
    expect((await get('/v1/credits', key)).status).toBe(401)
    expect((await post('/v1/transform', key, page)).status).toBe(401)
    expect((await admin('DELETE', `/accounts/${accountId}/keys/${keyId}`)).status).toBe(204)
    expect((await admin('DELETE', `/accounts/${accountId}/keys/key_none`)).status).toBe(404)
  })

  it('does only what its scopes say', async () => {
    const { accountId } = await newAccount({ credits: 9 })
    const made = async (scopes: string[]) =>
      (await admin('POST', `/accounts/${accountId}/keys`, { scopes })).body.api_key as string
    const [reader, renderer] = [await made(['read']), await made(['render'])]
    const refused = await post('/v1/transform', reader, page)
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'forbidden' }])
    expect((await get('/v1/credits', reader)).status).toBe(200)
    expect((await get('/v1/credits', renderer)).status).toBe(403)
    expect((await post('/v1/transform', renderer, page)).status).toBe(200)
  })

  it('of test mode makes documents and charges nothing, with the same limits', async () => {
    const { accountId, account } = await newAccount({ credits: 1, plan: 'Free' })
    const made = await admin('POST', `/accounts/${accountId}/keys`, { mode: 'test' })
    expect(made.body.api_key).toMatch(/^plt_test_/)
    const answer = await post('/v1/transform', made.body.api_key, page)
    expect([
      answer.status,
      answer.headers.get('x-credits-charged'),
      answer.headers.get('x-credits-left'),
    ]).toEqual([200, '0', '1'])
    expect(answer.headers.get('x-test-mode')).toBe('true')
    expect(await account.credits()).toMatchObject({ credits_left: 1 })
    const password = await post('/v1/transform', made.body.api_key, { ...page, options: { password: 'x' } })
    expect(password.status).toBe(403)
  })
})

describe('a test key', () => {
  it('stamps every page of its documents, over what stands there, and a live key stamps none', async () => {
    const { accountId, key } = await newAccount({ credits: 9 })
    const made = await admin('POST', `/accounts/${accountId}/keys`, { mode: 'test' })
    const html = '<body style="background:#eef"><p>one</p><p style="break-before:page">two</p></body>'
    const stamped = async (oneKey: string) => {
      const answer = await post('/v1/transform', oneKey, { html, goCreditMode: false })
      const pdf = new Uint8Array(await answer.arrayBuffer())
      return [await reddish(pdf, 0), await reddish(pdf, 1)]
    }
    for (const share of await stamped(made.body.api_key)) expect(share).toBeGreaterThan(0.002)
    expect(await stamped(key)).toEqual([0, 0])
  })
})

/** The share of a page's points that are more red than blue and green. */
async function reddish(pdf: Uint8Array, index: number): Promise<number> {
  const at = await drawPage(pdf, index)
  let red = 0
  for (let y = 0; y < 840; y += 3) {
    for (let x = 0; x < 594; x += 3) {
      const [r = 0, g = 0, b = 0] = Buffer.from(at(x, y).slice(1), 'hex')
      if (r > g + 60 && r > b + 60) red++
    }
  }
  return (9 * red) / (840 * 594)
}

describe('a rate limit', () => {
  it('lets 30 posts a minute through on the Free plan and says when to come back', async () => {
    const { key } = await newAccount({ credits: 0, plan: 'Free' })
    const now = Date.now()
    clockAt(now)
    const seen = []
    for (let n = 0; n < 31; n++) seen.push(await post('/v1/transform', key, n % 2 ? page : { html: 5 }))
    expect(seen.slice(0, 30).every(({ status }) => status === 400 || status === 402)).toBe(true)
    expect(seen[29]?.headers.get('ratelimit')).toBe('"posts";r=0;t=60')
    const last = seen[30] as Response
    expect(last.status).toBe(429)
    expect(last.headers.get('retry-after')).toBe('60')
    expect(last.headers.get('ratelimit-policy')).toBe('"posts";q=30;w=60')
    expect(await last.json()).toMatchObject({ code: 'rate_limited' })
    expect((await get('/v1/credits', key)).headers.get('ratelimit')).toBe('"gets";r=599;t=60')
    clockAt(now + 59_999)
    expect((await post('/v1/transform', key, page)).headers.get('retry-after')).toBe('1')
    clockAt(now + 60_000)
    expect((await post('/v1/transform', key, page)).status).toBe(402)
  })

  it('has a guard before it, so that a flood does not reach the account', async () => {
    const owner = await newAccount({ credits: 0 })
    vi.spyOn(env.LIMIT_KEY, 'limit').mockResolvedValue({ success: false })
    const asked = vi.spyOn(env.ACCOUNT, 'get')
    const answer = await get('/v1/credits', owner.key)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60'])
    expect(lookupsOf(owner, asked)).toEqual([])
  })

  it('is guarded once a request, whatever comes of it', async () => {
    const { key } = await newAccount({ credits: 5 })
    const guarded = vi.spyOn(env.LIMIT_KEY, 'limit')
    const times = async (path: string, body: object) => {
      guarded.mockClear()
      const { status } = await post(path, key, body)
      return [path, status, guarded.mock.calls.length]
    }
    const express = '/v1/studio/badge'
    const batch = { endpoint: 'transform', entries: [{ html: 5 }] }
    expect([
      await times('/v1/transform', { html: 5 }),
      await times('/v1/generate', {}),
      await times('/v1/qrcode', {}),
      await times(express, { options: 5 }),
      await times(express, {}),
      await times(express, {}),
      await times('/v1/batch', batch),
      await times('/v1/webhooks/secret/rotate', { grace_seconds: 'long' }),
    ]).toEqual([
      ['/v1/transform', 400, 1],
      ['/v1/generate', 400, 1],
      ['/v1/qrcode', 400, 1],
      [express, 400, 1],
      [express, 200, 1],
      [express, 200, 1],
      ['/v1/batch', 400, 1],
      ['/v1/webhooks/secret/rotate', 400, 1],
    ])
  })

  it('comes before what is wrong with the body and after what is wrong with the key', async () => {
    const { key } = await newAccount({ credits: 0, plan: 'Free' })
    for (let n = 0; n < 30; n++) await post('/v1/transform', key, {})
    expect((await post('/v1/transform', key, { html: 5 })).status).toBe(429)
    expect((await post('/v1/transform', `${key.slice(0, -1)}?`, { html: 5 })).status).toBe(401)
  })
})

describe('the operator', () => {
  it('needs the token, whole', async () => {
    // Another file of this workerd may have guessed until it was refused, in this very minute.
    vi.spyOn(env.LIMIT_OPERATOR, 'limit').mockResolvedValue({ success: true })
    for (const authorization of [
      '',
      'Bearer',
      'Bearer x',
      `Basic ${env.ADMIN_TOKEN}`,
      `Bearer ${env.ADMIN_TOKEN}x`,
    ]) {
      const answer = await SELF.fetch('https://platen.test/admin/v1/accounts', {
        method: 'POST',
        headers: { authorization },
        body: '{}',
      })
      expect(answer.status, authorization).toBe(401)
    }
  })

  it('changes plan and name, grants and takes back, and sees it all', async () => {
    const created = await admin('POST', '/accounts', { name: 'Acme', plan: 'FREE', credits: 10 })
    expect(created).toMatchObject({ status: 201, body: { plan: 'Free', credits_left: 10 } })
    expect(created.body.webhook_secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    const path = `/accounts/${created.body.account_id}`
    expect(await admin('PATCH', path, { plan: 'max', name: 'Acme & Co' })).toMatchObject({
      status: 200,
      body: { plan: 'Max', name: 'Acme & Co', credits_left: 10 },
    })
    expect((await admin('POST', `${path}/credits`, { amount: 5, reason: 'thanks' })).body).toEqual({
      credits_left: 15,
    })
    expect((await admin('POST', `${path}/credits`, { amount: -15, reason: 'sorry' })).body).toEqual({
      credits_left: 0,
    })
    expect(await admin('POST', `${path}/credits`, { amount: -1, reason: 'more' })).toMatchObject({
      status: 402,
    })
    const { entries } = (await admin('GET', `${path}/ledger`)).body
    expect(
      entries.map((entry: Record<string, unknown>) => [entry.type, entry.credits, entry.reason]),
    ).toEqual([
      ['grant', -15, 'sorry'],
      ['grant', 5, 'thanks'],
      ['grant', 10, 'account created'],
    ])
    expect((await admin('GET', path)).body).toMatchObject({
      plan: 'Max',
      credits_granted: 0,
      credits_left: 0,
    })
  })

  it('grants once for one idempotency key', async () => {
    const { accountId } = await newAccount({ credits: 0 })
    const grant = (amount = 5) =>
      SELF.fetch(`https://platen.test/admin/v1/accounts/${accountId}/credits`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${env.ADMIN_TOKEN}`,
          'content-type': 'application/json',
          'idempotency-key': 'invoice 7',
        },
        body: JSON.stringify({ amount }),
      })
    const answers = await Promise.all([grant(), grant(), grant()])
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual(
      Array(3).fill({ credits_left: 5 }),
    )
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(2)
    const other = await grant(700)
    expect(other.status).toBe(422)
    expect(await other.json()).toMatchObject({ code: 'idempotency_mismatch' })
  })

  it('can read what the API takes and returns', async () => {
    const api = await (await SELF.fetch('https://platen.test/openapi.json')).json<Record<string, never>>()
    const paths = Object.keys(api.paths ?? {})
    expect(paths.filter((path) => path.startsWith('/admin/v1'))).toHaveLength(13)
    expect(paths).toContain('/v1/usage')
  })

  it('lists the accounts, newest first, by the name they have now', async () => {
    const ids: string[] = []
    for (const name of ['First', 'Second', 'Third'])
      ids.push((await admin('POST', '/accounts', { name })).body.account_id)
    await admin('PATCH', `/accounts/${ids[0]}`, { name: 'Renamed' })
    await vi.waitFor(
      async () => {
        const first = (await admin('GET', '/accounts?limit=2')).body
        expect(first.accounts.map(({ name }: { name: string }) => name)).toEqual(['Third', 'Second'])
        const next = (await admin('GET', `/accounts?limit=2&cursor=${first.next_cursor}`)).body
        expect(next.accounts[0]).toMatchObject({ name: 'Renamed', account_id: ids[0] })
      },
      { timeout: 20_000, interval: 200 },
    )
  })

  it('is told what is wrong, field by field, and 404 for accounts that are not there', async () => {
    const wrong = await admin('POST', '/accounts', { plan: 'gold', credits: -1, nmae: 'x' })
    expect(wrong.status).toBe(400)
    const pointers = wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers.sort()).toEqual(['/credits', '/name', '/nmae', '/plan'])
    for (const id of ['acc_0000000000000000', 'nonsense', newId('tsk')]) {
      expect((await admin('GET', `/accounts/${id}`)).status).toBe(404)
      expect((await admin('POST', `/accounts/${id}/credits`, { amount: 1 })).status).toBe(404)
      expect((await admin('GET', `/accounts/${id}/ledger`)).status).toBe(404)
    }
  })
})

describe('usage', () => {
  it('tells what was charged, by day, kind and task, and agrees with the balance', async () => {
    await awayFromMidnight()
    const { key } = await newAccount({ credits: 20 })
    const done = await post('/v1/transform', key, page)
    const task = done.headers.get('x-task-id')
    const failing = { html: '<script>console.error("x")</script>', options: { strict: true } }
    expect((await post('/v1/transform', key, failing)).status).toBe(422)
    const usage = async (query = '') => (await get(`/v1/usage${query}`, key)).json<Record<string, never>>()
    const all = await usage()
    expect(all).toMatchObject({
      credits_left: 19,
      credits_held: 0,
      totals: { credits_granted: 20, credits_charged: 1, tasks_completed: 1, tasks_failed: 1 },
    })
    expect(await (await get('/v1/credits', key)).json()).toMatchObject({ credits_left: 19 })
    const today = new Date().toISOString().slice(0, 10)
    expect(all.by_day).toEqual([
      { day: today, kind: 'transform', credits_charged: 1, tasks_completed: 1, tasks_failed: 1 },
    ])
    const types = ({ entries }: Record<string, { type: string }[]>) => entries?.map(({ type }) => type)
    expect(types(await usage(`?task=${task}`))).toEqual(['settle', 'hold'])
    expect(types(await usage('?kind=qrcode'))).toEqual([])
    expect(types(await usage(`?day=${today}`))).toHaveLength(5)
    expect(types(await usage('?day=2020-01-01'))).toEqual([])
    expect(types(await usage(`?from=${today}&to=${today}`))).toHaveLength(5)
    expect(types(await usage(`?to=${today}T00:00:00Z`))).toEqual([])
    const pages = []
    for (let cursor = ''; ; ) {
      const page = await usage(`?limit=2${cursor}`)
      pages.push(...(types(page) ?? []))
      if (page.next_cursor === null) break
      cursor = `&cursor=${page.next_cursor}`
    }
    expect(pages).toEqual(['release', 'hold', 'settle', 'hold', 'grant'])
    const bad = await get('/v1/usage?day=yesterday&limt=3', key)
    expect([bad.status, await bad.json()]).toMatchObject([400, { errors: [{}, {}] }])
  })
})
