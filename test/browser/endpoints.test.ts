import { SELF } from 'cloudflare:test'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts'
import { described } from '../support/described'
import { everyThirdOf, triesAll } from '../support/runs'
import { applySchema } from '../support/schema'

let owner: TestAccount

beforeAll(() => applySchema())
beforeEach(async () => {
  owner = await newAccount({ credits: 100 })
})

async function call(method: string, path: string, body?: unknown, key = owner.key) {
  const answer = await SELF.fetch(`http://127.0.0.1${path}`, {
    method,
    headers: { 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return await described({ method, path }, answer)
}

const studio = (slug: string, body: unknown = {}) => call('POST', `/v1/studio/${slug}`, body)
const list = async () => (await (await call('GET', '/v1/endpoints')).json()) as Record<string, unknown>[]
const charged = (answer: Response) => answer.headers.get('x-credits-charged')

/** The file is stored, and an express answer remembered, after the reply. To ask for it too soon would make it once more. */
async function settled(slug: string, body: object) {
  const isCached = async () => {
    const answer = await studio(slug, { ...body, dry_run: true })
    return (await answer.json<{ cached?: boolean }>()).cached
  }
  await expect.poll(isCached, { timeout: 20_000 }).toBe(true)
}

describe('Studio endpoints', () => {
  it.runIf(triesAll)('are listed by slug however many and large they are', async () => {
    const large = `<p>{{ large }}</p>${'<i>x</i>'.repeat(30_000)}`
    const bodies = Array.from({ length: 60 }, (_, index) =>
      index < 8 ? { name: 'Large', html: large } : { name: 'Small', template_id: 'invoice/classic' },
    )
    const other = await newAccount({ plan: 'Pro', credits: 10 })
    for (const [index, body] of bodies.entries())
      expect((await call('PUT', `/v1/endpoints/many-${index}`, body, other.key)).status).toBe(200)
    const listed = await (await call('GET', '/v1/endpoints', undefined, other.key)).json<
      { slug: string; variables: string[] }[]
    >()
    const slugs = listed.map(({ slug }) => slug)
    expect(slugs).toEqual([...slugs].sort())
    expect(slugs).toHaveLength(63)
    expect(listed.find(({ slug }) => slug === 'many-0')?.variables).toEqual(['large'])
    expect(listed.find(({ slug }) => slug === 'many-59')?.variables).toContain('lines')
  })

  it('begin with three to try: on a template, on HTML, and express', async () => {
    const all = await list()
    for (const item of all) {
      expect(Object.keys(item).sort()).toEqual(['express', 'name', 'slug', 'type', 'variables'])
    }
    expect(all.map(({ type, express }) => `${type} ${express}`).sort()).toEqual([
      'html false',
      'template false',
      'template true',
    ])
    for (const { slug } of all) {
      const answer = await studio(String(slug))
      expect(answer.headers.get('content-type')).toBe('application/pdf')
    }
  })

  it('name the variables that an HTML document reads, found by parsing it', async () => {
    const html =
      '<p>{{ a.b }}{% for x in list %}{{ x.y }}{{ c | default: d }}{% endfor %}{% assign e = 1 %}{{ e }}</p>'
    expect((await call('PUT', '/v1/endpoints/own', { name: 'Own', html })).status).toBe(200)
    expect((await list()).find(({ slug }) => slug === 'own')).toEqual({
      name: 'Own',
      slug: 'own',
      type: 'html',
      express: false,
      variables: ['a', 'c', 'd', 'list'],
    })
  })

  it('are answered from stored data under the caller’s, objects merged and arrays replaced', async () => {
    // Prints an object, which is a 400, unless what it reads is merged as it should be.
    const merged = 'a.b == 1 and a.c == "mine" and list.size == 1 and list.first == 3'
    const html = `{% if asked %}{% unless ${merged} %}{{ trap }}{% endunless %}{% endif %}`
    const data = { a: { b: 1, c: 'stored' }, list: [1, 2], trap: {} }
    await call('PUT', '/v1/endpoints/merge', { name: 'M', html, data })
    expect((await studio('merge', { data: { asked: true } })).status).toBe(400)
    const own = { asked: true, a: { c: 'mine' }, list: [3] }
    expect((await studio('merge', { data: own })).status).toBe(200)
  })

  it('charge for goCreditMode by its effective value', async () => {
    await call('PUT', '/v1/endpoints/go', { name: 'Go', html: '<p>x', goCreditMode: true })
    expect(charged(await studio('go'))).toBe('2')
    expect(charged(await studio('go', { goCreditMode: false }))).toBe('1')
    expect(charged(await studio('ticket', { goCreditMode: true }))).toBe('2')
  })

  it('are put up and deleted by their owner, starters too', async () => {
    expect((await call('DELETE', '/v1/endpoints/ticket')).status).toBe(204)
    expect((await studio('ticket')).status).toBe(404)
    expect((await call('DELETE', '/v1/endpoints/ticket')).status).toBe(404)
    expect((await list()).map(({ slug }) => slug)).toEqual(['badge', 'invoice'])
    const reader = await newAccount({ credits: 1, scopes: ['read'] })
    expect((await call('PUT', '/v1/endpoints/x', { name: 'X', html: 'x' }, reader.key)).status).toBe(403)
    expect((await call('GET', '/v1/endpoints', undefined, reader.key)).status).toBe(200)
  })

  it.each(
    everyThirdOf([
      ['generate', { html: 'x' }, ''],
      ['Upper', { html: 'x' }, ''],
      ['both', { html: 'x', template_id: 'invoice/classic' }, '/template_id'],
      ['neither', {}, '/template_id'],
      ['wrong', { html: 'x', type: 'template' }, '/type'],
      ['broken', { html: '{% if %}{{' }, '/html'],
      ['early', { html: 'x', css: '</style>' }, '/css'],
      ['unprintable', { html: '{{ a.b }}', data: { a: { b: { c: 1 } } } }, '/data/a/b'],
      ['odd', { html: 'x', options: { paper: 'A9' } }, '/options/paper'],
    ]),
  )('refuse what cannot work: %s', async (slug, config, pointer) => {
    const answer = await call('PUT', `/v1/endpoints/${slug}`, { name: 'N', ...config })
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { errors: { pointer: string }[] }).errors[0]?.pointer).toBe(pointer)
  })

  it('refuse what no row of the database holds, and say which field has most of it', async () => {
    const header_html = 'x'.repeat(700_000)
    const config = { name: 'N', template_id: 'letter/formal', data: { note: 'é'.repeat(450_000) } }
    const answer = await call('PUT', '/v1/endpoints/large', { ...config, options: { header_html } })
    expect(answer.status).toBe(400)
    const { errors } = (await answer.json()) as { errors: { pointer: string; message: string }[] }
    expect(errors).toHaveLength(1)
    expect(errors[0]?.pointer).toBe('/data')
    expect(errors[0]?.message).toContain('1,500,000')
    const { status } = await call('PUT', '/v1/endpoints/large', config)
    expect(status).toBe(200)
  })

  it('know no template that is not there', async () => {
    expect((await call('PUT', '/v1/endpoints/none', { name: 'N', template_id: 'a/b' })).status).toBe(404)
  })
})

describe('an express endpoint', () => {
  it('answers identical input from the stored file, for nothing, also at a balance of zero', async () => {
    const data = { attendees: ['Ada Lovelace'] }
    const first = await studio('badge', { data })
    expect(first.headers.get('x-cache')).toBe('MISS')
    expect(charged(first)).toBe('1')
    const bytes = await first.bytes()
    await settled('badge', { data })
    await owner.account.grant({ amount: -99, reason: 'test' })
    const again = await studio('badge', { options: {}, data, metadata: { any: 1 } })
    expect(again.headers.get('x-cache')).toBe('HIT')
    expect(charged(again)).toBe('0')
    expect(again.headers.get('x-credits-left')).toBe('0')
    expect(await again.bytes()).toEqual(bytes)
    const byUrl = (await (await studio('badge', { data, return_type: 'url' })).json()) as { url: string }
    expect(await (await SELF.fetch(byUrl.url)).bytes()).toEqual(bytes)
    expect((await studio('badge', { data: { attendees: ['Someone else'] } })).status).toBe(402)
  })

  it('makes the document anew when the endpoint or its template changes', async () => {
    const template = { label: 'T', page: '<p>{{ a }}' }
    await call('PUT', '/v1/templates/own/t', template)
    const config = { name: 'E', template_id: 'own/t', express: true }
    await call('PUT', '/v1/endpoints/e', config)
    await studio('e')
    await settled('e', {})
    await call('PUT', '/v1/templates/own/t', { ...template, page: '<p>new {{ a }}' })
    expect((await studio('e')).headers.get('x-cache')).toBe('MISS')
    await settled('e', {})
    await call('PUT', '/v1/endpoints/e', { ...config, name: 'E2' })
    expect((await studio('e')).headers.get('x-cache')).toBe('MISS')
  })

  it('makes the document anew when the brand or its logo changes', async () => {
    const logo = (color: string) =>
      SELF.fetch('http://127.0.0.1/v1/assets/logo.svg', {
        method: 'PUT',
        headers: { 'X-API-Key': owner.key },
        body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="${color}" d="M0 0h9v9z"/></svg>`,
      })
    const data = { event: { name: 'Branded' } }
    await studio('badge', { data })
    await settled('badge', { data })
    await logo('red')
    await call('PUT', '/v1/brand', { accent: 'teal', logo: 'asset:logo.svg' })
    expect((await studio('badge', { data })).headers.get('x-cache')).toBe('MISS')
    await settled('badge', { data })
    await logo('blue')
    expect((await studio('badge', { data })).headers.get('x-cache')).toBe('MISS')
    // What was made without the brand is found again when there is none.
    await call('DELETE', '/v1/brand')
    expect((await studio('badge', { data })).headers.get('x-cache')).toBe('HIT')
  })

  it('shares nothing with another account', async () => {
    await studio('badge', { data: {} })
    await settled('badge', { data: {} })
    owner = await newAccount({ credits: 100 })
    expect((await studio('badge', { data: {} })).headers.get('x-cache')).toBe('MISS')
  })
  /** The task that an answer accepted, at its end. */
  async function endOf(taskId: unknown) {
    const read = async () => (await call('GET', `/v1/status/${taskId}?wait=10`)).json()
    return (await expect
      .poll(read, { timeout: 30_000 })
      .toMatchObject({ status: 'completed' })
      .then(read)) as Record<string, unknown>
  }
  const later = async (body: object) => {
    const answer = await studio('badge', { async_mode: true, ...body })
    return { answer, task_id: ((await answer.json()) as { task_id: string }).task_id }
  }

  it('fills the store from the queue, and answers a queued repeat for nothing with a file of its own', async () => {
    const data = { attendees: ['Grace Hopper'] }
    const first = await later({ data })
    expect([first.answer.headers.get('x-cache'), charged(first.answer)]).toEqual(['MISS', '1'])
    await endOf(first.task_id)
    await settled('badge', { data })
    await owner.account.grant({ amount: -99, reason: 'test' })
    const bytes = await (await studio('badge', { data })).bytes()
    const again = await later({ data, metadata: { order: 2 } })
    expect([again.answer.status, again.answer.headers.get('x-cache'), charged(again.answer)]).toEqual([
      202,
      'HIT',
      '0',
    ])
    const end = await endOf(again.task_id)
    expect(end).toMatchObject({ kind: 'studio', credits_charged: 0, pages: 1, metadata: { order: 2 } })
    await call('DELETE', `/v1/status/${first.task_id}`)
    expect(await (await SELF.fetch(String(end.download_url))).bytes()).toEqual(bytes)
    expect((await studio('badge', { data: { attendees: ['Someone else'] }, async_mode: true })).status).toBe(
      402,
    )
  })

  it('answers entries of a batch from the stored file', async () => {
    const data = { attendees: ['Katherine Johnson'] }
    await studio('badge', { data })
    await settled('badge', { data })
    await owner.account.grant({ amount: -98, reason: 'test' })
    const entries = [{ data }, { data: { attendees: ['Dorothy Vaughan'] } }, { data }]
    const answer = await call('POST', '/v1/batch', { endpoint: 'badge', entries })
    expect([answer.status, charged(answer)]).toEqual([202, '1'])
    const { tasks } = (await answer.json()) as { tasks: { task_id: string }[] }
    const ends = await Promise.all(tasks.map(({ task_id }) => endOf(task_id)))
    expect(ends.map(({ credits_charged }) => credits_charged)).toEqual([0, 1, 0])
    expect(new Set(ends.map(({ download_url }) => download_url)).size).toBe(3)
  })
})
