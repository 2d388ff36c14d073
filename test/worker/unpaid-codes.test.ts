/** QR codes that were stored and never charged, since a crash or a deletion came in between: nobody gets them for nothing. */
import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import type { QrJob } from '../../src/jobs/job'
import { qrDependencies } from '../../src/jobs/qr-dependencies'
import { hasResult, resultKey } from '../../src/jobs/result-cache'
import { runQrJob } from '../../src/jobs/run-qr'
import { WorkMemory } from '../../src/memory/isolate-memory'
import { cacheKey } from '../../src/qr/image-hash'
import { Timings } from '../../src/time/timings'
import { endLeases, newAccount, type TestAccount, work } from '../support/accounts'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

const options = { data: 'https://example.com/unpaid' }
const keyOf = ({ accountId }: TestAccount) =>
  resultKey({ accountId, mode: 'live' }, `qrcode-${cacheKey(options, undefined)}`)
const taskId = (owner: TestAccount) => `tsk_${owner.accountId.slice(4)}`

/** Makes and stores the code of `options`, and stops where it would be charged. */
async function makeUncharged(owner: TestAccount): Promise<void> {
  const { accountId, account } = owner
  const job: QrJob = {
    ...{ taskId: taskId(owner), kind: 'qrcode', accountId, mode: 'live', options, upload: undefined },
    cacheKey: keyOf(owner),
    metadata: undefined,
    origin: 'https://platen.test',
    createdAt: Date.now(),
    expiresAt: Date.now() + 60_000,
  }
  await account.begin(work(owner.call, [{ taskId: job.taskId, credits: 1, synchronous: false }]))
  const tools = qrDependencies(env, {
    ...{ job, account, log: () => undefined },
    memory: new WorkMemory(),
    timings: new Timings(Date.now),
  })
  await new Promise<void>((resolve) => {
    const settle = () => {
      resolve()
      return new Promise<never>(() => undefined)
    }
    const delivery = { byUrl: false, idempotent: false, charge: { credits_charged: 1, credits_left: 0 } }
    void runQrJob(job, { delivery }, { ...tools, ledger: { ...tools.ledger, settle } })
  })
}

const chargeOf = (response: Response) => [
  response.status,
  response.headers.get('x-cache'),
  response.headers.get('x-credits-charged'),
]
const creditsOf = async ({ key }: TestAccount) =>
  (await (await get('/v1/credits', key)).json<{ credits_left: number }>()).credits_left

describe('a code whose charge never came', () => {
  it('is made and charged for the next request, waiting for it or not', async () => {
    const [one, other] = [await newAccount({ credits: 3 }), await newAccount({ credits: 3 })]
    for (const owner of [one, other]) {
      await makeUncharged(owner)
      await endLeases(owner.account)
      expect(await creditsOf(owner)).toBe(3)
    }
    expect(chargeOf(await post('/v1/qrcode', one.key, options))).toEqual([200, 'MISS', '1'])
    expect(chargeOf(await post('/v1/qrcode', one.key, options))).toEqual([200, 'HIT', '0'])
    expect(await creditsOf(one)).toBe(2)

    const accepted = await post('/v1/qrcode', other.key, { ...options, async_mode: true })
    expect(chargeOf(accepted)).toEqual([202, 'MISS', '1'])
    const { task_id } = await accepted.json<{ task_id: string }>()
    const end = await (await get(`/v1/status/${task_id}?wait=20`, other.key)).json()
    expect(end).toMatchObject({ status: 'completed', credits_charged: 1 })
    expect(await creditsOf(other)).toBe(2)
  })

  it('is not given away while it waits for its charge, and is found once that has come', async () => {
    const owner = await newAccount({ credits: 3 })
    await makeUncharged(owner)
    const early = await post('/v1/qrcode', owner.key, { ...options, async_mode: true })
    expect(chargeOf(early)).toEqual([202, 'MISS', '1'])
    await owner.account.settle({ taskId: taskId(owner) })
    expect(chargeOf(await post('/v1/qrcode', owner.key, options))).toEqual([200, 'HIT', '0'])
    // Confirmed, so that the account is asked no more.
    expect(await hasResult(env.FILES, { key: keyOf(owner), now: Date.now() })).toBe(true)
  })
})
