/** `POST /v1/try`: a page for people who have no key, and nothing beyond it. */
import { env } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

beforeAll(() => applySchema())

type Problem = { code: string; detail: string; errors?: { pointer: string }[] }

let visitors = 0
/** A visitor of an address of their own, unless it is given. */
const tryOut = (body: object, address = `192.0.2.${++visitors}`) =>
  send('POST', '/v1/try', { body, headers: { 'cf-connecting-ip': address } })

it('shows the first page as a picture, which is no task and costs nobody anything', async () => {
  const response = await tryOut({
    template_id: 'certificate/classic',
    data: { recipient: 'Ada Lovelace', unheard: 1 },
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect([response.headers.get('x-task-id'), response.headers.get('x-credits-charged')]).toEqual([null, null])
  expect(response.headers.get('x-warnings')).toContain('unheard')
  const picture = new DataView((await response.bytes()).buffer)
  const [width, height] = [picture.getUint32(16), picture.getUint32(20)]
  expect(width).toBeGreaterThan(height)
})

it('takes only templates that come with Platen, little data, and no options', async () => {
  const data = { recipient: 'Ada' }
  const own = await tryOut({ template_id: 'private/mine', data })
  expect([own.status, (await own.json<Problem>()).code]).toEqual([404, 'not_found'])
  const large = await tryOut({ template_id: 'certificate/classic', data: { recipient: 'x'.repeat(40_000) } })
  expect([large.status, (await large.json<Problem>()).code]).toEqual([413, 'body_too_large'])
  const html = await tryOut({ template_id: 'certificate/classic', data, html: '<p>' })
  expect((await html.json<Problem>()).errors).toMatchObject([{ pointer: '/html' }])
})

it('loads nothing that the data name by address', async () => {
  const response = await tryOut({
    template_id: 'certificate/classic',
    data: { recipient: 'Ada', brand: { logo: 'https://stranger.example/logo.png' } },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('x-warnings')).toContain('stranger.example')
})

it('keeps each visitor to a rate of their own, an IPv6 one by the network', async () => {
  // More than twice as many as are let in a minute: one may end in between.
  const asked = Array.from({ length: 70 }, (_, at) =>
    tryOut({ template_id: 'none/such', data: {} }, `2001:db8:1:2:${at}::1`),
  )
  const statuses = await Promise.all(asked.map(async (response) => (await response).status))
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  expect((await tryOut({ template_id: 'none/such', data: {} })).status).toBe(404)
})

it('is not there where the operator has switched it off', async () => {
  env.TRY_WITHOUT_KEY = 'off'
  const response = await tryOut({ template_id: 'certificate/classic', data: {} })
  expect([response.status, (await response.json<Problem>()).code]).toEqual([404, 'not_found'])
})
