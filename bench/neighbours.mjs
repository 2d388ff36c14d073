/**
 * What a hostile account costs its neighbour: the neighbour's simple document alone, and while another account sends the
 * worst pages there are, as many at once as the columns say. Both are measured in one run, so that the ratio stands on
 * any machine. A hostile document may take five seconds longer than the attack, so that it holds its slot all the time.
 * Then the same beside other requests (`attacks.mjs`), eight at once of a paying account, and beside strangers without a
 * key, and beside callers who hang up (`0xheld`: the credits that these hold afterwards). `stall` is the longest that
 * `/health` took. `PAGES=loop,blurs` or `ATTACKS=gradients,drafts` takes some alone, and `SENDERS='10 at once'` some of
 * who sends pages; `SECONDS` is the length of each attack, `ACCOUNTS` how many hang up, each as often as it is let.
 */
import http from 'node:http'
import os from 'node:os'
import { attacks } from './attacks.mjs'
import { hostilePages } from './hostile-pages.mjs'
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
  for (const [name, page] of Object.entries(hostilePages(seconds))) {
    if (!isChosen(PAGES, ATTACKS, name)) continue
    for (const sender of senders.filter(({ name }) => isChosen(SENDERS, undefined, name)))
      await tell(name, sender.name, (statuses) => beginPages(page, sender, statuses))
  }
  for (const [name, make] of Object.entries(attacks)) {
    if (!isChosen(ATTACKS, PAGES, name)) continue
    await tell(name, 'requests', (statuses) => beginRequests(make(), statuses))
  }
  table(
    `A simple document beside a hostile account, ms (load ${os.loadavg()[0].toFixed(2)}, ${os.cpus().length} cores; wanted: ratio of p95 under 3, none refused)`,
    rows,
  )
} finally {
  await service.stop()
}

/** Measures an attack, and tells at once. */
async function tell(name, sender, begin) {
  const row = [name, sender, ...(await measure(neighbour, begin))]
  rows.push(row)
  console.log(row.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)).join('  '))
}

/** One row: the neighbour alone, then beside the attack of a new account, which `begin` begins. */
async function measure(neighbour, begin) {
  const alone = await neighboursFor(neighbour, seconds / 2)
  const statuses = {}
  const end = await begin(statuses)
  await pause(1500)
  const beside = await neighboursFor(neighbour, seconds)
  await end()
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

/**
 * Has so many callers send a page again and again. Returns what ends that.
 * @param {{ html: string, options?: object }} page
 * @param {any} sender
 */
async function beginPages({ html, options }, { callers, batch, mode, ...account }, statuses) {
  const made = await service.admin('/accounts', { name: 'hostile', ...account })
  const key = mode
    ? (await service.admin(`/accounts/${made.account_id}/keys`, { mode, scopes: ['render', 'read'] })).api_key
    : made.api_key
  const body = { html, goCreditMode: false, options: { timeout: seconds + 5, ...options } }
  const entries = batch && Array.from({ length: batch }, () => body)
  const tasks = entries
    ? ((await answer(key, '/v1/batch', { endpoint: 'transform', entries })).json?.tasks ?? [])
    : []
  let over = false
  const send = async () => {
    while (!over) {
      const { status } = await answer(key, '/v1/transform', body)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status !== 200) await pause(200)
    }
  }
  const sending = Array.from({ length: callers }, send)
  return async () => {
    over = true
    const forget = { method: 'DELETE', headers: { 'X-API-Key': key } }
    for (const { task_id } of tasks) await reach(`/v1/status/${task_id}`, forget)
    await Promise.all(sending)
  }
}

/**
 * Has callers send requests again and again. Returns what ends that.
 * @param {any} attack as in `attacks.mjs`
 */
async function beginRequests({ before, method, path, body, noKey, hangUp, callers = 8 }, statuses) {
  // Those who hang up are stopped by their rate soon.
  const accounts = hangUp
    ? await Promise.all(
        Array.from({ length: Number(ACCOUNTS) }, () =>
          service.admin('/accounts', { name: 'hostile', plan: 'Max', credits: 100_000 }),
        ),
      )
    : noKey
      ? []
      : [await service.admin('/accounts', { name: 'hostile', plan: 'Pro', credits: 100_000 })]
  let asked = 0
  const headersOf = () => {
    const account = accounts[asked++ % accounts.length]
    return { 'Content-Type': 'application/json', ...(account && { 'X-API-Key': account.api_key }) }
  }
  const ask = (request) => reach(request.path, { ...request, headers: headersOf() })
  const task = before && (await ask(before)).headers?.get('x-task-id')
  let over = false
  let sent = 0
  const sending = Array.from({ length: callers }, async () => {
    while (!over) {
      const address = typeof path === 'string' ? path : path(sent++, task)
      const { status } = hangUp
        ? await leave({ method, path: address, body, headers: headersOf() }, hangUp[sent++ % hangUp.length])
        : await ask({ method, path: address, body })
      statuses[status] = (statuses[status] ?? 0) + 1
      if (!(status < 400)) await pause(200)
    }
  })
  return async () => {
    over = true
    await Promise.all(sending)
    if (hangUp) statuses.held = await heldBy(accounts)
  }
}

/** Opens a request and hangs up after so many milliseconds; what it answered before, or `left`. */
function leave({ method, path, body, headers }, ms) {
  return new Promise((done) => {
    const request = http.request(service.origin + path, { method, headers, agent: false })
    request.on('response', ({ statusCode }) => end(statusCode))
    request.on('error', () => end('left'))
    request.end(body)
    const timer = setTimeout(() => end('left'), ms)
    function end(status) {
      clearTimeout(timer)
      request.destroy()
      done({ status })
    }
  })
}

/** The credits that accounts still hold when what was begun has had half a minute to end. */
async function heldBy(accounts) {
  for (let tried = 0; ; tried++) {
    const usages = await Promise.all(
      accounts.map(
        async ({ api_key }) => (await reach('/v1/usage', { headers: { 'X-API-Key': api_key } })).json,
      ),
    )
    // What does not answer is asked again, and is no zero.
    const held = usages.reduce((sum, usage) => sum + (usage?.credits_held ?? Number.NaN), 0)
    if (held === 0 || tried === 30) return held
    await pause(1000)
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
    await reach('/health')
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
  return reach(path, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** What comes of a request, with its JSON if it is that; its status is `broken` if the connection was. */
async function reach(path, init) {
  try {
    const response = await fetch(service.origin + path, init)
    const bytes = await response.arrayBuffer()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      json: isJson ? JSON.parse(Buffer.from(bytes).toString()) : undefined,
    }
  } catch {
    return { status: 'broken' }
  }
}
