/**
 * One account's object under load: the most that the Max plan admits, 20 batches of 10 a second, so 200 holds and 200
 * settlements, sent at their time whether or not answers keep up (an open loop). The same round trip without the
 * account is what it costs to ask at all.
 */
import os from 'node:os'
import { percentile, table } from './service.mjs'
import { launchWorker } from './worker.mjs'

const BATCHES_PER_SECOND = 20
const ENTRIES = 10
const SECONDS = Number(process.env.SECONDS ?? 15)

const service = await launchWorker({ main: 'bench/account-worker.ts' })
await service.migrate()
try {
  const { account, hash } = await (await fetch(`${service.origin}/account`)).json()
  const one = (address) => async () => {
    const sentAt = performance.now()
    const answer = await fetch(service.origin + address)
    const parts = await answer.json()
    if (!answer.ok) throw new Error(JSON.stringify(parts))
    return { ms: performance.now() - sentAt, ...parts }
  }
  const batch = one(`/hold?account=${account}&hash=${hash}&tasks=${ENTRIES}`)
  const single = one(`/hold?account=${account}&hash=${hash}&tasks=1`)
  await openLoop(batch, 10, 2)

  const nothing = await openLoop(one('/nothing'), BATCHES_PER_SECOND, 5)
  const quiet = await openLoop(single, 10, 5)
  const loaded = await openLoop(batch, BATCHES_PER_SECOND, SECONDS)
  const load = `load ${os.loadavg()[0].toFixed(2)}, ${os.cpus().length} cores`
  table(
    `One account, ${BATCHES_PER_SECOND * ENTRIES} holds and settlements a second for ${SECONDS} s (${load})`,
    [
      ['', 'p50 ms', 'p99 ms', 'most ms', 'wanted'],
      row('a round trip without the account', nothing, 'ms', ''),
      row('ten held together and settled one by one', loaded, 'ms', 'p99 <= 100'),
      row('the call that holds ten', loaded, 'begin', ''),
      row('the slowest of ten settlements', loaded, 'settle', ''),
      row('the call that authenticates, at 10 a second', quiet, 'authenticate', 'p50 <= 5'),
      row('the call that holds one, at 10 a second', quiet, 'begin', 'p50 <= 5'),
    ],
  )
} finally {
  await service.stop()
}

/** Sends `perSecond` requests a second and waits for none of them before the next. */
async function openLoop(request, perSecond, seconds) {
  const sent = []
  const startedAt = performance.now()
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = startedAt + (n * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    sent.push(request())
  }
  return await Promise.all(sent)
}

function row(title, results, part, wanted) {
  const times = results.map((result) => result[part])
  return [title, ...[50, 99, 100].map((percent) => percentile(times, percent).toFixed(1)), wanted]
}
