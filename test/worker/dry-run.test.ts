/** `dry_run: true`: what a call would cost and be told, of every POST that charges. */
import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

beforeAll(() => applySchema())

type Item = { item: string; count: number; credits: number }
type DryRun = {
  price: number
  charge: number
  cached?: boolean
  items: Item[]
  warnings: string[]
  refusals: { code: string; status: number; detail: string }[]
  credits_left: number
  plan: string
  limits: Record<string, unknown>
  entries?: { index: number; price: number; warnings: string[] }[]
}

async function dryRun(owner: Pick<TestAccount, 'key'>, path: string, body: object): Promise<DryRun> {
  const response = await post(path, owner.key, { ...body, dry_run: true })
  if (response.status !== 200) expect.unreachable(`${response.status} ${await response.text()}`)
  expect(response.headers.get('x-credits-charged')).toBe('0')
  expect(response.headers.get('x-task-id')).toBeNull()
  return await response.json<DryRun>()
}

const named = ({ items }: { items: Item[] }) => items.map(({ item, credits }) => `${item} ${credits}`)
const file = 'https://example.com/one.pdf'
const invoice = { template_id: 'invoice/classic', data: { number: '1', colour: 'red' } }

describe('dry_run', () => {
  it.each([
    [
      '/v1/transform',
      { html: '<p>x</p>', options: { compress: true } },
      ['transform 1', 'goCreditMode 1', 'compress 1'],
    ],
    [
      '/v1/generate',
      { ...invoice, goCreditMode: true, options: { attachments: [file, file] } },
      ['generate 1', 'goCreditMode 2', 'attachments 2'],
    ],
    [
      '/v1/finish',
      { files: [file, file], options: { embed_files: [file, file] } },
      ['finish 1', 'files 1', 'embed_files 1'],
    ],
    ['/v1/qrcode', { data: 'x', logo_url: 'https://example.com/logo.png' }, ['qrcode 1', 'logo 1']],
    ['/v1/inspect', { file }, ['inspect 1']],
    ['/v1/invoice/check', { pdf: file }, ['invoice_check 1']],
    [
      '/v1/batch',
      { endpoint: 'transform', entries: [{ html: '<p>1' }, { html: '<p>2', goCreditMode: false }] },
      ['transform 2', 'goCreditMode 1'],
    ],
  ])('of %s has the price by item, and makes, holds and stores nothing', async (path, body, items) => {
    const owner = await newAccount({ credits: 100 })
    const priced = await dryRun(owner, path, body)
    expect(named(priced)).toEqual(items)
    const sum = priced.items.reduce((total, { credits }) => total + credits, 0)
    expect(priced).toMatchObject({ price: sum, charge: sum, credits_left: 100, refusals: [], plan: 'Pro' })
    const tasks = await (await get('/v1/tasks', owner.key)).json<{ tasks: unknown[] }>()
    expect(tasks.tasks).toEqual([])
    const usage = await (await get('/v1/usage', owner.key)).json()
    expect(usage).toMatchObject({ credits_left: 100, credits_held: 0 })
    const { objects } = await env.FILES.list()
    expect(objects.filter(({ key }) => key.includes(owner.accountId))).toEqual([])
  })

  it('names data that the template does not read, as the call itself would', async () => {
    const owner = await newAccount({ credits: 5 })
    const { warnings } = await dryRun(owner, '/v1/generate', invoice)
    expect(warnings.join()).toContain('colour')
  })

  it('of an express endpoint says whether its result is stored', async () => {
    const owner = await newAccount({ credits: 5 })
    const endpoint = { name: 'Slip', type: 'html', html: '<p>{{ name }}</p>', express: true }
    const put = await send('PUT', '/v1/endpoints/slip', { key: owner.key, body: endpoint })
    expect(put.status).toBeLessThan(300)
    const priced = await dryRun(owner, '/v1/studio/slip', { data: { name: 'Ada' } })
    expect(priced).toMatchObject({ price: 1, charge: 1, cached: false })
  })

  it('costs a stored code nothing', async () => {
    const owner = await newAccount({ credits: 5 })
    expect(await dryRun(owner, '/v1/qrcode', { data: 'x' })).toMatchObject({ charge: 1, cached: false })
    await (await post('/v1/qrcode', owner.key, { data: 'x' })).body?.cancel()
    expect(await dryRun(owner, '/v1/qrcode', { data: 'x' })).toMatchObject({
      price: 1,
      charge: 0,
      cached: true,
    })
  })

  it('charges a test key nothing, and says what a live one would pay', async () => {
    const owner = await newAccount({ credits: 0, mode: 'test' })
    const priced = await dryRun(owner, '/v1/transform', { html: '<p>x</p>' })
    expect(priced).toMatchObject({ price: 2, charge: 0, refusals: [] })
  })

  it('lists what plan and balance would refuse', async () => {
    const owner = await newAccount({ credits: 1, plan: 'Free' })
    const { refusals, limits } = await dryRun(owner, '/v1/transform', {
      html: '<p>x</p>',
      options: { password: 'secret' },
    })
    expect(refusals.map(({ code, status }) => [code, status])).toEqual([
      ['plan_feature', 403],
      ['insufficient_credits', 402],
    ])
    expect(limits).toMatchObject({ entries_per_batch: 3, password: false })
  })

  it('of a batch prices each entry, and cannot be asked of one alone', async () => {
    const owner = await newAccount({ credits: 10 })
    const entries = [invoice, { ...invoice, data: { number: '2' }, options: { compress: true } }]
    const { entries: priced = [], price } = await dryRun(owner, '/v1/batch', {
      endpoint: 'generate',
      entries,
    })
    expect([price, ...priced.map((entry) => entry.price)]).toEqual([3, 1, 2])
    expect(priced.map(({ warnings }) => warnings.join().includes('colour'))).toEqual([true, false])
    const one = { endpoint: 'transform', entries: [{ html: '<p>1', dry_run: true }] }
    const refused = await post('/v1/batch', owner.key, one)
    expect(refused.status).toBe(400)
    const { errors } = await refused.json<{ errors: { pointer: string }[] }>()
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/entries/0/dry_run'])
  })

  it('of a batch with more entries than the plan allows lists the refusal of the batch itself', async () => {
    const owner = await newAccount({ credits: 10, plan: 'Free' })
    const batch = (count: number) => ({ endpoint: 'generate', entries: Array(count).fill(invoice) })
    const { price, refusals } = await dryRun(owner, '/v1/batch', batch(4))
    const real = await post('/v1/batch', owner.key, batch(4))
    const { code, status, detail } = await real.json<DryRun['refusals'][number]>()
    expect([price, refusals]).toEqual([4, [{ code, status, detail }]])
    expect([code, status]).toEqual(['plan_limit', 422])
    const beyond = await post('/v1/batch', owner.key, { ...batch(11), dry_run: true })
    expect([beyond.status, (await beyond.json<{ code: string }>()).code]).toEqual([422, 'plan_limit'])
  })

  it('is refused for what the request alone shows to be wrong', async () => {
    const owner = await newAccount({ credits: 10 })
    const wrong = await post('/v1/generate', owner.key, { template_id: 'no/such', data: {}, dry_run: true })
    expect(wrong.status).toBe(404)
    const strict = { ...invoice, options: { strict: true }, dry_run: true }
    expect((await post('/v1/generate', owner.key, strict)).status).toBe(422)
  })

  it('leaves the Idempotency-Key to the call that is meant', async () => {
    const owner = await newAccount({ credits: 10 })
    const headers = { 'idempotency-key': 'order-7' }
    const code = (body: object) => post('/v1/qrcode', owner.key, { data: 'x', ...body }, headers)
    expect((await code({ dry_run: true })).status).toBe(200)
    const made = await code({})
    expect([made.status, made.headers.get('idempotent-replayed')]).toEqual([200, null])
    expect(await made.bytes()).toBeTruthy()
  })
})

it('names of an object’s own methods are headers, fields and metadata like any others', async () => {
  const owner = await newAccount({ credits: 5 })
  const names = ['constructor', 'toString', 'hasOwnProperty']
  const values = JSON.parse(`{${names.map((name) => `"${name}":"x"`)}}`)
  const asked = { url: 'https://example.com/', fetch_headers: values, cookies: values, metadata: values }
  expect((await dryRun(owner, '/v1/transform', asked)).warnings).toEqual([])
  const body = { html: '<p>x', ...values, metadata: JSON.parse('{"__proto__":"x"}') }
  const answer = await post('/v1/transform', owner.key, { ...body, dry_run: true })
  expect(answer.status).toBe(400)
  const text = await answer.text()
  for (const name of names) expect(text).toContain(`/${name}`)
  expect(text).not.toContain('native code')
})
