/** The Python client: its own tests, its README and its examples against a running service, and its types. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, expect, inject, it } from 'vitest'
import { newKey } from '../support/shared-account'
import { outFolder } from './tools'

const client = path.resolve(import.meta.dirname, '../../clients/python')
const programs = path.join(process.env.PLATEN_ORACLES ?? '', 'python/bin')
const folder = outFolder('python-client')

const { origin } = inject('service')
let key: string

beforeAll(async () => {
  key = await newKey({ plan: 'Pro', credits: 1000 })
})

function python(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(path.join(programs, 'python'), ['-B', ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      PLATEN_URL: origin,
      PLATEN_KEY: key,
      PYTHONPATH: path.join(client, 'src'),
    },
  })
  return { status, output: `${stdout}${stderr}` }
}

it('does what it says against the service, synchronously and asynchronously', () => {
  const { status, output } = python('-m', 'unittest', 'discover', '-s', path.join(client, 'tests'))
  expect(output).toMatch(/Ran \d+ tests/)
  expect(status, output).toBe(0)
})

it('has examples and a README that run', () => {
  const readme = fs.readFileSync(path.join(client, 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/^```python\n(.*?)\n```$/gms)].map(([, code = '']) => ['-c', code])
  expect(blocks.length).toBeGreaterThanOrEqual(3)
  for (const words of [...blocks, [path.join(client, 'examples/invoice.py')]]) {
    const { status, output } = python(...words)
    expect(status, output).toBe(0)
  }
})

it('is a package of the service, which pip installs as its README says', async () => {
  const readme = fs.readFileSync(path.join(client, 'README.md'), 'utf8')
  const [, address = ''] = /^pip install \$URL(\S+)$/m.exec(readme) ?? []
  const target = path.join(folder, 'installed')
  const words = ['--no-deps', '--disable-pip-version-check', '--target', target]
  const { status, output } = python('-m', 'pip', 'install', ...words, `${origin}${address}`)
  expect(status, output).toBe(0)
  const names = (folder: string) => fs.globSync('platen_client/*.{py,typed}', { cwd: folder }).sort()
  expect(names(target)).toEqual(names(path.join(client, 'src')))
})

it('is built by its own build system as it is published: a wheel with types and licence, and its source', () => {
  // Outside this checkout, whose .gitignore it would obey.
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-python-'))
  fs.cpSync(client, copy, { recursive: true, filter: (file) => !/__pycache__|dist$/.test(file) })
  const { status, stdout, stderr } = spawnSync(path.join(programs, 'python'), ['-m', 'hatchling', 'build'], {
    ...{ cwd: copy, encoding: 'utf8' },
  })
  expect(status, `${stdout}${stderr}`).toBe(0)
  const built = fs.readdirSync(path.join(copy, 'dist')).sort()
  expect(built).toEqual(['platen_client-0.1.0-py3-none-any.whl', 'platen_client-0.1.0.tar.gz'])
  const listed = spawnSync('python3', ['-m', 'zipfile', '-l', `dist/${built[0]}`], {
    cwd: copy,
    encoding: 'utf8',
  })
  for (const name of ['platen_client/py.typed', 'licenses/LICENSE', 'platen_client/client.py'])
    expect(listed.stdout).toContain(name)
  fs.rmSync(copy, { recursive: true })
})

it('is typed strictly, and its examples fit its types', () => {
  const cache = path.join(folder, 'mypy')
  const files = ['src', 'tests', 'examples'].map((name) => path.join(client, name))
  const { status, output } = python('-m', 'mypy', '--strict', '--cache-dir', cache, ...files)
  expect(status, output).toBe(0)
})

/** What methods of the client take beside the request. */
const OF_CALLS = ['async_mode', 'return_type', 'webhook_url', 'deliver_to', 'metadata', 'dry_run']

it('has the fields of options and requests that the description has', async () => {
  const { components } = (await (await fetch(`${origin}/openapi.json`)).json()) as {
    components: { schemas: Record<string, { properties?: Record<string, unknown> }> }
  }
  const source = fs.readFileSync(path.join(client, 'src/platen_client/types.py'), 'utf8')
  for (const name of [
    'Options',
    'FinishOptions',
    'TransformRequest',
    'GenerateRequest',
    'QrCodeRequest',
    'Task',
  ]) {
    const [, body = ''] = new RegExp(`class ${name}\\(.*?\\):\n(.*?)(?:\n\n\n|$)`, 's').exec(source) ?? []
    const fields = [...body.matchAll(/^ {4}(\w+): /gm)].map(([, field = '']) =>
      field === 'go_credit_mode' ? 'goCreditMode' : field,
    )
    const described = Object.keys(components.schemas[name]?.properties ?? {})
    const expected = name === 'Task' ? described : described.filter((field) => !OF_CALLS.includes(field))
    expect(fields.length, name).toBeGreaterThan(5)
    expect(fields.toSorted(), name).toEqual(expected.toSorted())
  }
})
