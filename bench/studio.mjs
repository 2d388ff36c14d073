/**
 * What somebody at the Studio waits for, in the service's own Chromium:
 * - until a page can be used, from an empty cache, and how much it loads (compressed, as it is deployed);
 * - from a key to the page "as typed", and from the last key to the printed page, after one key and after a word: there the
 *   service's own time for the page (`render` and `finish` of its `Server-Timing`) is told apart, so that what is left is all
 *   that stands between: the pause after a key, requests on their way, who calls, and the picture until it is seen.
 * `ROUNDS` of each. `PARTS=loads,typed,printed` leaves out what it does not name.
 */
import os from 'node:os'
import { gzipSync } from 'node:zlib'
import puppeteer from 'puppeteer-core'
import { launchService, median, pause, percentile, table } from './service.mjs'

const rounds = Number(process.env.ROUNDS ?? 15)
const parts = (process.env.PARTS ?? 'loads,typed,printed').split(',')
const WARM_UP = 2
const MAX_WAIT_MS = 60_000

/**
 * @typedef {object} Place
 * @property {string} address
 * @property {string} ready
 * @property {boolean} [isSigned] by default with a key
 * @property {boolean} [hasMore] whether it has the editor, which is no part of the first load
 * @typedef {object} Desk
 * @property {string} address
 * @property {string} field
 * @property {string} picture
 * @property {boolean} [isSigned]
 */

/**
 * A page can be used when what `ready` names is there and the main thread is free again.
 * @type {Record<string, Place>}
 */
const PLACES = {
  'the page at /': { address: '/', ready: '.desk input' },
  'sign in': { address: '/studio/', ready: 'input[name=key]', isSigned: false },
  gallery: { address: '/studio/#/make', ready: '.card img' },
  'an invoice': { address: '/studio/#/make/invoice/classic', ready: '.make-form input' },
  usage: { address: '/studio/#/usage', ready: '.sums' },
  tasks: { address: '/studio/#/tasks', ready: 'main .empty, main table' },
  'a template, with its editor': {
    address: '/studio/#/templates/my/note',
    ready: '.code-host:not([hidden])',
    hasMore: true,
  },
}
/** Where one types, and into what. @type {Record<string, Desk>} */
const DESKS = {
  'the page at /': {
    address: '/',
    field: '.tray-fields input',
    picture: '.sheet-frame img',
    isSigned: false,
  },
  'an invoice': {
    address: '/studio/#/make/invoice/classic',
    field: '.make-form input',
    picture: '.paper-sheet img',
  },
  HTML: { address: '/studio/#/html', field: '>>> .cm-content', picture: '.paper-sheet img' },
  'a template': {
    address: '/studio/#/templates/my/note',
    field: '>>> .cm-content',
    picture: '.paper-sheet img',
  },
}

/** Notes when the last key was pressed, and when the frame of the page as typed had it, and it could be painted. */
const WATCH_KEYS = `(() => {
  window.live = []
  addEventListener('keydown', () => { window.keyAt = performance.now() }, true)
  addEventListener('message', ({ data }) => {
    if (data.paper) requestAnimationFrame(() => window.live.push(performance.now() - window.keyAt))
  })
})()`

/**
 * Waits for another picture, and returns milliseconds from the last key to its request, to its answer, and to the picture, and
 * those in which the service made it.
 */
const NEXT_PICTURE = (picture) => `new Promise((resolve) => {
  const find = () => document.querySelector(${JSON.stringify(picture)})
  let former = find().src
  const look = () => {
    const { src } = find()
    // A picture of what was typed before the last key is none yet.
    if (!window.isTyped || src === former) {
      if (!window.isTyped) former = src
      return requestAnimationFrame(look)
    }
    const shown = performance.now()
    const [last] = performance.getEntriesByType('resource')
      .filter(({ name, startTime, responseEnd, responseStatus }) => /\\/v1\\/(?:preview|try)$/.test(name) && responseStatus === 200 && startTime >= window.keyAt && responseEnd <= shown)
      .sort((one, other) => other.responseEnd - one.responseEnd)
    if (!last) {
      former = src
      return requestAnimationFrame(look)
    }
    const made = last.serverTiming.filter(({ name }) => name === 'render' || name === 'finish')
    const { keyAt } = window
    resolve([last.requestStart - keyAt, last.responseEnd - keyAt, shown - keyAt, made.reduce((sum, { duration }) => sum + duration, 0)])
  }
  look()
})`
/** What is typed before one looks. A word's keys follow each other as a fast typist's. */
const TYPED = { 'a key': { keys: 1, pauseMs: 0 }, 'a word': { keys: 6, pauseMs: 70 } }

const service = await launchService({}, { ownState: true })
const browser = await puppeteer.launch({
  executablePath: service.chrome,
  headless: 'shell',
  args: ['--lang=en-US', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
})
try {
  const key = await service.account({ plan: 'Max', credits: 1000 })
  await storeTemplate(key)
  console.log(`\nload ${os.loadavg()[0].toFixed(2)}, ${os.cpus().length} cores, ${rounds} rounds`)
  if (parts.includes('loads')) await tellLoads(key)
  if (parts.includes('typed')) await tellTyped(key)
  if (parts.includes('printed')) await tellPrinted(key)
} finally {
  await browser.close()
  await service.stop()
}

async function tellLoads(key) {
  const loads = []
  for (const [name, place] of Object.entries(PLACES))
    loads.push([name, ...(await loadsOf(key, place)), limitOf(place)])
  table('Until a page can be used, from an empty cache', [
    ['', 'p50 ms', 'p95 ms', 'KB gzipped', 'wanted'],
    ...loads,
  ])
}

async function tellTyped(key) {
  const live = [
    ['HTML', ...(await liveOf(key, '/studio/#/html'))],
    ['a template', ...(await liveOf(key, '/studio/#/templates/my/note'))],
  ]
  table('From a key to the page as typed', [['', 'p50 ms', 'p95 ms', 'wanted'], ...live])
}

async function tellPrinted(key) {
  const printed = []
  for (const [name, desk] of Object.entries(DESKS))
    for (const [typed, how] of Object.entries(TYPED))
      printed.push([`${name}, ${typed}`, ...(await printsOf(key, desk, how))])
  table('From the last key to the printed page (medians, ms)', [
    ['', 'asked at', 'answered', 'seen', 'made in', 'over it', 'p95 over it', 'wanted'],
    ...printed,
  ])
}

/** @param {Place} place */
function limitOf({ hasMore = false }) {
  return hasMore ? '<= 1000 ms' : '<= 1000 ms, < 100 KB'
}

async function storeTemplate(key) {
  const body = { label: 'Note', page: '<h1>{{ title }}</h1>\n', sample: { title: 'Hello' } }
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const stored = await fetch(`${service.origin}/v1/templates/my/note`, {
    method: 'PUT',
    headers,
    body: JSON.stringify(body),
  })
  if (!stored.ok) throw new Error(`${stored.status} ${await stored.text()}`)
}

/** A tab with a cache and storage of its own, signed in unless it is not to be. */
async function openTab(key, isSigned = true) {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(MAX_WAIT_MS)
  await page.setViewport({ width: 1440, height: 900 })
  if (isSigned)
    await page.evaluateOnNewDocument(
      `if (location.origin === ${JSON.stringify(service.origin)}) sessionStorage.setItem('platen-key', ${JSON.stringify(key)})`,
    )
  return { page, close: () => context.close() }
}

/**
 * Median and 95th percentile in milliseconds, and kilobytes of the first load.
 * @param {string} key
 * @param {Place} place
 */
async function loadsOf(key, place) {
  const { address, ready, isSigned } = place
  const times = []
  let bytes = 0
  for (let round = 0; round < WARM_UP + rounds; round++) {
    const { page, close } = await openTab(key, isSigned)
    await page.evaluateOnNewDocument(`(() => {
      const look = () => {
        if (window.readyAt !== undefined || !document.querySelector(${JSON.stringify(ready)})) return
        watch.disconnect()
        setTimeout(() => { window.readyAt = performance.now() })
      }
      const watch = new MutationObserver(look)
      watch.observe(document, { childList: true, subtree: true, attributes: true })
    })()`)
    await page.goto(service.origin + address)
    await page.waitForFunction('window.readyAt !== undefined')
    if (round >= WARM_UP) times.push(Number(await page.evaluate('window.readyAt')))
    if (round === 0) bytes = await bytesOf(page)
    await close()
    await pause(50)
  }
  return [median(times), percentile(times, 95), bytes / 1000]
}

/**
 * What the page has loaded of the Studio's own files, as a server sends it: code compressed, fonts and pictures as they are.
 * Without pictures of templates, which come when they are seen.
 */
async function bytesOf(page) {
  const names = await page.evaluate(
    `[location.href.split('#')[0], ...performance.getEntriesByType('resource').map(({ name }) => name)]
      .filter((name) => ![...document.querySelectorAll('img[loading=lazy], .card img')].some(({ src }) => src === name))`,
  )
  const own = [...new Set(names)].filter((name) => !/\/v1\//.test(name))
  const sizes = own.map(async (name) => {
    const bytes = Buffer.from(await (await fetch(name)).arrayBuffer())
    return /\.(?:woff2|png|webp)$/.test(name) ? bytes.length : gzipSync(bytes).length
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function liveOf(key, address) {
  const { page, close } = await openTab(key)
  await page.goto(service.origin + address)
  await page.waitForSelector('.paper-sheet img:not(.old)')
  await page.waitForSelector('>>> .cm-content')
  await page.locator('::-p-aria(As typed[role="checkbox"])').click()
  await page.waitForSelector('.live-sheet iframe')
  await page.waitForNetworkIdle()
  await page.evaluate(WATCH_KEYS)
  await page.locator('>>> .cm-content').click()
  const times = []
  for (let round = 0; round < WARM_UP + rounds * 2; round++) {
    await page.evaluate('window.live.length = 0')
    await page.keyboard.press('x')
    await page.waitForFunction('window.live.length > 0')
    if (round >= WARM_UP) times.push(Number(await page.evaluate('window.live[0]')))
    await pause(150)
  }
  await close()
  return [median(times), percentile(times, 95), '<= 50']
}

/**
 * @param {string} key
 * @param {Desk} desk
 * @param {{ keys: number, pauseMs: number }} typed
 */
async function printsOf(key, desk, { keys, pauseMs }) {
  const { address, field, picture, isSigned } = desk
  const { page, close } = await openTab(key, isSigned)
  await page.goto(service.origin + address)
  await page.waitForSelector(`${picture}:not(.old)`)
  await page.evaluate(WATCH_KEYS)
  await page.locator(field).click()
  const times = []
  // A visitor has 30 pages in a minute, and who has had many is served more calmly.
  const limit = isSigned === false ? Math.min(rounds, 6) : rounds
  for (let round = 0; round < WARM_UP + limit; round++) {
    await page.evaluate('performance.clearResourceTimings(); window.isTyped = false')
    const next = page.evaluate(NEXT_PICTURE(picture))
    for (let typed = 0; typed < keys; typed++) {
      if (typed > 0) await pause(pauseMs)
      if (typed === keys - 1) await page.evaluate('window.isTyped = true')
      await page.keyboard.press(round % 2 ? 'a' : 'b')
    }
    const found = /** @type {[number, number, number, number]} */ (await next)
    if (round >= WARM_UP) times.push(found)
    // As people type: words, and then a look.
    await pause(1200)
  }
  await close()
  const over = times.map(([, , seen, made]) => seen - made)
  return [
    ...[0, 1, 2, 3].map((at) => median(times.map((found) => found[at]))),
    median(over),
    percentile(over, 95),
    '<= 200',
  ]
}
