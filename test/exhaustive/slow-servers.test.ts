/** Servers that drip or never answer when a logo or an image is fetched from them. */
import { beforeAll, expect, inject, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

it.concurrent.each(['drip', 'silent'])(
  'a server that answers by %s ends with its time: a logo is refused, an image is a warning',
  async (way) => {
    const address = `${inject('origins').site}/${way}?${crypto.randomUUID()}`
    const html = `<p>x</p><img src="${address}">`
    const { key } = await newAccount({ credits: 5 })
    const [code, page] = await Promise.all([
      post('/v1/qrcode', key, { data: 'x', logo_url: address }),
      post('/v1/transform', key, { html, goCreditMode: false }),
    ])
    expect([code.status, page.status]).toEqual([422, 200])
    expect(await code.json()).toMatchObject({
      code: 'asset_failed',
      detail: expect.stringContaining('took longer than 10 s'),
    })
    expect(page.headers.get('x-warnings')).toContain('took longer than 10 s')
    await page.arrayBuffer()
  },
)
