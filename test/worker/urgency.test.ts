/** Queued work and callers at the same browser: the last place, and the first in line, are a caller's. */
import { env } from 'cloudflare:test'
import { expect, it } from 'vitest'

const places = Number(env.POOL_RENDERS_IN_FLIGHT)

it('queued work leaves one place to callers, and a caller goes first when one comes free', async () => {
  const shard = env.POOL.get(env.POOL.idFromName('urgency:0'))
  const queued = await Promise.all(
    Array.from({ length: places }, () => shard.reserve({ accountId: 'acc', waitMs: 0, urgency: 'queued' })),
  )
  expect(queued.filter(({ ok }) => ok)).toHaveLength(places - 1)
  expect(await shard.reserve({ accountId: 'acc', waitMs: 0, urgency: 'queued' })).toMatchObject({ ok: false })
  expect(await shard.reserve({ accountId: 'acc', waitMs: 0, urgency: 'caller' })).toMatchObject({ ok: true })

  const order: string[] = []
  const waiting = (['queued', 'caller'] as const).map(async (urgency) => {
    const { ok } = await shard.reserve({ accountId: 'acc', waitMs: 30_000, urgency })
    order.push(`${urgency} ${ok}`)
  })
  // Reservations that nobody used come free after ten seconds.
  await Promise.all(waiting)
  expect(order).toEqual(['caller true', 'queued true'])
})
