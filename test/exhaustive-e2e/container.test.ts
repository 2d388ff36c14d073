/**
 * The steps of Dockerfile, one after the other in a folder of their own: the files that are copied, what `npm ci` does
 * after its packages have come, and the command, which must be reached from outside and keep its keys.
 */
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../bench/service.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const dockerfile = fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8')
/** On the disk of the packages, which are linked. */
const folder = fs.mkdtempSync(path.join(root, '.wrangler/container-'))
const data = path.join(folder, 'data')
const image = path.join(folder, 'platen')

const step = (name: string) => new RegExp(`^${name} (.+)$`, 'm').exec(dockerfile)?.[1] ?? ''
const inImage = (text: string) => text.replaceAll('/data', data)

beforeAll(() => {
  const ignored = fs.readFileSync(path.join(root, '.dockerignore'), 'utf8').trim().split('\n')
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of files.trim().split('\n')) {
    if (ignored.some((name) => file === name || file.startsWith(`${name}/`))) continue
    if (!fs.existsSync(path.join(root, file))) continue
    fs.mkdirSync(path.dirname(path.join(image, file)), { recursive: true })
    fs.copyFileSync(path.join(root, file), path.join(image, file))
  }
  fs.mkdirSync(data)
  // The packages themselves are what CI began with.
  expect(dockerfile).toMatch(/^COPY .*\. \.$/m)
  expect(dockerfile).toMatch(/^RUN npm ci$/m)
  execFileSync('cp', ['-al', path.join(root, 'node_modules'), path.join(image, 'node_modules')])
  execFileSync('npm', ['run', '--silent', 'prepare'], { cwd: image })
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Runs the command and returns what it prints until it is up, and `stop`. A `bundle` need not be made again. */
async function run(port: number, bundle: Record<string, string | undefined> = {}) {
  const [program = '', ...words] = JSON.parse(step('CMD')) as string[]
  const settings = Object.fromEntries(
    step('ENV')
      .split(' ')
      .map((one) => inImage(one).split('=')),
  )
  const { PLATEN_BUNDLE: _, PLATEN_CHROME: __, XDG_CACHE_HOME: ___, ...environment } = process.env
  const child = spawn(program, words.map(inImage), {
    cwd: image,
    env: { ...environment, ...settings, ...bundle, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece))
  const exited = new Promise((resolve) => child.on('exit', resolve))
  await expect.poll(() => output, { timeout: 100_000 }).toContain('Platen is up')
  return {
    key: /plt_live_\w+/.exec(output)?.[0] ?? '',
    async stop() {
      process.kill(-(child.pid ?? 0), 'SIGTERM')
      await exited
    },
  }
}

it('the container is reached from outside, prints, and knows its key after it was made anew', async () => {
  const port = await freePort()
  const outside = Object.values(os.networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)
  const origin = `http://${outside?.address ?? '127.0.0.1'}:${port}`
  const first = await run(port)
  const print = async () =>
    await fetch(`${origin}/v1/transform`, {
      method: 'POST',
      headers: { 'X-API-Key': first.key, 'Content-Type': 'application/json' },
      body: '{"html":"<title>T</title><p>Hello"}',
    })
  try {
    const pdf = await print()
    expect([pdf.status, (await pdf.text()).slice(0, 5)]).toEqual([200, '%PDF-'])
    expect((await fetch(`${origin}/docs/`)).status).toBe(200)
  } finally {
    await first.stop()
  }
  // Of a container only its volume stays.
  fs.rmSync(path.join(image, '.dev.vars'), { force: true })
  const second = await run(port, { PLATEN_BUNDLE: process.env.PLATEN_BUNDLE })
  try {
    expect(second.key).toBe(first.key)
    expect((await print()).status).toBe(200)
  } finally {
    await second.stop()
  }
}, 240_000)
