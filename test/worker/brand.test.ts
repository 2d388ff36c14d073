/** An account's brand: what is stored and refused, and which documents it is in. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addKey, newAccount, type TestAccount } from '../support/accounts'
import { logos } from '../support/logos'
import { applySchema } from '../support/schema'
import { send } from '../support/send'
import { trueType } from '../support/true-type'

const font = trueType({ glyphs: 2, drawing: 8, placeOf: () => 0, isLong: true, cmap: new Uint8Array(8) })
const whole = {
  name: 'Halden & Moor',
  logo: 'asset:logo',
  accent: '#7a1f3d',
  font: 'asset:my_font.ttf',
  footer: 'Keizersgracht 12',
}

let owner: TestAccount

const put = (brand: unknown, key = owner.key) => send('PUT', '/v1/brand', { key, body: brand })
const get = async (key = owner.key) => {
  const answer = await send('GET', '/v1/brand', { key })
  return answer.status === 200 ? await answer.json() : answer.status
}
/** The document as HTML. */
async function composed(endpoint: string, request: unknown, key = owner.key): Promise<string> {
  const body = { endpoint, request, output: 'html' }
  const answer = await send('POST', '/v1/preview', { key, body })
  expect(answer.status).toBe(200)
  return await answer.text()
}
const invoice = async (data: object = {}, key = owner.key) =>
  composed('generate', { template_id: 'invoice/classic', data: { number: '1', ...data } }, key)

beforeAll(applySchema)
beforeEach(async () => {
  owner = await newAccount({ credits: 20 })
  await send('PUT', '/v1/assets/logo', { key: owner.key, file: logos.webp })
  await send('PUT', '/v1/assets/my_font.ttf', { key: owner.key, file: font })
})

describe('a brand', () => {
  it('is set, read, replaced as a whole and removed', async () => {
    expect(await get()).toBe(404)
    const optional = async () => (await send('GET', '/v1/brand?optional=true', { key: owner.key })).status
    expect(await optional()).toBe(204)
    expect((await put(whole)).status).toBe(201)
    expect(await optional()).toBe(200)
    expect(await get()).toEqual(whole)
    expect((await put({ accent: 'teal' })).status).toBe(200)
    expect(await get()).toEqual({ accent: 'teal' })
    expect((await send('DELETE', '/v1/brand', { key: owner.key })).status).toBe(204)
    expect((await send('DELETE', '/v1/brand', { key: owner.key })).status).toBe(404)
    expect(await get()).toBe(404)
  })

  it.each<[unknown, number, string]>([
    [{}, 400, 'must have a field'],
    [{ colour: 'red' }, 400, '/colour'],
    [{ accent: 'red;background:url(x)' }, 400, '/accent'],
    [{ logo: 'https://example.com/logo.svg' }, 400, 'must be asset:'],
    [{ font: 'asset:../x' }, 400, 'must be asset:'],
    [{ footer: 'x'.repeat(301) }, 400, '/footer'],
    [{ name: ' ' }, 400, '/name'],
    [{ logo: 'asset:none.svg' }, 422, 'store it first with PUT /v1/assets/none.svg'],
    [{ logo: 'asset:my_font.ttf' }, 422, 'my_font.ttf is font/ttf, not an image'],
    [{ font: 'asset:logo' }, 422, 'logo is image/webp, not a font'],
  ])('%j is a %i', async (brand, status, reason) => {
    const answer = await put(brand)
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(reason)])
    expect(await get()).toBe(404)
  })

  it('needs a key that manages, and is another one for test keys', async () => {
    await put({ name: 'Live' })
    const tester = await addKey(owner, { mode: 'test', scopes: ['render', 'read', 'manage'] })
    expect(await get(tester)).toBe(404)
    expect((await put({ name: 'Test' }, tester)).status).toBe(201)
    expect([await get(), await get(tester)]).toEqual([{ name: 'Live' }, { name: 'Test' }])
    expect(await invoice({}, tester)).toMatch(/class="wordmark"[^>]*>Test</)
    const reader = await addKey(owner, { mode: 'live', scopes: ['read', 'render'] })
    expect((await put({ name: 'Other' }, reader)).status).toBe(403)
    expect((await send('DELETE', '/v1/brand', { key: reader })).status).toBe(403)
  })

  it('is text in a document, whatever it looks like', async () => {
    await put({ name: '</style><script>x()</script>{{ 1 }}', footer: '"}</style><script>y()</script>' })
    const page = await invoice()
    expect(page).not.toMatch(/<script>|\{\{ 1 \}\}<script/)
    expect(page).toContain('&lt;script&gt;x()')
  })
})

describe('a document of a template', () => {
  it('has the brand if its data have none', async () => {
    const before = await invoice()
    await put(whole)
    const page = await invoice()
    expect(before).not.toContain('asset:')
    for (const part of ['<img class="logo" src="asset:logo"', '--accent:#7a1f3d', 'Keizersgracht 12'])
      expect(page).toContain(part)
    expect(page).toContain('font-weight:400;src:url("asset:my\\5f font.ttf")')
  })

  it('has nothing of it if its data have one, also an empty one', async () => {
    await put(whole)
    for (const brand of [{ name: 'Mine' }, {}, null]) {
      const page = await invoice({ brand })
      expect(page, JSON.stringify(brand)).not.toMatch(/asset:|#7a1f3d|Keizersgracht/)
    }
  })

  it('is warned of nothing more because of it', async () => {
    const asked = { template_id: 'invoice/classic', data: {}, dry_run: true }
    const warned = async () => {
      const answer = await send('POST', '/v1/generate', { key: owner.key, body: asked })
      return (await answer.json<{ warnings: string[] }>()).warnings
    }
    const before = await warned()
    await put(whole)
    expect(await warned()).toEqual(before)
  })

  it('of one’s own reads it too; an endpoint’s own HTML does not', async () => {
    await put({ name: 'Halden' })
    const page = '<p>[{{ brand.name }}]</p>'
    await send('PUT', '/v1/templates/own/page', { key: owner.key, body: { label: 'Mine', page } })
    await send('PUT', '/v1/endpoints/own-html', { key: owner.key, body: { name: 'Mine', html: page } })
    await send('PUT', '/v1/endpoints/own-page', {
      key: owner.key,
      body: { name: 'Mine', template_id: 'own/page' },
    })
    await send('PUT', '/v1/endpoints/branded', {
      key: owner.key,
      body: { name: 'Mine', template_id: 'own/page', data: { brand: { name: 'Stored' } } },
    })
    expect(await composed('generate', { template_id: 'own/page', data: {} })).toContain('[Halden]')
    expect(await composed('own-page', {})).toContain('[Halden]')
    expect(await composed('branded', {})).toContain('[Stored]')
    expect(await composed('own-html', {})).toContain('[]')
  })
})
