/**
 * `npm run simulate`: how documents find browsers, from 1, 50 and 500 isolates and at five loads: the real routing and
 * slots under a virtual clock, as a table; and a thousand documents a second on a strict fake of Browser Rendering, which
 * loses all browsers once. Takes about four minutes of processor time; CI plays the shortest.
 */
import { spawn } from 'node:child_process'
import { root, toolEnvironment } from './browser.mjs'

const words = [
  'run',
  '--project',
  'exhaustive-unit',
  '--silent=false',
  'test/exhaustive-unit/pool-routing.test',
  'test/exhaustive-unit/openings.test',
]
const child = spawn('vitest', words, {
  cwd: root,
  stdio: 'inherit',
  env: { ...toolEnvironment(), PLATEN_FUZZ: 'whole' },
})
child.on('exit', (code) => process.exit(code ?? 1))
