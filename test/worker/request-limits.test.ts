/** How large a request may be, and how much a refusal says. */
import { SELF } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { post } from '../support/http'
import { rowsOf, triesAll } from '../support/runs'
import { applySchema } from '../support/schema'

let key = ''

beforeAll(async () => {
  await applySchema()
  key = (await newAccount({ plan: 'Max', credits: 1_000 })).key
})

function send(method: string, path: string, body: string | FormData): Promise<Response> {
  const type = typeof body === 'string' ? { 'Content-Type': 'application/json' } : undefined
  return SELF.fetch(`https://platen.test${path}`, { method, headers: { 'X-API-Key': key, ...type }, body })
}

it('a 400 lists fifty problems, and says how many more there are', async () => {
  const options = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`unknown${index}`, 1]))
  const response = await post('/v1/transform', key, { html: '<p>x', options })
  const { errors } = await response.json<{ errors: { pointer: string; message: string }[] }>()
  expect(errors).toHaveLength(51)
  expect(errors[49]?.pointer).toBe('/options/unknown49')
  expect(errors[50]).toEqual({ pointer: '', message: 'has 20 more problems' })
})

it('a form has 200 parts, and not 201', async () => {
  const form = (parts: number) => {
    const body = new FormData()
    for (let part = 0; part < parts; part++) body.append('data', 'x')
    return body
  }
  const most = await send('POST', '/v1/qrcode', form(200))
  expect(most.status).toBe(200)
  await most.arrayBuffer()
  const tooMany = await send('POST', '/v1/qrcode', form(201))
  expect(tooMany.status).toBe(400)
  expect(await tooMany.json()).toMatchObject({ detail: 'A form has at most 200 parts.' })
})

it.each([
  ['the name of a field', 'n'.repeat(5000), 'x'],
  ['the name of a file', 'logo', new File(['x'], 'n'.repeat(5000))],
])('%s in a form has at most 4 KB, with what stands around it', async (_, name, value) => {
  const body = new FormData()
  body.append('data', 'x')
  body.append(name, value)
  const response = await send('POST', '/v1/qrcode', body)
  expect(response.status).toBe(400)
  const { detail } = await response.json<{ detail: string }>()
  expect(detail).toContain('has at most 4096 bytes')
})

it('the parts of a form that are counted are those that are read', async () => {
  const part = (boundary: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="data"\r\n\r\nx\r\n`
  const response = await SELF.fetch('https://platen.test/v1/qrcode', {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'multipart/form-data; boundary="a\\"b"' },
    body: `${part('a"b').repeat(300)}--a"b--`,
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'invalid_request' })
})

/** The smallest first: those alone take a while that are read whole before they are refused. */
const LIMITS: [method: string, path: string, limit: number, named: string][] = [
  ['POST', '/v1/webhooks/secret/rotate', 64_000, '64 KB'],
  ['PUT', '/v1/templates/a/b', 3_000_000, '3 MB'],
  ['PUT', '/v1/endpoints/a', 3_000_000, '3 MB'],
  ['POST', '/v1/qrcode', 7_000_000, '7 MB'],
  ['POST', '/v1/transform', 10_000_000, '10 MB'],
]

it.each(rowsOf(LIMITS, 3))(
  'a body has so many bytes and not one more: %s %s',
  async (method, path, limit, named) => {
    const bodyOf = (length: number) => `{"x":"${'x'.repeat(length - 8)}"}`
    expect((await send(method, path, bodyOf(limit))).status).toBe(400)
    const tooLong = await send(method, path, bodyOf(limit + 1))
    expect(tooLong.status).toBe(413)
    expect(await tooLong.json()).toMatchObject({ detail: expect.stringContaining(named) })
  },
)

const MANY_TAGS: [how: string, sent: object][] = [
  ['by itself', { html: '<p>'.repeat(1_000_001) }],
  [
    'with header and footer',
    {
      html: '<p>'.repeat(900_000),
      options: { header_html: '<br>'.repeat(50_000), footer_html: '<br>'.repeat(50_001) },
    },
  ],
]

it.runIf(triesAll).each(MANY_TAGS)(
  'a document of more than a million tags %s is refused before a browser has it',
  async (_, sent) => {
    const response = await post('/v1/transform', key, { ...sent, goCreditMode: false })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      code: 'document_invalid',
      detail: expect.stringContaining('more than 1000000 tags'),
    })
  },
)

it('what is too large is a 413 before its coding, its type and the fields in its address are judged', async () => {
  const ask = (headers: Record<string, string>, length: number) =>
    SELF.fetch('https://platen.test/v1/transform?html=x', {
      method: 'POST',
      headers: { 'X-API-Key': key, ...headers },
      body: 'x'.repeat(length),
    })
  for (const headers of [{ 'Content-Encoding': 'gzip' }, { 'Content-Type': 'text/plain' }]) {
    expect((await ask(headers, 10_000_001)).status).toBe(413)
    expect((await ask(headers, 2)).status).toBe(415)
  }
  const refused = await ask({ 'Content-Type': 'application/json' }, 2)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({
    detail: 'the body takes "html", which is not read from the address.',
    errors: [{ pointer: '', message: 'takes "html", which is not read from the address' }],
  })
})

it.each([
  ['css', { html: '<p>x', css: 'p{'.repeat(2_000) }],
  ['a style element', { html: `<style>${'p{'.repeat(2_000)}</style><p>x` }],
])('blocks of %s within one another without end are refused before a browser has them', async (_, sent) => {
  const response = await post('/v1/transform', key, sent)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    code: 'document_invalid',
    detail: expect.stringContaining('more than 1000 blocks'),
  })
})
