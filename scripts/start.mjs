/**
 * `npm start`: the whole service on this machine. Prepares secrets, browser and database, starts the Worker, makes
 * a demo account on the first start, prints its key and a curl that makes a PDF, and calls `scheduled` once a minute,
 * which nothing does locally. State stays in `.wrangler/` (or the folder that `PLATEN_STATE` names), secrets in
 * `.dev.vars` (or that folder's own). A signal ends all of it.
 * `PLATEN_HOST` is where it listens: 127.0.0.1, so that nobody else reaches it, unless it says otherwise.
 * `npm run dev` (`--watch`) does the same, and after an edit serves the new code.
 */
import './require-node.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { orphanedBrowsers, root } from './browser.mjs'
import { endWithChildren } from './end-children.mjs'
import { requireFreePort } from './free-port.mjs'
import { prepareSources } from './prepare.mjs'
import { guardRenderers } from './renderer-guard.mjs'
import { prepareSecrets } from './secrets.mjs'
import { onEdit } from './watch.mjs'

const folder = process.env.PLATEN_STATE ?? path.join(root, '.wrangler')
const demoFile = path.join(folder, 'demo.json')
const SETTINGS = [
  'ALLOW_HOSTS',
  'BROWSERS',
  'CORS_ORIGINS',
  'DOH_URL',
  'FILE_URL_TTL_SECONDS',
  'POOL_RENDERS_PER_BROWSER',
  'PUBLIC_URL',
]

const port = Number(process.env.PORT || 8787)
const host = process.env.PLATEN_HOST || '127.0.0.1'
await requireFreePort(port, host)
endWithChildren()
console.log(
  `Platen starts, on Node ${process.versions.node}: it bundles the service and opens its database …`,
)
// Takes seconds to load, which a refused start need not wait for.
const { startLocally } = await import('./local.mjs')
// Whoever bundled the service has prepared it.
if (!process.env.PLATEN_BUNDLE) prepareSources()
for (const pid of orphanedBrowsers()) process.kill(pid, 'SIGKILL')
const secrets = prepareSecrets(secretsFile())
const service = await startLocally({
  port,
  host,
  state: path.join(folder, 'state'),
  vars: { ...settings(), ...secrets },
})
const { origin } = service
guardRenderers()
await service.migrate()
await freeTasks()
await requireHealth()
const demo = await demoAccount()
welcome(demo)
await service.runScheduled()
setInterval(() => service.runScheduled().catch(() => undefined), 60_000)
if (process.argv.includes('--watch')) onEdit(['src', 'templates', 'docs'], reload)

/**
 * Frees what was under way: the queues were in memory and nobody holds a lease any more. The next `scheduled` sends all
 * of it again. Every statement is safe to repeat.
 */
async function freeTasks() {
  await service.applySql('scripts/restart.sql')
}

/** Serves the code as it stands now; if it cannot be bundled, says why and serves the former code. */
async function reload() {
  const startedAt = performance.now()
  try {
    prepareSources()
    await service.reload()
    await service.migrate()
    await freeTasks()
    await service.runScheduled()
    console.log(`reloaded in ${Math.round(performance.now() - startedAt)} ms`)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nThe former code is still served.`)
  }
}

/** Keys are made with secrets, so a folder of state may bring its own. */
function secretsFile() {
  const own = path.join(folder, '.dev.vars')
  return fs.existsSync(own) ? own : path.join(root, '.dev.vars')
}

/** What the environment sets, over `.dev.vars` and `wrangler.toml`. One machine has one browser to share, and keeps it. */
function settings() {
  const given = SETTINGS.filter((name) => process.env[name] !== undefined)
  const chosen = Object.fromEntries(given.map((name) => [name, process.env[name]]))
  return { BROWSERS: 'local', ...chosen, POOL_SHARDS: '1', POOL_IDLE_MINUTES: '0' }
}

async function requireHealth() {
  const headers = { Authorization: `Bearer ${secrets.ADMIN_TOKEN}` }
  const answer = await fetch(`${origin}/admin/v1/health`, { headers })
  if (!answer.ok) throw new Error(`the service is not healthy: ${await answer.text()}`)
}

/** The demo account of the first start; its key is kept beside the local database it lives in. */
async function demoAccount() {
  if (fs.existsSync(demoFile)) {
    const demo = JSON.parse(fs.readFileSync(demoFile, 'utf8'))
    const answer = await fetch(`${origin}/v1/credits`, { headers: { 'X-API-Key': demo.api_key } })
    if (answer.ok) return demo
  }
  const answer = await fetch(`${origin}/admin/v1/accounts`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secrets.ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Demo', plan: 'Pro', credits: 1000 }),
  })
  if (!answer.ok) throw new Error(`no demo account: ${answer.status} ${await answer.text()}`)
  const demo = await answer.json()
  fs.writeFileSync(demoFile, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  return demo
}

function welcome(demo) {
  console.log(`
Platen is up at ${origin}

  Demo key   ${demo.api_key}
  Try it     curl -sS ${origin}/v1/transform -H 'X-API-Key: ${demo.api_key}' -H 'Content-Type: application/json' -d '{"html":"<h1>Hello, paper</h1><p>Printed by Platen.</p>"}' -o hello.pdf
  Studio     ${origin}/studio/#key=${demo.api_key}
  API        ${origin}/openapi.json
  Docs       ${origin}/docs/

The commands of README.md and docs/ use what this line sets:

  export URL=${origin} KEY=${demo.api_key}
`)
}
