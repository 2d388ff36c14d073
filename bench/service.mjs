/** What every benchmark needs: a service of its own on a free port, an account, medians and a table. */
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { askOperator } from '../scripts/ask-operator.mjs'
import { prepareBrowser, root } from '../scripts/browser.mjs'
import { startService } from '../scripts/start-service.mjs'

/**
 * Starts `npm start` on a free port; `stop` ends exactly that. `settings` are environment variables; `fresh` leaves
 * the preparing of the browser to the service itself; with `ownState` it begins with an empty database of its own, so
 * that several can run side by side.
 */
export async function launchService(settings = {}, { fresh = false, ownState = false } = {}) {
  const chrome = fresh ? undefined : (await prepareBrowser()).PLATEN_CHROME
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const state = ownState ? fs.mkdtempSync(path.join(root, '.wrangler', 'state-')) : undefined
  const startedAt = performance.now()
  const { child, exited, output } = await startService(root, {
    ...process.env,
    PORT: String(port),
    ...(state && { PLATEN_STATE: state }),
    ...settings,
  })
  const token = /^ADMIN_TOKEN="?([^"\n]+)/m.exec(fs.readFileSync(path.join(root, '.dev.vars'), 'utf8'))?.[1]
  const admin = (address, body) => askOperator(origin, token, address, body)
  return {
    origin,
    chrome,
    token,
    pid: child.pid,
    output,
    startMs: performance.now() - startedAt,
    /** The folder of its own state, if it has one. */
    state,
    /** As `askOperator`. */
    admin,
    /** Makes an account and returns its key. */
    async account(init) {
      return (await admin('/accounts', { name: 'bench', ...init })).api_key
    },
    /** Ends it with all that it started; what has ended already stays so. */
    async stop() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGTERM')
      await exited
      if (state) fs.rmSync(state, { recursive: true, force: true })
    },
  }
}

export function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))]
}

export const median = (values) => percentile(values, 50)

/** Milliseconds that a piece of work takes. */
export async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** One document of the floor: a warm browser, with a context of its own for it, untagged. */
export async function printAtFloor(browser, html) {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setContent(html, { waitUntil: 'load' })
  await page.pdf({ format: 'A4', printBackground: true, tagged: false })
  await page.close()
  await context.close()
}

export function table(title, rows) {
  const text = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell)))
  const widths = text[0].map((_, column) => Math.max(...text.map((row) => row[column].length)))
  console.log(`\n${title}`)
  for (const row of text)
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column])).join('  ')}`)
}

/**
 * A port that is free, below those that systems give to connections and to who listens at 0 (from 32,768): one of these
 * could be gone before the service, which is bundled first, listens.
 */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
