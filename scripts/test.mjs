/**
 * `npm test`: every suite but those that take long by their nature, which `npm run test:all` adds (`--all`): what must
 * run into a time-out or break something first, and a share of the attacks. Prepares templates and browser, then runs
 * vitest once. Arguments are passed on: part of a file's path, of any suite (`npm test -- keys`), the start of a title
 * (`-t 'API keys'`), suites (`--project unit`), or `--watch`, which runs again what an edit concerns.
 */
import { spawn } from 'node:child_process'
import { prepareBrowser, root, toolEnvironment } from './browser.mjs'
import { prepareSources } from './prepare.mjs'

const SUITES = ['unit', 'worker', 'browser', 'e2e']
const SLOW_SUITES = ['resilience', 'fuzz']

prepareSources()
const given = process.argv.slice(2).filter((word) => word !== '--all' && word !== '--watch')
const all = process.argv.includes('--all')
const named = given.flatMap((word, at) => {
  if (word.startsWith('--project=')) return [word.slice('--project='.length)]
  return word === '--project' ? [given[at + 1]] : []
})
const namesFile = given.some((word, at) => !isOption(word) && !isOption(given[at - 1] ?? ''))
const suites = all || namesFile ? [...SUITES, ...SLOW_SUITES] : SUITES
const projects = named.length > 0 ? [] : suites.flatMap((suite) => ['--project', suite])
const pure = named.length > 0 && named.every((name) => name === 'unit')
const child = spawn('vitest', [process.argv.includes('--watch') ? 'watch' : 'run', ...projects, ...given], {
  cwd: root,
  stdio: 'inherit',
  env: pure ? toolEnvironment() : await prepareBrowser(),
})
child.on('exit', (code) => process.exit(code ?? 1))

function isOption(word) {
  return word.startsWith('-')
}
