/**
 * The clients as packages, so that `npm install` and `pip install` take them from the service that they are for:
 * `packages/` of the site. The same sources make the same bytes.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { zipSync } from 'fflate'
import { tar } from './tar.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const clients = path.join(root, 'clients')
/** Zip files have no earlier time. */
const ZIP_TIME = new Date('1980-01-01T00:00:00')

/** Writes the packages into `folder`, which must exist, and returns their names. */
export function writePackages(folder) {
  const packages = {
    'platen.tgz': npmPackage('cli', commandLine()),
    'platen-client.tgz': npmPackage('typescript', typescriptClient(path.join(folder, 'dist'))),
    ...pythonWheel(),
  }
  for (const [name, bytes] of Object.entries(packages)) fs.writeFileSync(path.join(folder, name), bytes)
  return Object.keys(packages)
}

/** As `npm pack` packs it: `files` beside what every package has. */
function npmPackage(client, files) {
  const own = Object.fromEntries(
    ['package.json', 'README.md', 'LICENSE'].map((name) => [name, read(client, name)]),
  )
  const named = Object.entries({ ...own, ...files }).map(([name, text]) => [`package/${name}`, text])
  return gzipSync(tar(Object.fromEntries(named)), { level: 9 })
}

function commandLine() {
  const { outputFiles } = buildSync({
    entryPoints: [path.join(clients, 'cli/src/platen.ts')],
    ...{ bundle: true, write: false, platform: 'node', format: 'esm' },
  })
  return { 'dist/platen.mjs': outputFiles[0].text }
}

/** What `npm run build` makes there, made in `folder`, which is removed again. */
function typescriptClient(folder) {
  const words = ['-p', path.join(clients, 'typescript/tsconfig.build.json'), '--outDir', folder]
  execFileSync(path.join(root, 'node_modules/.bin/tsc'), words, { stdio: ['ignore', 'inherit', 'inherit'] })
  const names = fs.readdirSync(folder).sort()
  const files = names.map((name) => [`dist/${name}`, fs.readFileSync(path.join(folder, name), 'utf8')])
  fs.rmSync(folder, { recursive: true })
  return Object.fromEntries(files)
}

/** The wheel (PEP 427) by its name. */
function pythonWheel() {
  const project = read('python', 'pyproject.toml')
  const field = (name) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(project)?.[1] ?? ''
  const [, list = ''] = /^dependencies = \[(.*)\]$/m.exec(project) ?? []
  const requires = [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => `Requires-Dist: ${name}`)
  const name = field('name').replace('-', '_')
  const info = `${name}-${field('version')}.dist-info`
  const metadata = [
    'Metadata-Version: 2.4',
    `Name: ${field('name')}`,
    `Version: ${field('version')}`,
    `Summary: ${field('description')}`,
    `License-Expression: ${field('license')}`,
    'License-File: LICENSE',
    `Requires-Python: ${field('requires-python')}`,
    ...requires,
    'Description-Content-Type: text/markdown',
    '',
    read('python', 'README.md'),
  ]
  const source = path.join(clients, 'python/src')
  const files = fs.globSync(`${name}/*.{py,typed}`, { cwd: source }).sort()
  const contents = {
    ...Object.fromEntries(files.map((file) => [file, fs.readFileSync(path.join(source, file), 'utf8')])),
    [`${info}/METADATA`]: metadata.join('\n'),
    [`${info}/licenses/LICENSE`]: read('python', 'LICENSE'),
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: platen\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  }
  const rows = Object.entries(contents).map(
    ([file, text]) => `${file},sha256=${hashOf(text)},${Buffer.byteLength(text)}`,
  )
  const all = { ...contents, [`${info}/RECORD`]: [...rows, `${info}/RECORD,,`, ''].join('\n') }
  const entries = Object.entries(all).map(([file, text]) => [file, Buffer.from(text)])
  const zip = zipSync(Object.fromEntries(entries), { level: 9, mtime: ZIP_TIME })
  return { [`${name}-${field('version')}-py3-none-any.whl`]: zip }
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('base64url')
}

function read(client, name) {
  return fs.readFileSync(path.join(clients, client, name), 'utf8')
}
