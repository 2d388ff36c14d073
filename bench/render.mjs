/**
 * What documents cost, written to `docs/performance.md` and its plot: each kind through HTTP against the floor
 * (puppeteer-core, a warm browser of the same binary with a fresh context for every document, untagged), in turns so that
 * all meet the same machine; a batch; and goCreditMode and contents lists by pairs.
 * `ROUNDS` documents of each kind by one caller, twice as many in each of five turns by four; `BATCH` entries.
 */
import puppeteer from 'puppeteer-core'
import { serveAssets } from './assets.mjs'
import { countCpu } from './cpu.mjs'
import { documents } from './documents.mjs'
import { transform } from './light-client.mjs'
import { report } from './performance-page.mjs'
import { drawPlot, plotFile } from './performance-plot.mjs'
import { launchService, median, pause, percentile, printAtFloor, timed } from './service.mjs'

const rounds = Number(process.env.ROUNDS ?? 24)
const TURNS = 5
/** Documents of each kind before it is measured: until then workerd and Chromium compile what they run often. */
const WARM_UP = 15
const OWNERS = 12
const BATCH = Number(process.env.BATCH ?? 100)
/** Time for the work after a reply to be done and counted, in milliseconds. */
const AFTERMATH_MS = 1200

const assets = await serveAssets()
const service = await launchService({ ALLOW_HOSTS: assets.host }, { ownState: true })
const browser = await puppeteer.launch({ executablePath: service.chrome, headless: 'shell' })
try {
  const account = () => service.account({ plan: 'Max', credits: 1_000_000 })
  const key = await account()
  const others = await Promise.all(Array.from({ length: OWNERS }, account))
  const kinds = documents.map(({ html, name, ...options }) => ({
    name,
    ours: () => transform(service.origin, key, { html, ...options }),
    floor: () => printAtFloor(browser, html),
  }))
  const [invoice] = documents
  const pages20 = documents.find(({ name }) => name === 'report of 20 pages')
  const inTurn = () => {
    others.push(others.shift() ?? key)
    return transform(service.origin, others[0], { html: invoice.html })
  }
  kinds.splice(1, 0, {
    name: `invoice, ${OWNERS} accounts in turn`,
    ours: inTurn,
    floor: () => printAtFloor(browser, invoice.html),
  })
  let sent = 0
  const withAssets = (name, document) => ({
    name,
    ours: () => transform(service.origin, key, { html: document() }),
    floor: () => printAtFloor(browser, document()),
  })
  kinds.push(withAssets('files of a site, cold', () => assets.document(++sent)))
  kinds.push(withAssets('files of a site, cached', () => assets.document(0)))

  const figures = []
  for (const { name, ours, floor } of kinds) figures.push({ name, ...(await compare(ours, floor)) })
  const pairs = await comparePairs(
    () => transform(service.origin, key, { html: invoice.html }),
    () => transform(service.origin, key, { html: invoice.html, goCreditMode: true }),
  )
  const contentsWith = (goCreditMode) =>
    comparePairs(
      () => transform(service.origin, key, { html: pages20.html, goCreditMode }),
      () => transform(service.origin, key, { html: pages20.html, goCreditMode, options: { toc: true } }),
    )
  const contents = { byDefault: await contentsWith(true), alone: await contentsWith(false) }
  const batches = {
    kept: await batchRate(key, { html: invoice.html, goCreditMode: false }),
    strict: await batchRate(key, {
      html: invoice.html,
      goCreditMode: false,
      options: { isolation: 'strict' },
    }),
  }
  drawPlot(figures)
  report(
    'Documents',
    [
      `![Milliseconds that a document takes, beside the floor](${plotFile})`,
      `p50 and p95 are milliseconds of one caller, "a second" are documents of four callers, and CPU is what each of those took of the processors, in milliseconds: Chromium, and workerd with Miniflare's simulated storage. The floor's is Chromium alone, without the Node process that drives it. A site's files are a style sheet, a font of ${assets.fontKB} KB and two pictures on this machine: cold, each document's have addresses of their own; the floor fetches them each time.`,
      [
        ['document', 'p50', 'p95', 'floor p50', 'ratio', 'a second', 'floor', 'ratio', 'CPU', 'floor'],
        ...figures.map(rowOf),
      ],
      [
        `- **goCreditMode** on the invoice: ${ms(pairs.without)} without and ${ms(pairs.with)} with it (p50); a pair of them, one right after the other, differs by ${ms(pairs.more)}.`,
        `- **A contents list** in the report of 20 pages: ${compared(contents.byDefault)} as documents are sent by default, with \`goCreditMode\`; ${compared(contents.alone)} without. It is to stay below 1.5.`,
        `- **A batch** of ${BATCH} invoices of one account: ${batches.kept.toFixed(1)} a second, and ${batches.strict.toFixed(1)} with \`isolation: "strict"\`, which gives each a tab of its own.`,
      ].join('\n'),
    ],
    `, ${await browser.version()}; ${rounds} documents a figure`,
  )
} finally {
  await browser.close()
  await service.stop()
  assets.close()
}

function rowOf({ name, ours, floor }) {
  return [
    name,
    ...[ours.p50, ours.p95, floor.p50].map(Math.round),
    (ours.p50 / floor.p50).toFixed(2),
    ...[ours.perSecond, floor.perSecond].map((rate) => rate.toFixed(1)),
    (ours.perSecond / floor.perSecond).toFixed(2),
    `${Math.round(ours.chromium)} + ${Math.round(ours.workerd)}`,
    Math.round(floor.chromium),
  ]
}

function ms(value) {
  return `${value.toFixed(0)} ms`
}

function compared(list) {
  return `${ms(list.without)} without it and ${ms(list.with)} with it (p50), ${(list.with / list.without).toFixed(2)} times as long,`
}

/** One kind: our times and the floor's, by one caller and by four, in turns. */
async function compare(ours, floor) {
  for (let i = 0; i < WARM_UP; i++) {
    await ours()
    await floor()
  }
  const times = { ours: [], floor: [] }
  for (let i = 0; i < rounds; i++) {
    times.ours.push(await timed(ours))
    await pause(40)
    times.floor.push(await timed(floor))
    await pause(40)
  }
  const rates = { ours: [], floor: [] }
  for (let turn = 0; turn < TURNS; turn++) {
    rates.ours.push(await atFour(ours, service.pid))
    rates.floor.push(await atFour(floor, browser.process()?.pid))
  }
  const of = (who, figure) => median(rates[who].map((rate) => rate[figure]))
  const figures = (who) => ({
    p50: median(times[who]),
    p95: percentile(times[who], 95),
    perSecond: of(who, 'perSecond'),
    chromium: of(who, 'chromium'),
    workerd: of(who, 'workerd'),
  })
  return { ours: figures('ours'), floor: figures('floor') }
}

/** Documents a second by four callers, and what each took of the processors, in milliseconds. */
async function atFour(work, pid) {
  const cpu = countCpu(pid)
  const documents = 2 * rounds
  const start = performance.now()
  let left = documents
  const caller = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: 4 }, caller))
  const perSecond = (1000 * documents) / (performance.now() - start)
  await pause(AFTERMATH_MS)
  return { perSecond, ...cpu.stop(documents) }
}

/** The same document by two ways, one right after the other: the medians, and the median of what each pair differs. */
async function comparePairs(first, second) {
  for (let i = 0; i < 5; i++) {
    await first()
    await second()
  }
  const pairs = []
  for (let i = 0; i < 2 * rounds; i++) {
    const one = await timed(first)
    await pause(40)
    const other = await timed(second)
    await pause(40)
    pairs.push([one, other])
  }
  const column = (at) => median(pairs.map((pair) => pair[at]))
  return { without: column(0), with: column(1), more: median(pairs.map(([one, other]) => other - one)) }
}

/** Documents a second of a batch, from its acceptance until the last has ended. */
async function batchRate(key, entry) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const start = performance.now()
  const open = []
  for (let sent = 0; sent < BATCH; sent += 10) {
    const entries = Array.from({ length: Math.min(10, BATCH - sent) }, () => entry)
    const body = JSON.stringify({ endpoint: 'transform', entries })
    const response = await fetch(`${service.origin}/v1/batch`, { method: 'POST', headers, body })
    const accepted = await response.json()
    if (response.status !== 202) throw new Error(`${response.status} ${accepted.detail}`)
    open.push({ id: accepted.batch_id, entries: entries.length })
  }
  while (open[0]) {
    await pause(50)
    const response = await fetch(`${service.origin}/v1/batches/${open[0].id}`, { headers })
    const { counts } = await response.json()
    if (counts.failed > 0) throw new Error(`${counts.failed} entries failed`)
    if (counts.completed === open[0].entries) open.shift()
  }
  return (1000 * BATCH) / (performance.now() - start)
}
