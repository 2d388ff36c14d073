/**
 * `npm run simulate`: how documents find browsers, from 1, 50 and 500 isolates and at five loads: the real routing and
 * slots under a virtual clock, as a table; and a thousand documents a second on a strict fake of Browser Rendering, which
 * loses all browsers once. Takes about four minutes of processor time; CI plays the shortest. `npm run simulate -- plans`
 * has the database instead: ten million tasks (or `TASKS`) through the real projection, every statement of the code over
 * them, its plan and how long the longest take. It needs some 10 GB where temporary files are.
 */
import { spawn } from 'node:child_process'
import { root, toolEnvironment } from './browser.mjs'

const plans = process.argv.includes('plans')
const files = plans ? ['query-plans'] : ['pool-routing', 'openings']
const words = [
  ...['run', '--project', 'exhaustive-unit', '--silent=false'],
  ...files.map((file) => `test/exhaustive-unit/${file}.test`),
]
const child = spawn('vitest', words, {
  cwd: root,
  stdio: 'inherit',
  env: { ...(plans && { TASKS: '10000000' }), ...toolEnvironment(), PLATEN_FUZZ: 'whole' },
})
child.on('exit', (code) => process.exit(code ?? 1))
