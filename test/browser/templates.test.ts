import { SELF } from 'cloudflare:test'
import { PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { builtinTemplates } from '../../src/templates/builtin'
import { newAccount, type TestAccount } from '../support/accounts'
import { described } from '../support/described'
import { pagesOf } from '../support/pdf-text'
import { everyThirdOf, triesAll } from '../support/runs'
import { applySchema } from '../support/schema'

const origin = 'http://127.0.0.1'
let owner: TestAccount

beforeAll(async () => {
  await applySchema()
  owner = await newAccount({ credits: 1000, plan: 'Max' })
})

async function call(method: string, path: string, body?: unknown, key = owner.key) {
  const answer = await SELF.fetch(`${origin}${path}`, {
    method,
    headers: { 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return await described({ method, path }, answer)
}

type Body = Record<string, unknown> & { errors?: { pointer: string; message: string }[] }
const generate = (body: unknown, key?: string) => call('POST', '/v1/generate', body, key)
const bodyOf = async (answer: Response) => (await answer.json()) as Body
async function balance() {
  const answer = await call('GET', '/v1/credits')
  return Number((await bodyOf(answer)).credits_left)
}

/** A template of the caller's that prints one line, for tests of what can be done with templates. */
const plain = { label: 'Plain', page: '<h1>{{ title | default: "Untitled" }}</h1>' }

describe('the catalogue', () => {
  it('is an array of exactly the contract’s fields, at least 22 templates in 15 categories', async () => {
    const list = (await (await call('GET', '/v1/templates')).json()) as Record<string, string>[]
    for (const item of list) {
      expect(Object.keys(item).sort()).toEqual(['category', 'id', 'label', 'orientation'])
      expect(item.id?.split('/')[0]).toBe(item.category)
      expect(['portrait', 'landscape']).toContain(item.orientation)
    }
    expect(list.length).toBeGreaterThanOrEqual(22)
    expect(new Set(list.map(({ category }) => category)).size).toBeGreaterThanOrEqual(15)
    expect(new Set(list.map(({ orientation }) => orientation)).size).toBe(2)
  })

  it('tells the variables, a sample and a preview of one template', async () => {
    const body = await bodyOf(await call('GET', '/v1/templates/invoice/classic'))
    expect(body).toMatchObject({
      id: 'invoice/classic',
      variables: { type: 'object' },
      sample: { number: '2026-0417' },
    })
    expect(body.preview).toMatch(/^data:image\/png;base64,iVBOR/)
    expect((await call('GET', '/v1/templates/invoice/nothing')).status).toBe(404)
  })
})

describe('generate', () => {
  it.each(everyThirdOf(builtinTemplates()).map(({ id, sample }) => [id, sample] as const))(
    'prints %s with its sample and with no data at all, for one credit each',
    async (template_id, sample) => {
      const cases = [
        { data: sample, warning: null },
        { data: {}, warning: expect.stringMatching(/^data is empty: [^;]*; GET [^;]*$/) },
      ]
      for (const { data, warning } of cases) {
        const answer = await generate({ template_id, data })
        expect(answer.headers.get('content-type'), await answer.clone().text()).toBe('application/pdf')
        expect(answer.headers.get('x-credits-charged')).toBe('1')
        expect(answer.headers.get('x-warnings')).toEqual(warning)
        expect(new TextDecoder().decode((await answer.bytes()).slice(0, 5))).toBe('%PDF-')
      }
    },
  )

  it('answers with an address where that is asked for', async () => {
    const body = await bodyOf(await generate({ template_id: 'letter/formal', data: {}, return_type: 'url' }))
    expect(Object.keys(body).sort()).toEqual(['credits_left', 'response_time_ms', 'url'])
    const file = await SELF.fetch(String(body.url))
    expect(file.headers.get('content-type')).toBe('application/pdf')
  })

  it('refuses a request without template_id or data, and knows no malformed or unknown template', async () => {
    const missing = await generate({})
    expect(missing.status).toBe(400)
    expect((await bodyOf(missing)).errors?.map(({ pointer }) => pointer).sort()).toEqual([
      '/data',
      '/template_id',
    ])
    for (const template_id of [
      'invoice',
      'invoice/none',
      '../classic',
      'invoice/classic@1',
      'a/b/c',
      'invoice/classic@x',
    ]) {
      expect((await generate({ template_id, data: {} })).status).toBe(404)
    }
  })

  it('ignores unknown keys, takes numbers for strings and strings for numbers, and one for many', async () => {
    const data = {
      nonsense: { a: [1] },
      number: 417,
      currency: 'EUR',
      seller: 'Acme GmbH',
      buyer: { name: 12, nonsense: 1, address: 'Main Street 1' },
      lines: { name: true, quantity: '3', net_price: '9.50', vat: '19', nonsense: {} },
      notes: 'One note',
      payment: { terms: null },
    }
    expect((await generate({ template_id: 'invoice/classic', data })).status).toBe(200)
  })

  it('points to everything that cannot be printed, and holds nothing for it', async () => {
    const before = await balance()
    const data = {
      number: { a: 1 },
      seller: ['x'],
      lines: [{ name: 'x' }, { name: { 'a/b': 1 } }],
      notes: [[{}]],
    }
    const answer = await generate({ template_id: 'invoice/classic', data })
    expect(answer.status).toBe(400)
    const pointers = (await bodyOf(answer)).errors?.map(({ pointer }) => pointer).sort()
    expect(pointers).toEqual(['/data/lines/1/name', '/data/notes/0', '/data/number', '/data/seller'])
    expect(await balance()).toBe(before)
  })

  it('keeps the order of the checks: shape, then template, then plan, then credits', async () => {
    const poor = await newAccount({ credits: 0, plan: 'Free' })
    const options = { password: 'secret' }
    expect((await generate({ data: {}, template_id: 'no/no', options: { scale: 9 } }, poor.key)).status).toBe(
      400,
    )
    expect((await generate({ data: {}, template_id: 'no/no', options }, poor.key)).status).toBe(404)
    expect((await generate({ data: {}, template_id: 'letter/formal', options }, poor.key)).status).toBe(403)
    expect((await generate({ data: {}, template_id: 'letter/formal' }, poor.key)).status).toBe(402)
    expect((await generate({}, 'nonsense')).status).toBe(401)
  })

  it('refuses data that are nested without end, as it does any body that it cannot walk', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
    const answer = await call('POST', '/v1/generate', `{"template_id":"letter/formal","data":${deep}}`)
    expect(answer.status).toBe(400)
    expect((await bodyOf(answer)).errors?.[0]).toEqual({
      pointer: '/data',
      message: 'is nested deeper than 64 levels',
    })
  })

  it('takes prototype keys as data like any other', async () => {
    const data =
      '{"__proto__":{"number":"polluted"},"constructor":{"prototype":{}},"lines":[{"__proto__":{"name":1}}]}'
    const answer = await call('POST', '/v1/generate', `{"template_id":"invoice/classic","data":${data}}`)
    expect(answer.status).toBe(200)
    expect(({} as Record<string, unknown>).number).toBeUndefined()
  })
})

describe('factur_x on a template that maps an invoice', () => {
  const facturX = (data: unknown) =>
    generate({ template_id: 'invoice/classic', data, options: { factur_x: true } })

  it('takes the invoice from the data that were printed, and is prepared for one where there is none', async () => {
    const sample = builtinTemplates().find(({ id }) => id === 'invoice/classic')?.sample
    const answer = await facturX(sample)
    expect(answer.status, await answer.clone().text()).toBe(200)
    expect(answer.headers.get('x-factur-x')).toBe('EN 16931')
    expect((await facturX({})).headers.get('x-factur-x')).toBe('prepared')
  })

  it.each([
    ['EUR', '100.045', '107.15', '107.15'],
    ['JPY', '1000.4', '1,071', '1071.00'],
  ])('prints in %s what the XML inside says', async (currency, net_price, onPage, inXml) => {
    const sample = builtinTemplates().find(({ id }) => id === 'invoice/classic')?.sample
    const allowances = [{ percent: 10, reason: 'Loyalty' }]
    const lines = [{ name: 'Work', quantity: 1, net_price, vat: { rate: 19 }, allowances }]
    const answer = await facturX({
      ...sample,
      currency,
      lines,
      allowances: [],
      prepaid_amount: 0,
      locale: 'en',
    })
    expect(answer.status, await answer.clone().text()).toBe(200)
    const pdf = await answer.bytes()
    expect((await pagesOf(pdf)).join(' ')).toContain(onPage)
    const [file] = (await PDFDocument.load(pdf)).getAttachments()
    expect(Buffer.from(file?.data ?? []).toString()).toContain(`<ram:DuePayableAmount>${inXml}<`)
  })

  it('points into the data where the invoice breaks a rule', async () => {
    const answer = await facturX({ number: '1', lines: [{ name: 'x', quantity: 1, net_price: 5, vat: 19 }] })
    expect(answer.status).toBe(422)
    const errors = (await bodyOf(answer)).errors ?? []
    expect(errors.map(({ pointer }) => pointer)).toContain('/data/issue_date')
  })
})

describe('own templates', () => {
  it('are versions that never change: the latest where none is named, and any by its number', async () => {
    const path = '/v1/templates/letters/hello'
    const first = await call('PUT', path, { ...plain, page: 'One {{ name }}' })
    expect(first.status).toBe(201)
    expect(await bodyOf(first)).toMatchObject({ id: 'letters/hello', version: 1 })
    expect(await bodyOf(await call('PUT', path, { ...plain, page: 'Two' }))).toMatchObject({ version: 2 })
    expect((await bodyOf(await call('GET', path))).page).toBe('Two')
    for (const template_id of ['letters/hello', 'letters/hello@1', 'letters/hello@2']) {
      expect((await generate({ template_id, data: {} })).status).toBe(200)
    }
    expect((await generate({ template_id: 'letters/hello@3', data: {} })).status).toBe(404)
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('DELETE', path)).status).toBe(404)
    expect((await generate({ template_id: 'letters/hello@1', data: {} })).status).toBe(404)
    expect(await bodyOf(await call('PUT', path, plain))).toMatchObject({ version: 3 })
  })

  it('may change between an idempotent request and its repeat, which gives the first answer', async () => {
    const path = '/v1/templates/letters/changing'
    const once = async () =>
      await SELF.fetch(`${origin}/v1/generate`, {
        method: 'POST',
        headers: {
          'X-API-Key': owner.key,
          'Content-Type': 'application/json',
          'Idempotency-Key': 'changing-1',
        },
        body: JSON.stringify({ template_id: 'letters/changing', data: {} }),
      })
    await call('PUT', path, plain)
    const first = await (await once()).bytes()
    await call('PUT', path, { ...plain, page: 'Quite another page' })
    const repeat = await once()
    expect(repeat.headers.get('idempotent-replayed')).toBe('true')
    expect(await repeat.bytes()).toEqual(first)
  })

  it('print what was accepted, although they are deleted before it is printed', async () => {
    const path = '/v1/templates/letters/queued'
    await call('PUT', path, plain)
    const body = { template_id: 'letters/queued', data: { title: 'Later' }, async_mode: true }
    const accepted = await generate(body)
    expect(accepted.status).toBe(202)
    const { task_id } = await bodyOf(accepted)
    await call('DELETE', path)
    const status = async () => (await bodyOf(await call('GET', `/v1/status/${task_id}`))).status
    await expect.poll(status, { timeout: 30_000 }).toBe('completed')
    expect((await generate(body)).status).toBe(404)
  })

  it('are seen by their owner only', async () => {
    const other = await newAccount({ credits: 10 })
    await call('PUT', '/v1/templates/private/mine', plain)
    expect((await generate({ template_id: 'private/mine', data: {} })).status).toBe(200)
    expect((await generate({ template_id: 'private/mine', data: {} }, other.key)).status).toBe(404)
    expect((await call('GET', '/v1/templates/private/mine', undefined, other.key)).status).toBe(404)
    const list = (await (await call('GET', '/v1/templates', undefined, other.key)).json()) as { id: string }[]
    expect(list.map(({ id }) => id)).not.toContain('private/mine')
  })

  it.each([
    ['PUT', 'invoice/classic', 'which is built in and cannot be replaced'],
    ['DELETE', 'invoice/classic', 'which is built in and cannot be deleted'],
    ['DELETE', 't/v@1', 'leave out "@1"'],
    ['PUT', 'T/v', 'lower-case'],
  ])('say what is wrong with a path: %s %s', async (method, id, reason) => {
    const answer = await call(method, `/v1/templates/${id}`, method === 'PUT' ? plain : undefined)
    const { detail } = await bodyOf(answer)
    expect([answer.status, detail]).toEqual([400, expect.stringMatching(/^The path .*\.$/)])
    expect(detail).toContain(reason)
  })

  it('need a key of scope manage, and cannot take the place of ours', async () => {
    const reader = await newAccount({ credits: 1, scopes: ['read', 'render'] })
    expect((await call('PUT', '/v1/templates/a/b', plain, reader.key)).status).toBe(403)
    expect((await call('DELETE', '/v1/templates/a/b', undefined, reader.key)).status).toBe(403)
    expect((await call('PUT', '/v1/templates/invoice/classic', plain)).status).toBe(400)
    expect((await call('PUT', '/v1/templates/a/B', plain)).status).toBe(400)
  })

  it('are refused where no row of the database holds them', async () => {
    const variables = { title: 'x'.repeat(1_600_000) }
    const answer = await call('PUT', '/v1/templates/broken/large', { ...plain, variables })
    expect(answer.status).toBe(400)
    const [error] = (await bodyOf(answer)).errors ?? []
    expect(error).toEqual({
      pointer: '/variables',
      message: expect.stringContaining('1,500,000 bytes'),
    })
  })

  it.each([
    ['syntax', { page: 'a\n{% if b %}' }, '/page', /not closed \(line 2, column 1\)/],
    ['an unknown filter', { page: '{{ a | shout }}' }, '/page', /shout.*line 1/],
    ['an unknown partial', { page: '{% render "nothing" %}' }, '/page', /no partial "nothing"/],
    ['a partial without a name', { page: 'a\n{% render name %}' }, '/page', /line 2, column 1/],
    ['a style that ends early', { style: 'a{}\n</style><script>' }, '/style', /line 2, column 1/],
    ['size', { page: 'x'.repeat(300_000) }, '/page', /262144/],
    ['a sample that cannot be printed', { sample: { title: { a: 1 } } }, '/sample/title', /an object/],
    ['an unknown field', { pages: 'x' }, '/pages', /did you mean "page"/],
  ])('are checked before they are stored: %s', async (_what, change, pointer, message) => {
    const answer = await call('PUT', '/v1/templates/broken/one', { ...plain, ...change })
    expect(answer.status).toBe(400)
    expect((await bodyOf(answer)).errors).toContainEqual({ pointer, message: expect.stringMatching(message) })
    expect((await call('GET', '/v1/templates/broken/one')).status).toBe(404)
  })

  it.runIf(triesAll)('that loop without end are stopped, and cost nothing', async () => {
    const endless = '{% for i in (1..99999) %}{% for j in (1..99999) %}x{% endfor %}{% endfor %}'
    expect((await call('PUT', '/v1/templates/loops/always', { ...plain, page: endless })).status).toBe(422)
    // Doubles a text, which is refused sooner than loops are.
    const page = '{% assign s = "x" %}{% for i in (1..n) %}{% assign s = s | append: s %}{% endfor %}{{ s }}'
    expect((await call('PUT', '/v1/templates/loops/asked', { ...plain, page })).status).toBe(201)
    const before = await balance()
    expect((await generate({ template_id: 'loops/asked', data: { n: 100_000 } })).status).toBe(422)
    expect((await generate({ template_id: 'loops/asked', data: { n: 1e15 } })).status).toBe(422)
    expect((await generate({ template_id: 'loops/asked', data: { n: 3 } })).status).toBe(200)
    expect(await balance()).toBe(before - 1)
  })

  it('refuse an object where their page prints text, although they declare no variables', async () => {
    await call('PUT', '/v1/templates/loose/one', plain)
    const before = await balance()
    const answer = await generate({ template_id: 'loose/one', data: { title: { a: 1 } } })
    expect(answer.status).toBe(400)
    expect((await bodyOf(answer)).errors?.[0]?.pointer).toBe('/data/title')
    expect(await balance()).toBe(before)
  })

  it('take a number in a string for what it means, and point to one that is none, although they declare nothing', async () => {
    const page = '{{ price | money }} {{ price | times: 2 | money }}'
    expect((await call('PUT', '/v1/templates/loose/sum', { label: 'Sum', page })).status).toBe(201)
    const print = (price: unknown) =>
      generate({ template_id: 'loose/sum', data: { price, locale: 'de', currency: 'EUR' } })
    expect((await pagesOf(await (await print('1.234,50')).bytes()))[0]).toContain('1.234,50 € 2.469,00 €')
    const answer = await print('on request')
    expect(answer.status).toBe(400)
    expect((await bodyOf(answer)).errors).toEqual([
      { pointer: '/data/price', message: expect.stringContaining('Expected a number') },
    ])
  })
})
