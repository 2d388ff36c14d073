/** A browser whose own process does not answer while scripts run: what becomes of their documents. */
import { env } from 'cloudflare:test'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { quarantineStub } from '../../src/browser/shards'
import { newAccount, type TestAccount } from '../support/accounts'
import { applySchema } from '../support/schema'
import { post, problemIn, problemOf } from '../support/service'

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
}, 120_000)

it('refuses them, uncharged, if that one does not answer either, and has the account wait', async () => {
  const account = await newAccount({ credits: 10 })
  silence(Number.POSITIVE_INFINITY)
  const problem = await problemOf(scripted, account)
  expect(problem).toMatchObject({ status: 422, code: 'document_invalid' })
  expect(problem.detail).toContain('the browser itself was kept busy')
  expect(problem.detail).toContain('one at a time')
  expect(await account.account.credits()).toMatchObject({ credits_left: 10 })
}, 120_000)

const titles = {
  html: `<p>Text<script>setTimeout(() => {
    const title = document.head.appendChild(document.createElement('title'))
    for (let n = 0; ; n++) title.textContent = n
  }, 20)</script>`,
  goCreditMode: false,
  options: { timeout: 30, wait_for: { ms: 500 } },
}

it('stops an account whose scripts kept a browser busy at its first document, and with it those that wait', async () => {
  const account = await newAccount({ credits: 10 })
  const sent = Array.from({ length: 4 }, async () => problemIn(await post(account, titles)))
  const problems = await Promise.all(sent)
  const codes = problems.map(({ code }) => code).filter((code) => code !== 'pool_full')
  // Where other programs have the processors, scripts keep nothing busy: then their time is their end.
  const judged = codes.filter((code) => code !== 'render_timeout')
  const isTimeTheEnd = judged.length === 0 && codes.length > 0
  expect(judged).toEqual(isTimeTheEnd ? [] : ['document_invalid'])
  expect(await account.account.credits()).toMatchObject({ credits_left: 10 })
}, 120_000)
