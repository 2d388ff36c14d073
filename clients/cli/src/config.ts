/** Where the service is, and the key: from the environment, or from a file that only its owner can read. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Platen } from '../../typescript/src/index.js'
import { type Given, UsageError } from './usage.js'

type Config = { url?: string; key?: string }

const folder = path.join(process.env.XDG_CONFIG_HOME ?? path.join(os.homedir(), '.config'), 'platen')
const file = path.join(folder, 'config.json')

/** The address of the service and the key. */
export function access(): { url: string; key: string } {
  const stored = readConfig()
  const url = process.env.PLATEN_URL ?? stored.url ?? 'http://127.0.0.1:8787'
  const key = process.env.PLATEN_KEY ?? stored.key ?? ''
  if (!key) throw new UsageError('Set PLATEN_KEY to your key, or store it with: platen config key plt_live_…')
  if (!/^https?:\/\//.test(url)) throw new UsageError('PLATEN_URL is an address with https://.')
  return { url, key }
}

/** `maxWait` seconds at most are waited for a service that says when to come again. */
export function service(maxWait?: number): Platen {
  return new Platen({ ...access(), ...(maxWait !== undefined && { maxWait }) })
}

/** `platen config`: shows what is stored; with a name and a value, stores it; with a name alone, forgets it. */
export function configure(name: string | undefined, _given: Given, [value]: string[]): void {
  const stored = readConfig()
  if (name === undefined) {
    const { key, ...rest } = stored
    console.log(JSON.stringify({ file, ...rest, ...(key && { key: `${key.slice(0, 14)}…` }) }, null, 2))
    return
  }
  if (name !== 'url' && name !== 'key') throw new UsageError('platen config takes url or key.')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(file, `${JSON.stringify({ ...stored, [name]: value }, null, 2)}\n`, { mode: 0o600 })
}

function readConfig(): Config {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Config
  } catch {
    return {}
  }
}
