/**
 * A Worker on Miniflare, in this process: bundled as for a deployment, bound as `wrangler.toml` says. `wrangler dev`
 * would put a second workerd and an inspector before it, which take more of each request than the service itself does.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as readSettings, unstable_splitSqlQuery as split } from 'wrangler'
import { prepareBrowser, root, toolEnvironment } from './browser.mjs'
import { keepBrowsersInSession } from './browser-session.mjs'
import { withLocalRateLimits } from './local-rate-limits.mjs'
import { applyMigrations } from './migrations.mjs'
import { writePlainLetters } from './plain-letters.mjs'
import { relayInThread } from './relay.mjs'

/** The service's entry point. */
const MAIN = 'src/index.ts'
const CONFIG = 'wrangler.toml'

/**
 * Starts the Worker `main`, reached on `host`. `vars` stand over `.dev.vars` beside `config`, and those over its settings;
 * what is stored lies in `state`. Returns its origin and what it can be asked; `stop` ends it. If `PLATEN_BUNDLE`
 * names a folder, the service is taken from there and not bundled. `INSPECTOR_PORT` opens workerd's inspector there.
 */
export async function startLocally({
  main = MAIN,
  config = CONFIG,
  port = 0,
  host = '127.0.0.1',
  state = path.join(root, '.wrangler', 'state'),
  vars = {},
}) {
  const made = main === MAIN ? process.env.PLATEN_BUNDLE : undefined
  const folder = made ?? path.join(root, '.wrangler', `bundle-${process.pid}`)
  const [browser] = await Promise.all([prepareBrowser(), made ? undefined : bundle(folder, { main, config })])
  // Where Miniflare looks for its browser.
  if (browser.XDG_CACHE_HOME) process.env.XDG_CACHE_HOME = browser.XDG_CACHE_HOME
  keepBrowsersInSession(browser.PLATEN_CHROME)
  /** @type {{ workerOptions: Record<string, any> }} */
  const { workerOptions } = readSettings(path.join(root, config))
  /** The options for Miniflare's own port and that of the Worker itself. @param {number} inner @param {number} door */
  const optionsAt = (inner, door) =>
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: inner,
      log: new Log(LogLevel.WARN),
      cf: false,
      ...(process.env.INSPECTOR_PORT && { inspectorPort: Number(process.env.INSPECTOR_PORT) }),
      resourcePersistencePath: path.join(state, 'v3'),
      workers: [
        {
          ...withLocalRateLimits(workerOptions),
          name: 'platen',
          modulesRoot: folder,
          modules: modulesIn(folder),
          bindings: { ...workerOptions.bindings, ...vars },
        },
        // Of a Worker with files of its own, Miniflare opens a socket of this kind before these only.
        {
          name: 'door',
          modules: true,
          script: 'export default {}',
          unsafeDirectSockets: [{ host: '127.0.0.1', port: door, serviceName: 'platen' }],
        },
      ],
    })
  const miniflare = new Miniflare(optionsAt(0, 0))
  const target = Number((await miniflare.ready).port)
  const worker = Number((await miniflare.unsafeGetDirectURL('door')).port)
  const front = await relayInThread({ port, target, worker, host })
  const origin = `http://127.0.0.1:${front.port}`
  if (!made) fs.rmSync(folder, { recursive: true, force: true })
  const databases = () =>
    Promise.all(Object.keys(workerOptions.d1Databases).map((name) => miniflare.getD1Database(name)))
  return {
    origin,
    /** Brings the Worker's databases to the shape of this release. */
    async migrate() {
      for (const db of await databases()) await applyMigrations(db)
    },
    /** Runs SQL files against each of the Worker's databases. */
    async applySql(...files) {
      const statements = files.flatMap((file) => split(fs.readFileSync(path.join(root, file), 'utf8')))
      for (const db of await databases()) await db.batch(statements.map((statement) => db.prepare(statement)))
    },
    /** What the platform calls by `triggers.crons`. */
    async runScheduled() {
      /** @type {unknown} */
      const asked = await miniflare.getWorker()
      const worker = /** @type {{ scheduled(): Promise<unknown> }} */ (asked)
      await worker.scheduled()
    },
    /** Bundles the source again and serves it at the same address. Throws, and serves on, if it cannot be bundled. */
    async reload() {
      await bundle(folder, { main, config })
      await miniflare.setOptions(optionsAt(target, worker))
      fs.rmSync(folder, { recursive: true, force: true })
    },
    /** Ends it; a signal to this process does so too. */
    async stop() {
      await front.close()
      await miniflare.dispose()
    },
  }
}

/**
 * The one script of a bundle, then the WebAssembly that it imports.
 * @returns {import('miniflare').V4ModuleDefinition[]}
 */
export function modulesIn(folder) {
  const ending = (extension) =>
    fs.globSync(`*.${extension}`, { cwd: folder }).map((name) => path.join(folder, name))
  return [
    ...ending('js').map((file) => ({ type: /** @type {const} */ ('ESModule'), path: file })),
    ...ending('wasm').map((file) => ({ type: /** @type {const} */ ('CompiledWasm'), path: file })),
  ]
}

/**
 * Bundles into `folder` with wrangler, and in ASCII, so that what runs here is what would be deployed. Throws with
 * wrangler's output if it fails.
 */
export async function bundle(folder, { main = MAIN, config = CONFIG } = {}) {
  fs.rmSync(folder, { recursive: true, force: true })
  const words = ['deploy', main, '--config', config, '--dry-run', '--outdir', folder]
  const child = spawn('wrangler', words, {
    cwd: root,
    env: toolEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece))
  const code = await new Promise((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error(`${main} cannot be bundled:\n${output}`)
  for (const file of fs.globSync('*.js', { cwd: folder })) writePlainLetters(path.join(folder, file))
}
