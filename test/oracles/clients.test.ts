/** The OpenAPI description as linters and generators of clients read it; a client that they make prints. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { beforeAll, expect, inject, it } from 'vitest'
import { newKey } from '../support/shared-account'
import { outFolder } from './tools'

const sources = path.join(import.meta.dirname, 'clients')
const home = process.env.PLATEN_ORACLES ?? ''
const programs = path.join(home, 'node/node_modules/.bin')
const folder = outFolder('clients')
const file = path.join(folder, 'openapi.json')

/** As a caller of the service would have it. */
const tsconfig = {
  compilerOptions: {
    ...{ target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], types: ['node'] },
    ...{ module: 'esnext', moduleResolution: 'bundler', noEmit: true },
    ...{ strict: true, noUncheckedIndexedAccess: true },
  },
}

const { origin } = inject('service')
let key: string

beforeAll(async () => {
  key = await newKey({ plan: 'Pro', credits: 1000 })
  const description = await fetch(`${origin}/openapi.json`)
  fs.writeFileSync(file, await description.text())
  for (const name of ['hey-api.config.mjs', 'print-hey-api.ts', 'print-openapi-fetch.ts'])
    fs.copyFileSync(path.join(sources, name), path.join(folder, name))
  fs.symlinkSync(path.join(home, 'node/node_modules'), path.join(folder, 'node_modules'))
})

it('Redocly finds nothing to warn of', () => {
  const { status, output } = run('redocly', ['lint', '--config', path.join(sources, 'redocly.yaml'), file])
  expect(output).toContain('Your API description is valid')
  expect(output).not.toContain('warning')
  expect(status, output).toBe(0)
})

it('Spectral finds nothing to warn of', () => {
  const ruleset = path.join(sources, 'spectral.yaml')
  const { status, output } = run('spectral', ['lint', '--fail-severity', 'hint', '-r', ruleset, file])
  expect(status, output).toBe(0)
})

it('a Python client is made without a warning and prints', () => {
  const made = start(path.join(home, 'python/bin/openapi-python-client'), [
    ...['generate', '--path', file, '--meta', 'none', '--overwrite'],
    ...[
      '--config',
      path.join(sources, 'python-client.yaml'),
      '--output-path',
      path.join(folder, 'platen_client'),
    ],
  ])
  expect(made.output).not.toMatch(/Unable|WARNING parsing|ERROR/i)
  expect(made.status, made.output).toBe(0)
  const script = path.join(sources, 'print.py')
  const printed = start(path.join(home, 'python/bin/python'), ['-B', script, folder, origin, key])
  expect(printed.output.trim()).toBe('["%PDF", true, 1, true]')
})

it.each([
  [
    'openapi-typescript',
    ['openapi.json', '--default-non-nullable=false', '-o', 'platen.d.ts'],
    'openapi-fetch',
  ],
  ['openapi-ts', ['-f', 'hey-api.config.mjs'], 'hey-api'],
])('a TypeScript client of %s compiles and prints', async (generator, words, client) => {
  const made = run(generator, words)
  expect(made.status, made.output).toBe(0)
  const entry = path.join(folder, `print-${client}.ts`)
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ ...tsconfig, files: [entry] }))
  const compiled = run('tsc', ['-p', folder])
  expect(compiled.status, compiled.output).toBe(0)
  const outfile = path.join(folder, `print-${client}.mjs`)
  await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile })
  const printed = start(process.execPath, [outfile, origin, key])
  expect(printed.output.trim()).toBe('["%PDF",true,1,true]')
})

it('a Go client compiles and prints', () => {
  const own = path.join(folder, 'go')
  fs.cpSync(path.join(sources, 'go'), own, { recursive: true })
  fs.mkdirSync(path.join(own, 'platen'))
  const made = start(path.join(home, 'go/oapi-codegen'), ['-config', 'oapi-codegen.yaml', file], own)
  expect(made.status, made.output).toBe(0)
  // It runs once: nothing is made faster in it, and nobody looks for its lines.
  const quick = ['-gcflags=print/platen=-N -l', '-ldflags=-w']
  const compiled = start('go', ['build', ...quick, '-o', 'print', '.'], own)
  expect(compiled.status, compiled.output).toBe(0)
  const printed = start(path.join(own, 'print'), [origin, key], own)
  expect(printed.output.trim()).toBe('["%PDF",true,1,true]')
})

/** A program of the oracles' npm packages, in the folder that has the description. */
function run(program: string, args: string[]) {
  return start(path.join(programs, program), args)
}

function start(program: string, args: string[], cwd = folder) {
  const env = { ...process.env, CGO_ENABLED: '0' }
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', cwd, env })
  if (error) throw error
  return { status, output: stdout + stderr }
}
