/** Pages of documents as pictures: `output`, and the pages of a task. */
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { plans } from '../../src/accounts/plans'
import { readJpegHeader } from '../../src/binary/jpeg-header'
import { readPng } from '../../src/qr/png-read'
import { readWebpHeader } from '../../src/qr/webp-header'
import { newAccount, type TestAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

beforeAll(() => applySchema())

type Problem = { status: number; code: string; detail: string; errors?: { pointer: string }[] }

const page =
  '<!doctype html><style>*{print-color-adjust:exact}body{background:#008080}</style><title>Teal sheet</title><p>x'
const three = ['one', 'two', 'three'].map((text) => `<p style="break-after:page">${text}</p>`).join('')

const transform = ({ key }: Pick<TestAccount, 'key'>, html: string, request: object) =>
  post('/v1/transform', key, { html, goCreditMode: false, ...request })

async function made(owner: Pick<TestAccount, 'key'>, html: string, request: object) {
  const response = await transform(owner, html, request)
  if (response.status !== 200) expect.unreachable(`${response.status} ${await response.text()}`)
  return { headers: response.headers, bytes: await response.bytes() }
}

const colorAt = ({ width, rgba }: { width: number; rgba: Uint8Array }, x: number, y: number) => [
  ...rgba.subarray(4 * (y * width + x), 4 * (y * width + x) + 3),
]

type Picture = { width: number; height: number; rgba: Uint8Array }

/** Pixels to the right of and below a point that are rather red. */
function redPixels(picture: Picture, from = { x: 0, y: 0 }): number {
  let count = 0
  for (let y = from.y; y < picture.height; y++) {
    for (let x = from.x; x < picture.width; x++) {
      const [red = 0, green = 0] = colorAt(picture, x, y)
      if (red > green + 40) count++
    }
  }
  return count
}

describe('output', () => {
  it('makes a PNG of the page, at the price of the PDF', async () => {
    const owner = await newAccount({ credits: 5 })
    const { headers, bytes } = await made(owner, page, { output: 'png', dpi: 72 })
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('content-disposition')).toContain('Teal sheet.png')
    expect([headers.get('x-page-count'), headers.get('x-credits-charged')]).toEqual(['1', '1'])
    const picture = readPng(bytes)
    expect([picture.width, picture.height]).toEqual([595, 842])
    expect(colorAt(picture, 300, 400)).toEqual([0, 128, 128])
    const task = await (await get(`/v1/status/${headers.get('x-task-id')}`, owner.key)).json<{
      pages: number
    }>()
    expect(task.pages).toBe(1)
    const unseen = { tagged: true, outline: true, author: 'Ada' }
    expect((await made(owner, page, { output: 'png', dpi: 72, options: unseen })).bytes).toEqual(bytes)
  })

  it('makes JPEG and WebP, of a template too', async () => {
    const owner = await newAccount({ credits: 5 })
    const invoice = { template_id: 'invoice/classic', data: { number: '7' } }
    const ask = async (output: string) => {
      const response = await post('/v1/generate', owner.key, { ...invoice, output, dpi: 96 })
      expect(response.headers.get('content-type')).toBe(`image/${output}`)
      return await response.bytes()
    }
    expect(readJpegHeader(await ask('jpeg'))).toMatchObject({ width: 793, height: 1123 })
    expect(readWebpHeader(await ask('webp'))).toMatchObject({ width: 793, height: 1123 })
  })

  it('makes a ZIP of several pictures, or the pages that are named', async () => {
    const owner = await newAccount({ credits: 5 })
    const all = await made(owner, three, { output: 'png', dpi: 36 })
    expect(all.headers.get('content-type')).toBe('application/zip')
    const files = unzipSync(all.bytes)
    expect(Object.keys(files)).toEqual(['page-1.png', 'page-2.png', 'page-3.png'])
    const [first = new Uint8Array()] = Object.values(files)
    expect(readPng(first).width).toBe(297)
    const second = await made(owner, three, { output: 'png', dpi: 36, pages: '2' })
    expect([second.headers.get('content-type'), second.headers.get('x-page-count')]).toEqual([
      'image/png',
      '3',
    ])
  })

  it('is stamped for a test key', async () => {
    const owner = await newAccount({ credits: 0, mode: 'test' })
    const { bytes } = await made(owner, '<p>x', { output: 'png', dpi: 72 })
    expect(redPixels(readPng(bytes))).toBeGreaterThan(500)
  })

  it('is stored under its name', async () => {
    const owner = await newAccount({ credits: 5 })
    const response = await transform(owner, page, { output: 'webp', dpi: 36, return_type: 'url' })
    const { url } = await response.json<{ url: string }>()
    expect(url).toContain('.webp')
    const file = await send('GET', new URL(url).pathname + new URL(url).search)
    expect(file.headers.get('content-type')).toBe('image/webp')
    await file.body?.cancel()
  })

  it('is made by the queue, at the same price', async () => {
    const owner = await newAccount({ credits: 5 })
    const queued = await transform(owner, three, { output: 'jpeg', dpi: 36, pages: '2-3', async_mode: true })
    const { task_id } = await queued.json<{ task_id: string }>()
    const task = async () =>
      await (await get(`/v1/status/${task_id}`, owner.key)).json<{ status: string; download_url: string }>()
    await expect.poll(async () => (await task()).status, { timeout: 30_000 }).toBe('completed')
    expect(await task()).toMatchObject({ pages: 3, credits_charged: 1 })
    const { pathname, search } = new URL((await task()).download_url)
    const file = await send('GET', pathname + search)
    expect(file.headers.get('content-type')).toBe('application/zip')
    const files = unzipSync(await file.bytes())
    expect(Object.keys(files)).toEqual(['page-2.jpg', 'page-3.jpg'])
    for (const picture of Object.values(files)) expect(readJpegHeader(picture)).toMatchObject({ width: 297 })
  })

  it('has results of its own at an express endpoint', async () => {
    const owner = await newAccount({ credits: 5 })
    const endpoint = { name: 'Slip', type: 'html', html: '<p>{{ name }}</p>', express: true }
    await send('PUT', '/v1/endpoints/slip', { key: owner.key, body: endpoint })
    const ask = async (request: object) => {
      const response = await post('/v1/studio/slip', owner.key, { data: { name: 'Ada' }, ...request })
      await response.bytes()
      return [response.headers.get('content-type'), response.headers.get('x-cache')]
    }
    expect(await ask({})).toEqual(['application/pdf', 'MISS'])
    expect(await ask({ output: 'png', dpi: 36 })).toEqual(['image/png', 'MISS'])
    await expect
      .poll(() => ask({ output: 'png', dpi: 36 }), { timeout: 20_000 })
      .toEqual(['image/png', 'HIT'])
  })

  it.each([
    [
      { output: 'png', options: { password: 'x', compress: true } },
      ['/options/compress', '/output', '/options/password', '/output'],
    ],
    [{ dpi: 100 }, ['/dpi']],
    [{ output: 'pdf', pages: '1' }, ['/pages']],
    [{ output: 'gif' }, ['/output']],
    [{ output: 'png', dpi: 5000 }, ['/dpi']],
  ])('is refused with what it cannot have: %j', async (request, pointers) => {
    const owner = await newAccount({ credits: 5 })
    const response = await transform(owner, '<p>x', request)
    expect(response.status).toBe(400)
    const { errors = [] } = await response.json<Problem>()
    expect(errors.map(({ pointer }) => pointer)).toEqual(pointers)
  })

  it('is refused, and not charged, for pictures that are too large and pages that are not there', async () => {
    const owner = await newAccount({ credits: 5 })
    const large = await transform(owner, '<p>x', { output: 'jpeg', dpi: 300 })
    expect(large.status).toBe(422)
    expect((await large.json<Problem>()).detail).toContain('215 dpi or less')
    const absent = await transform(owner, '<p>x', { output: 'png', pages: '4' })
    expect([absent.status, (await absent.json<Problem>()).detail]).toEqual([
      422,
      expect.stringContaining('no page 4'),
    ])
    expect(await owner.account.credits()).toMatchObject({ credits_left: 5 })
    // What was printed for nothing counts as waste: alone, this is no strike.
    expect(await owner.account.countWaste({ elapsedMs: 74_999, busy: true })).toBeDefined()
  })
})

describe('a preview', () => {
  it('comes as pictures', async () => {
    const owner = await newAccount({ credits: 0 })
    const request = { html: three, goCreditMode: false }
    const body = { endpoint: 'transform', request, output: 'png', dpi: 48, pages: '1' }
    const response = await post('/v1/preview', owner.key, body)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(readPng(await response.bytes()).width).toBe(397)
  })

  it('has its mark in a corner of each picture', async () => {
    const owner = await newAccount({ credits: 0 })
    const request = { html: three, goCreditMode: false }
    const body = { endpoint: 'transform', request, output: 'png', dpi: 72 }
    const files = unzipSync(await (await post('/v1/preview', owner.key, body)).bytes())
    expect(Object.keys(files)).toHaveLength(3)
    for (const file of Object.values(files)) {
      const picture = readPng(file)
      const [inCorner, all] = [redPixels(picture, { x: 525, y: 817 }), redPixels(picture)]
      expect(inCorner).toBeGreaterThan(60)
      expect(all).toBe(inCorner)
    }
  })
})

describe('a page of a task', () => {
  const pathOf = (taskId: string | null, name: string) => `/v1/status/${taskId}/pages/${name}`

  it('is drawn from its PDF, once for who has it', async () => {
    const owner = await newAccount({ credits: 5 })
    const { headers } = await made(owner, page, { return_type: 'binary' })
    const path = pathOf(headers.get('x-task-id'), '1.png?width=300')
    // The file may still be being stored: the request waits for it.
    const first = await get(path, owner.key)
    expect(first.status).toBe(200)
    const picture = readPng(await first.bytes())
    expect([picture.width, picture.height]).toEqual([300, 425])
    expect(colorAt(picture, 150, 200)).toEqual([0, 128, 128])
    expect(first.headers.get('ratelimit-policy')).toContain('"previews"')
    const etag = first.headers.get('etag') ?? ''
    const known = async (header: string) => {
      const again = await send('GET', path, { key: owner.key, headers: { 'if-none-match': header } })
      await again.body?.cancel()
      return again.status
    }
    expect(await Promise.all([etag, `"a,b", W/${etag}`, '*'].map(known))).toEqual([304, 304, 304])
    expect(await Promise.all(['"other"', etag.slice(1, -1)].map(known))).toEqual([200, 200])
    expect((await get(pathOf(headers.get('x-task-id'), '2.png'), owner.key)).status).toBe(404)
    expect((await get(pathOf(headers.get('x-task-id'), '0.png'), owner.key)).status).toBe(400)
    expect((await get(pathOf(headers.get('x-task-id'), '1.png?width=9999'), owner.key)).status).toBe(400)
    const { keyHash } = owner.call
    const { atOnce } = plans.Pro.previews
    const ids = Array.from({ length: atOnce }, (_, index) => `preview-${index}`)
    for (const id of ids)
      await owner.account.beginPreview({ call: { keyHash, scope: 'read' }, id, session: undefined })
    const crowded = await get(path, owner.key)
    expect([crowded.status, (await crowded.json<Problem>()).code]).toEqual([429, 'preview_quota'])
    for (const id of ids) await owner.account.endPreview(id)
    const stranger = await newAccount({ credits: 5 })
    expect((await get(path, stranger.key)).status).toBe(404)
    await send('DELETE', `/v1/status/${headers.get('x-task-id')}`, { key: owner.key })
    expect((await get(path, owner.key)).status).toBe(410)
  })

  it('is not there for a code, nor for a file that is encrypted', async () => {
    const owner = await newAccount({ credits: 5 })
    const code = await post('/v1/qrcode', owner.key, { data: 'x' })
    await code.bytes()
    expect((await get(pathOf(code.headers.get('x-task-id'), '1.png'), owner.key)).status).toBe(404)
    const locked = await made(owner, page, { options: { password: 'secret' } })
    const path = pathOf(locked.headers.get('x-task-id'), '1.png')
    await expect.poll(async () => (await get(path, owner.key)).status, { timeout: 20_000 }).toBe(422)
  })
})

describe('versions of a template', () => {
  it('are compared as pictures of the same page with the same data, for nothing', async () => {
    const owner = await newAccount({ credits: 0 })
    const path = '/v1/templates/my/sheet'
    const store = async (color: string, where = path) => {
      const sheet = page.replace('#008080', color)
      const body = { label: 'Sheet', page: `${sheet} {{ text }}`, sample: { text: color } }
      expect((await send('PUT', where, { key: owner.key, body })).ok).toBe(true)
    }
    await store('#008080')
    await store('#800080')
    await store('#808000', `${path}/draft`)
    const compared = await (await get(`${path}/diff`, owner.key)).json<{
      pictures: { from: string; to: string }
    }>()
    const drawn = async (address: string) => {
      const { pathname, search } = new URL(address, 'https://platen.test')
      const answer = await send('GET', pathname + search, { key: owner.key })
      const { status, headers } = answer
      const picture = status === 200 ? readPng(await answer.bytes()) : await answer.body?.cancel()
      return { status, headers, picture }
    }
    const colorOf = async (address: string) => {
      const { picture } = await drawn(address)
      return picture ? [picture.width, ...colorAt(picture, 400, 600)] : []
    }
    expect(await colorOf(compared.pictures.from)).toEqual([800, 0, 128, 128])
    expect(await colorOf(compared.pictures.to)).toEqual([800, 128, 0, 128])
    expect(await colorOf(`${path}/versions/draft/pages/1.png?width=500`)).toEqual([500, 128, 128, 0])
    const { headers } = await drawn(compared.pictures.to)
    expect([headers.get('x-page-count'), headers.get('x-credits-charged')]).toEqual(['1', null])
    expect(headers.get('ratelimit-policy')).toContain('"previews"')
    const statusOf = async (rest: string) => (await drawn(`${path}/versions/${rest}`)).status
    const refused = ['9/pages/1.png', '1/pages/2.png', '1/pages/1.png?sample_of=9'].map(statusOf)
    expect(await Promise.all(refused)).toEqual([404, 404, 404])
    const wrong = ['0/pages/1.png', '1/pages/11.png', '1/pages/1.png?sample_of=first'].map(statusOf)
    expect(await Promise.all(wrong)).toEqual([400, 400, 400])
  })
})
