import { env, runInDurableObject, SELF } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../src/ids'
import { fileKey } from '../../src/storage/stored-files'
import { endLeases, newAccount, work } from '../support/accounts'
import { breakOnce } from '../support/bucket'
import { breakCalls } from '../support/connection'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())
afterEach(() => vi.restoreAllMocks())

const request = { html: '<h1>Once</h1>', goCreditMode: false }
const transform = (key: string, body: object, idempotencyKey: string) =>
  post('/v1/transform', key, body, { 'idempotency-key': idempotencyKey })
const balance = async (key: string) =>
  (await (await get('/v1/credits', key)).json<{ credits_left: number }>()).credits_left

describe('an idempotency key', () => {
  it('lets 100 parallel posts do the work once and charge once', async () => {
    const { key } = await newAccount({ credits: 50 })
    const answers = await Promise.all(Array.from({ length: 100 }, () => transform(key, request, 'one')))
    const bodies = await Promise.all(
      answers.map(async (answer) => [answer.status, await answer.arrayBuffer()]),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(new Set(bodies.map(([status]) => status))).toEqual(new Set([200, 409]))
    expect(new Set(done.map(({ headers }) => headers.get('x-task-id'))).size).toBe(1)
    expect(done.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1)
    expect(answers.find(({ status }) => status === 409)?.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await balance(key)).toBe(49)
  })

  it('gives the file again, byte for byte, with the headers it had', async () => {
    const { key } = await newAccount({ credits: 5 })
    const first = await transform(key, request, 'file')
    const bytes = await first.arrayBuffer()
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    const again = await transform(key, { goCreditMode: false, html: '<h1>Once</h1>' }, 'file')
    expect(again.status).toBe(200)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(Buffer.from(await again.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
    for (const name of [
      'content-type',
      'etag',
      'content-disposition',
      'x-task-id',
      'x-credits-left',
      'x-page-count',
    ])
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)])
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(await balance(key)).toBe(4)
  })

  it('gives the address again, in the same words', async () => {
    const { key } = await newAccount({ credits: 5 })
    const first = await transform(key, { ...request, return_type: 'url' }, 'url')
    const text = await first.text()
    const again = await transform(key, { ...request, return_type: 'url' }, 'url')
    expect(await again.text()).toBe(text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(JSON.parse(text)).toMatchObject({ credits_left: 4 })
    expect(await balance(key)).toBe(4)
  })

  it('gives a failure again where work had begun, and charges nothing', async () => {
    const { key } = await newAccount({ credits: 5 })
    const failing = { html: '<script>console.error("no ink")</script>', options: { strict: true } }
    const first = await transform(key, failing, 'failure')
    const text = await first.text()
    expect(first.status).toBe(422)
    const again = await transform(key, failing, 'failure')
    expect([again.status, await again.text()]).toEqual([422, text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.headers.get('content-type')).toBe('application/problem+json')
    expect(await balance(key)).toBe(5)
  })

  it('is free again where something of ours failed before the work began, and used where it failed after', async () => {
    const { key } = await newAccount({ credits: 9 })
    const made = await post('/v1/transform', key, { ...request, return_type: 'url' })
    const { url } = await made.json<{ url: string }>()
    const appending = { ...request, options: { attachments: [url] } }
    breakOnce('get', `files/${made.headers.get('x-task-id')}`)
    expect((await transform(key, appending, 'before')).status).toBe(500)
    const repeated = await transform(key, appending, 'before')
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([200, null])

    breakOnce('put', 'files/')
    const failed = await transform(key, request, 'after')
    const again = await transform(key, request, 'after')
    expect([failed.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([
      500,
      500,
      'true',
    ])
    expect(await again.text()).toBe(await failed.text())
  })

  it('is free again where no shard of the pool could be asked', async () => {
    const { key } = await newAccount({ credits: 5 })
    const away = { reserve: () => Promise.reject(new Error('the shard is deployed anew')) }
    const pool = vi.spyOn(env.POOL, 'get').mockReturnValue(away as never)
    const refused = await transform(key, request, 'no shard')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    pool.mockRestore()
    const done = await transform(key, request, 'no shard')
    expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([200, null])
  })

  it('is refused for another request', async () => {
    const { key } = await newAccount({ credits: 5 })
    await transform(key, request, 'mine')
    const other = await transform(key, { ...request, html: '<h1>Other</h1>' }, 'mine')
    expect(other.status).toBe(422)
    expect(await other.json()).toMatchObject({ code: 'idempotency_mismatch' })
    expect(await balance(key)).toBe(4)
  })

  it('belongs to the request as it was sent, whatever its template says by now', async () => {
    const { key } = await newAccount({ credits: 5 })
    const put = (html: string) =>
      SELF.fetch('https://platen.test/v1/endpoints/mine', {
        method: 'PUT',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Mine', html }),
      })
    const render = () => post('/v1/studio/mine', key, { data: { a: 1 } }, { 'idempotency-key': 'edited' })
    expect((await put('<p>before</p>')).status).toBe(200)
    const first = await (await render()).arrayBuffer()
    expect((await put('<p>after</p>')).status).toBe(200)
    const again = await render()
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(Buffer.from(await again.arrayBuffer()).equals(Buffer.from(first))).toBe(true)
  })

  it('gives an express answer again in the same words, and what came from storage too', async () => {
    const { key } = await newAccount({ credits: 5 })
    await SELF.fetch('https://platen.test/v1/endpoints/quick', {
      method: 'PUT',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Quick', html: '<p>quick</p>', express: true }),
    })
    const render = async (idempotencyKey: string) => {
      const headers = { 'idempotency-key': idempotencyKey }
      const answer = await post('/v1/studio/quick', key, { return_type: 'url' }, headers)
      return {
        cache: answer.headers.get('x-cache'),
        replayed: answer.headers.get('idempotent-replayed'),
        text: await answer.text(),
      }
    }
    const made = await render('made')
    await vi.waitFor(async () => expect(await render(newId('req'))).toMatchObject({ cache: 'HIT' }), 20_000)
    expect(await render('made')).toMatchObject({ text: made.text, replayed: 'true' })
    const found = await render('found')
    expect(found).toMatchObject({ cache: 'HIT', replayed: null })
    expect(await render('found')).toEqual({ ...found, replayed: 'true' })
    expect(await balance(key)).toBe(4)
  })

  it('makes one batch of several, and one webhook secret of two', async () => {
    const { key } = await newAccount({ credits: 20 })
    const once = { 'idempotency-key': 'batch' }
    const send = async () => {
      const answer = await post(
        '/v1/batch',
        key,
        { endpoint: 'transform', entries: [request, request] },
        once,
      )
      return {
        status: answer.status,
        text: await answer.text(),
        replayed: answer.headers.get('idempotent-replayed'),
      }
    }
    const first = await send()
    expect(first).toMatchObject({ status: 202, replayed: null })
    expect(await send()).toEqual({ ...first, replayed: 'true' })
    expect(await balance(key)).toBe(18)

    const rotate = async (body: object) =>
      (await post('/v1/webhooks/secret/rotate', key, body, { 'idempotency-key': 'secret' })).json()
    const secret = await rotate({ grace_seconds: 60 })
    expect(secret).toMatchObject({ webhook_secret: expect.stringMatching(/^whsec_/) })
    expect(await rotate({ grace_seconds: 60 })).toEqual(secret)
    expect(await rotate({ grace_seconds: 61 })).toMatchObject({ code: 'idempotency_mismatch' })
  })

  it('is not taken for used where only the account’s reply was lost, whatever the request holds', async () => {
    const { key } = await newAccount({ credits: 20 })
    const once = { 'idempotency-key': 'lost reply' }
    const batch = { endpoint: 'transform', entries: [request, request] }
    const wire = breakCalls('begin', { times: 1, when: 'after' })
    expect((await post('/v1/batch', key, batch, once)).status).toBe(202)
    wire.mockRestore()
    expect(await balance(key)).toBe(18)

    breakCalls('begin', { times: 2, when: 'after' })
    const rotated = await post('/v1/webhooks/secret/rotate', key, { grace_seconds: 60 }, once)
    expect(rotated.status).toBe(200)
    const again = await post('/v1/webhooks/secret/rotate', key, { grace_seconds: 60 }, once)
    expect(await again.json()).toEqual(await rotated.json())
  })

  it('does not take back what is done where its answer cannot be kept', async () => {
    const { key, account } = await newAccount({ credits: 5 })
    const code = { type: 'text', data: 'kept or not' }
    expect((await post('/v1/qrcode', key, code)).status).toBe(200)
    const send = async (path: string, body: object) => {
      const wire = breakCalls('remember', { times: 3, when: 'before' })
      const answer = await post(path, key, body, { 'idempotency-key': 'not kept' })
      wire.mockRestore()
      return answer
    }
    const found = await send('/v1/qrcode', code)
    expect([found.status, found.headers.get('x-cache')]).toEqual([200, 'HIT'])

    const rotated = await send('/v1/webhooks/secret/rotate', { grace_seconds: 60 })
    const { webhook_secret } = await rotated.json<{ webhook_secret: string }>()
    const again = await send('/v1/webhooks/secret/rotate', { grace_seconds: 60 })
    expect(again.status).toBe(409)
    expect(await account.webhookSecrets()).toEqual([webhook_secret, 'whsec_dGVzdA=='])
  })

  it('belongs to one account', async () => {
    const [one, two] = [await newAccount({ credits: 5 }), await newAccount({ credits: 5 })]
    const first = await transform(one.key, request, 'shared')
    const second = await transform(two.key, { html: '<h1>Two</h1>' }, 'shared')
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.headers.get('idempotent-replayed')).toBeNull()
  })

  it('is free again after a refusal before any work', async () => {
    const { key, account } = await newAccount({ credits: 0 })
    expect((await transform(key, request, 'poor')).status).toBe(402)
    expect((await transform(key, { html: 5 }, 'poor')).status).toBe(400)
    await account.grant({ amount: 3, reason: 'topped up' })
    const paid = await transform(key, request, 'poor')
    expect([paid.status, paid.headers.get('idempotent-replayed')]).toEqual([200, null])
  })

  it('tells of a run that was lost rather than run again, and gives its credits back', async () => {
    const { account, call } = await newAccount({ credits: 5 })
    const idempotency = { key: 'lost', route: 'POST /v1/transform', fingerprint: 'f' }
    const request = () => ({
      ...work(call, [{ taskId: newId('tsk'), credits: 2 }]),
      idempotency: { ...idempotency, requestId: newId('req') },
    })
    const [first, again] = [request(), request()]
    expect(await account.begin(first)).toMatchObject({ outcome: 'go' })
    expect(await account.begin(again)).toMatchObject({ code: 'idempotency_in_flight' })
    await endLeases(account)
    const late = await account.begin(again)
    expect(late).toMatchObject({ outcome: 'replay', reply: { kind: 'problem', code: 'internal' } })
    expect(await account.credits()).toMatchObject({ credits_left: 5 })
  })

  it('answers 410 where the file is no longer kept', async () => {
    const { key } = await newAccount({ credits: 5 })
    const first = await transform(key, request, 'gone')
    await first.arrayBuffer()
    await env.FILES.delete(fileKey(first.headers.get('x-task-id') ?? ''))
    expect((await transform(key, request, 'gone')).status).toBe(410)
    expect(await balance(key)).toBe(4)
  })

  it('must be printable and at most 255 characters long', async () => {
    const { key } = await newAccount({ credits: 5 })
    for (const bad of ['', 'x'.repeat(256), 'é']) {
      const answer = await transform(key, request, bad)
      expect([bad, answer.status]).toEqual([bad, 400])
    }
    expect(await balance(key)).toBe(5)
  })

  it('is forgotten after a day', async () => {
    const { key, account } = await newAccount({ credits: 5 })
    await (await transform(key, request, 'yesterday')).arrayBuffer()
    await runInDurableObject(account, (_, state) => {
      state.storage.sql.exec('UPDATE calls SET expires_at = expires_at - 86400000')
    })
    const today = await transform(key, { html: '<h1>Other</h1>', goCreditMode: false }, 'yesterday')
    expect([today.status, today.headers.get('idempotent-replayed')]).toEqual([200, null])
    expect(await balance(key)).toBe(3)
  })
})
