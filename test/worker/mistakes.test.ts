/** What people send who know another service, or read quickly, is told with the way out (`test/mistakes.md`). */
import { SELF } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { expectAnswer, type Mistake, readMistakes } from '../support/mistakes'
import { everyThirdOf } from '../support/runs'
import { applySchema } from '../support/schema'

let key: string
beforeAll(async () => {
  await applySchema()
  key = (await newAccount({ plan: 'Max', credits: 10_000 })).key
})

const mistakes = readMistakes({ withBrowser: false })

it('at least 150 mistakes are told, none in silence and at most 3 weakly', () => {
  const all = [...mistakes, ...readMistakes({ withBrowser: true })]
  expect(all.length).toBeGreaterThanOrEqual(150)
  expect(all.filter(({ grade }) => grade !== 'good' && grade !== 'weak')).toEqual([])
  expect(all.filter(({ grade }) => grade === 'weak').length).toBeLessThanOrEqual(3)
  const silent = all.filter(
    ({ says, what, status }) => says.length === 0 && !/taken$/.test(what) && status < 300,
  )
  expect(silent).toEqual([])
})

it.each(everyThirdOf(mistakes).map((mistake) => [mistake.what, mistake] as const))(
  '%s',
  async (_, mistake) => {
    await expectAnswer(mistake, key, withoutBrowser(mistake))
  },
)

/** A document that is to be made is only tried: what is told of the request is told then, and nothing is printed. */
function withoutBrowser({ path, body, status }: Mistake): { body: string; status: number } {
  if (status !== 200 || !/^\/v1\/(transform|generate)(?:\?|$)/.test(path)) return { body, status }
  return { body: body.replace(/\}$/, ', "dry_run": true}'), status }
}

const JSON_TEXT = '{"html":"<p>Grüße</p>","dry_run":true}'
const latin1 = Uint8Array.from(JSON_TEXT, (letter) => letter.charCodeAt(0))
const utf16 = (mark: number[]) =>
  Uint8Array.from([...mark, ...Array.from(JSON_TEXT, (letter) => [letter.charCodeAt(0), 0]).flat()])
const gzipped = async () =>
  new Uint8Array(
    await new Response(
      new Blob([JSON_TEXT]).stream().pipeThrough(new CompressionStream('gzip')),
    ).arrayBuffer(),
  )

it.each([
  [
    'Latin-1',
    latin1,
    'byte 14 is not UTF-8: the text may be Latin-1 or Windows-1252, or was cut inside a character',
  ],
  ['UTF-8 that was cut', new TextEncoder().encode(JSON_TEXT).subarray(0, 15), 'byte 14 is not UTF-8'],
  ['CESU-8', Uint8Array.of(0x22, 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80, 0x22), 'byte 1 is not UTF-8'],
  ['Shift_JIS', Uint8Array.of(0x22, 0xc3, 0xa9, 0x93, 0xfa, 0x22), 'byte 3 is not UTF-8'],
  ['UTF-16', utf16([]), 'it is UTF-16 or UTF-32. Encode it as UTF-8'],
  ['UTF-16 with its mark', utf16([0xff, 0xfe]), 'it is UTF-16 or UTF-32. Encode it as UTF-8'],
  ['gzip that is not named', gzipped, 'it is compressed (gzip). Send it without compression'],
])('a body in %s is told to be UTF-8', async (_, body, said) => {
  const response = await send(typeof body === 'function' ? await body() : body, {})
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'invalid_json', detail: expect.stringContaining(said) })
})

it.each([
  ['Latin-1', 'Caf\xe9', 400],
  ['UTF-8', new TextDecoder('latin1').decode(new TextEncoder().encode('Café')), 200],
  ['UTF-8 with U+FFFD', '\xef\xbf\xbd', 200],
])('a field of a form in %s is taken or told to be UTF-8', async (_, text, status) => {
  const part = `--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n${text}\r\n--b--\r\n`
  const response = await SELF.fetch('https://platen.test/v1/qrcode', {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'multipart/form-data; boundary=b' },
    body: Uint8Array.from(part, (letter) => letter.charCodeAt(0)),
  })
  expect(response.status).toBe(status)
  if (status === 400)
    expect(await response.json()).toMatchObject({
      errors: [{ pointer: '/data', message: expect.stringContaining('is not UTF-8: it may be Latin-1') }],
    })
  else await response.arrayBuffer()
})

it('a compressed body is a 415 that names its header, and UTF-8 with a byte order mark is taken', async () => {
  const compressed = await send(await gzipped(), { 'Content-Encoding': 'gzip' })
  expect(compressed.status).toBe(415)
  expect(await compressed.json()).toMatchObject({
    detail: 'Send the body without compression: Content-Encoding "gzip" is not read.',
  })
  const marked = await send(new TextEncoder().encode(`\ufeff${JSON_TEXT}`), {})
  expect(marked.status).toBe(200)
})

it('a value that breaks two rules is told both', async () => {
  let metadata: unknown = 'x'.repeat(9000)
  for (let level = 0; level < 65; level++) metadata = { level: metadata }
  const response = await send(new TextEncoder().encode(JSON.stringify({ html: '<p>x</p>', metadata })), {})
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    errors: [
      { pointer: '/metadata', message: 'is nested deeper than 64 levels' },
      { pointer: '/metadata', message: 'must be at most 8 KB of JSON' },
    ],
  })
})

it('addresses that differ from ours in meaning are not advised', async () => {
  for (const [method, path] of [
    ['GET', '/v1/files'],
    ['GET', '/v1/image'],
    ['POST', '/v1/image'],
    ['POST', '/v1/search'],
    ['POST', '/v1/usages'],
    ['GET', '/docs'],
    ['GET', '/api/report'],
  ] as const) {
    const response = await SELF.fetch(`https://platen.test${path}`, { method, headers: { 'X-API-Key': key } })
    expect(await response.json(), path).toMatchObject({
      status: 404,
      detail: 'There is nothing at this address. See /openapi.json.',
    })
  }
})

function send(body: Uint8Array, headers: Record<string, string>): Promise<Response> {
  return SELF.fetch('https://platen.test/v1/transform', {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    body: Uint8Array.from(body),
  })
}
