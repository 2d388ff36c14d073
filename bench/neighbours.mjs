/**
 * What a hostile account costs its neighbour: the neighbour's simple document alone, and while another account sends the
 * worst pages there are, as many at once as the columns say. Both are measured in one run, so that the ratio stands on
 * any machine. A hostile document may take five seconds longer than the attack, so that it holds its slot all the time.
 * `PAGES=loop,blurs` takes some of the pages; `SECONDS` is the length of each attack.
 */
import os from 'node:os'
import { launchService, median, percentile, table } from './service.mjs'

const seconds = Number(process.env.SECONDS ?? 12)
const chosen = process.env.PAGES?.split(',')

const inScript = (text) => `<p>Text<script>setTimeout(() => { ${text} }, 20)</script>`
const late = { wait_for: { ms: 500 } }
const pages = {
  loop: { html: inScript('for (;;);'), options: late },
  memory: {
    html: inScript('const all = []; for (;;) all.push(new Array(1e6).fill(all.length))'),
    options: late,
  },
  alert: { html: inScript('for (;;) alert(1)'), options: late },
  print: { html: inScript('for (;;) print()'), options: late },
  layout: {
    html: inScript(
      `const p = document.querySelector('p'); for (let n = 0; ; n++) { p.style.width = n % 500 + 'px'; p.offsetHeight }`,
    ),
    options: late,
  },
  blurs: {
    html: `<style>div{width:9000px;height:9000px;box-shadow:0 0 3000px red;filter:blur(200px)}</style>${'<div>x</div>'.repeat(20)}`,
  },
  waiting: { html: '<p>Text', options: { wait_for: { ms: (seconds + 4) * 1000 } } },
  pages: { html: '<p style="break-after:page">x</p>'.repeat(10_000) },
  imports: {
    html: inScript(
      `for (let n = 0; ; n++) document.head.insertAdjacentHTML('beforeend', '<style>@import url(http://nowhere.invalid/' + n + ')</style>')`,
    ),
    options: late,
  },
  images: {
    html: inScript(
      `let n = 0; setInterval(() => { for (let times = 0; times < 3000; times++) new Image().src = 'http://nowhere.invalid/' + n++ })`,
    ),
    options: { wait_for: { ms: 10_000 } },
  },
  frames: {
    html: inScript(
      `for (;;) { const frame = document.createElement('iframe'); document.body.append(frame); frame.remove() }`,
    ),
    options: late,
  },
  blobs: {
    html: inScript('const all = []; for (;;) try { all.push(new Blob([new Uint8Array(1e6)])) } catch {}'),
    options: late,
  },
  titles: {
    html: inScript(
      `const title = document.head.appendChild(document.createElement('title')); for (let n = 0; ; n++) title.textContent = n`,
    ),
    options: late,
  },
  nodes: {
    html: `<p>x<script>const box = document.createElement('div')
      for (let n = 0; n < 1e6; n++) box.append(document.createElement('b'))
      document.body.append(box)</script>`,
  },
}
const attacks = [
  { name: '4 at once', callers: 4, plan: 'Pro', credits: 10_000 },
  { name: '8 at once', callers: 8, plan: 'Pro', credits: 10_000 },
  { name: '10 at once', callers: 10, plan: 'Pro', credits: 10_000 },
  { name: 'free test key', callers: 2, plan: 'Free', credits: 0, mode: 'test', batch: 3 },
]

const service = await launchService()
try {
  const neighbour = await service.account({ plan: 'Max', credits: 1_000_000 })
  await neighboursFor(neighbour, 3)
  /** @type {(string | number)[][]} */
  const rows = [['page', 'attack', 'alone p50', 'alone p95', 'p50', 'p95', 'ratio', 'refused', 'attacker']]
  for (const [name, page] of Object.entries(pages)) {
    if (chosen && !chosen.includes(name)) continue
    for (const attack of attacks) rows.push([name, attack.name, ...(await measure(neighbour, page, attack))])
    console.log(
      rows
        .slice(-attacks.length)
        .map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)).join('  '))
        .join('\n'),
    )
  }
  table(
    `A simple document beside a hostile account, ms (load ${os.loadavg()[0].toFixed(2)}, ${os.cpus().length} cores; wanted: ratio of p95 under 3, none refused)`,
    rows,
  )
} finally {
  await service.stop()
}

/** One row: the neighbour alone, then beside the attack of a new account. */
async function measure(neighbour, page, attack) {
  const alone = await neighboursFor(neighbour, seconds / 2)
  const statuses = {}
  const end = await begin(page, attack, statuses)
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
    `${beside.refused}`,
    told.join(' '),
  ]
}

/** Has so many callers send a page again and again. Returns what ends that. */
async function begin({ html, options }, { callers, batch, mode, ...account }, statuses) {
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
    for (const { task_id } of tasks) await fetch(`${service.origin}/v1/status/${task_id}`, forget)
    await Promise.all(sending)
  }
}

/** The neighbour's documents, one after another. */
async function neighboursFor(key, length) {
  const end = performance.now() + length * 1000
  const found = { times: [], refused: 0 }
  while (performance.now() < end) {
    const start = performance.now()
    const { status } = await answer(key, '/v1/transform', { html: '<p>simple', goCreditMode: false })
    found.times.push(performance.now() - start)
    if (status !== 200) found.refused++
    await pause(30)
  }
  return found
}

/** Waits until the attack is over: three documents in a row are quick. */
async function calm(key) {
  for (let quick = 0; quick < 3; ) {
    const { times } = await neighboursFor(key, 0.01)
    quick = Math.max(...times) < 1000 ? quick + 1 : 0
    await pause(100)
  }
}

async function answer(key, address, body) {
  const response = await fetch(service.origin + address, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const bytes = await response.arrayBuffer()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, json: isJson ? JSON.parse(Buffer.from(bytes).toString()) : undefined }
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
