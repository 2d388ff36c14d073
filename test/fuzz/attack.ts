/** One campaign: many requests by accounts whose ledgers are counted, and what was wrong with the answers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Answer, acceptedBy, chargeOf, faultsOf, inLanes, type Sent, type Target, tally } from './target'

/**
 * Megabytes that the server's processes may grow by: all isolates and their garbage together, which nothing hurries to
 * sweep here. A bomb that goes off takes more.
 */
const MAX_GROWTH = 768
/** Requests that one account makes: fewer than a plan allows in a minute. */
const BY_ACCOUNT = 400
const CREDITS = 1_000_000
/** How often a caller comes again who is told that all tabs are in use, each time after some seconds. */
const MOST_TIMES = 10

/**
 * Sends every case and answers the faults, each with its case's name. Throws where the accounts paid for more or less
 * than they got, or the service does not answer afterwards. Tells what came of the cases, and the memory they took.
 */
export async function attack<Case extends { name: string }>(
  target: Target,
  cases: Case[],
  {
    send,
    judge = () => [],
    lanes = 3,
  }: {
    send: (one: Case, index: number) => Sent & { path: string }
    /** What is wrong besides what would be wrong with any answer. */
    judge?: (one: Case, answer: Answer) => string[] | Promise<string[]>
    lanes?: number
  },
): Promise<string[]> {
  const accounts = await Promise.all(
    Array.from({ length: Math.ceil(cases.length / BY_ACCOUNT) }, () =>
      target.account({ plan: 'Max', credits: CREDITS }),
    ),
  )
  target.workerd.forgetPeak()
  const before = target.workerd.resident()
  const faults: string[] = []
  const keyOf = (index: number) => accounts[index % accounts.length]?.key ?? ''
  const answers = await inLanes(cases, lanes, async (one, index) => {
    const { path, headers, ...sent } = send(one, index)
    const answer = await askInTurn(target, path, {
      ...sent,
      headers: { 'X-API-Key': keyOf(index), ...headers },
    })
    for (const fault of [...faultsOf(answer), ...(await judge(one, answer))])
      faults.push(`${one.name}: ${fault}`)
    return answer
  })
  const growth = Math.round(target.workerd.peak() - before)
  console.log(cases.length, tally(answers), `memory at its peak: ${growth} MB more`)
  if (growth > MAX_GROWTH) faults.push(`memory grew by ${growth} MB`)

  const queued = answers.flatMap((answer, index) =>
    acceptedBy(answer).map((id) => ({ id, key: keyOf(index) })),
  )
  const charges = await inLanes(queued, 5, ({ id, key }) => chargeOfTask(target, id, key))
  const ledgers = await Promise.all(accounts.map(({ ledger }) => ledger()))
  const sum = (field: keyof (typeof ledgers)[number]) =>
    ledgers.reduce((total, ledger) => total + ledger[field], 0)
  const paid = [...answers.map(chargeOf), ...charges].reduce((total, charge) => total + charge, 0)
  expect({ settled: sum('credits_settled'), held: sum('credits_held'), left: sum('credits_left') }).toEqual({
    settled: paid,
    held: 0,
    left: CREDITS * accounts.length - paid,
  })
  const headers = { 'X-API-Key': keyOf(0) }
  const next = await askInTurn(target, '/v1/transform', { headers, json: { html: '<p>next' } })
  expect([next.status, (await target.ask('/health')).status]).toEqual([200, 200])
  return faults
}

/** Asks, and comes again when told to: all tabs may be in use for longer than a caller waits where others have the processors. */
async function askInTurn(target: Target, path: string, sent: Sent): Promise<Answer> {
  for (let times = 1; ; times++) {
    const answer = await target.ask(path, sent)
    const isFull = answer.status === 503 && answer.body.includes('"code":"pool_full"')
    if (!isFull || times === MOST_TIMES) return answer
    await sleep(1000 * Number(answer.headers.get('retry-after')))
  }
}

/** What a task charged at its end, which is waited for. */
async function chargeOfTask(target: Target, id: string, key: string): Promise<number> {
  for (;;) {
    const answer = await target.ask(`/v1/status/${id}?wait=30`, { headers: { 'X-API-Key': key } })
    const task = JSON.parse(answer.body.toString())
    if (task.status === 'completed' || task.status === 'failed') return task.credits_charged
    if (answer.status !== 200) throw new Error(`${id}: ${answer.body}`)
  }
}
