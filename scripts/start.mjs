/**
 * `npm start`: the whole service on this machine. Prepares secrets, browser and database, starts wrangler, makes a
 * demo account on the first start, prints its key and a curl that makes a PDF, and calls `scheduled` once a minute,
 * which nothing does locally. State stays in `.wrangler/`, secrets in `.dev.vars`.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { orphanedBrowsers, prepareBrowser, root, toolEnvironment } from './browser.mjs'
import { packTemplates } from './templates.mjs'

const port = Number(process.env.PORT || 8787)
const origin = `http://127.0.0.1:${port}`
const demoFile = path.join(root, '.wrangler', 'demo.json')
const SECRETS = ['ADMIN_TOKEN', 'SIGNING_SECRET']

packTemplates()
for (const pid of orphanedBrowsers()) process.kill(pid, 'SIGKILL')
const secrets = prepareSecrets()
const [environment] = await Promise.all([prepareBrowser(), prepareDatabase()])
const server = startServer()
await untilHealthy()
const demo = await demoAccount()
welcome(demo)
await runScheduled()
setInterval(runScheduled, 60_000)

/** Reads `.dev.vars` and adds what is missing, with random values. */
function prepareSecrets() {
  const file = path.join(root, '.dev.vars')
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  const values = Object.fromEntries(
    [...text.matchAll(/^(\w+)\s*=\s*"?([^"\n]*)"?\s*$/gm)].map(([, name, value]) => [name, value]),
  )
  const missing = SECRETS.filter((name) => !values[name])
  for (const name of missing) values[name] = randomBytes(32).toString('base64url')
  if (missing.length > 0) {
    const gap = text === '' || text.endsWith('\n') ? '' : '\n'
    const lines = missing.map((name) => `${name}="${values[name]}"\n`).join('')
    fs.writeFileSync(file, text + gap + lines, { mode: 0o600 })
  }
  return values
}

/**
 * Applies schema.sql, whose every statement is safe to repeat, and frees what was under way: the queues were in memory,
 * and nobody holds a lease any more. The first `scheduled` sends all of it again.
 */
async function prepareDatabase() {
  const file = path.join(root, '.wrangler', 'prepare.sql')
  const parts = ['schema.sql', path.join('scripts', 'restart.sql')]
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, parts.map((part) => fs.readFileSync(path.join(root, part), 'utf8')).join('\n'))
  const child = spawn('wrangler', ['d1', 'execute', 'platen', '--local', '--yes', '--file', file], {
    cwd: root,
    env: toolEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece))
  const code = await new Promise((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error(`the database could not be prepared:\n${output}`)
}

function startServer() {
  const settings = ['ALLOW_HOSTS', 'CORS_ORIGINS', 'PUBLIC_URL', 'DOH_URL', 'FILE_URL_TTL_SECONDS']
    .filter((name) => process.env[name] !== undefined)
    .flatMap((name) => ['--var', `${name}:${process.env[name]}`])
  // One machine has one browser to share, and keeps it.
  const pool = ['--var', 'POOL_SHARDS:1', '--var', 'POOL_IDLE_MINUTES:0']
  const child = spawn(
    'wrangler',
    [
      'dev',
      '--ip',
      '127.0.0.1',
      '--port',
      String(port),
      '--show-interactive-dev-session=false',
      '--log-level',
      'log',
      ...pool,
      ...settings,
    ],
    { cwd: root, env: environment, stdio: 'inherit' },
  )
  child.on('exit', (code) => process.exit(code ?? 1))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  return child
}

async function untilHealthy() {
  for (let attempt = 0; attempt < 600; attempt++) {
    const healthy = await fetch(`${origin}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (healthy) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  server.kill()
  throw new Error(`no healthy service at ${origin}: see ${origin}/health`)
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
  API        ${origin}/openapi.json
`)
}

async function runScheduled() {
  await fetch(`${origin}/cdn-cgi/handler/scheduled`).catch(() => undefined)
}
