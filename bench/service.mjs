/** What every benchmark needs: a service of its own on a free port, an account, medians and a table. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { prepareBrowser, root } from '../scripts/browser.mjs'

/**
 * Starts `npm start` on a free port; `stop` ends exactly that. `settings` are environment variables; `fresh` leaves
 * the preparing of the browser to the service itself.
 */
export async function launchService(settings = {}, { fresh = false } = {}) {
  const chrome = fresh ? undefined : (await prepareBrowser()).PLATEN_CHROME
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece))
  const exited = new Promise((resolve) => child.on('exit', resolve))
  const up = async () => {
    while (!output.includes('Platen is up')) {
      if (child.exitCode !== null) throw new Error(`the service ended:\n${output}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await up()
  const token = /^ADMIN_TOKEN="?([^"\n]+)/m.exec(fs.readFileSync(path.join(root, '.dev.vars'), 'utf8'))?.[1]
  const admin = async (address, body) => {
    const answer = await fetch(`${origin}/admin/v1${address}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return await answer.json()
  }
  return {
    origin,
    chrome,
    token,
    pid: child.pid,
    output: () => output,
    startMs: performance.now() - startedAt,
    /** Asks the operator's API: POST with a body, else GET. Returns the JSON. */
    admin,
    /** Makes an account and returns its key. */
    async account(init) {
      return (await admin('/accounts', { name: 'bench', ...init })).api_key
    },
    async stop() {
      process.kill(-child.pid, 'SIGTERM')
      await exited
    },
  }
}

export function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))]
}

export const median = (values) => percentile(values, 50)

export function table(title, rows) {
  const text = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell)))
  const widths = text[0].map((_, column) => Math.max(...text.map((row) => row[column].length)))
  console.log(`\n${title}`)
  for (const row of text)
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column])).join('  ')}`)
}

export function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
}
