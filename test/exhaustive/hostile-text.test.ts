/**
 * Texts and bodies that once stopped the service for everybody, each sent by one account while a neighbour asks for
 * something simple. The neighbour waits little longer than beside a plain request of the same kind and size.
 */
import { beforeAll, expect, it } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts'
import {
  expectNeighbourServed,
  jsonRequest as json,
  type RawRequest,
  sendBesideNeighbour,
} from '../support/neighbour'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

const transform = (options: object, html = '<p>x') =>
  json('/v1/transform', { html, goCreditMode: false, options })
const withHeader = (style: string) => transform({ header_html: `<style>${style}</style>x` })
const letter = (body: string) => json('/v1/generate', { template_id: 'letter/formal', data: { body } })
const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index))
const form = (fields: Iterable<[string, string]>): RawRequest => {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  return { path: '/v1/qrcode', body }
}
const item = { kind: 'a', next: { kind: 'b' } }
const own = (name: string) =>
  json('/v1/generate', { template_id: `own/${name}`, data: { items: many(20_000, () => item) } })

/** What a request that is refused by its shape takes, of so many bytes. */
const refused = (length: number) => transform({ scale: 9 }, 'x'.repeat(length))
let attacker: TestAccount

beforeAll(async () => {
  await applySchema()
  attacker = await newAccount({ plan: 'Max', credits: 1_000 })
  const pages = {
    plain: '{{ items.size }}',
    // Uses all steps that a template has.
    looping: '{% for n in (1..100) %}{% for item in items %}{{ item.kind | size }}{% endfor %}{% endfor %}',
    grouping: '{% for n in (1..100) %}{{ items | group_by: "next.kind" | size }}{% endfor %}',
  }
  for (const [name, page] of Object.entries(pages)) {
    const body = { label: name, page, sample: { items: [item] } }
    const put = await send('PUT', `/v1/templates/own/${name}`, { key: attacker.key, body })
    expect(put.status, await put.text()).toBe(201)
  }
  // What is loaded and compiled with the first request counts for none.
  const plain = [refused(9), letter('x'), own('plain'), withHeader('b{color:red}')]
  for (const request of plain) await sendBesideNeighbour(attacker.key, request)
})

it.each<[string, number, RawRequest, RawRequest]>([
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
  // `where` is in `test/fuzz/costly-templates.test.ts`.
  ['group_by over a long list, again and again', 422, own('grouping'), own('looping')],
])('a neighbour does not wait for %s', async (_, status, hostile, plain) => {
  await expectNeighbourServed(attacker.key, { hostile, plain, status })
})
