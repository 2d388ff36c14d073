/** A page that asks for very many files costs the service few looks at what it keeps. */
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { newAccount } from '../support/accounts'
import { applySchema } from '../support/schema'
import { post } from '../support/service'

beforeAll(() => applySchema())
afterEach(() => {
  vi.restoreAllMocks()
})

it('looks for 300 of 900 files among the kept ones, a few at once', async () => {
  const account = await newAccount({ credits: 10 })
  const { match } = Cache.prototype
  const isOurs = ([asked]: Parameters<typeof match>) => String(asked).includes(account.accountId)
  let atOnce = 0
  let most = 0
  const looks = vi.spyOn(Cache.prototype, 'match').mockImplementation(async function (this: Cache, ...asked) {
    // What a former file began in this workerd may look for something, too.
    if (!isOurs(asked)) return await match.apply(this, asked)
    most = Math.max(most, ++atOnce)
    try {
      return await match.apply(this, asked)
    } finally {
      atOnce--
    }
  })
  const images = Array.from({ length: 900 }, (_, n) => `<img src="http://nowhere.invalid/${n}">`).join('')
  const answer = await post(account, {
    html: `<p>Text${images}`,
    goCreditMode: false,
    options: { timeout: 60 },
  })
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
  expect(looks.mock.calls.filter(isOurs).length).toBe(300)
  expect(most).toBeLessThanOrEqual(8)
})
