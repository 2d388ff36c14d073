/**
 * `npm start` as a stranger meets it: what it prints is all that is needed to make a PDF; callers hang up, and the
 * machine's memory killer takes its browser; it ends. One service for all of it, since starting one takes longest.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { launchService } from '../../bench/service.mjs'
import { descendants, isAlive, nameOf, sessionOf, until } from '../support/processes'
import { rowsOf } from '../support/runs'

let service: Awaited<ReturnType<typeof launchService>>

beforeAll(async () => {
  service = await launchService({}, { ownState: true })
})
afterAll(() => service.stop())

it('prints a demo key and a command that makes a PDF', async () => {
  const command = /Try it\s+(curl .+)/.exec(service.output())?.[1] ?? ''
  const [, url = ''] = /curl -sS (\S+)/.exec(command) ?? []
  const headers = Object.fromEntries(
    [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name, value]),
  )
  const body = /-d '([^']+)'/.exec(command)?.[1] ?? ''
  const answer = await fetch(url, { method: 'POST', headers, body })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const pdf = Buffer.from(await answer.arrayBuffer())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const status = await fetch(`${service.origin}/v1/status/${answer.headers.get('x-task-id')}`, { headers })
  expect(await status.json()).toMatchObject({ status: 'completed', pages: 1, bytes: pdf.length })
})

it('keeps keys and secrets out of its log', async () => {
  const key = /plt_live_\w+/.exec(service.output())?.[0] ?? ''
  await fetch(`${service.origin}/v1/credits`, { headers: { 'X-API-Key': key } })
  const lines = service.output().split('\n')
  const events = lines.filter((line) => line.startsWith('{"event"'))
  expect(events.length).toBeGreaterThan(0)
  expect(events.filter((line) => line.includes(key))).toEqual([])
})

it('has no door but its own: what its local platform answers is nobody’s', async () => {
  const key = await service.account({ plan: 'Pro', credits: 5 })
  const answer = await transform(key, { html: '<p>secret', goCreditMode: false })
  await answer.arrayBuffer()
  const bucket = `/cdn-cgi/local/r2/public/platen-files/files/${answer.headers.get('x-task-id')}`
  const ask = (path: string, headers = {}) => fetch(service.origin + path, { headers })
  for (const door of [
    await ask(bucket),
    await ask('/v1/nowhere', { 'MF-Original-URL': service.origin + bucket }),
    await ask('/v1/nowhere', { 'MF-Original-URL': 'file:///etc/passwd' }),
    await ask('/v1/nowhere', { 'MF-CF-Blob': '{bad' }),
  ]) {
    expect([door.status, door.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
    expect(door.headers.get('access-control-allow-origin')).toBeNull()
    await door.arrayBuffer()
  }
})

describe('a caller who hangs up', () => {
  it('ends its render long before its time, and is charged nothing', async () => {
    const headers = {
      'X-API-Key': await service.account({ plan: 'Pro', credits: 5 }),
      'Content-Type': 'application/json',
    }
    const creditsLeft = async () => {
      const { credits_left } = (await (await fetch(`${service.origin}/v1/credits`, { headers })).json()) as {
        credits_left: number
      }
      return credits_left
    }
    const slow = http.request(`${service.origin}/v1/transform`, { method: 'POST', headers })
    const closed = vi.fn()
    slow.on('error', closed)
    slow.end(
      JSON.stringify({
        html: '<p>slow',
        goCreditMode: false,
        options: { timeout: 60, wait_for: { ms: 50_000 } },
      }),
    )
    await vi.waitFor(async () => expect(await creditsLeft()).toBe(4), { timeout: 45_000 })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    slow.destroy()
    await vi.waitFor(async () => expect(await creditsLeft()).toBe(5), { timeout: 35_000, interval: 50 })
  })
})

function transform(key: string, body: unknown) {
  return fetch(`${service.origin}/v1/transform`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Processes of this service whose command line names a browser that is driven over a port. */
function browsers(): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  const processes = lines.map((line) => {
    const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return { pid: Number(pid), parent: Number(parent), args }
  })
  const ours = new Set([service.pid])
  for (const { pid, parent } of processes.sort((a, b) => a.pid - b.pid)) if (ours.has(parent)) ours.add(pid)
  return processes
    .filter(({ pid, args }) => ours.has(pid) && /--remote-debugging-port/.test(args) && !/--type=/.test(args))
    .map(({ pid }) => pid)
}

describe('its browser killed from outside', () => {
  it('does not keep a document from being printed, nor the next', async () => {
    const key = await service.account({ plan: 'Pro', credits: 100 })
    expect((await transform(key, { html: '<p>warm' })).status).toBe(200)
    const before = browsers()
    expect(before).toHaveLength(1)
    // In another session its pages would have half of the machine, however low their priority.
    expect(before.map(sessionOf)).toEqual([sessionOf(service.pid ?? 0)])
    const rendering = transform(key, { html: '<p>survives', options: { wait_for: { ms: 2000 } } })
    const other = await service.account({ plan: 'Pro', credits: 100 })
    const looping = transform(other, { html: '<script>for (;;);</script>', options: { timeout: 3 } })
    await new Promise((resolve) => setTimeout(resolve, 700))
    const below = before.flatMap(descendants)
    for (const pid of before) process.kill(pid, 'SIGKILL')
    await until(() => !below.some(isAlive), 60_000)
    expect(below.filter(isAlive).map(nameOf)).toEqual([])
    const answer = await rendering
    expect([answer.status, answer.headers.get('x-page-count')]).toEqual([200, '1'])
    expect((await transform(key, { html: '<p>next' })).status).toBe(200)
    // Of its three seconds there may be none left once there is another browser.
    expect([502, 503, 504]).toContain((await looping).status)
    expect(browsers()).not.toEqual(before)
    const credits = await fetch(`${service.origin}/v1/credits`, { headers: { 'X-API-Key': key } })
    expect(await credits.json()).toEqual({ credits_left: 94, plan: 'Pro' })
  })
})

/** Sends all of the body before it reads, as Python's own client does. */
const URLLIB = `
import sys, urllib.request, urllib.error
request = urllib.request.Request(sys.argv[1], data=b"x" * int(sys.argv[2]), headers={"X-API-Key": sys.argv[3], "Content-Type": "application/json"})
try:
    urllib.request.urlopen(request, timeout=60)
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())
`

it.each(rowsOf([11_000_000, 17_000_000, 60_000_000], 1))(
  'a caller reads the 413 of a body of %d bytes',
  (bytes) => {
    const [key = ''] = /plt_live_\w+/.exec(service.output()) ?? []
    const url = `${service.origin}/v1/transform`
    const python = spawnSync('python3', ['-c', URLLIB, url, String(bytes), key], { encoding: 'utf8' })
    expect(python.stdout, python.stderr).toMatch(/^413 .*"code":"body_too_large"/)
    const words = [
      '-sS',
      url,
      '-H',
      `X-API-Key: ${key}`,
      '-H',
      'Content-Type: application/json',
      '-H',
      'Expect:',
    ]
    const curl = spawnSync('curl', [...words, '--data-binary', '@-'], {
      input: Buffer.alloc(bytes, 120),
      encoding: 'utf8',
    })
    expect(curl.stdout, curl.stderr).toContain('"code":"body_too_large"')
  },
)

// The last one here: it ends the service. The other signals are in `test/exhaustive-e2e/end-start.test.ts`.
it('leaves no process behind when it is told to end', async () => {
  const started = [service.pid, ...descendants(service.pid)]
  expect(started.map(nameOf)).toEqual(
    expect.arrayContaining([expect.stringContaining('workerd'), expect.stringMatching(/chrom/)]),
  )
  process.kill(service.pid, 'SIGTERM')
  await until(() => !started.some(isAlive), 60_000)
  expect(started.filter(isAlive).map(nameOf)).toEqual([])
})
