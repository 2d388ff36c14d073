/**
 * Queued work against the same work with a caller who waits: 200 one-page documents through the queue, sent as batches,
 * and through four callers, in turns; how long a submission takes, alone and while the queue is at work; and how long
 * after a task's end its webhook arrives.
 */
import fs from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { report } from './performance-page.mjs'
import { launchService, median, pause, percentile } from './service.mjs'

const documents = Number(process.env.DOCUMENTS ?? 200)
const rounds = Number(process.env.ROUNDS ?? 3)
const BATCH = 10
const html = fs.readFileSync(path.join(import.meta.dirname, '../test/samples/invoice.html'), 'utf8')

/** When the webhook of a task came, by its id. */
const arrivals = new Map()
const receiver = createServer((request, response) => {
  const at = Date.now()
  const pieces = []
  request.on('data', (piece) => pieces.push(piece))
  request.on('end', () => {
    arrivals.set(JSON.parse(Buffer.concat(pieces).toString()).task_id, at)
    response.writeHead(204).end()
  })
})
await new Promise((done) => receiver.listen(0, '127.0.0.1', () => done(undefined)))
const { port } = /** @type {import('node:net').AddressInfo} */ (receiver.address())
const host = `127.0.0.1:${port}`
const service = await launchService({ ALLOW_HOSTS: host })
try {
  const key = () => service.account({ plan: 'Max', credits: 1_000_000 })
  const headers = async () => ({ 'X-API-Key': await key(), 'Content-Type': 'application/json' })
  await synchronous(20, await headers())
  await throughQueue(20, await headers())
  const rates = { synchronous: [], queued: [] }
  for (let round = 0; round < rounds; round++) {
    rates.synchronous.push(await synchronous(documents, await headers()))
    rates.queued.push(await throughQueue(documents, await headers()))
  }
  const busy = await whileBusy(40, await headers())
  const alone = await oneByOne(40, await headers())
  const [ours, floor] = [median(rates.queued), median(rates.synchronous)]
  report('Queued work', [
    `Invoices through the queue, sent in batches of ${BATCH}, and by four callers who wait.`,
    [
      ['', 'queued', 'synchronous', 'ratio', 'wanted'],
      ['documents a second', ours, floor, ours / floor, '>= 0.90'],
      ['submission alone, p50 ms', median(alone.submissions), '', '', '<= 20'],
      ['submission under load, p50 ms', median(busy), '', '', ''],
      ['webhook after the end, p50 ms', median(alone.webhooks), '', '', '<= 1000'],
      ['webhook after the end, p95 ms', percentile(alone.webhooks, 95), '', '', '<= 1000'],
    ],
  ])
} finally {
  await service.stop()
  receiver.close()
}

/** Documents a second with four callers who wait. */
async function synchronous(count, headers) {
  const body = JSON.stringify({ html, goCreditMode: false })
  const startedAt = performance.now()
  await inLanes(count, 4, async () => {
    const answer = await post('/v1/transform', headers, body)
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`a synchronous render answered ${answer.status}`)
  })
  return (count / (performance.now() - startedAt)) * 1000
}

/** Documents a second from the first one begun to the last one done. */
async function throughQueue(count, headers) {
  const ids = []
  for (let left = count; left > 0; left -= BATCH) {
    const entries = Array(Math.min(left, BATCH)).fill({ html, goCreditMode: false })
    const answer = await post('/v1/batch', headers, JSON.stringify({ endpoint: 'transform', entries }))
    ids.push(...(await answer.json()).tasks.map(({ task_id }) => task_id))
  }
  const tasks = await endsOf(ids, headers)
  const begun = Math.min(...tasks.map((task) => Date.parse(task.started_at)))
  const done = Math.max(...tasks.map((task) => Date.parse(task.completed_at)))
  return (count / (done - begun)) * 1000
}

/** Submissions one after the other, which the queue does meanwhile. */
async function whileBusy(count, headers) {
  const submissions = []
  for (let n = 0; n < count; n++) submissions.push((await submit(headers)).ms)
  return submissions
}

/** Submissions while nothing is rendered, and how long after its end each task's webhook came. */
async function oneByOne(count, headers) {
  const submissions = []
  const webhooks = []
  for (let n = 0; n < count; n++) {
    const { id, ms } = await submit(headers, { webhook_url: `http://${host}/` })
    submissions.push(ms)
    const task = await endOf(id, headers)
    while (!arrivals.has(id)) await pause(5)
    webhooks.push(arrivals.get(id) - Date.parse(task.completed_at))
  }
  return { submissions, webhooks }
}

async function submit(headers, more = {}) {
  const startedAt = performance.now()
  const body = JSON.stringify({ html, goCreditMode: false, async_mode: true, ...more })
  const answer = await post('/v1/transform', headers, body)
  const { task_id: id } = await answer.json()
  if (answer.status !== 202) throw new Error(`a submission answered ${answer.status}`)
  return { id, ms: performance.now() - startedAt }
}

/** The tasks when none is left to do: looked at seldom meanwhile, since looking takes the service's time too. */
async function endsOf(ids, headers) {
  const listed = async (query) => {
    const answer = await fetch(`${service.origin}/v1/tasks?${query}`, { headers })
    return (await answer.json()).tasks
  }
  for (const status of ['pending', 'processing'])
    while ((await listed(`status=${status}&limit=1`)).length > 0) await pause(500)
  const tasks = []
  for (const id of ids) tasks.push(await endOf(id, headers))
  return tasks
}

/** The task at its end. */
async function endOf(id, headers) {
  for (;;) {
    const answer = await fetch(`${service.origin}/v1/status/${id}?wait=30`, { headers })
    const task = await answer.json()
    if (task.status === 'completed') return task
    if (answer.status !== 200 || task.status === 'failed') throw new Error(JSON.stringify(task))
  }
}

function post(address, headers, body) {
  return fetch(service.origin + address, { method: 'POST', headers, body })
}

async function inLanes(count, lanes, work) {
  let left = count
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (left-- > 0) await work()
    }),
  )
}
