/**
 * `npm test`: every suite but those that take long by their nature, which `npm run test:all` adds (`--all`): every row
 * of tables of which `npm test` has one a class, what must run into a time-out or break something first, former releases,
 * what starts many services, and a share of the generated attacks. Prepares templates and browser first.
 * Arguments are passed on: part of a file's path, of any suite (`npm test -- keys`), the start of a title
 * (`-t 'API keys'`), projects of `vitest.config.ts` (`--project unit`), or `--watch`, which runs again what an edit
 * concerns.
 *
 * If no file, title or project is named, vitests run side by side: one of them waits for its workerds and browsers while
 * another computes.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import bundleOnce from '../test/support/bundle-once.ts'
import { prepareBrowser, root, toolEnvironment } from './browser.mjs'
import { prepareSources } from './prepare.mjs'

const PROJECTS = ['unit', 'worker', 'e2e']
const SLOW_PROJECTS = 'exhaustive-unit exhaustive exhaustive-e2e studio resilience upgrade fuzz'.split(' ')
/**
 * What runs inside workerds that are shared, beside it the rest, and what does one thing after the other and mostly waits:
 * each takes about as long, if all run. Then the attacks, which measure what others feel of them.
 */
const PHASES = [
  [
    ['worker', 'exhaustive'],
    ['e2e', 'unit', 'exhaustive-unit', 'exhaustive-e2e', 'upgrade'],
    ['resilience', 'studio'],
  ],
  [['fuzz']],
]
/** These need no browser. */
const PURE_PROJECTS = ['unit', 'exhaustive-unit']

prepareSources()
const words = process.argv.slice(2)
const isAll = words.includes('--all')
if (isAll) process.env.PLATEN_RUNS ??= '1'
const given = words.filter((word) => word !== '--all' && word !== '--watch')
process.exitCode =
  given.every((word) => /^--(reporter|outputFile)/.test(word)) && !words.includes('--watch')
    ? await runWhole(isAll ? [...PROJECTS, ...SLOW_PROJECTS] : PROJECTS)
    : await runNamed()

/** Runs whole projects; lines of two vitests are printed as they come, and their JSON reports become one. */
async function runWhole(projects) {
  const startedAt = Date.now()
  // For all of them at once: each makes one by itself if none is there.
  const removeBundle = isAll ? await bundleOnce() : undefined
  const environment = await prepareBrowser()
  const cores = availableParallelism()
  const [option, file] = given.find((word) => word.startsWith('--outputFile'))?.split('=') ?? []
  const reports = []
  const run = (names, at) => {
    const some = names.filter((name) => projects.includes(name))
    if (some.length === 0) return 0
    const report = `${file}.${reports.length}`
    const options = given.map((word) => (word === `${option}=${file}` ? `${option}=${report}` : word))
    if (file) reports.push(report)
    // The first takes longest if it is not all that runs, and mostly waits for workerds and browsers; else more workers
    // would only crowd the processors.
    const workers = at === 0 && !isAll ? cores + 3 : cores
    return vitest(['run', ...projectsOf(some), `--maxWorkers=${workers}`, ...options], environment, 'pipe')
  }
  const codes = []
  for (const phase of PHASES) codes.push(...(await Promise.all(phase.map(run))))
  removeBundle?.()
  if (file) mergeReports(reports, file)
  const isPassed = codes.every((code) => code === 0)
  process.stdout.write(
    `${isPassed ? 'All suites passed' : 'A suite failed: see above'} (${Math.round((Date.now() - startedAt) / 1000)} s).\n`,
  )
  return isPassed ? 0 : 1
}

/** Of the reports of several vitests what `.ci/counts.mjs` reads. A vitest that was cut short left none. */
function mergeReports(reports, file) {
  const parts = reports
    .filter((report) => fs.existsSync(report))
    .map((report) => JSON.parse(fs.readFileSync(report, 'utf8')))
  const numPassedTests = parts.reduce((sum, part) => sum + part.numPassedTests, 0)
  fs.writeFileSync(
    file,
    JSON.stringify({ numPassedTests, testResults: parts.flatMap((part) => part.testResults) }),
  )
  for (const report of reports) fs.rmSync(report, { force: true })
}

/** Runs what is named, of all suites, or whole suites with other options or `--watch`. */
async function runNamed() {
  const named = given.flatMap((word, at) => {
    if (word.startsWith('--project=')) return [word.slice('--project='.length)]
    return word === '--project' ? [given[at + 1]] : []
  })
  const namesFile = given.some((word, at) => !isOption(word) && !isOption(given[at - 1] ?? ''))
  const wanted = isAll || namesFile ? [...PROJECTS, ...SLOW_PROJECTS] : PROJECTS
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
