/**
 * Whether the service stays as it is under long work: invoices at a steady rate, `LOAD` (0.8) of what it prints at most, for
 * `MINUTES` (20), of several accounts in turn, since one may not send as many. Each minute: what the documents took in
 * milliseconds, tabs and browser contexts, files and sockets that the service's processes have open, and what is alive in
 * the Worker's isolate. Written to `docs/performance.md`. Runs if it is named only. Linux only.
 */
import fs from 'node:fs'
import path from 'node:path'
import { descendants, ifPresent } from '../scripts/processes.mjs'
import { documents } from './documents.mjs'
import { openInspector, openProtocol } from './inspector.mjs'
import { transform } from './light-client.mjs'
import { report } from './performance-page.mjs'
import { freePort, launchService, median, pause, percentile, timed } from './service.mjs'

const MINUTES = Number(process.env.MINUTES ?? 20)
const LOAD = Number(process.env.LOAD ?? 0.8)
const ACCOUNTS = 4
const CALLERS = 4
/** Documents by which the most that it prints is found; before that, as many to warm it up. */
const SAMPLE = 400

const inspectorPort = await freePort()
const service = await launchService({ INSPECTOR_PORT: String(inspectorPort) }, { ownState: true })
const inspector = await openInspector(inspectorPort)
try {
  const keys = await Promise.all(
    Array.from({ length: ACCOUNTS }, () => service.account({ plan: 'Max', credits: 1_000_000 })),
  )
  const [{ html }] = documents
  let sent = 0
  /** Prints one for the next account; milliseconds. */
  const print = async () => {
    const key = keys[sent++ % keys.length] ?? ''
    return await timed(() => transform(service.origin, key, { html }))
  }
  await mostASecond(print)
  const rate = LOAD * (await mostASecond(print))
  console.log(`${rate.toFixed(1)} documents a second, ${LOAD} of the most`)
  /** @type {(string | number)[][]} */
  const rows = [
    [
      'minute',
      'documents',
      'failed',
      'p50',
      'p99',
      'tabs',
      'contexts',
      'open files',
      'heap MB',
      'buffers MB',
    ],
  ]
  for (let minute = 1; minute <= MINUTES; minute++) {
    const { times, failed } = await aMinute(print, rate)
    const { heap, buffers } = await inspector.usage()
    const row = [minute, times.length, failed, median(times), percentile(times, 99)]
    rows.push([...row, ...(await tabs()), openFiles(), heap, buffers])
    console.log(
      rows
        .at(-1)
        ?.map((value) => Math.round(Number(value) * 10) / 10)
        .join('  '),
    )
  }
  report('Long work', [
    `Invoices of ${ACCOUNTS} accounts in turn, ${rate.toFixed(1)} a second for ${MINUTES} minutes, which is ${LOAD} of the most: milliseconds of each minute, what the browser has open, and what is alive in the Worker.`,
    rows,
  ])
} finally {
  inspector.close()
  await service.stop()
}

/** Documents a second of callers who send one after the other. */
async function mostASecond(print) {
  let left = SAMPLE
  const begun = performance.now()
  const caller = async () => {
    while (left-- > 0) await print()
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  return (1000 * SAMPLE) / (performance.now() - begun)
}

/** Prints at a rate, however long each takes. What a minute began, it waits for. */
async function aMinute(print, rate) {
  const times = []
  let failed = 0
  const printing = []
  const begun = performance.now()
  for (let count = 0; count < 60 * rate; count++) {
    const wait = begun + (1000 * count) / rate - performance.now()
    if (wait > 0) await pause(wait)
    const printed = print().then(
      (ms) => times.push(ms),
      () => failed++,
    )
    printing.push(printed)
  }
  await Promise.all(printing)
  return { times, failed }
}

/** Pages and contexts of the browser, as it lists them. */
async function tabs() {
  const counts = { pages: 0, contexts: 0 }
  for (const { pid, name } of descendants(service.pid)) {
    if (!/chrom|headless/i.test(name ?? '')) continue
    const words = (ifPresent(() => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '').split('\0')
    const profile = words
      .find((word) => word.startsWith('--user-data-dir='))
      ?.slice('--user-data-dir='.length)
    if (!profile || words.some((word) => word.startsWith('--type='))) continue
    const [port, place] = fs.readFileSync(path.join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
    const { ask, close } = await openProtocol(`ws://127.0.0.1:${port}${place}`)
    const { targetInfos } = await ask('Target.getTargets')
    const { browserContextIds } = await ask('Target.getBrowserContexts')
    close()
    counts.pages += targetInfos.filter(({ type }) => type === 'page').length
    counts.contexts += browserContextIds.length
  }
  return [counts.pages, counts.contexts]
}

/** Of all processes of the service. */
function openFiles() {
  return descendants(service.pid).reduce(
    (sum, { pid }) => sum + (ifPresent(() => fs.readdirSync(`/proc/${pid}/fd`).length) ?? 0),
    0,
  )
}
