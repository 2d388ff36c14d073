/** What browsers are told with every answer, and which other sites' pages may read one. */
import { env, SELF } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newAccount } from '../../support/accounts'
import { applySchema } from '../../support/schema'
import { send } from '../../support/send'

const settings = { ...env }
const html = '<p>x</p>'
let key = ''

beforeAll(async () => {
  await applySchema()
  key = (await newAccount({ credits: 100 })).key
})
afterEach(() => {
  Object.assign(env, settings)
})

/** An answer whose body was read. */
async function answerTo(...request: Parameters<typeof send>) {
  const answer = await send(...request)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const fileOf = async (body: object) => {
  const { text } = await answerTo('POST', '/v1/qrcode', { key, body: { return_type: 'url', ...body } })
  const { pathname, search } = new URL((JSON.parse(text) as { url: string }).url)
  return pathname + search
}

const answers: [string, () => ReturnType<typeof answerTo>][] = [
  ['a document', () => answerTo('POST', '/v1/transform', { key, body: { html, goCreditMode: false } })],
  ['a code', () => answerTo('POST', '/v1/qrcode', { key, body: { data: 'x' } })],
  ['a drawn code', () => answerTo('POST', '/v1/qrcode', { key, body: { data: 'x', format: 'svg' } })],
  ['a file', async () => answerTo('GET', await fileOf({ data: 'x' }))],
  ['a drawn file', async () => answerTo('GET', await fileOf({ data: 'x', format: 'svg' }))],
  ['the head of a file', async () => answerTo('HEAD', await fileOf({ data: 'x' }))],
  ['JSON', () => answerTo('GET', '/v1/credits', { key })],
  ['the description', () => answerTo('GET', '/openapi.json')],
  ['health', () => answerTo('GET', '/health')],
  ['a 400', () => answerTo('POST', '/v1/transform', { key, body: { html: 5 } })],
  ['a 401', () => answerTo('GET', '/v1/credits')],
  ['a 403', () => answerTo('GET', '/files/a/b')],
  ['a 404', () => answerTo('GET', '/nowhere')],
  ['a 404 with markup in its address', () => answerTo('GET', '/<script>alert(1)</script>')],
  ['a 405', () => answerTo('TRACE', '/v1/credits')],
  ['a 401 of the operator’s', () => answerTo('GET', '/admin/v1/accounts')],
]

/** What is the same for everybody. */
const publicFor: Record<string, string> = {
  'the description': 'private, max-age=300',
  health: 'public, max-age=5',
}

describe('every answer', () => {
  it.each(answers)('says how little it may do in a browser: %s', async (what, ask) => {
    const { headers, text } = await ask()
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe(publicFor[what] ?? 'private, no-store')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(headers.get('content-type') ?? '').not.toMatch(/html/)
    expect(text).not.toContain('<script>alert')
    for (const name of headers.keys()) {
      expect(name).not.toMatch(/^(server$|x-powered-by|set-cookie|access-control-)/)
    }
  })

  it('that is a file is one to be saved, and no script in it runs', async () => {
    for (const body of [{ data: 'x' }, { data: 'x', format: 'svg' }]) {
      const { headers } = await answerTo('GET', await fileOf(body))
      expect(headers.get('content-disposition')).toMatch(/^attachment;/)
      expect(headers.get('content-security-policy')).toMatch(/^sandbox;/)
      // A code may stand in another site's page.
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      const made = await answerTo('POST', '/v1/qrcode', { key, body })
      expect(made.headers.get('content-disposition')).toMatch(/^attachment;/)
    }
  })

  it('names a file only as a file name: no markup, path or second header', async () => {
    const filename = 'a"; filename=evil.html; x="<script>/../b\\c.html'
    const { headers } = await answerTo('POST', '/v1/transform', {
      key,
      body: { html, goCreditMode: false, options: { filename } },
    })
    expect(headers.get('content-type')).toBe('application/pdf')
    const disposition = headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="[^"\\/<>]+\.pdf"$/)
  })
})

describe('a host that a stranger asks for, without PUBLIC_URL', () => {
  const STRANGE = 'https://evil.example'
  const asked = async (origin: string, method: string, path: string, body?: object) => {
    const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await SELF.fetch(`${origin}${path}`, init)
    const cache = answer.headers.get('cache-control')
    return { cache, text: `${JSON.stringify([...answer.headers])} ${await answer.text()}` }
  }

  it('is in what that caller reads, and in nothing that another does', async () => {
    const body = { data: 'of a strange host', return_type: 'url' }
    const made = await asked(STRANGE, 'POST', '/v1/qrcode', body)
    expect(made.text).toContain(STRANGE)
    const taskId = /tsk_\w+/.exec(made.text)?.[0] ?? ''
    const described = await asked(STRANGE, 'GET', '/openapi.json')
    expect(described.text).toContain(`"servers":[{"url":"${STRANGE}"}]`)
    // A cache between callers that leaves the host out of its key shows it to nobody.
    expect(described.cache).toBe('private, max-age=300')
    for (const [method, path, sent] of [
      ['GET', '/openapi.json'],
      ['GET', `/v1/status/${taskId}`],
      ['POST', `/v1/status/${taskId}/view`, {}],
      ['GET', '/v1/tasks'],
      ['GET', '/v1/templates?limit=2'],
      ['POST', '/v1/qrcode', body],
      ['POST', '/v1/qrcode', { ...body, async_mode: true }],
    ] as const) {
      const { text } = await asked('https://platen.test', method, path, sent)
      expect(text, path).toContain('https://platen.test')
      expect(text, path).not.toContain('evil.example')
    }
  })

  it('is nowhere if PUBLIC_URL is set, and the description is everybody’s', async () => {
    env.PUBLIC_URL = 'https://api.example.com'
    const described = await asked(STRANGE, 'GET', '/openapi.json')
    expect([described.cache, described.text.includes('evil.example')]).toEqual(['public, max-age=300', false])
    const made = await asked(STRANGE, 'POST', '/v1/qrcode', { data: 'y', return_type: 'url' })
    expect(made.text).toContain('https://api.example.com/files/')
    expect(made.text).not.toContain('evil.example')
  })
})

describe('pages of other origins', () => {
  const origin = 'https://app.example.com'
  const preflight = { origin, 'access-control-request-method': 'POST' }
  const ours = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'))

  it('may call nothing where nobody is listed', async () => {
    const asked = await answerTo('OPTIONS', '/v1/transform', { headers: preflight })
    expect(asked.status).toBe(405)
    const answer = await answerTo('GET', '/v1/credits', { key, headers: { origin } })
    expect(answer.status).toBe(200)
    expect([...ours(asked.headers), ...ours(answer.headers)]).toEqual([])
  })

  it('that are listed may ask, send and read what callers need', async () => {
    env.CORS_ORIGINS = `https://other.example.com, ${origin}`
    const asked = await answerTo('OPTIONS', '/v1/transform', { headers: preflight })
    expect([asked.status, asked.text]).toEqual([204, ''])
    const allowed = asked.headers
    expect(allowed.get('access-control-allow-origin')).toBe(origin)
    expect(allowed.get('access-control-allow-methods')?.split(',')).toEqual(
      expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    )
    expect(allowed.get('access-control-allow-headers')?.toLowerCase().split(',')).toEqual(
      expect.arrayContaining(['x-api-key', 'content-type', 'idempotency-key']),
    )
    expect(allowed.get('access-control-max-age')).toBe('7200')
    expect(allowed.get('vary')).toContain('Origin')
    expect(allowed.has('access-control-allow-credentials')).toBe(false)

    const answer = await answerTo('POST', '/v1/qrcode', { key, body: { data: 'x' }, headers: { origin } })
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    const readable = answer.headers.get('access-control-expose-headers')?.toLowerCase().split(',') ?? []
    const told = [...answer.headers.keys()].filter((name) =>
      /^(x-(task|credits|cache|request)|ratelimit)/.test(name),
    )
    expect(told.length).toBeGreaterThan(5)
    expect(readable).toEqual(expect.arrayContaining(told))
  })

  it('that are listed read errors too, and files', async () => {
    env.CORS_ORIGINS = origin
    const headers = { origin }
    for (const answer of [
      await answerTo('POST', '/v1/transform', { key, body: { html: 5 }, headers }),
      await answerTo('GET', '/v1/credits', { headers }),
      await answerTo('GET', '/v1/nothing', { headers }),
      await answerTo('GET', await fileOf({ data: 'x' }), { headers }),
    ]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      expect(answer.headers.get('vary')).toContain('Origin')
    }
  })

  it.each([
    'https://app.example.com.evil.com',
    'https://evil.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://sub.app.example.com',
    'HTTPS://APP.EXAMPLE.COM',
    'null',
    '*',
    '',
  ])('that are not listed are told nothing: %j', async (other) => {
    env.CORS_ORIGINS = origin
    const asked = await answerTo('OPTIONS', '/v1/transform', { headers: { ...preflight, origin: other } })
    expect(asked.status).toBe(405)
    const answer = await answerTo('GET', '/v1/credits', { key, headers: { origin: other } })
    expect([...ours(asked.headers), ...ours(answer.headers)]).toEqual([])
    expect(answer.headers.get('vary')).toContain('Origin')
  })

  it('never reach the operator’s addresses, listed or not', async () => {
    env.CORS_ORIGINS = origin
    const asked = await answerTo('OPTIONS', '/admin/v1/accounts', { headers: preflight })
    expect(asked.status).not.toBe(204)
    expect(ours(asked.headers)).toEqual([])
  })

  it.each(['*', 'app.example.com', 'https://app.example.com/', 'https://app.example.com/x', 'null'])(
    'cannot be listed as %j, which would allow nothing or too much: the log says so',
    async (setting) => {
      env.CORS_ORIGINS = setting
      const answer = await answerTo('GET', '/v1/credits', { key, headers: { origin } })
      expect(answer.status).toBe(500)
      expect(ours(answer.headers)).toEqual([])
    },
  )
})
