/** The real object under concurrency while it is torn down again and again: nothing is lost, nothing counted twice. */
import { abortAllDurableObjects, env, evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import type { Account } from '../../src/accounts/account-object'
import { newId } from '../../src/ids'
import { endLeases, newAccount, work } from '../support/accounts'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

type Line = { task_id: string | null; type: string } & Record<string, SqlStorageValue>

const GRANTED = 150
const TASKS = 200

it('an account that crashes in the middle of 200 jobs still settles or releases each of them once', async () => {
  const { accountId, call } = await newAccount({ credits: GRANTED, plan: 'Max' })
  const id = env.ACCOUNT.idFromName(accountId)
  /** A call is repeated until it is answered, as a caller does whose connection broke. */
  const ask = async <T>(question: (account: DurableObjectStub<Account>) => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await question(env.ACCOUNT.get(id))
      } catch {
        await pause(5)
      }
    }
  }
  const settled = new Set<string>()
  const job = async (n: number) => {
    const taskId = newId('tsk')
    await pause(n * 3)
    const begin = work(call, [{ taskId, credits: 1 + (n % 3), synchronous: false }])
    const begun = await ask(async (account) => (await account.begin(begin)).outcome)
    if (begun !== 'go') return
    await pause((n * 7) % 50)
    if (n % 5 === 0) return
    const ended = await ask(async (account) =>
      n % 5 === 1
        ? (await account.release({ taskId, reason: 'storm' })).outcome
        : (await account.settle({ taskId, credits: 1 })).outcome,
    )
    if (ended === 'settled') settled.add(taskId)
  }
  let crashes = 0
  const crashing = (async () => {
    for (; crashes < 12; crashes++) {
      await pause(50)
      await abortAllDurableObjects()
    }
  })()
  await Promise.all([crashing, ...Array.from({ length: TASKS }, (_, n) => job(n))])

  const account = env.ACCOUNT.get(id)
  await endLeases(account)
  await account.catchUp()
  const entries = await runInDurableObject(account, (_, state) =>
    state.storage.sql.exec<Line>('SELECT * FROM entries ORDER BY seq').toArray(),
  )
  const waiting = await runInDurableObject(account, (_, state) =>
    state.storage.sql.exec('SELECT * FROM outbox').toArray(),
  )
  expect(crashes).toBe(12)
  expect(waiting).toEqual([])
  const ended = new Map<string, string[]>()
  for (const { task_id, type } of entries)
    if (task_id) ended.set(task_id, [...(ended.get(task_id) ?? []), type])
  for (const types of ended.values())
    expect(types).toEqual(['hold', expect.stringMatching(/settle|release|expire/)])
  const charged = [...ended].filter(([, types]) => types.includes('settle')).map(([taskId]) => taskId)
  expect(charged.length).toBeGreaterThan(20)
  expect(new Set(charged)).toEqual(settled)
  expect(await account.summary()).toMatchObject({ credits_left: GRANTED - charged.length, held: 0 })

  const { results: ledger } = await env.DB.prepare('SELECT * FROM ledger WHERE account_id = ? ORDER BY seq')
    .bind(accountId)
    .all()
  expect(ledger.map(({ account_id: _, ...line }) => line)).toEqual(
    entries.filter(({ type }) => type !== 'hold'),
  )
  const { results: tasks } = await env.DB.prepare('SELECT * FROM tasks WHERE account_id = ?')
    .bind(accountId)
    .all()
  expect(new Map(tasks.map(({ task_id, status }) => [task_id, status]))).toEqual(
    new Map([...ended.keys()].map((taskId) => [taskId, settled.has(taskId) ? 'completed' : 'failed'])),
  )
})

it.each([
  { what: 'codes', calls: 60, ask: (n: number) => ['/v1/qrcode', { data: `number ${n}` }] as const },
  {
    what: 'documents',
    calls: 36,
    ask: (n: number) => {
      const body = { html: `<p>number ${n}</p>`, goCreditMode: false, options: { timeout: 60 } }
      return ['/v1/transform', body] as const
    },
  },
])(
  'callers of an account that crashes again and again get the $what they pay for, and pay for what they get',
  async ({ calls, ask }) => {
    // Room for all documents, in a few browsers.
    env.POOL_SHARDS = '3'
    const { key, account } = await newAccount({ credits: 1_000, plan: 'Max' })
    const answers: Promise<{ status: number; code: string | undefined; task: string | null }>[] = []
    for (let n = 0; n < calls; n++) {
      const [path, body] = ask(n)
      answers.push(
        post(path, key, body).then(async (answer) => {
          const text = await answer.text()
          const { code } = answer.ok ? {} : (JSON.parse(text) as { code?: string })
          return { status: answer.status, code, task: answer.headers.get('x-task-id') }
        }),
      )
      await pause(5)
      if (n % 12 === 6) await abortAllDurableObjects()
    }
    const ended = await Promise.all(answers)
    const again = env.ACCOUNT.get(account.id)
    await endLeases(again)
    const statement = await again.statement({ limit: 500 })
    if (statement.outcome !== 'read') throw new Error('the account exists')
    const paid = statement.lines.filter(({ type }) => type === 'settle').map(({ task_id }) => task_id)
    const got = ended.filter(({ status }) => status === 200).map(({ task }) => task)
    // On a machine that has other work, documents find no browser or no time: that is no fault of the account's.
    const late = ended.filter(({ code }) => code === 'pool_full' || code === 'render_timeout')
    expect(got.length + late.length).toBeGreaterThan(calls * 0.8)
    expect(got).not.toEqual([])
    expect(paid.sort()).toEqual(got.sort())
    expect(statement.credits_left).toBe(1_000 - got.length)
  },
)

it('an account that was evicted goes on counting posts where it was', async () => {
  const { key, account } = await newAccount({ credits: 0, plan: 'Free' })
  for (let n = 0; n < 30; n++)
    expect((await post('/v1/transform', key, { html: '<p>x</p>' })).status).toBe(402)
  // What held nothing is stored within a second, before an idle object is evicted.
  await pause(1_500)
  await evictDurableObject(account)
  expect((await post('/v1/transform', key, { html: '<p>x</p>' })).status).toBe(429)
  expect((await get('/v1/credits', key)).status).toBe(200)
})

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
