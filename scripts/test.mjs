/**
 * `npm test`: every suite but those that take long by their nature, which `npm run test:all` adds (`--all`): every row
 * of tables of which `npm test` has one a class, what must run into a time-out or break something first, former releases,
 * what starts many services, and a share of the generated attacks. Prepares templates and browser, then runs vitest once.
 * Arguments are passed on: part of a file's path, of any suite (`npm test -- keys`), the start of a title
 * (`-t 'API keys'`), projects of `vitest.config.ts` (`--project unit`), or `--watch`, which runs again what an edit
 * concerns.
 *
 * Without arguments two vitests run side by side: one of them loads the service into its workerds for a long time, by one
 * thread, while the other computes.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { prepareBrowser, root, toolEnvironment } from './browser.mjs'
import { prepareSources } from './prepare.mjs'

const PROJECTS = ['unit', 'worker', 'e2e']
const SLOW_PROJECTS = ['exhaustive-unit', 'exhaustive', 'exhaustive-e2e', 'resilience', 'upgrade', 'fuzz']
/** These need no browser. */
const PURE_PROJECTS = ['unit', 'exhaustive-unit']

prepareSources()
const words = process.argv.slice(2)
process.exitCode = words.length === 0 ? await runAtOnce() : await runNamed(words)

/** Runs `npm test` as two vitests; lines of both are printed as they come. */
async function runAtOnce() {
  const startedAt = Date.now()
  const environment = await prepareBrowser()
  const cores = availableParallelism()
  const codes = await Promise.all([
    vitest(['run', ...projectsOf(['worker']), `--maxWorkers=${cores + 1}`], environment, 'pipe'),
    vitest(['run', ...projectsOf(['e2e', 'unit']), `--maxWorkers=${cores}`], environment, 'pipe'),
  ])
  const isPassed = codes.every((code) => code === 0)
  process.stdout.write(
    `${isPassed ? 'All suites passed' : 'A suite failed: see above'} (${Math.round((Date.now() - startedAt) / 1000)} s).\n`,
  )
  return isPassed ? 0 : 1
}

/** Runs what is named, of all suites, or the suites of `npm run test:all`. */
async function runNamed(words) {
  const given = words.filter((word) => word !== '--all' && word !== '--watch')
  const named = given.flatMap((word, at) => {
    if (word.startsWith('--project=')) return [word.slice('--project='.length)]
    return word === '--project' ? [given[at + 1]] : []
  })
  const namesFile = given.some((word, at) => !isOption(word) && !isOption(given[at - 1] ?? ''))
  const wanted = words.includes('--all') || namesFile ? [...PROJECTS, ...SLOW_PROJECTS] : PROJECTS
  const isPure = named.length > 0 && named.every((name) => PURE_PROJECTS.includes(name))
  return vitest(
    [words.includes('--watch') ? 'watch' : 'run', ...(named.length > 0 ? [] : projectsOf(wanted)), ...given],
    isPure ? toolEnvironment() : await prepareBrowser(),
    'inherit',
  )
}

/** Resolves to the exit code. */
function vitest(args, environment, output) {
  const isColored = output === 'pipe' && process.stdout.isTTY
  const child = spawn('vitest', args, {
    cwd: root,
    stdio: ['inherit', output, output],
    env: isColored ? { FORCE_COLOR: '1', ...environment } : environment,
  })
  for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
    const input = child[name]
    if (input) createInterface({ input }).on('line', (line) => process[name].write(`${line}\n`))
  }
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
}

function projectsOf(names) {
  return names.flatMap((name) => ['--project', name])
}

function isOption(word) {
  return word.startsWith('-')
}
