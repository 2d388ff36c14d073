/** A caller who hangs up, over a real connection to a service that was started as a stranger starts it. */
import http from 'node:http'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { launchService } from '../../bench/service.mjs'

let service: Awaited<ReturnType<typeof launchService>>

beforeAll(async () => {
  service = await launchService()
})
afterAll(() => service.stop())

it('ends its render within two seconds, and is charged nothing', async () => {
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
  await vi.waitFor(async () => expect(await creditsLeft()).toBe(4), { timeout: 20_000 })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  slow.destroy()
  const hungUpAt = Date.now()
  await vi.waitFor(async () => expect(await creditsLeft()).toBe(5), { timeout: 10_000, interval: 50 })
  expect(Date.now() - hungUpAt).toBeLessThan(2_000)
})
