/** The places of a browser: given out, used, freed and waited for. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Places } from '../../src/render/places'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A place that was claimed at once. */
async function taken(places: Places): Promise<string> {
  const place = await places.claim(0, 'caller')
  if (place === undefined) throw new Error('there is no place')
  return place
}

test('a reserved place is used once', async () => {
  const places = new Places(1)
  const place = await taken(places)
  places.reserve(place)
  expect(places.use(place)).toBe(true)
  expect(places.use(place)).toBe(false)
  expect(places.used).toBe(1)
})

test('a place that nobody uses for ten seconds is free again, and one in use is not', async () => {
  const places = new Places(2)
  const [used, left] = [await taken(places), await taken(places)]
  for (const place of [used, left]) places.reserve(place)
  places.use(used)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(places.use(left)).toBe(false)
  expect(places.used).toBe(1)
})

test('a place that is freed twice makes room for one', async () => {
  const places = new Places(2)
  const [one] = [await taken(places), await taken(places)]
  const waiting = [places.claim(1000, 'caller'), places.claim(1000, 'caller')]
  places.free(one)
  places.free(one)
  await vi.advanceTimersByTimeAsync(1000)
  expect((await Promise.all(waiting)).map(Boolean)).toEqual([true, false])
  expect(places.used).toBe(2)
})

test('who lost patience is given no place that comes free later', async () => {
  const places = new Places(1)
  const place = await taken(places)
  const waiting = places.claim(500, 'caller')
  await vi.advanceTimersByTimeAsync(500)
  expect(await waiting).toBeUndefined()
  places.free(place)
  expect([places.used, places.waiting]).toEqual([0, 0])
})

test('a line is no longer than twice the places', async () => {
  const places = new Places(1)
  await taken(places)
  const waiting = Array.from({ length: 3 }, () => places.claim(1000, 'caller'))
  expect(await waiting[2]).toBeUndefined()
  expect(places.waiting).toBe(2)
})
