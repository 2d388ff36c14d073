/** A render that is no longer wanted: it ends at once, and its slot is free. */
import { env } from 'cloudflare:test'
import { expect, it, vi } from 'vitest'
import { shardStub } from '../../src/browser/shards'
import { type RenderDeps, renderPdf } from '../../src/render/render'

const region = 'CANCEL'
const status = () => shardStub({ pool: env.POOL, region }, 0).status()

function render(html: string, options: object, signal: AbortSignal): Promise<unknown> {
  const tools: RenderDeps = {
    pool: env.POOL,
    shards: 1,
    region,
    accountId: 'acc_cancel',
    tabOwner: 'acc_cancel:live',
    urgency: 'caller',
    patienceMs: 5000,
    signal,
    restriction: async () => undefined,
    currentRestriction: async () => undefined,
    countWaste: async () => undefined,
    fetchAsset: () => Promise.reject(new Error('nothing is loaded here')),
    now: () => Date.now(),
  }
  return renderPdf({ html, options, optimize: false }, tools)
}

it.each([
  ['waits for time to pass', '<p>slow', { wait_for: { ms: 50_000 } }],
  ['never yields', '<script>setTimeout(() => { for (;;); }, 100)</script><p>Text', { wait_for: { ms: 500 } }],
])('a cancelled render that %s ends at once and frees its slot', async (_, html, options) => {
  const caller = new AbortController()
  const rendering = render(html, { ...options, timeout: 60 }, caller.signal)
  rendering.catch(() => undefined)
  await vi.waitFor(async () => expect(await status()).toMatchObject({ used: 1, browser: true }), 20_000)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const cancelledAt = Date.now()
  caller.abort(new Error('no longer wanted'))
  await expect(rendering).rejects.toThrow('no longer wanted')
  await vi.waitFor(async () => expect(await status()).toMatchObject({ used: 0 }), 5000)
  expect(Date.now() - cancelledAt).toBeLessThan(3000)
})

it('a render that is cancelled before it begins takes no slot', async () => {
  await expect(render('<p>x', {}, AbortSignal.abort(new Error('never wanted')))).rejects.toThrow('never')
  expect(await status()).toMatchObject({ used: 0, waiting: 0 })
})
