/** How fast `npm start` carries the bodies of one caller while others call. */
import { expect, it } from 'vitest'
import { BodyPace, callerOf } from '../../scripts/body-pace.mjs'

const PIECE = 65_536

/** Milliseconds that a body of so many bytes rests, read piece by piece. */
function restsOf(pace: BodyPace, caller: string, bytes: number, from: number): number {
  let now = from
  for (let size = PIECE; size <= bytes; size += PIECE)
    now += pace.restAfter({ caller, bytes: PIECE, size }, now)
  return now - from
}

it('a caller who is alone never rests', () => {
  const pace = new BodyPace()
  pace.see('a', 1_000)
  pace.see('a', 1_010)
  expect(restsOf(pace, 'a', 10_000_000, 1_010)).toBe(0)
})

it('beside another caller, ten megabytes take a quarter of a second, and small bodies none', () => {
  const pace = new BodyPace()
  pace.see('b', 1_000)
  pace.see('a', 1_010)
  expect(restsOf(pace, 'a', 200_000, 1_010)).toBe(0)
  expect(restsOf(pace, 'a', 10_000_000, 1_010)).toBeGreaterThan(200)
  expect(restsOf(pace, 'a', 10_000_000, 2_000)).toBeLessThan(300)
})

it('the bodies of one caller share its time, and leave another caller theirs', () => {
  const pace = new BodyPace()
  pace.see('b', 1_000)
  pace.see('a', 1_010)
  const piece = { caller: 'a', bytes: 8 * PIECE, size: 1_000_000 }
  const rests = Array.from({ length: 10 }, () => pace.restAfter(piece, 1_010))
  expect(rests.at(-1)).toBeGreaterThan(9 * (rests[0] ?? 0))
  expect(pace.restAfter({ ...piece, caller: 'b' }, 1_010)).toBe(rests[0])
})

it('the beginnings of bodies are carried at once, and the rest waits for them too, a second at most', () => {
  const pace = new BodyPace()
  pace.see('b', 1_000)
  pace.see('a', 1_010)
  const begin = () => pace.restAfter({ caller: 'a', bytes: 200_000, size: 200_000 }, 1_010)
  const more = () => pace.restAfter({ caller: 'a', bytes: PIECE, size: 1_000_000 }, 1_010)
  expect(Array.from({ length: 100 }, begin)).toEqual(Array.from({ length: 100 }, () => 0))
  expect(more()).toBeGreaterThan(500)
  for (let many = 0; many < 1_000; many++) begin()
  expect(more()).toBe(1_000)
})

it('five seconds after the last request of another caller there is none', () => {
  const pace = new BodyPace()
  pace.see('b', 1_000)
  pace.see('a', 1_010)
  expect(restsOf(pace, 'a', 10_000_000, 6_100)).toBe(0)
})

it.each([
  [[['X-API-Key', 'k']], 'k'],
  [[['authorization', 'Bearer k']], 'Bearer k'],
  [[['Host', 'x']], ''],
])('the caller of %j is "%s"', (headers, caller) => {
  const head = { method: 'POST', target: '/', version: 'HTTP/1.1', headers: headers as [string, string][] }
  expect(callerOf(head)).toBe(caller)
})
