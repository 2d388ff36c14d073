/** `asset:` addresses: the account's own files in documents, headers and templates, and in no stranger's page. */
import { beforeAll, expect, inject, it } from 'vitest'
import { drawPage } from '../../support/pixels'
import { applySchema } from '../../support/schema'
import { send } from '../../support/send'
import { problemOf, render, richAccount } from '../../support/service'

const { site } = inject('origins')

const square = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="${color}"/></svg>`

async function put(name: string, file: string | Uint8Array) {
  const { key } = await richAccount()
  const { status } = await send('PUT', `/v1/assets/${name}`, { key, file: file as string })
  expect([200, 201]).toContain(status)
}

beforeAll(async () => {
  await applySchema()
  await put('square.ttf', await (await fetch(`${site}/square.ttf`)).bytes())
  await put('red.svg', square('red'))
})

const PLAIN = '<style>@page{margin:0}body{margin:0}img,div{display:block;width:100px;height:100px}</style>'

it('an image, a background and a font of the account print; text that readers see stays', async () => {
  await put('changes.svg', square('lime'))
  const html = `${PLAIN}<style>@font-face{font-family:S;src:url(asset:square.ttf)}p{font:20px S;margin:0}</style>
    <img src="asset:changes.svg"><div style="background:url(&quot;&#97;\\73set&colon;red.svg&quot;)"></div><p>iiii</p><h1>asset:red.svg</h1>`
  const first = await render(html, { options: { strict: true } })
  const at = await drawPage(first.bytes)
  expect([at(30, 30), at(30, 110)]).toEqual(['#00ff00', '#ff0000'])
  const runs = first.pages[0]?.runs ?? []
  // Square in the square font, as in no other.
  expect(runs[0]?.width).toBeCloseTo(15, 0)
  expect(runs.map(({ text }) => text).join('')).toContain('asset:red.svg')
  // The next document has the next file, in the same tab.
  await put('changes.svg', square('blue'))
  const next = await drawPage((await render(html)).bytes)
  expect(next(30, 30)).toBe('#0000ff')
})

it('a header has them, and a script that names them in HTML', async () => {
  const html = `${PLAIN}<body><script>document.body.insertAdjacentHTML('beforeend', '<img src="asset:red.svg">')</script>`
  const header_html = '<img src="asset:red.svg" style="width:40px;height:40px">'
  const options = { strict: true, header_html, margin_top: 1, margin_left: 0 }
  const { bytes } = await render(html, { options })
  const at = await drawPage(bytes)
  const column = Array.from({ length: 150 }, (_, y) => at(10, y))
  const edges = column.filter((color, y) => color === '#ff0000' && column[y - 1] !== '#ff0000')
  expect(edges).toHaveLength(2)
})

it('one that is not there is a warning, and an error with strict', async () => {
  const html = '<img src="asset:none.svg"><p>x</p>'
  const { headers } = await render(html)
  expect(decodeURIComponent(headers.get('x-warnings') ?? '')).toContain(
    'asset:none.svg did not load: There is no asset none.svg. Store it with PUT /v1/assets/{name}',
  )
  expect(await problemOf({ html, goCreditMode: false, options: { strict: true } })).toMatchObject({
    status: 422,
    code: 'strict_warning',
  })
})

it('a page that is printed by its address has none, whatever it asks for', async () => {
  const url = `${site}/wants-assets.html`
  const { key } = await richAccount()
  const answer = await send('POST', '/v1/transform', { key, body: { url, goCreditMode: false } })
  expect(answer.headers.get('content-disposition')).not.toContain('had')
  expect(decodeURIComponent(answer.headers.get('x-warnings') ?? '')).toContain('none of your assets')
})

it('an express endpoint answers from its store until the asset is another file', async () => {
  const { key } = await richAccount()
  await put('mark.svg', square('red'))
  const endpoint = { name: 'Marked', html: `${PLAIN}<img src="ASSET:mark.svg">`, express: true }
  expect((await send('PUT', '/v1/endpoints/marked', { key, body: endpoint })).ok).toBe(true)
  const call = async () => {
    const answer = await send('POST', '/v1/studio/marked', { key, body: {} })
    return { cache: answer.headers.get('x-cache'), at: await drawPage(await answer.bytes()) }
  }
  expect((await call()).at(30, 30)).toBe('#ff0000')
  await expect.poll(async () => (await call()).cache, { timeout: 20_000 }).toBe('HIT')
  await put('mark.svg', square('blue'))
  const fresh = await call()
  expect([fresh.cache === 'HIT', fresh.at(30, 30)]).toEqual([false, '#0000ff'])
})

it('a template has the logo that its data names', async () => {
  const { key } = await richAccount()
  const data = {
    brand: { name: 'Acme', logo: 'asset:red.svg' },
    lines: [{ name: 'x', quantity: 1, net_price: 1 }],
  }
  const body = { template_id: 'invoice/classic', data }
  const answer = await send('POST', '/v1/generate', { key, body })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-warnings') ?? '').not.toContain('asset')
  const at = await drawPage(await answer.bytes())
  const found = Array.from({ length: 600 * 200 }, (_, index) => at(index % 600, Math.floor(index / 600)))
  expect(found).toContain('#ff0000')
})
