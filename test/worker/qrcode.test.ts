import { env, SELF } from 'cloudflare:test'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { generateQr } from '../../src/qr/generate-qr'
import { readPng } from '../../src/qr/png-read'
import { fileKey } from '../../src/storage/stored-files'
import { newAccount, type TestAccount } from '../support/accounts'
import { breakOnce } from '../support/bucket'
import { get, post } from '../support/http'
import { chunk, header, joined, pngOf } from '../support/png'
import { everyThirdOf } from '../support/runs'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())
afterEach(() => vi.restoreAllMocks())

const url = 'https://example.com/qr?x=1'
const png = pngOf({ width: 30, height: 30, colorType: 6, depth: 8, sample: () => [0, 80, 200, 255] })

const qr = (key: string, body: unknown, headers: Record<string, string> = {}) =>
  post('/v1/qrcode', key, body, headers)

/** The same as a form; a `Uint8Array` is a file. */
function form(key: string, fields: Record<string, string | Uint8Array>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.append(name, value)
    else {
      // A browser sends an input that was left empty as a file without a name.
      const fileName = value.length > 0 ? 'logo.png' : ''
      body.append(name, new File([value as Uint8Array<ArrayBuffer>], fileName, { type: 'image/png' }))
    }
  }
  return SELF.fetch('https://platen.test/v1/qrcode', { method: 'POST', headers: { 'x-api-key': key }, body })
}

const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())
const credits = async ({ key }: TestAccount) =>
  (await (await get('/v1/credits', key)).json<{ credits_left: number }>()).credits_left

type Body = { code: string; detail: string; errors?: { pointer: string; message: string }[] }
async function refusal(answer: Response) {
  const { code, detail, errors } = await answer.json<Body>()
  return { status: answer.status, code, detail, pointers: (errors ?? []).map(({ pointer }) => pointer) }
}

describe('POST /v1/qrcode', () => {
  it('answers a PNG for one credit, and is a task', async () => {
    const account = await newAccount({ credits: 5 })
    const answer = await qr(account.key, { data: url })
    expect(answer.status).toBe(200)
    const bytes = await bytesOf(answer)
    expect(bytes).toEqual(generateQr({ data: url }).bytes)
    const headers = Object.fromEntries(answer.headers)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="qrcode.png"',
      'x-cache': 'MISS',
      'x-credits-charged': '1',
      'x-credits-left': '4',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    })
    expect(headers['x-page-count']).toBeUndefined()
    const task = await (await get(`/v1/status/${headers['x-task-id']}`, account.key)).json()
    expect(task).toMatchObject({
      kind: 'qrcode',
      status: 'completed',
      credits_charged: 1,
      bytes: bytes.length,
    })
    expect(task).not.toHaveProperty('pages')
    expect(await credits(account)).toBe(4)
  })

  it('answers url, credits_left and cached for return_type url, at an address that needs no key', async () => {
    const { key } = await newAccount({ credits: 5 })
    const [first, second] = [
      await (await qr(key, { data: url, return_type: 'url' })).json<Record<string, unknown>>(),
      await (await qr(key, { data: url, return_type: 'url' })).json<Record<string, unknown>>(),
    ]
    expect(first).toEqual({ url: expect.any(String), credits_left: 4, cached: false })
    expect(second).toEqual({ url: expect.any(String), credits_left: 4, cached: true })
    const file = await SELF.fetch(String(second.url))
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(await bytesOf(file)).toEqual(generateQr({ data: url }).bytes)
  })

  it('takes a form with the same fields as strings, and a logo for one credit more', async () => {
    const account = await newAccount({ credits: 5 })
    const answer = await form(account.key, {
      ...{ data: url, size: 'big', color: '[11, 61, 145]', background: 'transparent', margin: '20' },
      ...{
        logo_width: '120',
        error_level: 'low',
        return_type: 'binary',
        async_mode: 'false',
        hidden: 'true',
      },
      logo: png,
    })
    expect(answer.status).toBe(200)
    const options = {
      data: url,
      size: 'big',
      color: [11, 61, 145],
      background: 'transparent',
      margin: 20,
    } as const
    expect(await bytesOf(answer)).toEqual(
      generateQr({ ...options, color: [11, 61, 145], logo_width: 120 }, readPng(png)).bytes,
    )
    expect(answer.headers.get('x-credits-charged')).toBe('2')
    expect(await credits(account)).toBe(3)
  })

  it('says how wide the quiet zone is, and warns below 4 modules, of a cached code too', async () => {
    const { key } = await newAccount({ credits: 5 })
    const roomy = await qr(key, { data: url })
    expect(Number(roomy.headers.get('x-qr-quiet-zone'))).toBeGreaterThanOrEqual(4)
    expect(roomy.headers.get('x-warnings')).toBe(null)
    for (const cache of ['MISS', 'HIT']) {
      const narrow = await qr(key, { data: url, margin: 0 })
      expect([narrow.headers.get('x-cache'), narrow.headers.get('x-qr-quiet-zone')]).toEqual([cache, '0'])
      expect(narrow.headers.get('x-warnings')).toMatch(/^the quiet zone is 0 modules wide/)
    }
    const see = await qr(key, { data: url, background: 'transparent' })
    expect(see.headers.get('x-warnings')).toContain('does not read on black')
  })

  it('takes a form without a file, and one whose file input was left empty', async () => {
    const { key } = await newAccount({ credits: 5 })
    const answer = await form(key, { data: url, logo: new Uint8Array() })
    expect([answer.status, answer.headers.get('x-credits-charged')]).toEqual([200, '1'])
    expect((await form(key, { data: url })).headers.get('x-cache')).toBe('HIT')
  })

  it('answers SVG where that is asked for', async () => {
    const { key } = await newAccount({ credits: 5 })
    const answer = await qr(key, { data: url, format: 'svg' })
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="qrcode.svg"')
    expect(await answer.text()).toMatch(/^<svg .*<\/svg>$/s)
  })

  it('is free with a test key, which says so and shares no cache with a live one', async () => {
    const test = await newAccount({ credits: 0, mode: 'test' })
    const answer = await qr(test.key, { data: url })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-test-mode')).toBe('true')
    expect(answer.headers.get('x-credits-charged')).toBe('0')
    const listed = await env.FILES.list({ prefix: `cache/${test.accountId}/` })
    expect(listed.objects.map(({ key }) => key.split('/')[2])).toEqual(['test'])
  })
})

describe('what POST /v1/qrcode refuses', () => {
  it('names everything that is wrong at once, and charges nothing', async () => {
    const account = await newAccount({ credits: 5 })
    const verdict = await refusal(
      await qr(account.key, { size: 'huge', color: 'red', background: [1, 2], logo_with: 3, margin: 1.5 }),
    )
    expect(verdict).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(verdict.pointers.sort()).toEqual(['/background', '/color', '/logo_with', '/margin', '/size'])
    expect(await credits(account)).toBe(5)
  })

  it.each(
    everyThirdOf([
      ['no data', {}, '/data'],
      ['data that is null', { data: null }, '/data'],
      ['an invalid colour', { data: 'x', color: '#12345' }, '/color'],
      ['white on white', { data: 'x', color: '#fefefe' }, '/color'],
      ['a point that is none', { data: 'x', type: 'geo' }, '/data'],
      ['data that does not fit', { data: 'x'.repeat(5000) }, '/data'],
      ['a margin without room inside', { data: 'x', size: 'small', margin: 95 }, '/margin'],
      ['a logo by FTP', { data: 'x', logo_url: 'ftp://example.com/a.png' }, '/logo_url'],
      ['a logo at a private address', { data: 'x', logo_url: 'http://127.0.0.1/a.png' }, '/logo_url'],
      ['a private webhook', { data: 'x', webhook_url: 'http://10.0.0.1/' }, '/webhook_url'],
    ]),
  )('answers 400 to %s, at a balance of zero too', async (_, body, pointer) => {
    const { key } = await newAccount({ credits: 0 })
    expect(await refusal(await qr(key, body))).toMatchObject({ status: 400, pointers: [pointer] })
  })

  it('says what is wrong with a colour and how long the data may be', async () => {
    const { key } = await newAccount({ credits: 1 })
    expect((await refusal(await qr(key, { data: 'x', color: 'red' }))).detail).toContain('"#RRGGBB"')
    expect((await refusal(await qr(key, { data: 'x'.repeat(5000) }))).detail).toMatch(/the first \d+ fit/)
  })

  it('answers 401 before what is wrong with the body, 402 after it, and 415', async () => {
    const { key } = await newAccount({ credits: 0 })
    expect((await qr('plt_live_nonsense', {})).status).toBe(401)
    expect(await refusal(await qr(key, { data: url }))).toMatchObject({
      status: 402,
      code: 'insufficient_credits',
    })
    const text = { method: 'POST', headers: { 'x-api-key': key, 'content-type': 'text/plain' }, body: 'x' }
    expect((await SELF.fetch('https://platen.test/v1/qrcode', text)).status).toBe(415)
  })

  it('refuses a file in another field, a logo beside logo_url, and a body that is no form', async () => {
    const { key } = await newAccount({ credits: 5 })
    for (const answer of [
      await qr(key, { data: url, logo: 'logo.png' }),
      await form(key, { data: url, logo: 'x' }),
    ]) {
      const { status, pointers, detail } = await refusal(answer)
      expect([status, pointers, detail]).toEqual([400, ['/logo'], expect.stringContaining('logo_url')])
    }
    expect(await refusal(await form(key, { data: url, picture: png }))).toMatchObject({
      pointers: ['/picture'],
    })
    expect(
      await refusal(await form(key, { data: url, logo: png, logo_url: 'https://example.com/a.png' })),
    ).toMatchObject({ status: 400, pointers: ['/logo_url'] })
    const headers = { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=b' }
    const broken = await SELF.fetch('https://platen.test/v1/qrcode', {
      method: 'POST',
      headers,
      body: 'no parts',
    })
    expect(broken.status).toBe(400)
  })

  it.each([
    ['no PNG', new TextEncoder().encode('GIF89a...')],
    ['a bomb', joined(header({ width: 30000, height: 30000, depth: 8, colorType: 6 }), chunk('IEND', []))],
    ['cut off', png.subarray(0, 60)],
  ])('answers 422 to %s as a logo and gives the credits back', async (_, logo) => {
    const account = await newAccount({ credits: 5 })
    expect(await refusal(await form(account.key, { data: url, logo }))).toMatchObject({
      status: 422,
      code: 'asset_failed',
    })
    expect(await credits(account)).toBe(5)
  })

  it('refuses an uploaded logo of no bytes, which is no input that was left empty', async () => {
    const { key } = await newAccount({ credits: 2 })
    const body = new FormData()
    body.append('data', url)
    body.append('logo', new File([], 'logo.png', { type: 'image/png' }))
    const init = { method: 'POST', headers: { 'x-api-key': key }, body }
    const answer = await SELF.fetch('https://platen.test/v1/qrcode', init)
    expect(await refusal(answer)).toMatchObject({ status: 422, detail: expect.stringContaining('not a PNG') })
  })

  it('answers 400 to a logo that hides too much and gives the credits back', async () => {
    const account = await newAccount({ credits: 5 })
    const answer = await form(account.key, { data: url, logo: png, logo_width: '300' })
    expect(await refusal(answer)).toMatchObject({ status: 400, pointers: ['/logo_width'] })
    expect(await credits(account)).toBe(5)
  })
})

describe('a logo at an address', () => {
  // No other file asks for this one.
  const address = '/logo.png?fetched-once'
  const fetched = async () => {
    const report = await fetch(`${inject('origins').site}/report`)
    const { loaded } = await report.json<{ loaded: Record<string, number> }>()
    return loaded[address] ?? 0
  }
  beforeAll(() => {
    env.ALLOW_HOSTS = new URL(inject('origins').site).host
  })
  afterAll(() => {
    env.ALLOW_HOSTS = ''
  })

  it('is fetched under the guard, once: a hit fetches nothing', async () => {
    const account = await newAccount({ credits: 9 })
    const body = { data: url, logo_url: inject('origins').site + address }
    const before = await fetched()
    const first = await qr(account.key, body)
    expect([first.status, first.headers.get('x-credits-charged')]).toEqual([200, '2'])
    const bytes = await bytesOf(first)
    expect(
      readPng(bytes)
        .rgba.subarray((200 * 400 + 200) * 4)
        .slice(0, 3),
    ).toEqual(Uint8Array.from([200, 0, 0]))
    const second = await qr(account.key, body)
    expect(second.headers.get('x-cache')).toBe('HIT')
    expect(await bytesOf(second)).toEqual(bytes)
    expect(await fetched()).toBe(before + 1)
    const missing = await qr(account.key, { data: url, logo_url: `${inject('origins').site}/file.pdf` })
    expect(await refusal(missing)).toMatchObject({
      status: 422,
      code: 'asset_failed',
      pointers: ['/logo_url'],
    })
    expect(await credits(account)).toBe(7)
  })

  it('may stand in the request itself', async () => {
    const { key } = await newAccount({ credits: 9 })
    const logo_url = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
    const answer = await qr(key, { data: url, logo_url })
    expect(await bytesOf(answer)).toEqual(generateQr({ data: url }, readPng(png)).bytes)
    expect((await qr(key, { data: url, logo_url: 'data:image/png;base64,AAAA' })).status).toBe(422)
  })
})

describe('the cache of QR codes', () => {
  it('does not charge a call that looked for the file just before another one had made it', async () => {
    const account = await newAccount({ credits: 5 })
    const made = await qr(account.key, { data: url })
    await made.arrayBuffer()
    breakOnce('get', `cache/${account.accountId}/`, async () => null)
    const late = await qr(account.key, { data: url })
    await late.arrayBuffer()
    expect([made, late].map(({ headers }) => headers.get('x-cache'))).toEqual(['MISS', 'HIT'])
    expect(await credits(account)).toBe(4)
  })

  it('answers an identical request byte for byte, for nothing, at a balance of zero', async () => {
    const account = await newAccount({ credits: 1 })
    const first = await qr(account.key, { data: url, color: '#000000' })
    const bytes = await bytesOf(first)
    expect(await credits(account)).toBe(0)
    const second = await qr(account.key, { color: [0, 0, 0], data: url })
    expect(second.status).toBe(200)
    expect(await bytesOf(second)).toEqual(bytes)
    const names = ['content-type', 'etag', 'x-task-id', 'content-disposition']
    expect(names.map((name) => second.headers.get(name))).toEqual(
      names.map((name) => first.headers.get(name)),
    )
    expect(Object.fromEntries(second.headers)).toMatchObject({
      'x-cache': 'HIT',
      'x-credits-charged': '0',
      'x-credits-left': '0',
    })
  })

  it('takes the bytes of an uploaded logo for part of the request', async () => {
    const { key } = await newAccount({ credits: 9 })
    const other = pngOf({ width: 30, height: 30, colorType: 6, depth: 8, sample: () => [0, 81, 200, 255] })
    const caches = []
    for (const logo of [png, png, other]) {
      const answer = await form(key, { data: url, logo })
      caches.push(answer.headers.get('x-cache'))
    }
    expect(caches).toEqual(['MISS', 'HIT', 'MISS'])
  })

  it('belongs to one account', async () => {
    const [one, two] = [await newAccount({ credits: 2 }), await newAccount({ credits: 2 })]
    expect((await qr(one.key, { data: url })).headers.get('x-cache')).toBe('MISS')
    expect((await qr(two.key, { data: url })).headers.get('x-cache')).toBe('MISS')
  })

  it('makes one code of a burst of identical requests, and charges one', async () => {
    const account = await newAccount({ credits: 50, plan: 'Max' })
    const stored = vi.spyOn(env.FILES, 'put')
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => qr(account.key, { data: `${url}&burst` })),
    )
    const bodies = await Promise.all(answers.map(bytesOf))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers.filter(({ headers }) => headers.get('x-cache') === 'MISS')).toHaveLength(1)
    expect(new Set(answers.map(({ headers }) => headers.get('x-task-id'))).size).toBe(1)
    expect(new Set(bodies.map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(1)
    const name = fileKey(answers[0]?.headers.get('x-task-id') ?? '')
    expect(stored.mock.calls.filter(([stored]) => stored === name)).toHaveLength(1)
    expect(await credits(account)).toBe(49)
  })

  it('lets the next of a burst try when the first one failed', async () => {
    const account = await newAccount({ credits: 9 })
    breakOnce('put', 'files/')
    const answers = await Promise.all([1, 2, 3].map(() => qr(account.key, { data: `${url}&failing` })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 500])
    expect(await credits(account)).toBe(8)
    await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  })

  it('is empty again where the file was removed', async () => {
    const { key, accountId } = await newAccount({ credits: 9 })
    const first = await qr(key, { data: url })
    await first.arrayBuffer()
    await env.FILES.delete(fileKey(first.headers.get('x-task-id') ?? ''))
    const second = await qr(key, { data: url })
    expect(second.headers.get('x-cache')).toBe('MISS')
    expect(second.headers.get('x-task-id')).not.toBe(first.headers.get('x-task-id'))
    expect((await env.FILES.list({ prefix: `cache/${accountId}/` })).objects).toHaveLength(1)
  })

  it('gives an answer again under an idempotency key, made or found', async () => {
    const { key } = await newAccount({ credits: 9 })
    for (const name of ['made', 'found']) {
      const first = await qr(key, { data: url }, { 'idempotency-key': name })
      const bytes = await bytesOf(first)
      const again = await qr(key, { data: url }, { 'idempotency-key': name })
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(again.headers.get('x-cache')).toBe(name === 'made' ? 'MISS' : 'HIT')
      expect(await bytesOf(again)).toEqual(bytes)
    }
    const other = await qr(key, { data: 'other' }, { 'idempotency-key': 'made' })
    expect(other.status).toBe(422)
  })
})
