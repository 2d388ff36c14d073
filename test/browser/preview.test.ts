/** `POST /v1/preview`: how a document will look, for nothing. */
import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { plans } from '../../src/accounts/plans'
import { newAccount, type TestAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { find, readPdf } from '../support/pdf'
import { drawPage } from '../support/pixels'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

beforeAll(() => applySchema())

type Problem = { status: number; code: string; detail: string; errors?: { pointer: string }[] }

const preview = ({ key }: Pick<TestAccount, 'key'>, body: object) => post('/v1/preview', key, body)
const transform = (html: string, request: object = {}) => ({
  endpoint: 'transform',
  request: { html, goCreditMode: false, ...request },
})

async function previewed(owner: Pick<TestAccount, 'key'>, body: object) {
  const response = await preview(owner, body)
  if (response.status !== 200) expect.unreachable(`${response.status} ${await response.text()}`)
  return { headers: response.headers, bytes: await response.bytes() }
}

/** Red pixels of the mark within so many points of the lower right corner of a page, and elsewhere. */
async function markOf(pdf: Uint8Array, { width, height }: { width: number; height: number }) {
  const at = await drawPage(pdf)
  let [inCorner, elsewhere] = [0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const color = Number.parseInt(at(x, y).slice(1), 16)
      const [red, green, blue] = [color >> 16, (color >> 8) & 255, color & 255]
      if (red < green + 40 || red < blue + 40) continue
      if (x > width - 70 && y > height - 25) inCorner++
      else elsewhere++
    }
  }
  return { inCorner, elsewhere }
}

const A4 = { width: 595, height: 841 }

describe('a preview', () => {
  it('costs nothing, and leaves no task and no file', async () => {
    const owner = await newAccount({ credits: 0 })
    const { headers, bytes } = await previewed(owner, {
      endpoint: 'generate',
      request: { template_id: 'invoice/classic', data: { number: '77', colour: 'red' } },
    })
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('x-page-count')).toBe('1')
    expect(headers.get('x-warnings')).toContain('colour')
    for (const name of ['x-task-id', 'x-credits-charged', 'x-layout']) expect(headers.get(name)).toBeNull()
    expect((await readPdf(bytes)).text).toContain('77')
    const tasks = await (await get('/v1/tasks', owner.key)).json<{ tasks: unknown[] }>()
    expect(tasks.tasks).toEqual([])
    const ledger = await runInDurableObject(owner.account, async (_, { storage }) =>
      storage.sql.exec('SELECT * FROM holds').toArray(),
    )
    expect(ledger).toEqual([])
    const { objects } = await env.FILES.list({ prefix: 'files/prv' })
    expect(objects).toEqual([])
  })

  it('tells margins, and where what prints badly stands before and after it is repaired', async () => {
    const owner = await newAccount({ credits: 0 })
    const cells = '<td style="white-space:nowrap;padding:4px 12px">a cell of text</td>'.repeat(12)
    const html = `<!doctype html><html lang="en"><title>Wide</title><body style="margin:0"><p style="height:60px;margin:0">First</p><table><tr>${cells}</tr></table><p style="break-before:page"><a href="https://example.com">Second page</a></p>`
    const look = async (goCreditMode: boolean, more: object) => {
      const asked = transform(html, { goCreditMode, options: { margin_left: 1 } })
      const { headers } = await previewed(owner, { ...asked, ...more })
      return headers.get('x-layout')
    }
    const first = { layout: true, output: 'png', pages: '1' }
    // The table begins beneath 60 pixels, of which the browser leaves two thirds, and reaches beyond the paper's edge.
    expect(await look(false, first)).toMatch(
      /^paper=794x1123; margins=38,38,38,96; found=wide_table@1:96,78,698,\d\d$/,
    )
    const repaired = (await look(true, first)) ?? ''
    const [, x, width] = /repaired=wide_table@1:(\d+),98,(\d+),\d+$/.exec(repaired) ?? []
    expect(Number(x) + Number(width)).toBeLessThanOrEqual(794 - 38)
    // What is said of the document as a whole stands nowhere.
    expect(await look(true, { layout: true })).toMatch(
      /left=[^;]*unprinted_link@2:\S+; repaired=wide_table@1:/,
    )
    expect(await look(false, { layout: true, output: 'png', pages: '2' })).toMatch(
      /^paper=794x1123; margins=38,38,38,96; found=(?:sparse_last_page@2:\S+ )?unprinted_link@2:96,\d+,\d+,\d+$/,
    )
  })

  it.each([
    ['larger than the paper', '@page{size:A3}', ''],
    ['larger than the paper, with margins of their own', '@page{size:A3;margin:30mm 20mm 10mm 40mm}', ''],
    ['shrunk, since something is too wide', '', '<div style="width:900px">Wide</div>'],
  ])('tells where on the printed paper things stand on pages that are %s', async (_, css, more) => {
    const owner = await newAccount({ credits: 0 })
    const link =
      '<p style="break-before:page;margin:200px 0 0 300px"><a href="https://example.com">Second</a></p>'
    const html = `<!doctype html><html lang="en"><title>T</title><style>${css}body{margin:0}</style>First ${more}${link}`
    for (const goCreditMode of [false, true]) {
      const { headers, bytes } = await previewed(owner, {
        ...transform(html, { goCreditMode }),
        layout: true,
      })
      const layout = headers.get('x-layout') ?? ''
      expect(layout).toMatch(/^paper=794x1123; /)
      const box = /unprinted_link@2:(\d+),(\d+),(\d+),(\d+)/.exec(layout)?.slice(1).map(Number)
      const [left = 0, top = 0, width = 0, height = 0] = box ?? []
      const run = find((await readPdf(bytes)).pages[1], 'Second')
      const [x, end, baseline] = [run.x, run.x + run.width, run.y].map((at) => at / 0.75)
      expect(Math.abs(left - (x ?? 0))).toBeLessThan(2)
      expect(Math.abs(left + width - (end ?? 0))).toBeLessThan(2)
      expect(baseline).toBeGreaterThan(top)
      expect(baseline).toBeLessThan(top + height)
    }
  })

  it('says what goCreditMode found and did', async () => {
    const owner = await newAccount({ credits: 0 })
    const cells = Array.from({ length: 14 }, (_, at) => `<td>column ${at}</td>`).join('')
    const html = `<title>Wide</title><style>td { white-space: nowrap; padding: 4px 12px }</style><table><tr>${cells}</tr></table>`
    const { headers } = await previewed(owner, transform(html, { goCreditMode: true }))
    expect(headers.get('x-optimization')).toMatch(/found=wide_table:1,.*; repaired=wide_table/)
  })

  it('is of a Studio endpoint too, with its stored data', async () => {
    const owner = await newAccount({ credits: 0 })
    const endpoint = {
      name: 'Slip',
      type: 'html',
      html: '<p>Hello {{ name }} of {{ town }}</p>',
      data: { town: 'Bath' },
    }
    await send('PUT', '/v1/endpoints/slip', { key: owner.key, body: endpoint })
    const { bytes } = await previewed(owner, { endpoint: 'slip', request: { data: { name: 'Ada' } } })
    expect((await readPdf(bytes)).text).toContain('Hello Ada of Bath')
  })

  it('has a mark in a corner of each page, over whatever covers the page', async () => {
    const owner = await newAccount({ credits: 0, mode: 'test' })
    const cover =
      '<a href="https://example.com/" style="position:fixed;inset:0;background:#0000c8;z-index:9">.</a>'
    const html = `<style>@page{margin:0}*{print-color-adjust:exact}</style>${cover}<p style="height:250mm">`
    const { bytes } = await previewed(
      owner,
      transform(html, { options: { margin_top: 0, margin_right: 0, margin_bottom: 0, margin_left: 0 } }),
    )
    const { inCorner, elsewhere } = await markOf(bytes, A4)
    expect(inCorner).toBeGreaterThan(60)
    expect(elsewhere).toBe(0)
    const wide = await previewed(owner, transform('<p>x', { options: { orientation: 'landscape' } }))
    expect((await markOf(wide.bytes, { width: A4.height, height: A4.width })).inCorner).toBeGreaterThan(60)
  })

  it('has a mark that grows with the page, so that who makes a large one smaller still sees it', async () => {
    const owner = await newAccount({ credits: 0 })
    const [width, height] = [30 * 72, 40 * 72]
    const { bytes } = await previewed(
      owner,
      transform('<p>x', { options: { paper_width: 30, paper_height: 40 } }),
    )
    const at = await drawPage(bytes)
    const isRed = (x: number) =>
      Array.from({ length: 150 }, (_, up) => at(x, height - 1 - up)).some((color) =>
        /^#[b-f].[0-8]/.test(color),
      )
    const columns = Array.from({ length: width }, (_, x) => x).filter(isRed)
    // As much of the width as on A4: nine hundredths, and a little distance.
    expect((width - Math.min(...columns)) / width).toBeCloseTo(63 / 595, 1)
  })

  it('shows what fields say, which a mark takes away, as the stamp of a test key does', async () => {
    const owner = await newAccount({ credits: 0, mode: 'test' })
    const html = '<!doctype html><p>x <input name="a" value="typed in">'
    const asked = transform(html, { options: { forms: true } })
    const { bytes } = await previewed(owner, asked)
    const stamped = await post('/v1/transform', owner.key, asked.request)
    for (const file of [bytes, await stamped.bytes()])
      expect((await readPdf(file)).text).toContain('typed in')
  })

  it('has at most ten pages, of those that are asked for', async () => {
    const owner = await newAccount({ credits: 0 })
    const html = Array.from(
      { length: 14 },
      (_, index) => `<h1 style="break-after:page">page ${index + 1}.</h1>`,
    ).join('')
    const first = await previewed(owner, transform(html))
    expect(first.headers.get('x-page-count')).toBe('10')
    expect(first.headers.get('x-warnings')).toContain('at most 10 pages')
    const chosen = await previewed(owner, transform(html, { options: { page_ranges: '3, 12-' } }))
    const { text } = await readPdf(chosen.bytes)
    expect(text.match(/page \d+/g)).toEqual(['page 3', 'page 12', 'page 13', 'page 14'])
  })

  it('leaves out what cannot be seen, and fetches nothing for it', async () => {
    const owner = await newAccount({ credits: 0, plan: 'Free' })
    const options = {
      password: 'secret',
      timeout: 30,
      tagged: true,
      compress: true,
      attachments: ['https://example.com/no.pdf'],
      embed_files: ['https://example.com/no.csv'],
    }
    const { headers, bytes } = await previewed(owner, transform('<p>seen', { options }))
    expect(headers.get('x-warnings')).toContain(
      'without attachments, embed_files, tagged, compress, password',
    )
    expect(headers.get('x-warnings')).toContain('at most 15 s; timeout 30 is for the document')
    expect((await readPdf(bytes)).text).toContain('seen')
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('StructTreeRoot')
  })

  it('that is not ready in time is told that only the document has longer', async () => {
    const owner = await newAccount({ credits: 0 })
    const response = await preview(owner, transform('<p>x', { options: { wait_for: '#no', timeout: 0.5 } }))
    const { status, detail } = await response.json<Problem>()
    expect([status, detail]).toEqual([504, expect.stringContaining('a preview has no longer')])
  })

  it('is guarded like every document', async () => {
    const owner = await newAccount({ credits: 0 })
    const { headers } = await previewed(owner, transform('<p>x<img src="http://169.254.169.254/latest">'))
    expect(headers.get('x-warnings')).toContain('169.254.169.254')
    const reader = await newAccount({ credits: 0, scopes: ['read'] })
    expect((await preview(reader, transform('<p>x'))).status).toBe(403)
    expect((await preview({ key: 'plt_live_none' }, transform('<p>x'))).status).toBe(401)
  })

  it('composes HTML without a browser', async () => {
    const owner = await newAccount({ credits: 0 })
    const { headers, bytes } = await previewed(owner, {
      ...transform('<!doctype html><title>T</title><p>composed', { css: 'p{color:teal}' }),
      output: 'html',
    })
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    const html = new TextDecoder().decode(bytes)
    expect(html).toMatch(
      /^<!doctype html><style.*<title>T<\/title><style data-platen-style="end">p{color:teal}/,
    )
  })

  it('says what is wrong by its place in the body', async () => {
    const owner = await newAccount({ credits: 0 })
    const wrong = async (body: object) => {
      const response = await preview(owner, body)
      const { code, errors = [] } = await response.json<Problem>()
      return [response.status, code, ...errors.map(({ pointer }) => pointer)]
    }
    expect(await wrong(transform('<p>x', { options: { papr: 'A4' } }))).toEqual([
      400,
      'invalid_request',
      '/request/options/papr',
    ])
    expect(await wrong({ endpoint: 'transform' })).toEqual([400, 'invalid_request', '/request'])
    expect(await wrong({ endpoint: 'finish', request: { files: ['https://example.com/a.pdf'] } })).toEqual([
      400,
      'invalid_request',
      '/endpoint',
    ])
    expect(await wrong({ endpoint: 'no-such', request: {} })).toEqual([404, 'not_found', '/endpoint'])
  })
})

describe('a session', () => {
  it('is served its newest preview, and the one before ends with 409', async () => {
    const owner = await newAccount({ credits: 0 })
    const slow = transform('<p>old', { options: { wait_for: { ms: 14_000 } } })
    const began = Date.now()
    const former = preview(owner, { ...slow, session: 'page-1' })
    const formerMs = former.then(() => Date.now() - began)
    const other = preview(owner, { ...transform('<p>beside'), session: 'page-2' })
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const newest = await previewed(owner, { ...transform('<p>new'), session: 'page-1' })
    expect((await readPdf(newest.bytes)).text).toContain('new')
    const ended = await former
    expect([ended.status, (await ended.json<Problem>()).code]).toEqual([409, 'superseded'])
    expect(await formerMs).toBeLessThan(14_000)
    expect((await other).status).toBe(200)
    await (await other).body?.cancel()
    expect(await owner.account.restriction()).toBeUndefined()
  })
})

describe('previews', () => {
  it('have a rate of their own', async () => {
    const owner = await newAccount({ credits: 1, plan: 'Free' })
    const html = { ...transform('<p>x'), output: 'html' }
    const limit = plans.Free.previews.perMinute
    expect(limit).toBeGreaterThanOrEqual(120)
    const { headers } = await previewed(owner, html)
    expect(headers.get('ratelimit-policy')).toBe(`"previews";q=${limit};w=60`)
    await runInDurableObject(owner.account, async (object) => {
      for (let count = 1; count < limit; count++) object.authenticate({ ...owner.call, method: 'PREVIEW' })
    })
    const refused = await preview(owner, html)
    expect(refused.status).toBe(429)
    expect((await refused.json<Problem>()).detail).toContain(`${limit} previews a minute`)
    const code = await post('/v1/qrcode', owner.key, { data: 'x' })
    expect(code.status).toBe(200)
    await code.body?.cancel()
  })

  it('are limited at once and a day', async () => {
    const owner = await newAccount({ credits: 0, plan: 'Free' })
    const { keyHash } = owner.call
    const begin = (id: string, session?: string) =>
      owner.account.beginPreview({ call: { keyHash, scope: 'render' }, id, session })
    await begin('one')
    // A retry, whose first reply was lost, is no second preview.
    expect(await begin('one')).toMatchObject({ outcome: 'go' })
    await begin('two', 'page')
    expect(await begin('two', 'page')).toMatchObject({ outcome: 'go' })
    const html = { ...transform('<p>x'), output: 'html' }
    const refused = await preview(owner, html)
    expect([refused.status, (await refused.json<Problem>()).code]).toEqual([429, 'preview_quota'])
    await previewed(owner, { ...html, session: 'page' })
    await owner.account.endPreview('one')
    await runInDurableObject(owner.account, async (_, { storage }) => {
      // They are stored within a second.
      const used = () => storage.sql.exec(`SELECT used FROM windows WHERE method = 'previews of a day'`).one()
      await vi.waitFor(() => expect(used()).toEqual({ used: 3 }), 20_000)
      storage.sql.exec(
        `UPDATE windows SET used = ? WHERE method = 'previews of a day'`,
        plans.Free.previews.perDay,
      )
    })
    const over = await preview(owner, html)
    expect(over.status).toBe(429)
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(86_000)
  })
})
