/**
 * The invoice by 1 to 16 callers at once, beside the floor and the services that are given (`peers.mjs`), in turns; written
 * to `docs/performance.md`. `DOCUMENTS` of each a turn, a third of it for who is slower than we; `TURNS` for each number.
 */
import puppeteer from 'puppeteer-core'
import { documents } from './documents.mjs'
import { transform } from './light-client.mjs'
import { givenPeers } from './peers.mjs'
import { report } from './performance-page.mjs'
import { launchService, median, pause, printAtFloor } from './service.mjs'

const NUMBERS = [1, 2, 4, 8, 16]
const TURNS = Number(process.env.TURNS ?? 5)
const DOCUMENTS = Number(process.env.DOCUMENTS ?? 72)
const WARM_UP = 20
/** Time for the work after a reply to be done, in milliseconds. */
const AFTERMATH_MS = 600

const [{ html }] = documents
const service = await launchService({}, { ownState: true })
const browser = await puppeteer.launch({ executablePath: service.chrome, headless: 'shell' })
const peers = await givenPeers()
try {
  const key = await service.account({ plan: 'Max', credits: 1_000_000 })
  const sides = [
    { name: 'Platen', print: () => transform(service.origin, key, { html }), count: DOCUMENTS },
    ...[{ name: 'floor', print: () => printAtFloor(browser, html) }, ...peers].map(({ name, print }) => ({
      name,
      print: () => print(html),
      count: Math.ceil(DOCUMENTS / 3),
    })),
  ]
  for (const { print } of sides) for (let sent = 0; sent < WARM_UP; sent++) await print()
  const rows = []
  for (const callers of NUMBERS) rows.push([callers, ...(await compare(sides, callers))])
  const others = sides.slice(1).map(({ name }) => name)
  report(
    'Callers',
    [
      'Invoices a second of one account, by callers who send one after the other, and how many times as many as the others print. `GOTENBERG=` and `JSREPORT=` (their addresses) and `WEASYPRINT=` (a Python that has it) add those.',
      [['callers', 'Platen', ...others, ...others.map((name) => `Platen / ${name.split(' ')[0]}`)], ...rows],
    ],
    `, ${await browser.version()}`,
  )
} finally {
  for (const { stop } of peers) stop()
  await browser.close()
  await service.stop()
}

/** Documents a second of each side, and our ratios to the others: medians of the turns, in which each begins once. */
async function compare(sides, callers) {
  const rates = new Map(sides.map(({ name }) => [name, []]))
  for (let turn = 0; turn < TURNS; turn++)
    for (let at = 0; at < sides.length; at++) {
      const { name, print, count } = sides[(at + turn) % sides.length]
      rates.get(name).push(await rate(print, callers, count))
      await pause(AFTERMATH_MS)
    }
  const [ours = [], ...others] = rates.values()
  const ratios = others.map((other) => median(ours.map((rate, turn) => rate / other[turn])))
  return [median(ours), ...others.map(median), ...ratios]
}

async function rate(print, callers, count) {
  let left = count
  const caller = async () => {
    while (left-- > 0) await print()
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: callers }, caller))
  return (1000 * count) / (performance.now() - startedAt)
}
