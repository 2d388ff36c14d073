/** Hostile addresses in every field of a request that takes one: refused by name, and nothing leaves. */
import { env } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { chunks, hearOutgoing, hostileAddresses, trapped } from '../support/outgoing'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

const { trap } = inject('origins')
const addresses = hostileAddresses()
/** Longer ones are refused for their length, before anything else is told. */
const short = addresses.filter(({ length }) => length <= 2048)
const settings = { ...env }

beforeAll(() => applySchema())
afterEach(() => {
  Object.assign(env, settings)
})

type Refusal = { status: number; errors?: { pointer: string; message: string }[] }

/** A request that carries an address in each of the fields that `pointers` name. */
type Carrier = {
  method?: string
  path: string
  pointers: string[]
  body: (address: string) => object
}

const html = '<p>x</p>'
const data = { name: 'x' }
const both = ['/webhook_url', '/options/base_url']
const inBoth = (address: string) => ({ webhook_url: address, options: { base_url: address } })
const sources = { transform: { html }, generate: { template_id: 'event/badge', data }, ticket: {} }

const carriers: Carrier[] = [
  {
    path: '/v1/transform',
    pointers: both,
    body: (address) => ({ ...sources.transform, ...inBoth(address), async_mode: true }),
  },
  { path: '/v1/transform', pointers: ['/url'], body: (url) => ({ url, async_mode: true }) },
  {
    path: '/v1/batch',
    pointers: ['/entries/0/url', '/entries/1/url'],
    body: (url) => ({
      endpoint: 'transform',
      entries: [{ url }, { url, options: { toc: true, forms: true } }],
    }),
  },
  { path: '/v1/generate', pointers: both, body: (address) => ({ ...sources.generate, ...inBoth(address) }) },
  { path: '/v1/studio/ticket', pointers: both, body: inBoth },
  {
    path: '/v1/qrcode',
    pointers: ['/webhook_url', '/logo_url'],
    body: (address) => ({ data: 'x', async_mode: true, webhook_url: address, logo_url: address }),
  },
  {
    path: '/v1/batch',
    pointers: ['/webhook_url'],
    body: (webhook_url) => ({ endpoint: 'transform', entries: [{ html }], webhook_url }),
  },
  {
    method: 'PUT',
    path: '/v1/endpoints/mine',
    pointers: ['/options/base_url'],
    body: (base_url) => ({ name: 'Mine', html, options: { base_url } }),
  },
]

/** The fields that an answer says something of, in their order; of a field it may say more than one thing. */
const named = ({ errors = [] }: Refusal, all: string[]) =>
  all.filter((pointer) => errors.some((error) => error.pointer === pointer))

describe('an address that is refused by its form', () => {
  it('is one of at least 300', () => {
    expect(addresses.length).toBeGreaterThanOrEqual(300)
  })

  it.each(carriers.map((carrier, index) => [carrier.path, carrier, index] as const))(
    'is a 400 in each field of %s',
    async (_, { method = 'POST', path, pointers, body }, index) => {
      const outgoing = hearOutgoing()
      const { key, account } = await newAccount({ credits: 5, plan: 'Max' })
      const wrong: string[] = []
      // Each in one of the carriers here, and all of them in the batches below.
      for (const address of short.filter((_, place) => place % carriers.length === index)) {
        const answer = await (await send(method, path, { key, body: body(address) })).json<Refusal>()
        // What stands in a data: address is looked at when it is used.
        const expected = pointers.filter(
          (pointer) => !(pointer === '/logo_url' && address.startsWith('data:')),
        )
        if (answer.status !== 400 || `${named(answer, pointers)}` !== `${expected}`) wrong.push(address)
      }
      expect(wrong).toEqual([])
      expect(await account.credits()).toMatchObject({ credits_left: 5 })
      expect(outgoing).toEqual([])
      expect(await trapped()).toEqual([])
    },
  )

  it.each(Object.entries(sources))('is a 400 in each entry of a batch of %s', async (endpoint, source) => {
    const outgoing = hearOutgoing()
    const { key } = await newAccount({ credits: 500, plan: 'Max' })
    for (const some of chunks(short, 10)) {
      const entries = some.map((address) => ({ ...source, ...inBoth(address) }))
      const answer = await (await post('/v1/batch', key, { endpoint, entries })).json<Refusal>()
      const pointers = some.flatMap((_, index) => both.map((pointer) => `/entries/${index}${pointer}`))
      expect(answer.status).toBe(400)
      expect(named(answer, pointers)).toEqual(pointers)
    }
    expect(outgoing).toEqual([])
    expect(await trapped()).toEqual([])
  })

  it.each(['attachments', 'embed_files'])('is a 400 in options.%s, each at its place', async (field) => {
    const outgoing = hearOutgoing()
    const { key } = await newAccount({ credits: 5, plan: 'Max' })
    // What is no address at all is told first; what is one is judged then.
    const [formed, other] = [true, false].map((yes) =>
      addresses.filter((address) => /^https?:\/\//i.test(address) === yes && !address.startsWith('data:')),
    )
    for (const some of [formed, other].flatMap((all = []) => chunks(all, 50))) {
      const answer = await post('/v1/transform', key, { html, options: { [field]: some } })
      const { status, errors = [] } = await answer.json<Refusal>()
      expect(status).toBe(400)
      const places = some.map((_, index) => `/options/${field}/${index}`)
      expect(errors.map(({ pointer }) => pointer).sort()).toEqual(places.sort())
    }
    expect(outgoing).toEqual([])
    expect(await trapped()).toEqual([])
  })

  it('is the service’s own, by the host of the request and by PUBLIC_URL', async () => {
    env.PUBLIC_URL = 'https://docs.platen-service.com'
    const { key } = await newAccount({ credits: 5 })
    for (const webhook_url of ['https://docs.platen-service.com/v1/batch', 'https://platen.test/v1/batch']) {
      const answer = await post('/v1/transform', key, { html, async_mode: true, webhook_url })
      expect(await answer.json<Refusal>()).toMatchObject({
        status: 400,
        errors: [{ pointer: '/webhook_url', message: expect.stringContaining('this service itself') }],
      })
    }
  })
})

/** What a field answers where its address was refused only when it was fetched. */
type Fetched = { name: string; refusal: (address: string) => Promise<string>; times?: number }

const fetched: Fetched[] = [
  {
    name: 'options.attachments',
    refusal: (address) => detailOf('/v1/transform', { html, options: { attachments: [address] } }),
  },
  {
    name: 'options.embed_files',
    refusal: (address) => detailOf('/v1/transform', { html, options: { embed_files: [address] } }),
  },
  { name: 'url', refusal: (address) => detailOf('/v1/transform', { url: address }) },
  { name: 'logo_url', refusal: (address) => detailOf('/v1/qrcode', { data: 'x', logo_url: address }) },
  {
    name: 'an image of a page',
    refusal: (address) => warningOf({ html: `${html}<img src="${address}">` }),
  },
  {
    name: 'a style sheet and its imports',
    refusal: (address) => warningOf({ html: `<link rel="stylesheet" href="${address}">${html}` }),
  },
  { name: 'css', refusal: (address) => warningOf({ html, css: `@import "${address}";` }) },
  {
    name: 'header_html',
    refusal: (address) => warningOf({ html, options: { header_html: `<img src="${address}">` } }),
  },
  {
    name: 'footer_last_html',
    // Measured, and then printed.
    times: 2,
    refusal: (address) => warningOf({ html, options: { footer_last_html: `<img src="${address}">` } }),
  },
  {
    name: 'a page below base_url',
    refusal: (address) => warningOf({ html: '<img src="x.png">', options: { base_url: address } }),
  },
]

/** Why a request was refused with 422. */
async function detailOf(path: string, body: unknown): Promise<string> {
  const { key } = await newAccount({ credits: 5 })
  const answer = await post(path, key, body)
  const { status, code, detail } = await answer.json<{ status: number; code: string; detail: string }>()
  expect([status, code]).toEqual([422, 'asset_failed'])
  return detail
}

/** What a page that was printed all the same says of a file it could not load. */
async function warningOf(request: object): Promise<string> {
  const { key } = await newAccount({ credits: 5 })
  const answer = await post('/v1/transform', key, { goCreditMode: false, ...request })
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
  return answer.headers.get('x-warnings') ?? ''
}

/** One field of each of the two ways that files are fetched: by the job, and by a page. */
const WITH_ALL_ROWS = ['options.attachments', 'an image of a page']

/** The rows that are tried in a field: all, or a few in turn, so that each is tried in several fields. */
function rowsFor<Row>(field: string, rows: readonly Row[], few: number): Row[] {
  if (WITH_ALL_ROWS.includes(field)) return [...rows]
  const first = few * fetched.findIndex(({ name }) => name === field)
  return [...rows, ...rows].slice(first % rows.length).slice(0, few)
}

const repeated = <Value>(values: Value[], times: number) => Array.from({ length: times }, () => values).flat()

const port = new URL(trap).port
const byName = [
  ['a private address among public ones', 'mixed.example.org', /resolves to a private address/],
  ['a private address of the other family', 'mixed-families.example.org', /resolves to a loopback address/],
  ['this machine', 'loopback.example.org', /resolves to a loopback address/],
  ['a metadata service', 'metadata.example.org', /resolves to a link-local address/],
  ['nothing, for the resolver fails', 'servfail.example.org', /could not be resolved just now/],
] as const

const resolvers = ['', 'nonsense', 'http://127.0.0.1:1/', `${inject('origins').doh}/text`]

describe.each(fetched)('an address in $name', ({ name: field, refusal, times = 1 }) => {
  it.each(rowsFor(field, byName, 2))(
    'whose name leads to %s is refused before any request',
    async (_, name, reason) => {
      env.DOH_URL = `${inject('origins').doh}/ok?resolver=${crypto.randomUUID()}`
      const outgoing = hearOutgoing()
      expect(await refusal(`http://${name}:${port}/`)).toMatch(reason)
      expect(outgoing.map(({ refused, status }) => refused ?? status)).toEqual(repeated(['dns'], times))
      expect(await trapped()).toEqual([])
    },
  )

  it('is refused where the resolver cannot be asked', async () => {
    for (const doh of rowsFor(field, resolvers, 1)) {
      env.DOH_URL = doh
      expect(await refusal(`http://good.example.org:${port}/?${crypto.randomUUID()}`)).toMatch(
        /could not be resolved just now/,
      )
    }
  })
})

const leading = fetched.filter(({ name }) => name !== 'a page below base_url')

const targets = [
  ['the trap', trap],
  ['a name of this machine', trap.replace('127.0.0.1', 'localhost')],
  ['a mapped address', trap.replace('127.0.0.1', '[::ffff:127.0.0.1]')],
  ['a number', trap.replace('127.0.0.1', '2130706433')],
  ['another scheme', 'file:///etc/passwd'],
  ['a user name', trap.replace('http://', 'http://a:b@')],
] as const

describe.each(leading)('an address in $name', ({ name: field, refusal, times = 1 }) => {
  it.each(rowsFor(field, targets, 2))('that redirects to %s is refused there', async (_, target) => {
    const { site } = inject('origins')
    const outgoing = hearOutgoing()
    const to = `/redirect?status=307&to=${encodeURIComponent(target)}`
    expect(
      await refusal(`${site}/redirect?unique=${crypto.randomUUID()}&to=${encodeURIComponent(to)}`),
    ).toMatch(/only public hosts|is not supported|user name or a password/)
    expect(outgoing.map(({ refused, status }) => refused ?? status)).toEqual(
      repeated([302, 307, 'redirect'], times),
    )
    expect(await trapped()).toEqual([])
  })

  it('that sends without end is left at the limit', async () => {
    const outgoing = hearOutgoing()
    const { site } = inject('origins')
    expect(await refusal(`${site}/endless?unique=${crypto.randomUUID()}`)).toMatch(/larger than \d+ bytes/)
    expect(outgoing.map(({ refused }) => refused)).toEqual(repeated(['size'], times))
  })
})

describe('a webhook', () => {
  it.each(byName)('whose name leads to %s is not sent, and its log says why', async (_, name, reason) => {
    env.DOH_URL = `${inject('origins').doh}/ok?resolver=${crypto.randomUUID()}`
    const { key } = await newAccount({ credits: 5 })
    const webhook_url = `http://${name}:${port}/hook`
    expect((await post('/v1/qrcode', key, { data: 'x', async_mode: true, webhook_url })).status).toBe(202)
    type List = { deliveries: { attempts: { error?: string }[] }[] }
    await expect
      .poll(
        async () => {
          const list = await (await get('/v1/webhooks/deliveries', key)).json<List>()
          return list.deliveries[0]?.attempts[0]?.error
        },
        { timeout: 40_000, interval: 1_000 },
      )
      .toMatch(reason)
    expect(await trapped()).toEqual([])
  })
})
