/** The Studio in a real browser: pages that note what they complain of and whom they ask, and what axe says of them. */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { AxeResults } from 'axe-core'
import puppeteer, {
  type Browser,
  type BrowserContext,
  type Page,
  type SerializedAXNode,
} from 'puppeteer-core'
import { onTestFailed } from 'vitest'
import { askOperator } from '../../scripts/ask-operator.mjs'
import { prepareBrowser } from '../../scripts/browser.mjs'
import { CALM_PAGE, isQuiet } from './calm-page'

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The service's browser has no network; this one has the service. */
export async function launchStudioBrowser(): Promise<Browser> {
  const { PLATEN_CHROME: executablePath = '' } = await prepareBrowser()
  const args = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', '--lang=en-US']
  return await puppeteer.launch({ executablePath, args, headless: 'shell', timeout: 120_000 })
}

/** A page of a browser context, which may be one beside that of a tab. */
export async function calmPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  // Other suites compute beside this one.
  page.setDefaultTimeout(120_000)
  await page.evaluateOnNewDocument(CALM_PAGE)
  return page
}

/** A tab of its own storage. `complaints` are of the console, `asked` all addresses, `foreign` those of other origins. */
export async function openTab(
  browser: Browser,
  origin: string,
  { width = 1280, scheme = 'light' }: { width?: number; scheme?: 'light' | 'dark' } = {},
) {
  const context = await browser.createBrowserContext()
  const page = await calmPage(context)
  await page.setViewport({ width, height: 900 })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
  const complaints: string[] = []
  const asked: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => asked.push(request.url()))
  const foreign = () => asked.filter((url) => !url.startsWith(origin) && !/^(blob|data):/.test(url))
  onTestFailed(async ({ task }) => {
    const shown = await whatIsShown(page)
    for (const error of task.result?.errors ?? []) {
      error.message = `${error.message} [${[shown, ...complaints.slice(-2)].join('; ').slice(0, 200)}]`
      if (error.stack) error.stack = error.stack.replace(/^.*/, error.message.replaceAll('$', '$$$$'))
    }
  })
  return { page, complaints, asked, foreign, close: () => context.close() }
}

/** Where a page is and how its text begins: what a report says of a test that failed there. */
async function whatIsShown(page: Page): Promise<string> {
  const text = page.evaluate(
    "(document.querySelector('main') ?? document.body)?.innerText.replace(/\\s+/g, ' ').slice(0, 100)",
  )
  const waited = pause(2_000).then(() => 'no answer')
  return `${page.url()}: ${await Promise.race([text, waited]).catch(String)}`
}

/** The first key of a new account at the service. */
export async function newKey(
  { origin, token }: { origin: string; token: string },
  account: { name: string; plan?: string; credits: number },
): Promise<string> {
  const made = await askOperator<{ api_key: string }>(origin, token, '/accounts', { plan: 'Pro', ...account })
  return made.api_key
}

/**
 * Opens the link that signs in, and then the page at `place`, if there is one: not before the link is read, whose place it
 * would take.
 */
export async function signIn(page: Page, origin: string, key: string, place?: string): Promise<void> {
  await page.goto(`${origin}/studio/#key=${key}`)
  await page.waitForFunction("!location.hash.includes('key=')")
  if (place !== undefined) await page.goto(`${origin}/studio/#/${place}`)
}

/**
 * What a page has saved in a folder, by its name or as the only file there, once it is there whole: a browser begins with an
 * empty file.
 */
async function downloaded(folder: string, name?: string): Promise<Buffer> {
  const until = Date.now() + 120_000
  for (;;) {
    const found = fs.readdirSync(folder).find((file) => name === undefined || file === name)
    const bytes = found?.endsWith('.crdownload') === false && fs.readFileSync(path.join(folder, found))
    if (bytes && bytes.length > 0) return bytes
    if (Date.now() > until) throw new Error(`nothing was downloaded: ${fs.readdirSync(folder)}`)
    await pause(50)
  }
}

/** What a page saves after `begin`. */
export async function download(page: Page, begin: () => Promise<void>, name?: string): Promise<Buffer> {
  const downloadPath = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-download-'))
  const session = await page.createCDPSession()
  const browserContextId = page.browserContext().id ?? ''
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath, browserContextId })
  await begin()
  const bytes = await downloaded(downloadPath, name)
  fs.rmSync(downloadPath, { recursive: true })
  return bytes
}

/** What axe finds serious or critical, as `rule: element`, of what stands still; empty if all is well. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(
    'for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()',
  )
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

/** Roles that are nothing without a name. */
const NAMED =
  'button link textbox searchbox combobox checkbox radio tab spinbutton slider table img image dialog'
/** Of these, a page has one, or each has a name of its own. */
const LANDMARKS = ['navigation', 'search', 'region', 'form', 'complementary']

/**
 * What somebody who listens to the page would stumble over, by the browser's own tree for assistive technology: what has no
 * name, headings that leave out a level or are none, landmarks that are missing or sound alike.
 */
export async function listeningFaults(page: Page): Promise<string[]> {
  const root = await page.accessibility.snapshot({ interestingOnly: false })
  const nodes: SerializedAXNode[] = []
  const walk = (node: SerializedAXNode) => {
    nodes.push(node)
    node.children?.forEach(walk)
  }
  if (root) walk(root)
  const named = new Set(NAMED.split(' '))
  const levels = nodes.filter(({ role }) => role === 'heading').map(({ level = 0 }) => level)
  const skips = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)
  const countOf = (role: string) => nodes.filter((node) => node.role === role).length
  return [
    ...nodes
      .filter(({ role, name }) => named.has(role) && !name?.trim())
      .map(({ role, description = '' }) => `${role} without a name ${description}`),
    ...(skips.length > 0 || countOf('heading') === 0 ? [`levels of headings: ${levels.join(' ')}`] : []),
    ...(levels.filter((level) => level === 1).length === 1 ? [] : ['not one heading of level 1']),
    ...['main', 'banner'].filter((role) => countOf(role) !== 1).map((role) => `${countOf(role)} ${role}`),
    ...LANDMARKS.flatMap((role) => {
      const names = nodes.filter((node) => node.role === role).map(({ name = '' }) => name)
      return new Set(names).size === names.length ? [] : [`${role}: ${names.join(', ')}`]
    }),
  ]
}

/**
 * What a page has loaded of the service's own files, in bytes, as a server sends it: code compressed, fonts and pictures as
 * they are. Without pictures that come when they are scrolled to.
 */
export async function firstLoad(page: Page, origin: string): Promise<number> {
  const names = (await page.evaluate(
    `performance.getEntriesByType('resource').map(({ name }) => name).concat(location.href.split('#')[0])
      .filter((name) => ![...document.querySelectorAll('img[loading=lazy]')].some(({ src }) => src === name))`,
  )) as string[]
  const own = [...new Set(names)].filter((name) => name.startsWith(origin) && !name.includes('/v1/'))
  return (await Promise.all(own.map(sentSize))).reduce((sum, size) => sum + size, 0)
}

const sizes = new Map<string, Promise<number>>()

function sentSize(address: string): Promise<number> {
  const measure = async () => {
    const bytes = Buffer.from(await (await fetch(address)).arrayBuffer())
    return /\.(?:woff2|png)$/.test(address) ? bytes.length : gzipSync(bytes).length
  }
  const size = sizes.get(address) ?? measure()
  sizes.set(address, size)
  return size
}

/** Whether the page is wider than its window. */
export async function isTooWide(page: Page): Promise<boolean> {
  return (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) as boolean
}

/** Waits until a page has loaded nothing more for half a second, or for `quietMs`. */
export async function waitForQuiet(page: Page, quietMs = 500): Promise<void> {
  await page.waitForFunction(isQuiet(quietMs))
}

/** How far what was shown has moved by itself, as Lighthouse counts it (Layout Instability); 0.1 is what it lets pass. */
export async function layoutShift(page: Page): Promise<number> {
  return (await page.evaluate(`new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 100)
  })`)) as number
}

/**
 * Begins to note in `heard`, for each frame that the page is given, whether anything listens to it by then: a frame says
 * once that it is there, and may be faster than the next paint.
 */
export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    let listens = false
    window.heard = []
    const { addEventListener } = window
    window.addEventListener = (name, ...rest) => {
      listens ||= name === 'message'
      return addEventListener.call(window, name, ...rest)
    }
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
      if (added.some((one) => one.matches?.('iframe') || one.querySelector?.('iframe'))) heard.push(listens)
    }).observe(document.body, { subtree: true, childList: true })
  })()`)
}

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number }

/**
 * Begins to watch what the page computes. What it returns ends that, and returns the milliseconds of the processor that the
 * longest task took which lets nobody in: not those in which others had the processor.
 */
export async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.tracing.start({ categories: ['toplevel', 'devtools.timeline'] })
  return async () => {
    const trace = Buffer.from((await page.tracing.stop()) ?? []).toString()
    const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] }
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
    const ofPages = new Set(traceEvents.filter(({ name }) => name === 'ParseHTML').map(threadOf))
    const tasks = traceEvents.filter(
      (event) => event.name === 'ThreadControllerImpl::RunTask' && ofPages.has(threadOf(event)),
    )
    return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
  }
}

/**
 * Empties a field that has this label, and types. A page that still grows moves its fields, so nothing is clicked; and where
 * it puts another field in the place of this one, or takes the focus, it is typed again.
 */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const field = await page.waitForSelector(`::-p-aria(${label}[role="textbox"])`, { visible: true })
    await field?.evaluate((element) => {
      const input = element as unknown as { focus(): void; select(): void }
      input.focus()
      input.select()
    })
    await page.keyboard.press('Backspace')
    await page.keyboard.type(text)
    const hasFocus = (element: unknown) =>
      element === (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement
    if (await field?.evaluate(hasFocus)) return
  }
  throw new Error(`${label} does not keep the focus`)
}
