/**
 * What a hostile account costs its neighbour: the neighbour's simple document alone, and while another account sends the
 * worst pages there are, as many at once as the columns say. Both are measured in one run, so that the ratio stands on
 * any machine. A hostile document may take five seconds longer than the attack, so that it holds its slot all the time.
 * Then the same beside other requests (`attacks.mjs`), eight at once of a paying account, and beside strangers without a
 * key, and beside callers who hang up (`0xheld`: the credits that these hold afterwards). `stall` is the longest that
 * `/health` took. `PAGES=loop,blurs` or `ATTACKS=gradients,drafts` takes some alone, and `SENDERS='10 at once'` some of
 * who sends pages; `SECONDS` is the length of each attack, `ACCOUNTS` how many hang up, each as often as it is let. Who
 * attacks has a process of its own (`attacker.mjs`).
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { attacks } from './attacks.mjs'
import { hostilePages } from './hostile-pages.mjs'
import { reach } from './reach.mjs'
import { launchService, median, pause, percentile, table } from './service.mjs'

const seconds = Number(process.env.SECONDS ?? 12)
const { PAGES, ATTACKS, SENDERS, ACCOUNTS = '1' } = process.env
const isChosen = (own, other, name) => (own ? own.split(',').includes(name) : !other)

const senders = [
  { name: '4 at once', callers: 4, plan: 'Pro', credits: 10_000 },
  { name: '8 at once', callers: 8, plan: 'Pro', credits: 10_000 },
  { name: '10 at once', callers: 10, plan: 'Pro', credits: 10_000 },
  { name: 'free test key', callers: 2, plan: 'Free', credits: 0, mode: 'test', batch: 3 },
]

const service = await launchService()
const neighbour = await service.account({ plan: 'Max', credits: 1_000_000 })
/** @type {(string | number)[][]} */
const rows = [
  ['page', 'attack', 'alone p50', 'alone p95', 'p50', 'p95', 'ratio', 'stall', 'refused', 'attacker'],
]
try {
  await neighboursFor(neighbour, 3)
  for (const name of Object.keys(hostilePages(seconds)))
    if (isChosen(PAGES, ATTACKS, name))
      for (const sender of senders.filter(({ name }) => isChosen(SENDERS, undefined, name)))
        await tell(name, sender)
  for (const name of Object.keys(attacks)) if (isChosen(ATTACKS, PAGES, name)) await tell(name)
  table(
    `A simple document beside a hostile account, ms (load ${os.loadavg()[0].toFixed(2)}, ${os.cpus().length} cores; wanted: ratio of p95 under 3, none refused)`,
    rows,
  )
} finally {
  await service.stop()
}

/** Measures an attack, and tells at once. */
async function tell(name, sender) {
  const begin = () => beginAttack(name, sender)
  const row = [name, sender?.name ?? 'requests', ...(await measure(neighbour, begin))]
  rows.push(row)
  console.log(row.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)).join('  '))
}

/** One row: the neighbour alone, then beside the attack of a new account, which `begin` begins. */
async function measure(neighbour, begin) {
  const alone = await neighboursFor(neighbour, seconds / 2)
  const end = await begin()
  await pause(1500)
  const beside = await neighboursFor(neighbour, seconds)
  const statuses = await end()
  await calm(neighbour)
  const [p50, p95] = [median(alone.times), percentile(alone.times, 95)]
  const ratio = percentile(beside.times, 95) / p95
  const told = Object.entries(statuses).map(([status, times]) => `${times}x${status}`)
  return [
    p50,
    p95,
    median(beside.times),
    percentile(beside.times, 95),
    ratio,
    beside.stall,
    `${beside.refused}`,
    told.join(' '),
  ]
}

/** Has an attack begin in a process of its own. Returns what ends it, which returns what it was answered, by status. */
async function beginAttack(name, sender) {
  const child = fork(new URL('./attacker.mjs', import.meta.url))
  const { origin, token } = service
  child.send({ origin, token, name, seconds, sender, accounts: Number(ACCOUNTS) })
  await once(child, 'message')
  return async () => {
    child.send('end')
    const [statuses] = await once(child, 'message')
    return statuses
  }
}

/** The neighbour's documents, one after another. */
async function neighboursFor(key, length) {
  const end = performance.now() + length * 1000
  const found = { times: [], refused: 0, stall: 0 }
  const looks = lookAtHealth(end, found)
  while (performance.now() < end) {
    const start = performance.now()
    const { status } = await answer(key, '/v1/transform', { html: '<p>simple', goCreditMode: false })
    found.times.push(performance.now() - start)
    if (status !== 200) found.refused++
    await pause(30)
  }
  await looks
  return found
}

/** The longest that the service did not answer at all, in milliseconds. */
async function lookAtHealth(end, found) {
  while (performance.now() < end) {
    const start = performance.now()
    await reach(`${service.origin}/health`)
    found.stall = Math.max(found.stall, performance.now() - start)
    await pause(20)
  }
}

/** Waits until the attack is over: three documents in a row are quick. */
async function calm(key) {
  for (let quick = 0; quick < 3; ) {
    const { times } = await neighboursFor(key, 0.01)
    quick = Math.max(...times) < 1000 ? quick + 1 : 0
    await pause(100)
  }
}

function answer(key, path, body) {
  return reach(service.origin + path, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}
