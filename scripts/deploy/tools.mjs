/** What a deployment reaches outside itself: wrangler, this machine's files, and the deployed service. */
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root, toolEnvironment } from '../browser.mjs'
import { writePlainLetters } from '../plain-letters.mjs'
import { prepareSources } from '../prepare.mjs'
import { runSmokeTest } from '../smoke/run.mjs'
import { chooseSecrets } from './secrets.mjs'
import { configFile, deploymentConfig, withBundle } from './wrangler-config.mjs'

/** How long a new version, or a new address, may take to be reached everywhere. */
const MAX_REACH_MS = 60_000
/** Characters of a version's description. */
const MAX_MESSAGE = 100

/**
 * @typedef {ReturnType<typeof createTools>} Tools
 *
 * @typedef {{ ok: boolean, stdout: string, output: string, events: object[] }} Ended What a command of wrangler came to.
 */

/**
 * @param {object} options
 * @param {string} options.env
 * @param {import('./environments.mjs').Environment} options.environment
 * @param {boolean} [options.check] Whether types and lint are checked first.
 * @param {string} [options.url] Where the service is reached, if nothing else says so.
 * @param {string} [options.folder] Where secrets, address and configuration of the environment are kept.
 * @param {(words: string[]) => Promise<Ended>} [options.tryWrangler] In place of the real wrangler.
 */
export function createTools({
  env,
  environment,
  check = true,
  url: givenUrl,
  folder = root,
  tryWrangler = undefined,
}) {
  const resolved = path.join(folder, `wrangler.deploy-${env}.toml`)
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-deploy-'))
  const addressFile = path.join(folder, '.wrangler', `address-${env}`)
  const keptSecrets = path.join(folder, `.secrets.${env}`)
  let config = configFile
  let deployed = fs.readFileSync(configFile, 'utf8')

  /**
   * Runs wrangler without questions. `events` is what it reports for programs to read.
   * @param {string[]} words
   * @returns {Promise<Ended>}
   */
  async function runWrangler(words) {
    const report = path.join(scratch, `events-${process.hrtime.bigint()}`)
    const child = spawn(process.env.WRANGLER ?? 'wrangler', [...words, '--config', config, '--env', env], {
      cwd: root,
      env: { ...toolEnvironment(), WRANGLER_OUTPUT_FILE_PATH: report },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let output = ''
    child.stdout.on('data', (piece) => {
      stdout += piece
      output += piece
    })
    child.stderr.on('data', (piece) => (output += piece))
    const code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject))
    const lines = fs.existsSync(report) ? fs.readFileSync(report, 'utf8').split('\n').filter(Boolean) : []
    return { ok: code === 0, stdout, output, events: lines.map((line) => JSON.parse(line)) }
  }

  const run = tryWrangler ?? runWrangler
  return {
    tryWrangler: run,
    /** Runs wrangler and returns what it prints; throws an Error with its output if it fails. */
    async wrangler(words) {
      const { ok, stdout, output } = await run(words)
      if (!ok) throw new Error(`wrangler ${words.join(' ')} failed:\n${output}`)
      return stdout
    },
    say: (text) => console.log(text),
    prepare: () => void prepareSources(),
    check() {
      if (!check) return 'left out (--no-check)'
      const { status } = spawnSync('npm', ['run', '--silent', 'check'], { cwd: root, stdio: 'inherit' })
      if (status !== 0) throw new Error('npm run check failed')
    },
    /** From now on wrangler uses the environment's own databases. */
    configure(databaseIds) {
      deployed = deploymentConfig(deployed, { env, databaseIds })
      fs.writeFileSync(resolved, deployed)
      config = resolved
    },
    /** The bundle, which wrangler uploads from now on: names and contents. */
    async bundle() {
      const out = path.join(scratch, 'bundle')
      const { ok, output } = await run(['deploy', '--dry-run', '--outdir', out])
      if (!ok) throw new Error(`the Worker cannot be bundled:\n${output}`)
      const main = path.join(out, 'index.js')
      writePlainLetters(main)
      fs.writeFileSync(resolved, withBundle(deployed, path.relative(folder, main)))
      config = resolved
      // Beside them wrangler writes a note with the time.
      const names = fs.globSync('*.{js,wasm}', { cwd: out }).sort()
      // The documentation by what it is made from.
      const served = path.join(root, 'studio/dist')
      const pages = fs
        .globSync(['index.html', 'home/**', 'live/**', 'studio/**', 'view/**'], { cwd: served })
        .filter((name) => fs.statSync(path.join(served, name)).isFile())
      const assets = ['docs/made-from.txt', '_headers', ...pages.sort()]
      return [
        ['settings', Buffer.from(deployed)],
        ...assets.map((name) => [`assets/${name}`, fs.readFileSync(path.join(served, name))]),
        ...names.map((name) => [name, fs.readFileSync(path.join(out, name))]),
      ]
    },
    /** The file of secrets that nobody chose. */
    keptSecrets,
    /** @param {string[]} present Names of the secrets that the Worker has. */
    secrets: (present) => chooseSecrets(keptSecrets, present),
    /** Arguments that upload these secrets with a version. */
    secretsFile(secrets) {
      if (Object.keys(secrets).length === 0) return []
      const file = path.join(scratch, 'secrets.json')
      fs.writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
      return ['--secrets-file', file]
    },
    /** What the list of versions says of this one. */
    describe() {
      const { stdout } = spawnSync('git', ['log', '-1', '--format=%h %s'], { cwd: root, encoding: 'utf8' })
      return (stdout?.trim() || 'not from git').slice(0, MAX_MESSAGE)
    },
    /** Where the service is reached. Remembers what a deployment said. Throws if nothing says it. */
    address(fromDeployment) {
      const remembered = fs.existsSync(addressFile) ? fs.readFileSync(addressFile, 'utf8').trim() : undefined
      const domain = environment.domain ? `https://${environment.domain}` : undefined
      const address = givenUrl ?? domain ?? fromDeployment ?? remembered
      if (!address) throw new Error('Say where the service is reached: --url https://…')
      const { origin } = new URL(address)
      fs.mkdirSync(path.dirname(addressFile), { recursive: true })
      fs.writeFileSync(addressFile, `${origin}\n`)
      return origin
    },
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    /**
     * Requests that were served or failed, and those that failed, of the last minutes by version; undefined if the
     * service does not know them.
     * @returns {Promise<Record<string, { requests: number, failed: number }> | undefined>}
     */
    async errorRates({ url, adminToken }) {
      const answer = await fetch(`${url}/admin/v1/metrics`, {
        headers: { Authorization: `Bearer ${adminToken}` },
      }).catch(() => undefined)
      return answer?.ok ? ratesByVersion(await answer.text()) : undefined
    },
    smoke: (target) => runSmokeTest({ ...target, patienceMs: MAX_REACH_MS }),
    /** Removes what only this run needed. */
    close: () => fs.rmSync(scratch, { recursive: true, force: true }),
  }
}

/** @param {string} metrics Prometheus text. */
function ratesByVersion(metrics) {
  const rates = {}
  for (const [, labels, value] of metrics.matchAll(/^platen_requests\{([^}]*)\} (\S+)$/gm)) {
    const { version, outcome } = Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, text]) => [name, text]),
    )
    // What was refused or found no browser says nothing about the version.
    if (outcome !== 'ok' && outcome !== 'failed') continue
    rates[version] ??= { requests: 0, failed: 0 }
    const rate = rates[version]
    rate.requests += Number(value)
    if (outcome === 'failed') rate.failed += Number(value)
  }
  return Object.keys(rates).length > 0 ? rates : undefined
}
