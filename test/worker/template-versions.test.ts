/** Versions, drafts and lists of an account's own templates. */
import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

const PATH = '/v1/templates/letters/note'
const NOTE = { label: 'Note', page: '<h1>{{ title }}</h1>\n<p>{{ text }}</p>\n', sample: { title: 'Hello' } }

type Template = { version?: number; draft?: boolean; page: string; id: string; preview?: string }

let owner: TestAccount

async function ask<Body = Template>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await send(method, path, { key: owner.key, body, headers })
  const text = await answer.text()
  return {
    status: answer.status,
    link: answer.headers.get('link'),
    warnings: answer.headers.get('x-warnings'),
    rate: answer.headers.get('ratelimit-policy'),
    body: (text ? JSON.parse(text) : {}) as Body,
    text,
  }
}

beforeAll(async () => {
  await applySchema()
})

describe('versions', () => {
  beforeAll(async () => {
    owner = await newAccount({ credits: 0, plan: 'Pro' })
    await ask('PUT', PATH, NOTE)
    await ask('PUT', PATH, { ...NOTE, page: NOTE.page.replace('h1>{', 'h2>{'), style: 'p { margin: 0 }' })
  })

  it('are listed, newest first, and read one by one', async () => {
    const { body } = await ask<{ versions: { version: number; bytes: number }[] }>('GET', `${PATH}/versions`)
    expect(body.versions.map(({ version }) => version)).toEqual([2, 1])
    expect(body.versions[0]).toMatchObject({ label: 'Note', bytes: expect.any(Number) })
    expect((await ask('GET', `${PATH}/versions/1`)).body).toMatchObject({ version: 1, page: NOTE.page })
    const whole = { ...NOTE, essential: ['title'] }
    expect((await ask('PUT', '/v1/templates/letters/whole', whole)).body).toMatchObject({
      essential: ['title'],
    })
    for (const version of ['3', '0', 'x', 'draft'])
      expect((await ask('GET', `${PATH}/versions/${version}`)).status, version).toBe(404)
    expect((await ask('GET', '/v1/templates/invoice/classic/versions')).status).toBe(400)
    expect((await ask('GET', '/v1/templates/letters/other/versions')).status).toBe(404)
  })

  it('are compared as text, the latest with the one before if none is named', async () => {
    const { body } = await ask<{ from: number; to: number; diff: string }>('GET', `${PATH}/diff`)
    expect(body).toMatchObject({ from: 1, to: 2 })
    expect(body.diff).toBe(
      [
        ...['--- a/page.liquid', '+++ b/page.liquid', '@@ -1,2 +1,2 @@'],
        ...['-<h1>{{ title }}</h1>', '+<h2>{{ title }}</h1>', ' <p>{{ text }}</p>'],
        ...['--- a/style.css', '+++ b/style.css', '@@ -0,0 +1,1 @@', '+p { margin: 0 }', ''],
      ].join('\n'),
    )
    expect((await ask<{ diff: string }>('GET', `${PATH}/diff?from=2&to=2`)).body.diff).toBe('')
    expect((await ask('GET', `${PATH}/diff?from=9`)).status).toBe(404)
    expect((await ask('GET', `${PATH}/diff?from=first`)).status).toBe(400)
  })

  it('are compared in bounded time, however much differs', async () => {
    const page = (word: string) => Array.from({ length: 30_000 }, (_, n) => `${word}${n % 7}`).join('\n')
    await ask('PUT', '/v1/templates/letters/long', { label: 'Long', page: page('a') })
    await ask('PUT', '/v1/templates/letters/long', { label: 'Long', page: page('b') })
    const { body } = await ask<{ diff: string }>('GET', '/v1/templates/letters/long/diff')
    const lines = body.diff.split('\n')
    expect(lines.slice(0, 4)).toEqual([
      '--- a/page.liquid',
      '+++ b/page.liquid',
      '@@ -1,30000 +1,30000 @@',
      '-a0',
    ])
    expect(lines).toHaveLength(3 + 60_000 + 1)
  })

  it('become the latest again, as a new one', async () => {
    const restored = await ask('POST', `${PATH}/versions/1/restore`)
    expect(restored).toMatchObject({ status: 200, body: { version: 3, page: NOTE.page } })
    expect((await ask('GET', PATH)).body).toMatchObject({ version: 3, page: NOTE.page })
    expect((await ask('POST', `${PATH}/versions/9/restore`)).status).toBe(404)
  })
})

it('a version that an endpoint names outlives those that the plan keeps', async () => {
  owner = await newAccount({ credits: 0, plan: 'Free' })
  await ask('PUT', PATH, NOTE)
  await ask('PUT', PATH, NOTE)
  const endpoint = { name: 'Pinned', template_id: 'letters/note@2' }
  expect((await ask('PUT', '/v1/endpoints/pinned', endpoint)).status).toBe(200)
  const kept = async () => {
    const { body } = await ask<{ versions: { version: number }[] }>('GET', `${PATH}/versions`)
    return body.versions.map(({ version }) => version)
  }
  for (let n = 0; n < 11; n++) await ask('PUT', PATH, NOTE)
  expect(await kept()).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 2])
  await ask('DELETE', '/v1/endpoints/pinned')
  await ask('PUT', PATH, NOTE)
  expect(await kept()).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5])
})

describe('a draft', () => {
  beforeAll(async () => {
    owner = await newAccount({ credits: 10 })
  })

  it('is used where it is named alone, until it is published', async () => {
    await ask('PUT', PATH, NOTE)
    const stored = await ask('PUT', `${PATH}/draft`, {
      ...NOTE,
      page: 'Draft of {{ title }}{{ title | qr }}',
    })
    expect(stored).toMatchObject({ status: 200, body: { id: 'letters/note', draft: true } })
    // Somebody is writing it.
    expect(stored.rate).toContain('"previews"')
    expect(stored.body.version).toBeUndefined()
    expect((await ask('GET', `${PATH}/versions`)).body).toMatchObject({ has_draft: true })
    expect((await ask('GET', PATH)).body).toMatchObject({ version: 1 })
    const html = async (template_id: string) => {
      const body = { endpoint: 'generate', output: 'html', request: { template_id, data: { title: 'x' } } }
      return await (await send('POST', '/v1/preview', { key: owner.key, body })).text()
    }
    // Nobody pays for a preview, and its codes are marked.
    expect(await html('letters/note@draft')).toMatch(
      /Draft of x<svg class="qr".*<path fill="rgb\(220,20,40\)"/,
    )
    expect(await html('letters/note')).not.toContain('Draft of x')
    expect((await ask<{ diff: string }>('GET', `${PATH}/diff?to=draft`)).body.diff).toContain(
      '+Draft of {{ title }}',
    )
    // Once, however many publish it at the same moment.
    const published = await Promise.all([1, 2, 3].map(() => ask('POST', `${PATH}/draft/publish`)))
    expect(published.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect((await ask('GET', PATH)).body).toMatchObject({ version: 2 })
    expect((await ask('GET', `${PATH}/draft`)).status).toBe(404)
    expect((await ask('GET', `${PATH}/versions`)).body).toMatchObject({ has_draft: false })
    expect((await ask('GET', PATH)).body.page).toBe('Draft of {{ title }}{{ title | qr }}')
  })

  it('may be unfinished, and is checked when it is published', async () => {
    const path = '/v1/templates/letters/unfinished'
    expect((await ask('PUT', `${path}/draft`, { label: 'Half', page: '{% if title %}' })).status).toBe(200)
    const published = await ask<{ errors: { pointer: string }[] }>('POST', `${path}/draft/publish`)
    expect(published.status).toBe(400)
    expect(published.body.errors[0]?.pointer).toBe('/page')
    const printed = await ask('POST', '/v1/generate', { template_id: 'letters/unfinished@draft', data: {} })
    expect(printed.status).toBe(400)
    await ask('PUT', `${path}/draft`, NOTE)
    expect((await ask('POST', `${path}/draft/publish`)).body).toMatchObject({ version: 1 })
    await ask('PUT', `${path}/draft`, NOTE)
    expect((await ask('DELETE', `${path}/draft`)).status).toBe(204)
    expect((await ask('DELETE', `${path}/draft`)).status).toBe(404)
  })

  it('is told, published or restored, what the page does not read, again for a repeat', async () => {
    const path = '/v1/templates/letters/misread'
    const misread = { ...NOTE, sample: { titel: 'Hello' } }
    const told = [(await ask('PUT', path, misread)).warnings]
    expect(told[0]).toContain('titel')
    await ask('PUT', `${path}/draft`, misread)
    const once = { 'Idempotency-Key': 'publish-1' }
    for (const address of ['draft/publish', 'draft/publish', 'versions/1/restore'])
      told.push((await ask('POST', `${path}/${address}`, undefined, once)).warnings)
    expect(told).toEqual(Array(4).fill(told[0]))
  })

  it('counts as a template, and its bytes count', async () => {
    owner = await newAccount({ credits: 0, plan: 'Free' })
    for (let n = 0; n < 20; n++) await ask('PUT', `/v1/templates/letters/n${n}/draft`, NOTE)
    expect(await ask('PUT', '/v1/templates/letters/more/draft', NOTE)).toMatchObject({
      status: 422,
      body: { code: 'plan_limit' },
    })
    expect((await ask('PUT', '/v1/templates/letters/n1/draft', NOTE)).status).toBe(200)
    await env.DB.prepare(
      `UPDATE template_drafts SET source = json_object('page', hex(zeroblob(125000))) WHERE account_id = ?`,
    )
      .bind(owner.accountId)
      .run()
    const { status, text } = await ask('PUT', '/v1/templates/letters/n0/draft', NOTE)
    expect([status, text]).toEqual([422, expect.stringContaining('5,000,000 bytes')])
  })
})

describe('a list of a thousand', () => {
  beforeAll(async () => {
    owner = await newAccount({ credits: 0, plan: 'Max' })
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
       INSERT INTO templates (account_id, category, name, version, updated_at) SELECT ?, 'my', printf('note-%04d', i), 2, 1000 FROM n`,
    )
      .bind(owner.accountId)
      .run()
    await env.DB.prepare(
      `INSERT INTO template_versions (account_id, category, name, version, source, created_at)
       SELECT account_id, category, name, 2, ?, 1000 FROM templates WHERE account_id = ?`,
    )
      .bind(JSON.stringify({ ...NOTE, orientation: 'landscape', style: 'x'.repeat(5_000) }), owner.accountId)
      .run()
  })

  it('has less than 100 KB, and only what the contract says', async () => {
    const { body, text } = await ask<Template[]>('GET', '/v1/templates')
    const own = body.filter(({ id }) => id.startsWith('my/'))
    expect(own).toHaveLength(1000)
    expect(own[7]).toEqual({ id: 'my/note-0007', label: 'Note', category: 'my', orientation: 'landscape' })
    expect(text.length).toBeLessThan(100_000)
  })

  it('comes by pages with versions and times, ours first', async () => {
    const ids: string[] = []
    let path: string | undefined = '/v1/templates?limit=300'
    while (path) {
      const { body, link }: { body: Template[]; link: string | null } = await ask<Template[]>('GET', path)
      ids.push(...body.map(({ id }) => id))
      expect(body.at(-1)).toMatchObject({ version: 2, updated_at: '1970-01-01T00:00:01.000Z' })
      path = /<https?:\/\/[^/]+(.+)>; rel="next"/.exec(link ?? '')?.[1]
    }
    const whole = (await ask<Template[]>('GET', '/v1/templates')).body.map(({ id }) => id)
    expect(ids).toEqual(whole)
    const pagesOf5 = await ask<Template[]>('GET', '/v1/templates?limit=5')
    // `scripts/studio.mjs` puts the pictures there.
    for (const { id, preview } of pagesOf5.body)
      expect(preview).toBe(`https://platen.test/home/${id.replace('/', '-')}.png`)
    const next = await ask<Template[]>('GET', /<https?:\/\/[^/]+(.+)>/.exec(pagesOf5.link ?? '')?.[1] ?? '')
    expect([...pagesOf5.body, ...next.body].map(({ id }) => id)).toEqual(whole.slice(0, 10))
  })

  it.each(['limit=0', 'limit=501', 'limit=5&cursor=x', `cursor=${btoa('my/note-0001')}`])(
    'is refused with %s',
    async (query) => {
      expect((await ask('GET', `/v1/templates?${query}`)).status).toBe(400)
    },
  )
})
