/**
 * A former release of the service, as git has it: checked out beside the local state, with its own packages, and
 * started.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root, toolEnvironment } from './browser.mjs'
import { saveSecrets } from './secrets.mjs'
import { startService } from './start-service.mjs'

/** The release before this one, which may be rolled back to. */
export const FORMER_RELEASE = '77a4b19'

/** What a service of a test knows; nothing that is deployed has these. */
export const TEST_SECRETS = {
  ADMIN_TOKEN: 'test-admin-token-of-40-characters-------',
  SIGNING_SECRET: 'test-signing-secret',
}

/** Whether git has the commit here: a shallow clone or a download has not, and any other must. */
export function hasRelease(commit) {
  if (!fs.existsSync(path.join(root, '.git'))) return false
  const git = (...words) => execFileSync('git', words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  if (String(git('rev-parse', '--is-shallow-repository')).trim() === 'true') return false
  git('cat-file', '-e', `${commit}^{commit}`)
  return true
}

/**
 * Checks the commit out and installs its packages, once; returns its folder. The packages of here serve if each of its own
 * is among them. The folder gets its name when it is whole, since several may ask at once.
 */
export function checkOutRelease(commit) {
  const whole = path.join(root, '.wrangler', 'releases', commit)
  if (fs.existsSync(whole)) return whole
  fs.mkdirSync(path.dirname(whole), { recursive: true })
  const folder = fs.mkdtempSync(`${whole}-`)
  try {
    install(commit, folder)
    fs.renameSync(folder, whole)
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true })
    // Another was whole first.
    if (!fs.existsSync(whole)) throw error
  }
  return whole
}

/** Whether every package that a release locks is locked here, in the same version. */
function hasPackagesOf(folder) {
  const [own, its] = [root, folder].map(
    (of) => JSON.parse(fs.readFileSync(path.join(of, 'package-lock.json'), 'utf8')).packages,
  )
  return Object.keys(its).every((name) => name === '' || its[name].version === own[name]?.version)
}

function install(commit, folder) {
  const tar = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: tar })
  saveSecrets(path.join(folder, '.dev.vars'), TEST_SECRETS)
  if (hasPackagesOf(folder))
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  else
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], {
      cwd: folder,
      stdio: 'ignore',
    })
}

/** Bundles the release with its own program, once; returns the folder, which `startRelease` takes as `PLATEN_BUNDLE`. */
export function bundleRelease(commit) {
  const folder = checkOutRelease(commit)
  const bundled = path.join(folder, '.wrangler', 'bundled')
  if (fs.existsSync(bundled)) return bundled
  const made = `${bundled}-${process.pid}`
  const program =
    "const { prepareSources } = await import('./scripts/prepare.mjs'); prepareSources();" +
    `const { bundle } = await import('./scripts/local.mjs'); await bundle(${JSON.stringify(made)})`
  execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    env: toolEnvironment(),
    stdio: 'ignore',
  })
  fs.renameSync(made, bundled)
  return bundled
}

/** Has a release that does not know `PLATEN_STATE` find the state where it keeps its own. */
function useState(folder, stateFolder) {
  const own = path.join(folder, '.wrangler')
  fs.mkdirSync(own, { recursive: true })
  for (const name of ['state', 'demo.json']) fs.rmSync(path.join(own, name), { recursive: true, force: true })
  fs.mkdirSync(path.join(stateFolder, 'state'), { recursive: true })
  fs.symlinkSync(path.join(stateFolder, 'state'), path.join(own, 'state'))
}

/**
 * Starts the release in `folder` at `port`, with its state in `folder/.wrangler` or where `settings.PLATEN_STATE` says;
 * throws its output if it ends. `kill` ends it at once, as a power cut would.
 * @param {string} folder
 * @param {{ port: number, settings?: Record<string, string> }} options
 */
export async function startRelease(folder, { port, settings = {} }) {
  if (folder !== root && settings.PLATEN_STATE) useState(folder, settings.PLATEN_STATE)
  const { child, exited, output } = await startService(folder, {
    ...toolEnvironment(),
    PORT: String(port),
    // Not what a suite has bundled of this release.
    PLATEN_BUNDLE: undefined,
    ...settings,
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    output,
    /** Ends it with all that it started. */
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
    async kill() {
      process.kill(-child.pid, 'SIGKILL')
      await exited
    },
  }
}
