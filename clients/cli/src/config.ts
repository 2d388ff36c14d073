/**
 * Where the service is, and the key: from the environment, or from a file that only its owner can read. Who has set
 * neither gets the local service, started for the command.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Platen } from '../../typescript/src/index.js'
import { type Access, startLocalService } from './local-service.js'
import { type Given, UsageError } from './usage.js'

type Config = { url?: string; key?: string; service?: string }

const NAMES = ['url', 'key', 'service'] as const
const folder = path.join(process.env.XDG_CONFIG_HOME ?? path.join(os.homedir(), '.config'), 'platen')
const file = path.join(folder, 'config.json')

/** The address of the service and the key. `page` is an address that a local service may fetch wherever it is. */
export async function access({ local }: Given, { page }: { page?: string } = {}): Promise<Access> {
  const stored = readConfig()
  const url = process.env.PLATEN_URL ?? stored.url
  const key = process.env.PLATEN_KEY ?? stored.key
  if (local || (!url && !key)) {
    if (!local) console.error('No service is configured (PLATEN_URL, PLATEN_KEY).')
    return await startLocalService({
      folder: process.env.PLATEN_SERVICE ?? stored.service,
      allowHost: page && new URL(page).host,
    })
  }
  if (!key)
    throw new UsageError(
      'Set PLATEN_KEY to your key, or store it with: platen config key plt_live_…\nOr use the local service: --local',
    )
  if (url && !/^https?:\/\//.test(url)) throw new UsageError('PLATEN_URL is an address with https://.')
  return { url: url || 'http://127.0.0.1:8787', key }
}

type ServiceInit = {
  /** Seconds at most that are waited for a service that says when to come again. */
  maxWait?: number
  page?: string
}

export async function service(given: Given, { maxWait, page }: ServiceInit = {}): Promise<Platen> {
  const reached = await access(given, page === undefined ? {} : { page })
  return new Platen({ ...reached, ...(maxWait !== undefined && { maxWait }) })
}

/** `platen config`: shows what is stored; with a name and a value, stores it; with a name alone, forgets it. */
export function configure(name: string | undefined, _given: Given, [value]: string[]): void {
  const stored = readConfig()
  if (name === undefined) {
    const { key, ...rest } = stored
    console.log(JSON.stringify({ file, ...rest, ...(key && { key: `${key.slice(0, 14)}…` }) }, null, 2))
    return
  }
  if (!NAMES.some((known) => known === name))
    throw new UsageError(`platen config takes ${NAMES.join(', ')}, not "${name}".`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const kept = name === 'service' && value !== undefined ? path.resolve(value) : value
  writeFileSync(file, `${JSON.stringify({ ...stored, [name]: kept }, null, 2)}\n`, { mode: 0o600 })
}

function readConfig(): Config {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Config
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
