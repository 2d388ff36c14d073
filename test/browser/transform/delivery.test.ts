/** How documents are handed over: binary, by address, as tasks; and what every answer carries. */
import { env, SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { signFileUrl } from '../../../src/storage/signed-urls'
import { newAccount } from '../../support/accounts'
import { readPdf } from '../../support/pdf'
import { applySchema } from '../../support/schema'
import { get, ORIGIN, post, problemOf, richAccount } from '../../support/service'

/** The address of a file that several tests fetch. */
let fileUrl = ''

beforeAll(async () => {
  await applySchema()
  fileUrl = await linkTo()
})

const html = '<title>Report</title><p>Text'

async function linkTo(request: Record<string, unknown> = {}): Promise<string> {
  const response = await post(await richAccount(), { html, return_type: 'url', ...request })
  expect(response.status).toBe(200)
  return (await response.json<{ url: string }>()).url
}

describe('by address', () => {
  it('a document is JSON with its address, what is left and how long it took', async () => {
    const account = await newAccount({ credits: 10 })
    const response = await post(account, { html, return_type: 'url' })
    expect(response.headers.get('x-credits-charged')).toBe('2')
    expect(response.headers.get('x-page-count')).toBe('1')
    const answer = await response.json<{ url: string }>()
    expect(answer).toEqual({
      url: expect.stringMatching(
        /^https:\/\/platen\.test\/files\/tsk_\w+\/Report\.pdf\?expires=\d+&signature=/,
      ),
      credits_left: 8,
      response_time_ms: expect.any(Number),
    })
  })

  it('a file needs no key, and is the document', async () => {
    const response = await SELF.fetch(await linkTo({ options: { filename: 'Mühle' } }))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Muhle.pdf"; filename*=UTF-8''M%C3%BChle.pdf`,
    )
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await readPdf(await response.bytes())).text.trim()).toBe('Text')
  })

  it('a file answers HEAD with its length and no body', async () => {
    const url = fileUrl
    const whole = await (await SELF.fetch(url)).bytes()
    const head = await SELF.fetch(url, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(whole.byteLength))
    expect(head.headers.get('accept-ranges')).toBe('bytes')
    expect((await head.bytes()).byteLength).toBe(0)
  })

  it.each([
    ['bytes=0-4', 0, 5],
    ['bytes=5-', 5, undefined],
    ['bytes=-6', -6, undefined],
    ['bytes=0-999999999', 0, undefined],
  ])('a file answers the range %s with that part', async (range, from, to) => {
    const url = fileUrl
    const whole = await (await SELF.fetch(url)).bytes()
    const part = await SELF.fetch(url, { headers: { range } })
    expect(part.status).toBe(206)
    const expected = whole.slice(from, to)
    expect(Buffer.from(await part.bytes()).equals(Buffer.from(expected))).toBe(true)
    const first = from < 0 ? whole.byteLength + from : from
    const contentRange = `bytes ${first}-${first + expected.byteLength - 1}/${whole.byteLength}`
    expect(part.headers.get('content-range')).toBe(contentRange)
    expect(part.headers.get('content-length')).toBe(String(expected.byteLength))
  })

  it('a file answers a range beyond its end with 416', async () => {
    const response = await SELF.fetch(fileUrl, { headers: { range: 'bytes=99999999-' } })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/)
    expect(await response.json()).toMatchObject({ code: 'range_not_satisfiable' })
  })

  it.each(['bytes=0-1,3-4', 'pages=1-2', 'bytes=9-3', 'bytes=x-'])(
    'a file answers the range %s, which is none of ours, whole',
    async (range) => {
      const response = await SELF.fetch(fileUrl, { headers: { range } })
      expect(response.status).toBe(200)
      expect((await response.bytes()).subarray(0, 5)).toEqual(new TextEncoder().encode('%PDF-'))
    },
  )

  it('a file is not sent again to who has it', async () => {
    const url = fileUrl
    const first = await SELF.fetch(url)
    await first.arrayBuffer()
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
    const again = await SELF.fetch(url, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect(again.headers.get('etag')).toBe(etag)
    const other = await SELF.fetch(url, { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
    await other.arrayBuffer()
  })

  it('a file other than the one asked for is a 412, and never a 304', async () => {
    const url = fileUrl
    const first = await SELF.fetch(url)
    await first.arrayBuffer()
    const etag = first.headers.get('etag') ?? ''
    const status = async (headers: Record<string, string>) => {
      const response = await SELF.fetch(url, { headers })
      await response.arrayBuffer()
      return response.status
    }
    const before = 'Thu, 01 Jan 2026 00:00:00 GMT'
    expect(await status({ 'if-match': '"other"' })).toBe(412)
    expect(await status({ 'if-match': '"other"', 'if-none-match': etag })).toBe(412)
    expect(await status({ 'if-unmodified-since': before })).toBe(412)
    expect(await status({ 'if-match': `"other", ${etag}` })).toBe(200)
    expect(await status({ 'if-match': etag, 'if-unmodified-since': before })).toBe(200)
    expect(await status({ 'if-match': etag, 'if-none-match': etag })).toBe(304)
    expect(await status({ 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' })).toBe(304)
  })

  it.each<[string, (url: string) => string]>([
    ['another name', (url) => url.replace('Report.pdf', 'Other.pdf')],
    ['another task', (url) => url.replace(/tsk_(\w)/, (_, first) => `tsk_${first === 'X' ? 'Y' : 'X'}`)],
    ['a later expiry', (url) => url.replace(/expires=\d/, 'expires=9')],
    [
      'another signature',
      (url) => url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
    ],
    ['no signature', (url) => url.replace(/&signature=.*/, '')],
    ['a further parameter', (url) => `${url}&download=1`],
    ['a parameter twice', (url) => url.replace('?', '?expires=9999999999&')],
    ['an escape that means the same', (url) => url.replace('Report', 'R%65port')],
  ])('with %s is a 403', async (_, change) => {
    const response = await SELF.fetch(change(fileUrl))
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'link_invalid' })
  })

  it('past its time is a 410', async () => {
    const expired = await signFileUrl(
      { origin: ORIGIN, taskId: 'tsk_old', fileName: 'a.pdf', expiresAt: Date.now() - 1000 },
      env.SIGNING_SECRET ?? '',
    )
    const response = await SELF.fetch(expired)
    expect(response.status).toBe(410)
    expect(await response.json()).toMatchObject({ code: 'gone' })
  })
})

describe('as a task', () => {
  it('a synchronous document answers at status right after its answer', async () => {
    const account = await richAccount()
    const response = await post(account, { html, metadata: { order: 7 }, options: { filename: 'a b' } })
    const bytes = await response.bytes()
    const taskId = response.headers.get('x-task-id')
    const status = await get(account, `/v1/status/${taskId}`)
    expect(status.status).toBe(200)
    const task = await status.json<Record<string, unknown>>()
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(task).toMatchObject({
      task_id: taskId,
      status: 'completed',
      kind: 'transform',
      created_at: time,
      started_at: time,
      completed_at: time,
      expires_at: time,
      credits_charged: 2,
      pages: 1,
      bytes: bytes.byteLength,
      metadata: { order: 7 },
    })
    expect(task).not.toHaveProperty('error')
    expect(task).not.toHaveProperty('batch_id')
    const url = await vi.waitFor(async () => {
      const { download_url } = await (await get(account, `/v1/status/${taskId}`)).json<{
        download_url: string
      }>()
      expect(download_url).toContain('/a%20b.pdf?')
      return download_url
    }, 20_000)
    const stored = await (await SELF.fetch(url)).bytes()
    expect(Buffer.from(stored).equals(Buffer.from(bytes))).toBe(true)
  })

  it('a failed document says why', async () => {
    const account = await newAccount({ credits: 10 })
    const problem = await problemOf({ html, options: { wait_for: '#never', timeout: 1 } }, account)
    const { tasks } = await (await get(account, '/v1/tasks')).json<{ tasks: { task_id: string }[] }>()
    expect(tasks).toHaveLength(1)
    const status = await get(account, `/v1/status/${tasks[0]?.task_id}`)
    expect(await status.json()).toMatchObject({
      status: 'failed',
      credits_charged: 0,
      error: { code: 'render_timeout', message: problem.detail },
    })
  })

  it('of another account, or none, is a 404', async () => {
    const [owner, stranger] = await Promise.all([newAccount({ credits: 10 }), newAccount({ credits: 10 })])
    const response = await post(owner, { html })
    await response.arrayBuffer()
    const taskId = response.headers.get('x-task-id')
    for (const path of [`/v1/status/${taskId}`, '/v1/status/tsk_none', '/v1/status/%27%20OR%201']) {
      expect((await get(stranger, path)).status).toBe(404)
    }
  })

  it('needs a key', async () => {
    expect((await SELF.fetch(`${ORIGIN}/v1/status/tsk_any`)).status).toBe(401)
  })
})

describe('every answer', () => {
  it('of a document carries its task, pages, charge, name and a strong tag', async () => {
    const account = await newAccount({ credits: 10 })
    const response = await post(account, { html })
    const { headers } = response
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('x-task-id')).toMatch(/^tsk_\w{20}$/)
    expect(headers.get('x-page-count')).toBe('1')
    expect(headers.get('x-credits-charged')).toBe('2')
    expect(headers.get('x-credits-left')).toBe('8')
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
    expect(headers.get('server-timing')).toMatch(/^auth;dur=\d+, .*render;dur=\d+/)
    expect((await response.bytes()).subarray(0, 5)).toEqual(new TextEncoder().encode('%PDF-'))
  })

  it('without optimisation costs one credit', async () => {
    const response = await post(await newAccount({ credits: 1 }), { html, goCreditMode: false })
    await response.arrayBuffer()
    expect(response.headers.get('x-credits-charged')).toBe('1')
    expect(response.headers.get('x-credits-left')).toBe('0')
  })

  it('has a request id of its own, also where it fails', async () => {
    const answers = await Promise.all([
      SELF.fetch(`${ORIGIN}/health`),
      SELF.fetch(`${ORIGIN}/nowhere`),
      SELF.fetch(`${ORIGIN}/v1/credits`),
    ])
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '')
    for (const id of ids) expect(id).toMatch(/^req_\w{20}$/)
    expect(new Set(ids).size).toBe(3)
    expect(await (answers[1] as Response).json()).toMatchObject({ request_id: ids[1] })
    await Promise.all([answers[0]?.arrayBuffer(), answers[2]?.arrayBuffer()])
  })

  it('never tells a stack or a path', async () => {
    const problem = await problemOf({ html, options: { wait_for: 'p[' } })
    expect(JSON.stringify(problem)).not.toMatch(/\.ts|node_modules| at /)
  })

  it('leaves a line in the log without the key, the document or the signature', async () => {
    const lines: string[] = []
    const spies = (['log', 'error', 'warn'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation((line) => void lines.push(String(line))),
    )
    const account = await newAccount({ credits: 10 })
    const secret = 'words of the document'
    const response = await post(account, {
      html: `<p>${secret}<img src="https://10.0.0.1/x?token=hidden">`,
      return_type: 'url',
    })
    const { url } = await response.json<{ url: string }>()
    await (await SELF.fetch(url)).arrayBuffer()
    for (const spy of spies) spy.mockRestore()
    // What a former file has begun may tell of itself, too.
    const id = response.headers.get('x-request-id') ?? ''
    const line = lines.find((text) => text.includes(id) && text.includes('"event":"request"'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      path: '/v1/transform',
      method: 'POST',
      status: 200,
      ms: expect.any(Number),
      render: expect.any(Number),
    })
    const log = lines.join('\n')
    for (const hidden of [account.key, secret, 'hidden', new URL(url).searchParams.get('signature') ?? '?']) {
      expect(log).not.toContain(hidden)
    }
  })
})

describe('health', () => {
  it('is 503 and names the part that is down', async () => {
    const secret = env.ADMIN_TOKEN
    env.ADMIN_TOKEN = ''
    const response = await SELF.fetch(`${ORIGIN}/health`)
    env.ADMIN_TOKEN = secret ?? ''
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ status: 'degraded', checks: { secrets: 'down' } })
  })

  it.each([
    ['x'.repeat(31), '32 characters'],
    ['changeme'.repeat(4), '8 different characters'],
  ])('is a 503 that says so while ADMIN_TOKEN can be guessed: %s', async (token, reason) => {
    const secret = env.ADMIN_TOKEN
    env.ADMIN_TOKEN = token
    const response = await SELF.fetch(`${ORIGIN}/openapi.json`)
    env.ADMIN_TOKEN = secret ?? ''
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining(reason) })
  })

  it('knows no type of problem by the name of a method of objects', async () => {
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect((await SELF.fetch(`${ORIGIN}/problems/${name}`)).status).toBe(404)
    expect((await SELF.fetch(`${ORIGIN}/problems/gone`)).status).toBe(200)
  })

  it.each([
    ['ADMIN_TOKEN', '/v1/credits'],
    ['ADMIN_TOKEN', '/openapi.json'],
    ['SIGNING_SECRET', '/v1/credits'],
    ['SIGNING_SECRET', '/admin/v1/accounts'],
    ['SIGNING_SECRET', '/files/tsk_1/a.pdf?expires=1&signature=a'],
  ] as const)('without %s every call is a 503 that names it, %s too', async (name, path) => {
    const account = await richAccount()
    const secret = env[name]
    env[name] = ''
    const response = await get(account, path)
    env[name] = secret ?? ''
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      code: 'not_configured',
      detail: expect.stringContaining(name),
    })
  })

  it.each([
    ['0123456789abcdef'.repeat(2).slice(1), 'shorter than 32 characters'],
    ['changeme'.repeat(4), 'fewer than 8 different characters'],
  ])('with the operator’s token %s, which could be guessed, every call is a 503', async (weak, reason) => {
    const account = await richAccount()
    const token = env.ADMIN_TOKEN
    env.ADMIN_TOKEN = weak
    const response = await get(account, '/v1/credits')
    env.ADMIN_TOKEN = token ?? ''
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining(reason) })
  })
})
