/** Twice as many documents as the pool can print: what is accepted is printed and paid for, the rest told when to come. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { effort } from './effort'
import { type Answer, chargeOf, faultsOf, startTarget, type Target, tally } from './target'

/** In the first minute heaps grow to the size at which they are swept; the third is compared with the second. */
const SECONDS = effort(180, 10)
const MEASURE_MS = effort(8000, 3000)
/** Places of the pool (`POOL_RENDERS_IN_FLIGHT`). */
const PLACES = 4
/** How long a caller stands in line at most, in milliseconds (`render/render.ts`). */
const PATIENCE_MS = 5000
const CREDITS = 100_000
/** So many that none is turned away for what it alone has at once (40), while the line is as long as the printer is fast. */
const ACCOUNTS = 16

let target: Target

beforeAll(async () => {
  target = await startTarget()
})
afterAll(() => target?.stop())

it(`serves as much at twice its capacity as at once, for ${SECONDS} s, in flat memory`, async () => {
  const accounts = await Promise.all(
    Array.from({ length: ACCOUNTS }, () => target.account({ plan: 'Max', credits: CREDITS })),
  )
  const answers: Answer[] = []
  const print = async () => {
    const key = accounts[answers.length % accounts.length]?.key ?? ''
    const json = { html: '<h1>Load</h1><p>text', goCreditMode: false }
    const answer = await target.ask('/v1/transform', { headers: { 'X-API-Key': key }, json })
    answers.push(answer)
    return answer
  }

  const alone = await capacity(print)
  const overload: Answer[] = []
  const memory: Memory[] = []
  const underWay = new Set<Promise<unknown>>()
  const interval = 1000 / (2 * alone.perSecond)
  const begun = performance.now()
  for (let n = 0; performance.now() - begun < SECONDS * 1000; n++) {
    const request = print().then((answer) => overload.push(answer))
    underWay.add(request)
    request.finally(() => underWay.delete(request))
    if (performance.now() - begun > memory.length * 1000)
      memory.push({ workerd: target.workerd.resident(), all: target.processes.proportional() })
    await until(begun + (n + 1) * interval)
  }
  await Promise.all(underWay)
  // Other attacks may have begun or ended meanwhile.
  const again = await capacity(print)
  const perSecond = Math.min(alone.perSecond, again.perSecond)
  const median = Math.max(alone.median, again.median)

  const served = overload.filter(({ status }) => status === 200)
  const refused = overload.filter(({ status }) => status !== 200)
  const p99 = percentile(
    served.map(({ ms }) => ms),
    99,
  )
  console.log(
    `capacity ${alone.perSecond.toFixed(1)}/s at ${alone.median.toFixed(0)} ms;`,
    `offered ${(overload.length / SECONDS).toFixed(1)}/s:`,
    tally(overload),
    `p50 ${percentile(
      served.map(({ ms }) => ms),
      50,
    ).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms;`,
    `memory by thirds: ${thirds(memory.map(({ workerd }) => workerd))} MB workerd, ${thirds(memory.map(({ all }) => all))} MB with the browser`,
  )
  expect([...new Set(refused.map(({ status }) => status))].filter((status) => status !== 503)).toEqual([])
  for (const { headers, body } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(JSON.parse(body.toString())).toMatchObject({ code: 'pool_full' })
  }
  expect(served.flatMap(faultsOf)).toEqual([])
  // Most of what is served at once, if other attacks had half of the machine in this part alone.
  expect(served.length).toBeGreaterThan(0.2 * perSecond * SECONDS)
  expect(p99).toBeLessThan(PATIENCE_MS + 60 * median)

  const paid = answers.reduce((sum, answer) => sum + chargeOf(answer), 0)
  const ledgers = await Promise.all(accounts.map(({ ledger }) => ledger()))
  expect(ledgers.map(({ credits_held }) => credits_held)).toEqual(accounts.map(() => 0))
  expect(ledgers.reduce((sum, { credits_left }) => sum + credits_left, 0)).toBe(
    accounts.length * CREDITS - paid,
  )
  expect(paid).toBe(answers.filter(({ status }) => status === 200).length)

  // Ten seconds are too few to tell a leak from a heap that has not been swept.
  if (SECONDS >= 60) {
    for (const kind of ['workerd', 'all'] as const) {
      const [, second = 0, third = 0] = thirds(memory.map((sample) => sample[kind]))
      expect(third, kind).toBeLessThan(1.1 * second + 30)
    }
  }
})

/** Megabytes: the server's processes, and with those of its browser. */
type Memory = { workerd: number; all: number }

/** Renders a second with as many callers as there are places, and how long one takes then, in milliseconds. */
async function capacity(print: () => Promise<Answer>): Promise<{ perSecond: number; median: number }> {
  await Promise.all(Array.from({ length: PLACES }, print))
  const begun = performance.now()
  const times: number[] = []
  const caller = async () => {
    while (performance.now() - begun < MEASURE_MS) times.push((await print()).ms)
  }
  await Promise.all(Array.from({ length: PLACES }, caller))
  return { perSecond: times.length / ((performance.now() - begun) / 1000), median: percentile(times, 50) }
}

function percentile(values: number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}

/** The median of each third of the samples. */
function thirds(samples: number[]): number[] {
  const length = Math.ceil(samples.length / 3)
  return [0, 1, 2].map((third) =>
    Math.round(percentile(samples.slice(third * length, (third + 1) * length), 50)),
  )
}

function until(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())))
}
