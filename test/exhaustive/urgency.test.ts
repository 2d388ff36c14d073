/** Queued work and callers at the same browser: the last slot, and the first in line, are a caller's. */
import { env } from 'cloudflare:test'
import { expect, it } from 'vitest'
import type { Urgency } from '../../src/browser/fair-share'

const slots = Number(env.POOL_RENDERS_IN_FLIGHT)

it('queued work leaves one slot to callers, and a caller goes first when one comes free', async () => {
  const shard = env.POOL.get(env.POOL.idFromName('urgency:0'))
  const reserve = (accountId: string, urgency: Urgency, waitMs = 0) =>
    shard.reserve({ accountId, urgency, waitMs })
  const queued = await Promise.all(Array.from({ length: slots }, (_, n) => reserve(`acc_${n}`, 'queued')))
  expect(queued.filter(({ ok }) => ok)).toHaveLength(slots - 1)
  expect(await reserve('acc_other', 'queued')).toMatchObject({ ok: false })
  expect(await reserve('acc_caller', 'caller')).toMatchObject({ ok: true })

  const order: string[] = []
  const waiting = (['queued', 'caller'] as const).map(async (urgency) => {
    const { ok } = await reserve(`acc_waiting_${urgency}`, urgency, 30_000)
    order.push(`${urgency} ${ok}`)
  })
  // Reservations that nobody used come free after ten seconds.
  await Promise.all(waiting)
  expect(order).toEqual(['caller true', 'queued true'])
})
