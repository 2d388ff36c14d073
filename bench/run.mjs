/**
 * `npm run bench`: every benchmark but the longest, or those named (`npm run bench -- render`). Names the machine's load
 * first.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { prepareBrowser } from '../scripts/browser.mjs'
import { prepareSources } from '../scripts/prepare.mjs'

const helpers = new Set([
  'run',
  'service',
  'worker',
  'memory',
  'cpu',
  'documents',
  'far-browser',
  'performance-page',
  'performance-plot',
  'assets',
  'peers',
  'pictures',
  'attacks',
  'attacker',
  'reach',
  'hostile-pages',
  'attack-files',
  'inspector',
  'light-client',
])
/** Takes twenty minutes. */
const LONGEST = 'endurance'
const wanted = process.argv.slice(2)
const names = fs
  .readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => path.basename(file, '.mjs'))
  .filter((name) => !helpers.has(name) && (wanted.length === 0 ? name !== LONGEST : wanted.includes(name)))
prepareSources()
const { PATH } = await prepareBrowser()

console.log(
  `${os.cpus().length} × ${os.cpus()[0]?.model}, Node ${process.version}, load ${os.loadavg()[0]?.toFixed(2)}`,
)
for (const name of names) {
  const child = spawn('node', [path.join(import.meta.dirname, `${name}.mjs`)], {
    stdio: 'inherit',
    env: { ...process.env, PATH },
  })
  const code = await new Promise((resolve) => child.on('exit', resolve))
  if (code !== 0) process.exitCode = 1
}
