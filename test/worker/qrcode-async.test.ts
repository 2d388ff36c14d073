/** QR codes with `async_mode`, through the front door and a real queue. */
import { env, SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { pngOf } from '../support/png'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

type Json = Record<string, unknown>
type Account = Pick<TestAccount, 'key'>

const url = 'https://example.com/qr?x=1'
/** Every byte value occurs in it. */
const png = pngOf({
  width: 30,
  height: 30,
  colorType: 6,
  depth: 8,
  sample: (x, y) => [x * 8, y * 8, 200, 255],
})

const qr = ({ key }: Account, body: Json, headers: Record<string, string> = {}) =>
  post('/v1/qrcode', key, body, headers)
const later = (account: Account, body: Json = {}, headers: Record<string, string> = {}) =>
  qr(account, { data: url, async_mode: true, ...body }, headers)

function upload({ key }: Account, fields: Record<string, string>) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ data: url, ...fields })) body.append(name, value)
  body.append('logo', new File([png as Uint8Array<ArrayBuffer>], 'logo.png', { type: 'image/png' }))
  return SELF.fetch('https://platen.test/v1/qrcode', { method: 'POST', headers: { 'x-api-key': key }, body })
}

const json = async (answer: Response) => await answer.json<Json>()
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())
const credits = async ({ key }: Account) => (await json(await get('/v1/credits', key))).credits_left

/** The task that `answer` accepted, at its end. */
async function endOf(answer: Response, { key }: Account): Promise<Json> {
  expect(answer.status).toBe(202)
  const { task_id } = await json(answer)
  return await vi.waitFor(
    async () => {
      const task = await json(await get(`/v1/status/${task_id}?wait=10`, key))
      expect(['completed', 'failed']).toContain(task.status)
      return task
    },
    { timeout: 30_000 },
  )
}

describe('a QR code with async_mode', () => {
  it('is accepted with 202, charged, and gives the bytes of the synchronous answer', async () => {
    const [account, other] = [await newAccount({ credits: 5 }), await newAccount({ credits: 5 })]
    const metadata = { order: 17 }
    const accepted = await later(account, { metadata, return_type: 'url' })
    expect(Object.fromEntries(accepted.headers)).toMatchObject({
      'x-credits-charged': '1',
      'x-credits-left': '4',
      'x-cache': 'MISS',
    })
    const { task_id, ...task } = await json(accepted.clone())
    expect(task).toEqual({
      status: 'pending',
      check_status_url: `https://platen.test/v1/status/${task_id}`,
    })
    const end = await endOf(accepted, account)
    expect(end).toMatchObject({ task_id, status: 'completed', kind: 'qrcode', credits_charged: 1, metadata })
    expect(end).not.toHaveProperty('pages')
    const file = await SELF.fetch(String(end.download_url))
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(await bytesOf(file)).toEqual(await bytesOf(await qr(other, { data: url })))
    expect(await credits(account)).toBe(4)
    expect(await env.FILES.head(`inputs/${task_id}`)).toBeNull()
  })

  it('fills the cache for synchronous requests', async () => {
    const account = await newAccount({ credits: 1 })
    const { task_id } = await endOf(await later(account), account)
    const answer = await qr(account, { data: url })
    expect([answer.headers.get('x-cache'), answer.headers.get('x-task-id')]).toEqual(['HIT', task_id])
    await answer.arrayBuffer()
  })

  it('takes an uploaded logo through the queue byte for byte', async () => {
    const [account, other] = [await newAccount({ credits: 5 }), await newAccount({ credits: 5 })]
    const end = await endOf(await upload(account, { async_mode: 'true' }), account)
    expect(end).toMatchObject({ status: 'completed', credits_charged: 2 })
    const file = await SELF.fetch(String(end.download_url))
    expect(await bytesOf(file)).toEqual(await bytesOf(await upload(other, {})))
  })

  it('fetches a logo at its address', async () => {
    const [account, other] = [await newAccount({ credits: 5 }), await newAccount({ credits: 5 })]
    const logo_url = `${inject('origins').site}/logo.png`
    const end = await endOf(await later(account, { logo_url }), account)
    expect(end).toMatchObject({ status: 'completed', credits_charged: 2 })
    const file = await SELF.fetch(String(end.download_url))
    expect(await bytesOf(file)).toEqual(await bytesOf(await qr(other, { data: url, logo_url })))
  })

  it.each([
    ['is no PNG', '/file.pdf', {}, 'asset_failed'],
    ['hides too much', '/logo.png', { logo_width: 300 }, 'invalid_request'],
  ])('whose logo %s fails and costs nothing', async (_, path, more, code) => {
    const account = await newAccount({ credits: 5 })
    const logo_url = inject('origins').site + path
    const end = await endOf(await later(account, { logo_url, ...more }), account)
    expect(end).toMatchObject({ status: 'failed', credits_charged: 0, error: { code } })
    expect(end).not.toHaveProperty('download_url')
    expect(await credits(account)).toBe(5)
    const { objects } = await env.FILES.list({ prefix: `files/${end.task_id}` })
    expect(objects).toEqual([])
  })

  it('tells its end to the webhook, which a synchronous call does not', async () => {
    const account = await newAccount({ credits: 5 })
    const webhook_url = `${inject('origins').site}/echo`
    const answer = await qr(account, { data: 'now', webhook_url, metadata: { order: 1 } })
    await answer.arrayBuffer()
    const { task_id } = await endOf(await later(account, { webhook_url }), account)
    const deliveries = await vi.waitFor(
      async () => {
        const listed = await json(await get('/v1/webhooks/deliveries', account.key))
        expect(listed.deliveries).toMatchObject([{ status: 'delivered' }])
        return listed.deliveries
      },
      { timeout: 20_000 },
    )
    expect(deliveries).toMatchObject([{ task_id }])
    const waited = await json(await get(`/v1/status/${answer.headers.get('x-task-id')}`, account.key))
    expect(waited).not.toHaveProperty('metadata')
  })

  it('is refused before it is queued where the request alone is wrong, or credits are missing', async () => {
    const account = await newAccount({ credits: 0 })
    expect((await later(account, { data: 'x'.repeat(5000) })).status).toBe(400)
    expect((await later(account)).status).toBe(402)
  })

  it('is free with a test key', async () => {
    const account = await newAccount({ credits: 0, mode: 'test' })
    const accepted = await later(account)
    expect(accepted.headers.get('x-test-mode')).toBe('true')
    expect(await endOf(accepted, account)).toMatchObject({ status: 'completed', credits_charged: 0 })
  })
})

describe('a QR code with async_mode that was made before', () => {
  it('is a task of its own for nothing, at a balance of zero, and outlives the first one', async () => {
    const account = await newAccount({ credits: 1 })
    const first = await qr(account, { data: url })
    const bytes = await bytesOf(first)
    const accepted = await later(account, { metadata: { order: 2 } })
    expect([accepted.headers.get('x-cache'), accepted.headers.get('x-credits-charged')]).toEqual(['HIT', '0'])
    const end = await endOf(accepted, account)
    expect(end).toMatchObject({ status: 'completed', credits_charged: 0, metadata: { order: 2 } })
    const firstId = first.headers.get('x-task-id')
    expect(end.task_id).not.toBe(firstId)
    const headers = { 'x-api-key': account.key }
    await SELF.fetch(`https://platen.test/v1/status/${firstId}`, { method: 'DELETE', headers })
    expect(await bytesOf(await SELF.fetch(String(end.download_url)))).toEqual(bytes)
  })

  it('fetches no logo', async () => {
    const account = await newAccount({ credits: 2 })
    const { site } = inject('origins')
    const address = '/logo.png?again'
    const fetched = async () => {
      const { loaded } = await (await fetch(`${site}/report`)).json<{ loaded: Record<string, number> }>()
      return loaded[address]
    }
    const body = { logo_url: site + address }
    await endOf(await later(account, body), account)
    expect(await fetched()).toBe(1)
    expect(await endOf(await later(account, body), account)).toMatchObject({ credits_charged: 0 })
    expect(await fetched()).toBe(1)
  })

  it('answers an idempotency key of the time before with the first 202', async () => {
    const account = await newAccount({ credits: 5 })
    const first = await later(account, {}, { 'idempotency-key': 'once' })
    await endOf(first.clone(), account)
    const again = await later(account, {}, { 'idempotency-key': 'once' })
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true'])
    expect(await again.text()).toBe(await first.text())
    expect(await credits(account)).toBe(4)
  })

  it('while it was queued costs nothing after all', async () => {
    const account = await newAccount({ credits: 9 })
    const waiting = vi.spyOn(env.JOBS, 'sendBatch').mockResolvedValueOnce(undefined as never)
    const accepted = await later(account)
    waiting.mockRestore()
    expect(accepted.headers.get('x-credits-charged')).toBe('1')
    await (await qr(account, { data: url })).arrayBuffer()
    const { task_id } = await json(accepted.clone())
    await env.JOBS.sendBatch([{ body: { task_id: String(task_id), line: 'codes', returns: 0 } }])
    expect(await endOf(accepted, account)).toMatchObject({ status: 'completed', credits_charged: 0 })
    expect(await credits(account)).toBe(8)
  })
})
