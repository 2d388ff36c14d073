/** What is refused, in which order, and how the answer says so. */
import { env, SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { mintKey, newAccountId } from '../../../src/accounts/api-keys'
import { newAccount } from '../../support/accounts'
import { applySchema } from '../../support/schema'
import { ORIGIN, type ProblemBody, post, problemOf, render, richAccount } from '../../support/service'

beforeAll(() => applySchema())

const html = '<p>Text'
const options = (given: Record<string, unknown>) => ({ html, options: given })

describe('a bad field', () => {
  it.each<[unknown, string, RegExp]>([
    [{}, '/html', /required/],
    [{ html: '' }, '/html', /empty/],
    [{ html: 7 }, '/html', /string/],
    [{ markdown: '' }, '/markdown', /empty/],
    [{ markdown: '# a', html }, '/markdown', /combined with "html"/],
    [{ markdown: 'a'.repeat(200_001) }, '/markdown', /200000/],
    [{ markdown: 'a\n'.repeat(20_001) }, '/markdown', /20000 lines/],
    [{ markdown: '^[a]'.repeat(2001) }, '/markdown', /2000 signs of footnotes/],
    [{ markdown: '# a', style: 'book' }, '/style', /"report", "letter", "manual"/],
    [{ html, style: 'report' }, '/style', /for "markdown"/],
    [{ html, css: [] }, '/css', /string/],
    [{ html, options: [] }, '/options', /object/],
    [{ html, goCreditMode: 'yes' }, '/goCreditMode', /boolean/],
    [{ html, async_mode: 1 }, '/async_mode', /boolean/],
    [{ html, return_type: 'base64' }, '/return_type', /"binary", "url"/],
    [{ html, metadata: 'text' }, '/metadata', /object/],
    [{ html, webhook_url: 'ftp://example.com/' }, '/webhook_url', /http/],
    [{ html, webhook_url: 'http://127.0.0.1:1/' }, '/webhook_url', /ALLOW_HOSTS/],
    [options({ paper: 'A9' }), '/options/paper', /"A4", "A3", "A5", "Letter", "Legal"/],
    [options({ paper: 'a9' }), '/options/paper', /did you mean "A4"/],
    [options({ orientation: 'upright' }), '/options/orientation', /portrait/],
    [options({ scale: 0.05 }), '/options/scale', /at least 0\.1/],
    [options({ scale: 2.5 }), '/options/scale', /at most 2/],
    [options({ scale: '1' }), '/options/scale', /number/],
    [options({ margin_top: -1 }), '/options/margin_top', /at least 0/],
    [options({ margin_left: 4, margin_right: 4 }), '/options/margin_left', /less than 1 inch/],
    [options({ margin_top: 11 }), '/options/margin_top', /less than 1 inch/],
    [options({ header_html: {} }), '/options/header_html', /string/],
    [options({ omit_backgrounds: 'false' }), '/options/omit_backgrounds', /boolean/],
    [options({ page_ranges: '3-1' }), '/options/page_ranges', /ranges/],
    [options({ page_ranges: '0' }), '/options/page_ranges', /ranges/],
    [options({ paper_width: 5 }), '/options/paper_height', /go together/],
    [options({ paper_width: 5, paper_height: 5, paper: 'A4' }), '/options/paper', /one or the other/],
    [options({ paper_width: 0.5, paper_height: 5 }), '/options/paper_width', /at least 1/],
    [options({ media: 'tv' }), '/options/media', /screen/],
    [options({ wait_for: { ms: 90_000 } }), '/options/wait_for/ms', /at most 60000/],
    [options({ wait_for: { seconds: 1 } }), '/options/wait_for/seconds', /known field/],
    [options({ timeout: 0 }), '/options/timeout', /more than 0/],
    [options({ timeout: 61 }), '/options/timeout', /at most 60/],
    [options({ lang: 'not a language' }), '/options/lang', /language tag/],
    [options({ filename: 'a\nb' }), '/options/filename', /control/],
    [options({ base_url: 'relative/path' }), '/options/base_url', /absolute/],
    [options({ base_url: 'http://10.0.0.1/' }), '/options/base_url', /ALLOW_HOSTS/],
    [options({ pdf_format: 'PDF/A-4' }), '/options/pdf_format', /PDF\/A-3b/],
    [options({ attachments: ['ftp://example.com/a.pdf'] }), '/options/attachments/0', /http/],
    [options({ embed_files: ['https://10.1.1.1/a'] }), '/options/embed_files/0', /ALLOW_HOSTS/],
    [options({ margn_top: 1 }), '/options/margn_top', /did you mean "margin_top"/],
    [{ html, optoins: {} }, '/optoins', /did you mean "options"/],
    [{ html, 'a/b~c': 1 }, '/a~1b~0c', /not a known field/],
  ])('%j is a 400 that points at %s', async (body, pointer, message) => {
    const problem = await problemOf(body)
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(problem.errors).toContainEqual({ pointer, message: expect.stringMatching(message) })
  })

  it('among several is one of all that are listed at once', async () => {
    const problem = await problemOf({ css: 1, options: { scale: 9, papper: 'A4', margin_top: -1 }, extra: 1 })
    expect(problem.errors?.map(({ pointer }) => pointer).sort()).toEqual([
      '/css',
      '/extra',
      '/html',
      '/options/margin_top',
      '/options/papper',
      '/options/scale',
    ])
  })

  it.each(['[]', '"text"', '7', 'true'])('instead of an object, %s, is a 400', async (body) => {
    const { key } = await richAccount()
    const response = await SELF.fetch(`${ORIGIN}/v1/transform`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '' }] })
  })

  it('nested without end is a 400', async () => {
    const { key } = await richAccount()
    const response = await SELF.fetch(`${ORIGIN}/v1/transform`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: `{"html":"x","options":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
    })
    expect(response.status).toBe(400)
  })
})

describe('null and nothing', () => {
  it('mean absent, wherever a field may be', async () => {
    const request = {
      html,
      css: null,
      options: { paper: null, margin_top: null, wait_for: null, attachments: [], embed_files: null },
      goCreditMode: null,
      return_type: null,
      webhook_url: null,
      metadata: null,
    }
    const response = await post(await richAccount(), request)
    expect(response.status).toBe(200)
    expect(response.headers.get('x-credits-charged')).toBe('2')
    await response.arrayBuffer()
  })

  it('inside metadata are kept as they are', async () => {
    const account = await richAccount()
    const metadata = { a: null, b: [null, { c: null }], options: { papper: 1 } }
    const response = await post(account, { html, metadata })
    await response.arrayBuffer()
    const task = await SELF.fetch(`${ORIGIN}/v1/status/${response.headers.get('x-task-id')}`, {
      headers: { 'X-API-Key': account.key },
    })
    expect(await task.json()).toMatchObject({ metadata })
  })
})

describe('what is checked but ignored', () => {
  it('is webhook_url in a synchronous call', async () => {
    const { headers } = await render(html, { webhook_url: 'https://example.com/hook' })
    expect(headers.get('x-page-count')).toBe('1')
  })
})

describe('the order of the checks', () => {
  const send = (key: string | undefined, body: BodyInit, type: string | undefined = 'application/json') =>
    SELF.fetch(`${ORIGIN}/v1/transform`, {
      method: 'POST',
      headers: { ...(key && { 'X-API-Key': key }), ...(type && { 'Content-Type': type }) },
      body,
    })
  const codeOf = async (response: Response) => {
    const { status, code } = await response.json<ProblemBody>()
    expect(status).toBe(response.status)
    return `${status} ${code}`
  }
  const large = () => `{"html":"${'x'.repeat(10_000_001)}"}`

  it.each([
    ['no key', undefined],
    ['a key of another form', 'sk_live_1234'],
    ['a cut key', 'plt_live_abc'],
  ])('puts 401 first: %s', async (_, key) => {
    expect(await codeOf(await send(key, '{'))).toBe('401 unauthorized')
  })

  it('puts 401 first: a well-formed key of no account', async () => {
    const secret = env.SIGNING_SECRET ?? ''
    const { key } = await mintKey({ accountId: newAccountId(), mode: 'live', secret })
    expect(await codeOf(await send(key, large(), 'text/plain'))).toBe('401 unauthorized')
  })

  it('puts 413 before 415', async () => {
    const { key } = await richAccount()
    expect(await codeOf(await send(key, large(), 'text/plain'))).toBe('413 body_too_large')
  })

  it('answers 413 to a body that says nothing of its length', async () => {
    const { key } = await richAccount()
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const writing = (async () => {
      for (let n = 0; n < 12; n++) await writer.write(new Uint8Array(1_000_000).fill(32))
      await writer.close()
    })().catch(() => undefined)
    expect(await codeOf(await send(key, readable))).toBe('413 body_too_large')
    await writing
  })

  it('puts 415 before 400', async () => {
    const { key } = await richAccount()
    expect(await codeOf(await send(key, '{', 'text/html'))).toBe('415 unsupported_media_type')
    expect(await codeOf(await send(key, 'html=x', 'application/x-www-form-urlencoded'))).toBe(
      '415 unsupported_media_type',
    )
  })

  it('takes JSON with a charset and in upper case', async () => {
    const { key } = await richAccount()
    const response = await send(key, JSON.stringify({ html }), 'Application/JSON; charset=utf-8')
    expect(response.status).toBe(200)
    await response.arrayBuffer()
  })

  it('says where JSON breaks off', async () => {
    const { key } = await richAccount()
    expect(await codeOf(await send(key, '{"html": "x",}'))).toBe('400 invalid_json')
  })

  it('puts 400 before 403 and 402', async () => {
    const poor = await newAccount({ credits: 0, plan: 'Free' })
    expect(await problemOf({ html, options: { password: 'x', scale: 9 } }, poor)).toMatchObject({
      status: 400,
    })
  })

  it('puts 403 before 402', async () => {
    const poor = await newAccount({ credits: 0, plan: 'Free' })
    expect(await problemOf({ html, options: { password: 'x' } }, poor)).toMatchObject({
      status: 403,
      code: 'plan_feature',
    })
  })

  it('answers 402 where credits are too few, says how many, and holds nothing', async () => {
    const poor = await newAccount({ credits: 1 })
    const problem = await problemOf({ html }, poor)
    expect(problem).toMatchObject({ status: 402, code: 'insufficient_credits' })
    expect(problem.detail).toMatch(/2.*1/)
    expect(await poor.account.credits()).toMatchObject({ credits_left: 1 })
  })

  it('answers 403 to a key without the scope', async () => {
    const reader = await newAccount({ credits: 10, scopes: ['read'] })
    expect(await problemOf({ html }, reader)).toMatchObject({ status: 403, code: 'forbidden' })
  })
})

describe('an address', () => {
  it.each([
    ['GET', '/v1/transform', 'POST'],
    ['DELETE', '/v1/transform', 'POST'],
    ['POST', '/v1/credits', 'GET, HEAD'],
    ['PUT', '/health', 'GET, HEAD'],
  ])('%s %s is a 405 that names what it takes', async (method, path, allow) => {
    const response = await SELF.fetch(ORIGIN + path, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed' })
  })

  it.each(['/', '/v1', '/v1/transforms', '/v2/transform', '/filed/a/b'])(
    '%s that is none is a 404',
    async (path) => {
      const response = await SELF.fetch(ORIGIN + path)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'not_found', type: '/problems/not_found' })
    },
  )

  it('of a problem’s type describes it', async () => {
    const response = await SELF.fetch(`${ORIGIN}/problems/render_timeout`)
    expect(await response.json()).toMatchObject({ status: 504, title: 'Rendering took too long' })
  })
})
