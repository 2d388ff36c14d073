/**
 * The server's whole process group killed under load, and started again: every task that was accepted ends, is charged
 * once and told of, a call that was cut off can be repeated under its idempotency key without paying twice, and no browser
 * is left behind.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orphanedBrowsers } from '../../scripts/browser.mjs'
import { effort, seed, whole } from './effort'
import { randomFrom } from './random'
import { startReceiver } from './receiver'
import { acceptedBy, inLanes, type Sent, startTarget, type Target } from './target'

const ROUNDS = effort(8, 1)
const CREDITS = 10_000
/** Renders take long enough that some are always under way. A hold outlives its render's time by a minute. */
const document = { html: '<p>slow', goCreditMode: false, options: { wait_for: { ms: 300 }, timeout: 30 } }
const LEASE_MS = 91_000

type Task = { task_id: string; status: string; credits_charged: number; error?: { code: string } }
/** What was under way when the server was killed. */
type Load = {
  /** Tasks that were accepted (202). */
  queued: string[]
  /** Tasks that callers got a document of (200). */
  answered: string[]
  /** Synchronous calls whose answer was lost, by idempotency key. */
  lost: string[]
  /** Submissions whose answer was lost. */
  unheard: number
}

/** What each start finds of the one before. */
let state: string
let receiver: Awaited<ReturnType<typeof startReceiver>>
let target: Target

beforeAll(async () => {
  receiver = await startReceiver()
  state = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-crash-'))
  console.log(`seed ${seed}`)
})
afterAll(async () => {
  await target?.stop()
  receiver.stop()
  fs.rmSync(state, { recursive: true, force: true })
})

it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'crash %i loses nothing and charges nothing twice',
  async (round) => {
    target ??= await started()
    const account = await target.account({ plan: 'Max', credits: CREDITS })
    const headers = { 'X-API-Key': account.key }
    const load = await loadUntilKilled(headers, 1500 + randomFrom(seed + round).integer(2500))
    const { queued, answered, lost, unheard } = load
    console.log(
      `round ${round}: ${queued.length} queued, ${answered.length} answered, ${lost.length} cut off`,
    )
    expect(Math.min(queued.length, answered.length, lost.length)).toBeGreaterThan(0)
    target = await started()
    // Another file may end a service at this moment.
    await expect.poll(orphanedBrowsers, { timeout: 30_000 }).toEqual([])
    const { key } = account
    const after = target.payer(account)

    const ends = await inLanes(queued, 6, (id) => endOf(id, key))
    expect(
      ends.map(({ status, credits_charged, error }) => `${status} ${credits_charged}${error?.code ?? ''}`),
    ).toEqual(queued.map(() => 'completed 1'))
    await expect.poll(() => queued.filter((id) => callsOf(id).length === 0), { timeout: 30_000 }).toEqual([])
    for (const id of queued) {
      expect([...new Set(callsOf(id).map((call) => `${call.id} ${call.body}`))]).toHaveLength(1)
      expect(callsOf(id)[0]?.status).toBe('completed')
    }

    let { ledger, settled } = await booksOf(after)
    expect(new Set(settled).size).toBe(settled.length)
    expect([...queued, ...answered].filter((id) => !settled.includes(id))).toEqual([])
    expect(ledger.credits_settled).toBe(settled.length)
    expect(ledger.credits_left + ledger.credits_settled + ledger.credits_held).toBe(CREDITS)
    // What was cut off was either done, and is charged, or its hold ends by itself.
    const undone = settled.length - queued.length - answered.length + ledger.credits_held
    expect(undone).toBeLessThanOrEqual(lost.length + unheard)
    if (round < ROUNDS - 1 || !whole) return
    await new Promise((resolve) => setTimeout(resolve, LEASE_MS))
    ;({ ledger, settled } = await booksOf(after))
    expect(ledger).toMatchObject({ credits_held: 0, credits_settled: settled.length })
    const replayed: (string | null)[] = []
    let fresh = 0
    for (const idempotencyKey of lost) {
      const repeat = await target.ask('/v1/transform', callWith(idempotencyKey, headers))
      expect([200, 500], repeat.body.toString()).toContain(repeat.status)
      // One that the server never heard of is made now, for the first time.
      if (repeat.headers.has('idempotent-replayed')) replayed.push(repeat.headers.get('x-task-id'))
      else if (repeat.status === 200) fresh++
    }
    const unheardOf = settled.filter((id) => ![...queued, ...answered, ...replayed].includes(id ?? ''))
    expect(unheardOf.length).toBeLessThanOrEqual(unheard)
    expect(await after.ledger()).toMatchObject({ credits_held: 0, credits_settled: settled.length + fresh })
  },
)

/** The totals and the tasks that were charged, of one moment: a submission that nobody heard of may end at any time. */
async function booksOf(payer: ReturnType<Target['payer']>) {
  for (;;) {
    const ledger = await payer.ledger()
    const charged = (await payer.lines()).filter(({ type }) => type === 'settle')
    if ((await payer.ledger()).credits_settled !== ledger.credits_settled) continue
    return { ledger, settled: charged.map(({ task_id }) => task_id) }
  }
}

function started(): Promise<Target> {
  return startTarget({ ALLOW_HOSTS: receiver.host, PLATEN_STATE: state })
}

/** Queues and prints with several callers each until the server is killed, so many milliseconds after the first answers. */
async function loadUntilKilled(headers: Record<string, string>, ms: number): Promise<Load> {
  const load: Load = { queued: [], answered: [], lost: [], unheard: 0 }
  let killed = false
  const untilKilled = async (work: () => Promise<void>) => {
    while (!killed) await work()
  }
  const queue = async () => {
    const json = { ...document, async_mode: true, webhook_url: `http://${receiver.host}/hook` }
    const answer = await target.ask('/v1/transform', { headers, json }).catch(() => undefined)
    if (answer) load.queued.push(...acceptedBy(answer))
    else load.unheard++
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  const call = async () => {
    const key = crypto.randomUUID()
    const answer = await target.ask('/v1/transform', callWith(key, headers)).catch(() => undefined)
    if (answer === undefined) load.lost.push(key)
    if (answer?.status === 200) load.answered.push(answer.headers.get('x-task-id') ?? '')
  }
  const callers = [queue, queue, call, call, call].map(untilKilled)
  // Whatever the machine has to do beside: of each kind there is something to lose.
  while (load.queued.length === 0 || load.answered.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 50))
  await new Promise((resolve) => setTimeout(resolve, ms))
  killed = true
  process.kill(-target.pid, 'SIGKILL')
  await Promise.all(callers)
  return load
}

/** A synchronous call that may be repeated. */
function callWith(idempotencyKey: string, headers: Record<string, string>): Sent {
  return { headers: { ...headers, 'Idempotency-Key': idempotencyKey }, json: document }
}

async function endOf(id: string, key: string): Promise<Task> {
  for (;;) {
    const answer = await target.ask(`/v1/status/${id}?wait=20`, { headers: { 'X-API-Key': key } })
    expect(answer.status, `${id}: ${answer.body}`).toBe(200)
    const task: Task = JSON.parse(answer.body.toString())
    if (task.status === 'completed' || task.status === 'failed') return task
  }
}

function callsOf(id: string) {
  return receiver.calls.filter(({ taskId }) => taskId === id)
}
