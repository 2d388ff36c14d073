/**
 * Other people's programs that judge what we make: fetched once into `.oracles/` (Java validators, a Python
 * environment) or, for the command-line tools, installed with apt where they are missing and we may. What cannot be had
 * ends the run with its name and the remedy.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './browser.mjs'

/** Where everything lies. */
export const home = path.join(root, '.oracles')

const jars = [
  { artifact: 'org.verapdf.apps:cli:1.30.2', file: 'cli-1.30.2.jar' },
  { artifact: 'org.mustangproject:Mustang-CLI:2.26.0', file: 'Mustang-CLI-2.26.0.jar' },
]
const pythonPackages = [
  'factur-x==7.8',
  'pikepdf==10.17.0',
  'schemathesis==4.32.5',
  'pillow==13.0.0',
  'zxing-cpp==3.1.1',
]
const commands = {
  qpdf: 'qpdf',
  pdftotext: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  gs: 'ghostscript',
  zbarimg: 'zbar-tools',
}

/** Everything that the tests need. */
export function installOracles() {
  fs.mkdirSync(home, { recursive: true })
  installCommands()
  requireCommand('java', 'Install a Java runtime, version 17 or later.')
  jars.forEach(fetchJar)
  installPython()
}

function installCommands() {
  const missing = Object.keys(commands).filter((command) => !found(command))
  if (missing.length === 0) return
  const packages = [...new Set(missing.map((command) => commands[command]))]
  const remedy = `Missing: ${missing.join(', ')}. Install ${packages.join(' ')} and run again.`
  if (!found('apt-get') || process.getuid?.() !== 0) fail(remedy)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['-qq', 'update'], remedy, environment)
  run('apt-get', ['-qq', '-y', 'install', '--no-install-recommends', ...packages], remedy, environment)
}

function fetchJar({ artifact, file }) {
  if (fs.existsSync(path.join(home, file))) return
  requireCommand('mvn', `Install Maven, which fetches ${artifact}.`)
  const copy = ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${home}`]
  run('mvn', copy, `${artifact} could not be fetched.`)
}

/** The environment is made again when the list of packages changes, and counts only once all are installed. */
export function installPython() {
  fs.mkdirSync(home, { recursive: true })
  const folder = path.join(home, 'python')
  const stamp = path.join(folder, 'installed.txt')
  const wanted = pythonPackages.join('\n')
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return
  requireCommand('python3', 'Install Python 3.10 or later with its venv module.')
  fs.rmSync(folder, { recursive: true, force: true })
  run('python3', ['-m', 'venv', folder], 'The Python environment could not be made.')
  const pip = path.join(folder, 'bin', 'pip')
  run(
    pip,
    ['install', '-q', '--disable-pip-version-check', ...pythonPackages],
    `pip could not install ${wanted}.`,
  )
  fs.writeFileSync(stamp, wanted)
}

function found(command) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.some((folder) => fs.existsSync(path.join(folder, command)))
}

function requireCommand(command, remedy) {
  if (!found(command)) fail(`${command} is missing. ${remedy}`)
}

function run(command, args, remedy, environment = process.env) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: environment })
  if (status !== 0) fail(remedy)
}

function fail(message) {
  console.error(`An outside program is missing: ${message}`)
  process.exit(1)
}
