/** An account's own images and fonts: what is stored, what is refused, and codes that are drawn with them. */
import { env } from 'cloudflare:test'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mintKey } from '../../src/accounts/api-keys'
import { plans } from '../../src/accounts/plans'
import { checkAsset } from '../../src/assets/check-asset'
import { toProblem } from '../../src/errors'
import { newId } from '../../src/ids'
import { logoDecoders } from '../../src/jobs/logo-decoders'
import { design } from '../../src/templates/builtin.data'
import { newAccount, type TestAccount } from '../support/accounts'
import { logos } from '../support/logos'
import { everyThirdOf, runs } from '../support/runs'
import { applySchema } from '../support/schema'
import { send } from '../support/send'
import { trueType } from '../support/true-type'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
const woff2 = new Uint8Array(Buffer.from(design.fonts[0]?.data ?? '', 'base64'))

let owner: TestAccount

const put = (name: string, file: string | Uint8Array, key = owner.key) =>
  send('PUT', `/v1/assets/${name}`, { key, file: file as string })
const detailOf = async (answer: Response) => (await answer.json<{ detail: string }>()).detail

beforeAll(applySchema)
beforeEach(async () => {
  owner = await newAccount({ credits: 20, plan: 'Free' })
})

describe('an asset', () => {
  it.each(
    everyThirdOf<[string, string | Uint8Array]>([
      ['image/svg+xml', SVG],
      ['image/jpeg', logos.jpeg],
      ['image/webp', logos.webp],
      ['font/woff2', woff2],
      [
        'font/ttf',
        trueType({ glyphs: 2, drawing: 8, placeOf: () => 0, isLong: true, cmap: new Uint8Array(8) }),
      ],
    ]),
  )('is stored, listed, replaced, given back and deleted: %s', async (type, file) => {
    const stored = await put('a.file', file)
    expect(stored.status).toBe(201)
    const facts = await stored.json<{ sha256: string; bytes: number }>()
    expect(facts).toMatchObject({ name: 'a.file', address: 'asset:a.file', content_type: type })
    expect((await put('a.file', file)).status).toBe(200)
    const listed = await send('GET', '/v1/assets', { key: owner.key })
    expect(await listed.json()).toMatchObject({ assets: [{ name: 'a.file', sha256: facts.sha256 }] })
    const got = await send('GET', '/v1/assets/a.file', { key: owner.key })
    expect([got.headers.get('content-type'), got.headers.get('content-security-policy')]).toEqual([
      type,
      "sandbox; default-src 'none'",
    ])
    expect((await got.bytes()).byteLength).toBe(facts.bytes)
    const headers = { 'if-none-match': `"${facts.sha256}"` }
    expect((await send('GET', '/v1/assets/a.file', { key: owner.key, headers })).status).toBe(304)
    expect((await send('DELETE', '/v1/assets/a.file', { key: owner.key })).status).toBe(204)
    expect((await send('DELETE', '/v1/assets/a.file', { key: owner.key })).status).toBe(404)
    expect((await env.FILES.list({ prefix: `assets/${owner.accountId}/` })).objects).toEqual([])
  })

  it('that is an SVG is kept without what could act or load', async () => {
    const evil =
      '<?xml version="1.0"?><!-- drawn --><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script><foreignObject><p/></foreignObject><use href="#a"/><image href="https://example.com/x.png"/><a href="javascript:alert(3)"><path d="M0 0"/></a></svg>'
    expect((await put('evil.svg', evil)).status).toBe(201)
    const text = await (await send('GET', '/v1/assets/evil.svg', { key: owner.key })).text()
    expect(text).toBe(
      '<!-- drawn --><svg xmlns="http://www.w3.org/2000/svg"><use href="#a"/><image/><a><path d="M0 0"/></a></svg>',
    )
  })

  it.each([
    '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
    '<desc><style><script>alert(1)</script></style></desc>',
    '<desc><title><g onclick="alert(1)"/></title></desc>',
    '<desc><style><a href="java&#115;cript:alert(1)"/></style></desc>',
    '<desc><![CDATA[ > <!-- ]]></desc><script>alert(1)</script><!-- -->',
    '<a><animate attributeName="xlink:href" values="javascript:alert(1)"/></a>',
    '<?xml-stylesheet href="data:text/xsl,x" type="text/xsl"?>',
    '<g x:onload="alert(1)"/>',
    '<?xml version="1.0" encoding="ISO-2022-JP"?>',
    '<x:meta xmlns:x="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=https://example.com/"/>',
    '<form xmlns="http://www.w3.org/1999/xhtml" action="https://example.com/"><button formaction="https://example.com/"/></form>',
    '<p xmlns="http://www.w3.org/1999/xhtml"><img src="https://example.com/"/></p>',
  ])('that is an SVG is clean to who reads XML, or refused: %s', async (evil) => {
    const answer = await put(
      'evil.svg',
      SVG.replace('<rect', () => `${evil}<rect`),
    )
    expect([201, 422]).toContain(answer.status)
    if (answer.status === 422) return
    const text = await (await send('GET', '/v1/assets/evil.svg', { key: owner.key })).text()
    expect(text).toContain('<rect width="9"')
    expect(text).not.toMatch(/<(?:x:)?script|onclick|onload|attributeName|xsl|encoding|example\.com/)
  })

  it.each<[string, string | Uint8Array, string]>([
    ['nothing', '', 'is empty'],
    ['HTML', '<!doctype html><script>1</script>', 'is an HTML page'],
    ['a page that holds an SVG', `<div>${SVG}</div>`, 'is none of SVG'],
    ['an SVG without its namespace', '<svg></svg>', 'without its namespace'],
    ['a cut SVG', SVG.slice(0, -3), 'is cut off'],
    ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${SVG}`, 'entities'],
    [
      'attributes by declaration',
      `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${SVG}`,
      'entities',
    ],
    ['control characters', SVG.replace('<rect', '<title>a\x1b$B</title><rect'), 'control characters'],
    ['a tag that XML has not', SVG.replace('<rect', '<rect o&#110;load="1"'), 'a tag that is none'],
    ['a cut JPEG', logos.jpeg.subarray(0, -2), 'is a damaged JPEG: it is cut off'],
    ['a cut WOFF2', woff2.subarray(0, -9), 'is a damaged font: it is cut off'],
    ['a font of nothing', new Uint8Array([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), 'it has no table cmap'],
    ['a font that ends in its directory', new Uint8Array([0, 1, 0, 0, 0, 9, 0, 0]), 'it is cut off'],
  ])('is refused with the reason: %s', async (_, file, reason) => {
    const answer = await put('x', file)
    expect(answer.status).toBe(422)
    expect(await detailOf(answer)).toContain(reason)
    expect((await send('GET', '/v1/assets/x', { key: owner.key })).status).toBe(404)
  })

  it('of any damage to a font is used or refused', async () => {
    const damages = 200
    for (let at = 0; at < damages; at += damages / runs(damages / 3, 8)) {
      const damaged = woff2.slice()
      damaged[4 + at] = (damaged[4 + at] ?? 0) ^ (1 << (at % 8))
      const outcome = await checkAsset(damaged, logoDecoders).catch((error: unknown) => toProblem(error).code)
      expect(typeof outcome === 'string' ? outcome : outcome.contentType, `${at}`).toMatch(
        /^(font\/woff2|asset_failed)$/,
      )
    }
  })

  it('has a name of letters and digits, and is not longer than 5 MB', async () => {
    for (const name of ['.hidden', 'a%2Fb', 'a%20b', 'ü', 'a'.repeat(81)])
      expect((await put(name, SVG)).status, name).toBe(400)
    expect((await put('a', new Uint8Array(5_000_001))).status).toBe(413)
  })

  it('counts against the plan, also when several come at once', async () => {
    const most = plans.Free.storage.assets
    const names = Array.from({ length: most + 3 }, (_, index) => `a${index}`)
    const answers = await Promise.all(names.map((name) => put(name, SVG)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(most)
    const refused = await put('one-more', SVG)
    expect([refused.status, await detailOf(refused)]).toEqual([
      422,
      `The Free plan allows ${most} assets. Delete one you do not need, or change the plan.`,
    ])
    expect((await env.FILES.list({ prefix: `assets/${owner.accountId}/` })).objects).toHaveLength(most)
  })

  it('needs a key that manages, and is another one for test keys', async () => {
    const { key, hash } = await mintKey({
      accountId: owner.accountId,
      mode: 'test',
      secret: env.SIGNING_SECRET ?? '',
    })
    await owner.account.addKey({ keyHash: hash, keyId: newId('key'), mode: 'test', scopes: ['read'] })
    await put('logo.svg', SVG)
    expect((await send('GET', '/v1/assets/logo.svg', { key })).status).toBe(404)
    expect((await put('logo.svg', SVG, key)).status).toBe(403)
  })
})

describe('a code with an asset as its logo', () => {
  const code = (logo_url: string) =>
    send('POST', '/v1/qrcode', { key: owner.key, body: { data: 'https://example.com/menu', logo_url } })

  it('is cached until the asset is another file', async () => {
    await put('logo', logos.webp)
    const first = await code('asset:logo')
    expect([first.status, first.headers.get('x-credits-charged')]).toEqual([200, '2'])
    expect((await code('asset:logo')).headers.get('x-cache')).toBe('HIT')
    await put('logo', logos.jpeg)
    expect((await code('asset:logo')).headers.get('x-credits-charged')).toBe('2')
  })

  it('is refused if there is none, and costs nothing', async () => {
    await put('logo', SVG)
    for (const [address, status] of [
      ['asset:none', 422],
      ['asset:logo', 422],
      ['asset:', 400],
      ['asset:a/b', 400],
    ] as const)
      expect((await code(address)).status, address).toBe(status)
    expect(await owner.account.credits()).toMatchObject({ credits_left: 20 })
  })
})
