/** `npm start` as a stranger meets it: what it prints is all that is needed to make a PDF. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchService } from '../../bench/service.mjs'

let service: Awaited<ReturnType<typeof launchService>>

beforeAll(async () => {
  service = await launchService()
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
