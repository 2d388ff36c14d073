/** The service's browser killed from outside, as by the machine's memory killer. */
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchService } from '../../bench/service.mjs'

let service: Awaited<ReturnType<typeof launchService>>
let key: string

beforeAll(async () => {
  service = await launchService()
  key = await service.account({ plan: 'Pro', credits: 100 })
})
afterAll(() => service.stop())

function transform(body: unknown) {
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

it('does not keep a document from being printed, nor the next', async () => {
  expect((await transform({ html: '<p>warm' })).status).toBe(200)
  const before = browsers()
  expect(before).toHaveLength(1)
  const rendering = transform({ html: '<p>survives', options: { wait_for: { ms: 2000 } } })
  await new Promise((resolve) => setTimeout(resolve, 700))
  for (const pid of before) process.kill(pid, 'SIGKILL')
  const answer = await rendering
  expect([answer.status, answer.headers.get('x-page-count')]).toEqual([200, '1'])
  expect((await transform({ html: '<p>next' })).status).toBe(200)
  expect(browsers()).not.toEqual(before)
  const credits = await fetch(`${service.origin}/v1/credits`, { headers: { 'X-API-Key': key } })
  expect(await credits.json()).toEqual({ credits_left: 94, plan: 'Pro' })
})
