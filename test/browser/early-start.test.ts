/** A document that is printed while its account is still asked: nothing of it comes out before, and nothing goes in. */
import { runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { sleep } from '../../src/time/waiting'
import type { Report } from '../net/servers'
import { newAccount, type TestAccount } from '../support/accounts'
import { farCalls } from '../support/far-calls'
import { post } from '../support/http'
import { applySchema } from '../support/schema'

const { site } = inject('origins')
beforeAll(() => applySchema())

/** Far longer than a browser takes for the documents here. */
const FAR_MS = 1000

/** A document that loads a picture which no other asks for. */
function withPicture() {
  const address = `/red.png?${crypto.randomUUID()}`
  const document = { html: `<title>x</title><img alt="" src="${site}${address}">`, goCreditMode: false }
  const loads = async () => (await (await fetch(`${site}/report`)).json<Report>()).loaded[address] ?? 0
  return { document, loads }
}

/** Has a document be printed in far less time than that for which an account is known to let its key in. */
async function warmBrowser(): Promise<void> {
  const { key } = await newAccount({ plan: 'Max', credits: 100 })
  for (let tookMs = Number.POSITIVE_INFINITY, tries = 0; tookMs > 1_500 && tries < 20; tries++) {
    const begunAt = Date.now()
    await (await post('/v1/transform', key, withPicture().document)).arrayBuffer()
    tookMs = Date.now() - begunAt
  }
}

/** An account that let its key in a moment ago, and from now on says only after some time whether work may begin. */
async function farAccount(
  mayAnswer = (askedAt: number) => Date.now() - askedAt > FAR_MS,
): Promise<TestAccount> {
  await warmBrowser()
  const owner = await newAccount({ credits: 60 })
  const first = await post('/v1/transform', owner.key, withPicture().document)
  expect(first.status).toBe(200)
  await first.arrayBuffer()
  await runInDurableObject(owner.account, (object) => {
    const begin = object.begin.bind(object)
    object.begin = async (asked) => {
      const askedAt = Date.now()
      while (!mayAnswer(askedAt)) await sleep(20)
      return await begin(asked)
    }
  })
  return owner
}

/** What the account's ledger has, and what is left. */
async function standing({ account }: TestAccount) {
  const { lines } = (await account.statement({ limit: 100 })) as { lines: { type: string }[] }
  const { credits_left } = (await account.credits()) as { credits_left: number }
  return { lines: lines.map(({ type }) => type), credits_left }
}

describe('a document of a known caller', () => {
  it('is printed while its account is asked, and gets its files and is charged afterwards', async () => {
    let isAnswered = false
    const owner = await farAccount(() => isAnswered)
    const { document, loads } = withPicture()
    let replied: Response | undefined
    const calls = await farCalls(async (begun) => {
      const asked = post('/v1/transform', owner.key, document)
      await vi.waitFor(() => expect(begun).toContain('POOL.render'), 20_000)
      await sleep(FAR_MS / 2)
      expect(await loads()).toBe(0)
      isAnswered = true
      replied = await asked
      await replied.arrayBuffer()
    })
    const call = (name: string) => calls.find((one) => one.name === name)
    expect(call('POOL.render')?.start).toBeLessThan(call('ACCOUNT.admitAndBegin')?.end ?? 0)
    expect(call('ACCOUNT.settle')?.start).toBeGreaterThan(call('ACCOUNT.admitAndBegin')?.end ?? 0)
    expect([replied?.status, replied?.headers.get('x-credits-left')]).toEqual([200, '58'])
    expect(await loads()).toBe(1)
    expect(await standing(owner)).toMatchObject({
      lines: ['settle', 'hold', 'settle', 'hold', 'grant'],
      credits_left: 58,
    })
  })

  it.each<[status: number, what: string, change: (owner: TestAccount) => Promise<unknown>]>([
    [402, 'has spent its credits', ({ account }) => account.grant({ amount: -59, reason: 'test' })],
    [401, 'was revoked', ({ account, keyId }) => account.revokeKey(keyId)],
    [403, 'was suspended', ({ account }) => account.update({ suspended: true })],
  ])('comes to nothing with %i if it %s', async (status, _, change) => {
    const owner = await farAccount()
    const { document, loads } = withPicture()
    await change(owner)
    const before = await standing(owner)
    const refused = await post('/v1/transform', owner.key, document)
    expect(refused.status).toBe(status)
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(await loads()).toBe(0)
    expect(await standing(owner)).toEqual(before)
  })

  it('is begun once more if its account has another plan or was restricted meanwhile', async () => {
    const owner = await farAccount()
    const { document } = withPicture()
    await owner.account.update({ plan: 'Max' })
    const upgraded = await post('/v1/transform', owner.key, document)
    await owner.account.countWaste({ elapsedMs: 100_000, busy: true })
    const restricted = await post('/v1/transform', owner.key, document)
    expect([upgraded.status, restricted.status]).toEqual([200, 200])
    await Promise.all([upgraded.arrayBuffer(), restricted.arrayBuffer()])
    const { lines, credits_left } = await standing(owner)
    expect(lines.filter((type) => type !== 'grant')).toEqual([
      'settle',
      'hold',
      'settle',
      'hold',
      'settle',
      'hold',
    ])
    expect(credits_left).toBe(57)
  })
})
