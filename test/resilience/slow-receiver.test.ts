/** Webhooks through the real queue while another account's receiver hangs. */
import { beforeAll, expect, inject, it, vi } from 'vitest'
import type { Report } from '../net/servers'
import { newAccount, type TestAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

const { site } = inject('origins')
const report = async () => await (await fetch(`${site}/report`)).json<Report>()
const hanging = async () => (await report()).open.filter((path) => path === '/silent').length

async function codeFor({ key }: TestAccount, data: string, webhook_url: string) {
  const accepted = await post('/v1/qrcode', key, { data, async_mode: true, webhook_url })
  expect(accepted.status).toBe(202)
}

it('A receiver that hangs holds up no webhook of another account.', async () => {
  const [slow, other] = [await newAccount({ credits: 20 }), await newAccount({ credits: 5 })]
  // What a former file left there ends soon.
  await vi.waitFor(async () => expect(await hanging()).toBe(0), { timeout: 30_000 })
  const begunAt = Date.now()
  await Promise.all(Array.from({ length: 8 }, (_, n) => codeFor(slow, `slow ${n}`, `${site}/silent`)))
  // A machine on which even their beginning took seconds tells nothing of when they ended: some may have by now.
  const allHang = vi.waitFor(async () => expect(await hanging()).toBe(8), { timeout: 14_000 })
  await allHang.catch(() => undefined)
  const isSoon = Date.now() - begunAt < 5_000
  await codeFor(other, 'quick', `${site}/hook?name=${other.accountId}`)
  await vi.waitFor(async () => expect((await report()).hooks[other.accountId]).toHaveLength(1), {
    timeout: 30_000,
  })
  // None of the others has been given up meanwhile: it was not the end of theirs that let this one through.
  if (isSoon) expect(await hanging()).toBe(8)
  // Each ends by itself, without anybody who waits for it.
  await vi.waitFor(
    async () => {
      const answer = await get('/v1/webhooks/deliveries', slow.key)
      const { deliveries } = await answer.json<{ deliveries: { attempts: { error?: string }[] }[] }>()
      const first = deliveries.map(({ attempts }) => attempts[0]?.error)
      expect(first).toEqual(Array(8).fill(expect.stringContaining('15 s')))
    },
    { timeout: 60_000, interval: 500 },
  )
})
