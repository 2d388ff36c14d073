/** A browser whose own process does not answer while scripts run: what becomes of their documents. */
import { env } from 'cloudflare:test'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { quarantineStub } from '../../src/browser/shards'
import { newAccount, type TestAccount } from '../support/accounts'
import { applySchema } from '../support/schema'
import { post, problemOf } from '../support/service'

beforeAll(() => applySchema())
afterEach(() => {
  vi.restoreAllMocks()
})

const scripted = {
  html: '<p>Text<script>document.title = "x"</script>',
  goCreditMode: false,
  options: { timeout: 40, wait_for: { ms: 4000 } },
}

/** Has browsers be silent for longer than they may, the first so many times that they are asked. */
function silence(times: number) {
  const { send } = WebSocket.prototype
  let left = times
  vi.spyOn(WebSocket.prototype, 'send').mockImplementation(function (this: WebSocket, message) {
    if (String(message).includes('"SystemInfo.getProcessInfo"') && left-- > 0)
      setTimeout(() => send.call(this, message), 2500)
    else send.call(this, message)
  })
}

const apartOf = ({ accountId }: TestAccount) =>
  quarantineStub({ pool: env.POOL, shards: Number(env.POOL_SHARDS), accountId })

it('prints them once more, in a browser apart', async () => {
  const account = await newAccount({ credits: 10 })
  const { renders } = await apartOf(account).status()
  silence(1)
  const answer = await post(account, scripted)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  await answer.arrayBuffer()
  expect((await apartOf(account).status()).renders).toBeGreaterThan(renders)
  expect(await account.account.credits()).toMatchObject({ credits_left: 9 })
}, 60_000)

it('refuses them, uncharged, if that one does not answer either, and has the account wait after the second', async () => {
  const account = await newAccount({ credits: 10 })
  silence(Number.POSITIVE_INFINITY)
  for (const restricted of [false, true]) {
    const problem = await problemOf(scripted, account)
    expect(problem).toMatchObject({ status: 422, code: 'document_invalid' })
    expect(problem.detail).toContain('the browser itself was kept busy')
    expect(problem.detail?.includes('one at a time')).toBe(restricted)
  }
  expect(await account.account.credits()).toMatchObject({ credits_left: 10 })
}, 90_000)
