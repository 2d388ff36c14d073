/**
 * `npm run simulate`: how documents find browsers, from 1, 50 and 500 isolates and at five loads: the real routing and
 * slots under a virtual clock, as a table. Takes about two minutes of processor time; CI plays the shortest.
 */
import { spawn } from 'node:child_process'
import { root, toolEnvironment } from './browser.mjs'

const words = [
  'run',
  '--project',
  'exhaustive-unit',
  '--silent=false',
  'test/exhaustive-unit/pool-routing.test',
]
const child = spawn('vitest', words, {
  cwd: root,
  stdio: 'inherit',
  env: { ...toolEnvironment(), PLATEN_FUZZ: 'whole' },
})
child.on('exit', (code) => process.exit(code ?? 1))
