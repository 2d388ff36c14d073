/** The service on browsers of its own: a server of browsers at an address, and the one that a container beside a pool object runs. */
import { type ChildProcess, spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, launchService } from '../../bench/service.mjs'
import { ifPresent } from '../../scripts/processes.mjs'
import { ContainerBrowsers } from '../../src/browser/browser-provider'
import { acquireSession, endSession, platformLimits } from '../../src/browser/browser-sessions'
import { descendants, isAlive, until } from '../support/processes'

const root = path.resolve(import.meta.dirname, '../..')
const started: ChildProcess[] = []

/** Starts the server with these words; `end` is what a signal does. */
function serveBrowsers(...words: string[]) {
  const child = spawn('node', ['scripts/browser-server.mjs', ...words], { cwd: root, stdio: 'ignore' })
  started.push(child)
  return child
}

afterAll(() => {
  for (const child of started) child.kill('SIGTERM')
})

/** What the server at a port has open. */
async function sessionsAt(port: number): Promise<{ id: string }[]> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/limits`)
  return ((await response.json()) as { activeSessions: { id: string }[] }).activeSessions
}

const isUp = async (port: number) => (await sessionsAt(port).catch(() => undefined)) !== undefined

/** Waits until something holds that is asked of another process. */
async function eventually(holds: () => Promise<boolean>) {
  const end = Date.now() + 90_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it never came to hold')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

describe('a service whose BROWSERS is an address', () => {
  let port: number
  let server: ChildProcess
  let service: Awaited<ReturnType<typeof launchService>>
  let key: string
  const print = async (html: string, options = {}) => {
    const response = await fetch(`${service.origin}/v1/transform`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ html, options }),
    })
    return { status: response.status, start: (await response.text()).slice(0, 5) }
  }

  beforeAll(async () => {
    port = await freePort()
    server = serveBrowsers('--port', String(port))
    await eventually(() => isUp(port))
    const settings = { BROWSERS: `http://127.0.0.1:${port}`, POOL_SHARDS: '1', POOL_RENDERS_PER_BROWSER: '3' }
    service = await launchService(settings, { ownState: true })
    key = await service.account({ plan: 'Max', credits: 1000 })
  })
  afterAll(() => service.stop())

  it('prints with them, replaces them and goes on after one is lost', async () => {
    const seen = new Set<string>()
    for (let round = 0; seen.size < 2 && round < 30; round++) {
      expect(await print(`<h1>${round}</h1>`)).toEqual({ status: 200, start: '%PDF-' })
      for (const { id } of await sessionsAt(port)) seen.add(id)
    }
    expect(seen.size).toBeGreaterThan(1)
    for (const { id } of await sessionsAt(port))
      await fetch(`http://127.0.0.1:${port}/v1/devtools/browser/${id}`, { method: 'DELETE' })
    expect(await print('<p>after')).toEqual({ status: 200, start: '%PDF-' })
  })

  it.runIf(process.platform === 'linux')('a page that never rests loses priority there, too', async () => {
    const looping = print('<script>for (;;);</script>', { timeout: 5 })
    const priorities = () =>
      descendants(server.pid ?? 0).map((pid) => ifPresent(() => os.getPriority(pid)) ?? -20)
    await eventually(async () => Math.max(...priorities()) > os.getPriority(server.pid ?? 0) + 5)
    expect((await looping).status).toBe(504)
  })

  it('tells callers to come again while there is no server, and serves when it is there again', async () => {
    const browsers = descendants(server.pid ?? 0)
    server.kill('SIGTERM')
    await until(() => browsers.every((pid) => !isAlive(pid)))
    expect((await print('<p>none')).status).toBeGreaterThanOrEqual(500)
    server = serveBrowsers('--port', String(port))
    await eventually(() => isUp(port))
    await eventually(async () => (await print('<p>again')).status === 200)
  })
})

it('a container is started by who opens a browser, and by nobody else', async () => {
  let child: ChildProcess | undefined
  let port = 0
  const starts: (ContainerStartupOptions | undefined)[] = []
  const browsers = new ContainerBrowsers({
    get running() {
      return child !== undefined && child.exitCode === null && child.signalCode === null
    },
    start(options?: ContainerStartupOptions) {
      starts.push(options)
      const [program, script, ...words] = options?.entrypoint ?? []
      expect([program, script]).toEqual(['node', 'scripts/browser-server.mjs'])
      // This machine is shared: its port is chosen, and nobody else reaches it.
      const here = words.map((word) => word.replace(/^--port=\d+$/, `--port=${port}`))
      child = serveBrowsers(...here.map((word) => word.replace('0.0.0.0', '127.0.0.1')))
    },
    // As the platform does: the port that is asked for, whatever the address says.
    getTcpPort: (asked: number) =>
      ({
        fetch: (address: string, init?: RequestInit) => fetch(address.replace(`:${asked}`, `:${port}`), init),
      }) as unknown as Fetcher,
  })
  port = await freePort()
  expect(await platformLimits(browsers)).toBeUndefined()
  await endSession(browsers, 'one-of-before')
  expect(starts).toEqual([])
  const session = await acquireSession(browsers, { keepAliveSeconds: 30, guardrails: true })
  expect(starts).toEqual([expect.objectContaining({ enableInternet: false })])
  expect(await platformLimits(browsers)).toMatchObject({ activeSessions: [{ id: session }] })
  await endSession(browsers, session)
  expect(await platformLimits(browsers)).toMatchObject({ activeSessions: [] })
})
