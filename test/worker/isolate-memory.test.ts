/** When the isolate's memory is used up, requests are refused before their bodies are read. */
import { env, SELF } from 'cloudflare:test'
import { afterEach, beforeAll, expect, inject, it, vi } from 'vitest'
import { isolateMemory, WorkMemory } from '../../src/memory/isolate-memory'
import { newAccount } from '../support/accounts'
import { post } from '../support/http'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

beforeAll(() => applySchema())
afterEach(() => void vi.restoreAllMocks())

const body = { data: 'x', size: 'small' }

it('a request is a 503 with Retry-After while the memory is used up, and done when there is some', async () => {
  const { key, account } = await newAccount({ credits: 10 })
  const others = isolateMemory.work.hold(97 << 20)
  const refused = await send('POST', '/v1/qrcode', { key, body })
  others.release()
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(await refused.json()).toMatchObject({ code: 'pool_full', detail: expect.stringContaining('memory') })
  expect(await account.credits()).toMatchObject({ credits_left: 10 })
  expect((await send('POST', '/v1/qrcode', { key, body })).status).toBe(200)
})

it('nothing of the body of a refused request is asked for', async () => {
  const { key } = await newAccount({ credits: 10 })
  const others = isolateMemory.work.hold(97 << 20)
  const refused = await SELF.fetch('https://platen.test/v1/qrcode', {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: '{"data": broken',
  })
  others.release()
  // Read, it would be a 400.
  expect(refused.status).toBe(503)
  await refused.text()
})

it.each([49, 97, 200])(
  'an account that holds %i MB keeps none but its own requests out',
  async (megabytes) => {
    const [greedy, other] = [await newAccount({ credits: 10 }), await newAccount({ credits: 10 })]
    const held = isolateMemory.work.hold(megabytes << 20, greedy.accountId)
    const [refused, done] = [
      await send('POST', '/v1/qrcode', { key: greedy.key, body }),
      await send('POST', '/v1/qrcode', { key: other.key, body }),
    ]
    held.release()
    expect([refused.status, done.status]).toEqual([503, 200])
  },
)

it('what an account has finished, and files for its pages, keep none of its requests out', async () => {
  const { key, accountId } = await newAccount({ credits: 10 })
  const { finishing, assets } = isolateMemory
  const ended = Promise.withResolvers<void>()
  const held = [
    finishing.run(64 << 20, () => ended.promise, { accountId }),
    assets.run(10 << 20, () => ended.promise, { accountId }),
  ]
  const { status } = await send('POST', '/v1/qrcode', { key, body })
  ended.resolve()
  await Promise.all(held)
  expect(status).toBe(200)
})

it('a request holds its body until its response, and nothing after it', async () => {
  const { key, accountId } = await newAccount({ credits: 10 })
  const before = isolateMemory.work.held()
  const response = await post('/v1/transform', key, { html: 'x'.repeat(500_000), options: { scale: 'much' } })
  expect(response.status).toBe(400)
  await response.text()
  expect(isolateMemory.work.held(accountId)).toBe(0)
  // What a former file has begun may hold some meanwhile.
  await vi.waitFor(() => expect(isolateMemory.work.held()).toBeLessThanOrEqual(before), 20_000)
})

it('files wait while other jobs of their account hold its share, and others’ do not', async () => {
  env.ALLOW_HOSTS = new URL(inject('origins').site).host
  const [greedy, other] = [await newAccount({ credits: 10 }), await newAccount({ credits: 10 })]
  const [large, small, waiting] = [new WorkMemory(), new WorkMemory(), new WorkMemory()]
  await large.addFile(17 << 20, greedy.accountId)
  await small.addFile(12 << 20, greedy.accountId)
  const withLogo = { data: 'https://example.com', logo_url: `${inject('origins').site}/logo.png` }
  let isDone = false
  const own = send('POST', '/v1/qrcode', { key: greedy.key, body: withLogo }).finally(() => (isDone = true))
  const done = await send('POST', '/v1/qrcode', { key: other.key, body: withLogo })
  expect([done.status, isDone, await done.text()]).toMatchObject([200, false, expect.anything()])
  small.release()
  // As does what ends while it waits, with nothing held.
  const given = waiting.addFile(13 << 20, greedy.accountId)
  waiting.release()
  await given
  expect((await own).status).toBe(200)
  env.ALLOW_HOSTS = ''
  large.release()
  await vi.waitFor(() => expect(isolateMemory.files.held()).toBe(0), 20_000)
})

/** A request whose body has no announced length: it sends so many bytes, and nothing more until it is ended. */
function begin(key: string, bytes: number) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  writer.write(new Uint8Array(bytes).fill(32)).catch(() => undefined)
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const url = 'https://platen.test/v1/transform'
  return { response: SELF.fetch(url, { method: 'POST', headers, body: readable }), writer }
}

it('bodies of no stated length that stop keep none but their sender waiting', async () => {
  const [greedy, other] = [
    await newAccount({ plan: 'Max', credits: 1 }),
    await newAccount({ plan: 'Max', credits: 1 }),
  ]
  const begun = [300_000, 300_000, 300_000, 20_000, 20_000, 20_000].map((bytes) => begin(greedy.key, bytes))
  await vi.waitFor(() => expect(isolateMemory.bodies.waiting(greedy.accountId)).toBe(2), 20_000)
  // What has come counts.
  expect(isolateMemory.work.held(greedy.accountId)).toBeGreaterThan(3 * 256_000)
  const body = { html: 'x'.repeat(2_000_000), options: { scale: 'much' } }
  const done = await send('POST', '/v1/transform', { key: other.key, body })
  expect(await done.json()).toMatchObject({ errors: [{ pointer: '/options/scale' }] })
  for (const { writer } of begun) await writer.close()
  expect(await Promise.all(begun.map(async ({ response }) => (await response).status))).toEqual(
    begun.map(() => 400),
  )
  expect(isolateMemory.work.held(greedy.accountId)).toBe(0)
})

it('a body whose sender stops is given up', async () => {
  const { key, accountId } = await newAccount({ credits: 1 })
  const { response } = begin(key, 20_000)
  await vi.waitFor(() => expect(isolateMemory.work.held(accountId)).toBeGreaterThan(0), 10_000)
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 16_000)
  const late = await response
  expect([late.status, await late.json()]).toMatchObject([408, { code: 'body_timeout' }])
})
