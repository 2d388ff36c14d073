/** Many templates or endpoints put at the same moment: a plan's storage holds no more than it allows. */
import { env, SELF } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

const put = (path: string, { key }: TestAccount, body: object) =>
  SELF.fetch(`https://platen.test${path}`, {
    method: 'PUT',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

it('stores exactly as many endpoints and templates as the plan allows of those put at once', async () => {
  const [one, other] = [
    await newAccount({ credits: 0, plan: 'Free' }),
    await newAccount({ credits: 0, plan: 'Free' }),
  ]
  const puts = await Promise.all(
    Array.from({ length: 28 }, (_, n) => [
      put(`/v1/endpoints/race-${n}`, one, { name: 'Race', html: '<p>x</p>' }),
      put(`/v1/templates/race/t-${n}`, other, { label: 'Race', page: '<p>x</p>' }),
    ]).flat(),
  )
  const refused = puts.filter(({ status }) => status === 422)
  expect(refused).toHaveLength(16)
  for (const response of refused) expect(await response.json()).toMatchObject({ code: 'plan_limit' })
  for (const [table, { accountId }] of [
    ['endpoints', one],
    ['templates', other],
  ] as const) {
    const rows = env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE account_id = ?`).bind(accountId)
    expect(await rows.first('n')).toBe(20)
  }
})
