/**
 * Texts and bodies that once stopped the service for everybody, each sent by one account while a neighbour asks for
 * something simple. The neighbour waits little longer than beside a plain request of the same kind and size.
 */
import { SELF } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import { sleep } from '../../../src/time'
import { newAccount, type TestAccount } from '../../support/accounts'
import { applySchema } from '../../support/schema'
import { send } from '../../support/send'

type Body = { path: string; body: string | FormData }

const json = (path: string, value: unknown): Body => ({ path, body: JSON.stringify(value) })
const transform = (options: object, html = '<p>x') =>
  json('/v1/transform', { html, goCreditMode: false, options })
const withHeader = (style: string) => transform({ header_html: `<style>${style}</style>x` })
const letter = (body: string) => json('/v1/generate', { template_id: 'letter/formal', data: { body } })
const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index))
const form = (fields: Iterable<[string, string]>): Body => {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  return { path: '/v1/qrcode', body }
}
const item = { kind: 'a', next: { kind: 'b' } }
const own = (name: string) =>
  json('/v1/generate', { template_id: `own/${name}`, data: { items: many(20_000, () => item) } })

/** What a request that is refused by its shape takes, of so many bytes. */
const refused = (length: number) => transform({ scale: 9 }, 'x'.repeat(length))
/** What keeps everybody waiting this little is never too long, in milliseconds. */
const FLOOR_MS = 1_500
/** So many times what a neighbour waits beside the plain request. */
const MAX_RATIO = 12

/** Between two questions of the neighbour, in milliseconds. */
const PAUSE_MS = 20

let attacker: TestAccount

beforeAll(async () => {
  await applySchema()
  attacker = await newAccount({ plan: 'Max', credits: 1_000 })
  const pages = {
    plain: '{{ items.size }}',
    // Uses all steps that a template has.
    looping: '{% for n in (1..100) %}{% for item in items %}{{ item.kind | size }}{% endfor %}{% endfor %}',
    grouping: '{% for n in (1..100) %}{{ items | group_by: "next.kind" | size }}{% endfor %}',
    choosing: '{% for n in (1..100) %}{{ items | where: "next.kind", "c" | size }}{% endfor %}',
  }
  for (const [name, page] of Object.entries(pages)) {
    const body = { label: name, page, sample: { items: [item] } }
    const put = await send('PUT', `/v1/templates/own/${name}`, { key: attacker.key, body })
    expect(put.status, await put.text()).toBe(201)
  }
  // What is loaded and compiled with the first request counts for none.
  for (const body of [refused(9), letter('x'), own('plain'), withHeader('b{color:red}')]) await attack(body)
})

/** Sends the body, and asks for the neighbour's credits until it was answered. `ms`: the longest that took. */
async function attack({ path, body }: Body) {
  const type = typeof body === 'string' ? { 'Content-Type': 'application/json' } : undefined
  const headers = { 'X-API-Key': attacker.key, ...type }
  // A new one each time: it asks more often than a plan allows for long.
  const neighbour = await newAccount({ plan: 'Max', credits: 1 })
  let isAnswered = false
  const attacking = SELF.fetch(`https://platen.test${path}`, { method: 'POST', headers, body }).finally(
    () => {
      isAnswered = true
    },
  )
  let ms = 0
  do {
    const startedAt = performance.now()
    await sleep(PAUSE_MS)
    const answer = await send('GET', '/v1/credits', { key: neighbour.key })
    await answer.text()
    expect(answer.status).toBe(200)
    ms = Math.max(ms, performance.now() - startedAt - PAUSE_MS)
  } while (!isAnswered)
  const answer = await attacking
  return { ms, status: answer.status, text: await answer.text() }
}

it.each<[string, number, Body, Body]>([
  [
    'page_ranges with open ranges',
    400,
    transform({ page_ranges: `${'1-         ,'.repeat(80)}!` }),
    refused(1_000),
  ],
  ['page_ranges of many blanks', 400, transform({ page_ranges: `1${' '.repeat(100_000)}!` }), refused(1e5)],
  [
    '8,000 fields of one list',
    400,
    form([['data', 'x'], ...many(8_000, () => ['color', '1'] as [string, string])]),
    form([['data', 'x'.repeat(500_000)]]),
  ],
  [
    '20,000 unknown names',
    400,
    transform(Object.fromEntries(many(20_000, (index) => [`marginn${index}`, 1]))),
    refused(300_000),
  ],
  [
    'two million levels',
    400,
    { path: '/v1/transform', body: `{"html":"x","metadata":${'['.repeat(2e6)}${']'.repeat(2e6)}}` },
    refused(4e6),
  ],
  [
    '600,000 keys',
    400,
    json('/v1/transform', { html: 'x', metadata: Object.fromEntries(many(6e5, (index) => [index, 1])) }),
    refused(6e6),
  ],
  ['a name of 5 MB', 400, json('/v1/qrcode', { type: 'vcard', name: 'x'.repeat(5e6) }), refused(5e6)],
  [
    'an address of 5 MB',
    400,
    json('/v1/transform', { html: 'x', webhook_url: `https://${'a.'.repeat(2.5e6)}` }),
    refused(5e6),
  ],
  [
    'a tag of 9 MB',
    200,
    transform({}, `<html ${'a'.repeat(9e6)}`),
    transform({}, `<html><!--${'a'.repeat(9e6)}-->`),
  ],
  [
    'a header full of url(',
    200,
    withHeader(`b{background:${'url('.repeat(15_000)}`),
    withHeader(`/*${'a'.repeat(60_000)}*/`),
  ],
  [
    'a header full of @font-face{',
    200,
    withHeader('@font-face{'.repeat(10_000)),
    withHeader(`/*${'a'.repeat(110_000)}*/`),
  ],
  ['markdown of 100,000 blanks', 200, letter(`a${' '.repeat(100_000)}b`), letter('a b')],
  ['group_by over a long list, again and again', 422, own('grouping'), own('looping')],
  ['where over a long list, again and again', 422, own('choosing'), own('looping')],
])('a neighbour does not wait for %s', async (_, status, hostile, plain) => {
  const usual = await attack(plain)
  const answer = await attack(hostile)
  expect(answer.status, answer.text.slice(0, 500)).toBe(status)
  if (status !== 200) expect(answer.text.length).toBeLessThan(20_000)
  expect(answer.ms).toBeLessThan(Math.max(FLOOR_MS, MAX_RATIO * usual.ms))
})

it('a 400 lists fifty problems, and says how many more there are', async () => {
  const { text } = await attack(transform(Object.fromEntries(many(70, (index) => [`unknown${index}`, 1]))))
  const { errors } = JSON.parse(text) as { errors: { pointer: string; message: string }[] }
  expect(errors).toHaveLength(51)
  expect(errors[49]?.pointer).toBe('/options/unknown49')
  expect(errors[50]).toEqual({ pointer: '', message: 'has 20 more problems' })
})

it('a form has 200 parts, and not 201', async () => {
  const parts = (count: number) => form(many(count, () => ['data', 'x']))
  expect((await attack(parts(200))).status).toBe(200)
  const { status, text } = await attack(parts(201))
  expect([status, JSON.parse(text).detail]).toEqual([400, 'A form has at most 200 parts.'])
})

it.each([
  ['POST', '/v1/transform', 10_000_000, '10 MB'],
  ['POST', '/v1/qrcode', 7_000_000, '7 MB'],
  ['PUT', '/v1/templates/a/b', 3_000_000, '3 MB'],
  ['PUT', '/v1/endpoints/a', 3_000_000, '3 MB'],
  ['POST', '/v1/webhooks/secret/rotate', 64_000, '64 KB'],
])('a body has so many bytes and not one more: %s %s', async (method, path, limit, named) => {
  const ask = (length: number) =>
    SELF.fetch(`https://platen.test${path}`, {
      method,
      headers: { 'X-API-Key': attacker.key, 'Content-Type': 'application/json' },
      body: `{"x":"${'x'.repeat(length - 8)}"}`,
    })
  expect((await ask(limit)).status).toBe(400)
  const tooLong = await ask(limit + 1)
  expect(tooLong.status).toBe(413)
  expect(await tooLong.json()).toMatchObject({ detail: expect.stringContaining(named) })
})
