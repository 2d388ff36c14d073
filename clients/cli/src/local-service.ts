/** The service on this machine, started for one command: an address and an account of its own, gone with the command. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { StartError } from './usage.js'

/** The first start unpacks a browser. */
const MAX_START_MS = 300_000
const MAX_OUTPUT = 4000
/** More than a command uses: nobody pays for them. */
const CREDITS = 1_000_000

export type Access = { url: string; key: string }
type Service = Access & { stop: () => Promise<void> }

let running: Promise<Service> | undefined

/**
 * Starts it once, says so on the error stream, and makes an account. `folder` is the service's own, if somebody named
 * it; `allowHost` may be fetched though it is of this network. Throws `StartError`.
 */
export async function startLocalService(init: {
  folder: string | undefined
  allowHost?: string | undefined
}): Promise<Access> {
  running ??= start(init)
  return await running
}

/** Ends it with all that it stored, if it was started. */
export async function stopLocalService(): Promise<void> {
  const service = await running?.catch(() => undefined)
  await service?.stop()
}

async function start({ folder, allowHost }: { folder: string | undefined; allowHost?: string | undefined }) {
  const home = findService(folder)
  const state = mkdtempSync(path.join(os.tmpdir(), 'platen-local-'))
  const secrets = path.join(state, '.dev.vars')
  writeFileSync(secrets, '', { mode: 0o600 })
  console.error(`Starting the local service of ${home} …`)
  const startedAt = Date.now()
  const own = path.join(home, 'node_modules/.bin/node')
  const allowed = [process.env.ALLOW_HOSTS, allowHost].filter(Boolean).join(',')
  const child = spawn(existsSync(own) ? own : process.execPath, ['scripts/start.mjs'], {
    cwd: home,
    // A group of its own: an interrupt reaches it through this process, which removes its state.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...(allowed && { ALLOW_HOSTS: allowed }),
      PORT: '0',
      PLATEN_HOST: '127.0.0.1',
      PLATEN_STATE: state,
      PLATEN_ENDS_WITH_PARENT: '1',
    },
  })
  const exited = once(child, 'exit').catch(() => undefined)
  const remove = () => rmSync(state, { recursive: true, force: true, maxRetries: 5 })
  const kill = (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  }
  const onExit = () => {
    kill('SIGTERM')
    remove()
  }
  process.once('exit', onExit)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(128 + os.constants.signals[signal]))
  const stop = async () => {
    kill('SIGTERM')
    await exited
    remove()
    process.off('exit', onExit)
  }
  try {
    const url = await addressOf(child, exited)
    const key = await account(url, readFileSync(secrets, 'utf8'))
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    console.error(`It is up at ${url} after ${seconds} s, and ends with this command.`)
    return { url, key, stop }
  } catch (error) {
    await stop()
    throw error instanceof StartError ? error : new StartError((error as Error).message)
  }
}

/** The address that it prints. Throws `StartError` with what it said last, if it ends before. */
async function addressOf(child: ReturnType<typeof spawn>, exited: Promise<unknown>): Promise<string> {
  let output = ''
  let found: (url: string) => void = () => undefined
  const up = new Promise<string>((resolve) => {
    found = resolve
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => {
      output = (output + piece.toString()).slice(-MAX_OUTPUT)
      const [, url] = /export URL=(\S+) KEY=\S+\n/.exec(output) ?? []
      if (url) found(url)
    })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, MAX_START_MS, undefined)
  })
  const url = await Promise.race([up, late, exited.then(() => undefined)])
  clearTimeout(timer)
  if (url === undefined) throw new StartError(`The local service did not start:\n${output.trim()}`)
  return url
}

async function account(url: string, secrets: string): Promise<string> {
  const token = /^ADMIN_TOKEN="?([^"\n]+)/m.exec(secrets)?.[1]
  const response = await fetch(`${url}/admin/v1/accounts`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Command line', plan: 'Max', credits: CREDITS }),
  })
  if (!response.ok) throw new StartError(`The local service made no account: ${await response.text()}`)
  const { api_key } = (await response.json()) as { api_key: string }
  return api_key
}

/** The folder that was named, else the checkout that this command, or the current folder, is in. */
function findService(named: string | undefined): string {
  if (named !== undefined) {
    const home = path.resolve(named)
    if (isService(home)) return home
    throw new StartError(`${home} is no folder of the service, or "npm ci" was not run there.`)
  }
  for (const start of [import.meta.dirname, process.cwd()])
    for (let folder = start; ; folder = path.dirname(folder)) {
      if (isService(folder)) return folder
      if (folder === path.dirname(folder)) break
    }
  throw new StartError(
    'The local service is not on this machine. Name its folder, where "npm ci" was run: platen config service /path/to/platen\nOr a service that runs: platen config url https://… and platen config key plt_live_…',
  )
}

function isService(folder: string): boolean {
  return ['scripts/start.mjs', 'wrangler.toml', 'node_modules/miniflare'].every((name) =>
    existsSync(path.join(folder, name)),
  )
}
