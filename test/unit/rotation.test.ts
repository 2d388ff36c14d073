import { expect, it } from 'vitest'
import { rendersBeforeRotation } from '../../src/browser/rotation'

it('browsers that were opened together are replaced one after the other, and a browser always at the same document', () => {
  const sessions = Array.from({ length: 200 }, (_, session) => `session-${session}`)
  const renders = sessions.map((session) => rendersBeforeRotation(200, session))
  expect(Math.min(...renders)).toBeGreaterThanOrEqual(180)
  expect(Math.max(...renders)).toBeLessThanOrEqual(220)
  const together = Map.groupBy(renders, (count) => count)
  expect(Math.max(...[...together.values()].map(({ length }) => length))).toBeLessThan(20)
  expect(sessions.map((session) => rendersBeforeRotation(200, session))).toEqual(renders)
  expect(rendersBeforeRotation(1, 'any')).toBe(1)
})
