import { expect, it } from 'vitest'
import { isNewer, READ_VERSION, WRITTEN_VERSION } from '../../src/format-version'

it('a release that reads the next form already, and writes the present one, takes both', () => {
  const next = WRITTEN_VERSION + 1
  const taken = [WRITTEN_VERSION, next, next + 1].map((v) => !isNewer({ v }, next))
  expect(taken).toEqual([true, true, false])
  expect(isNewer({ task_id: 'of a release before there were versions' }, next)).toBe(false)
})

it('this release reads what it writes, and is at most one form ahead', () => {
  expect([0, 1]).toContain(READ_VERSION - WRITTEN_VERSION)
  expect(isNewer({ v: READ_VERSION })).toBe(false)
  expect(isNewer({ v: READ_VERSION + 1 })).toBe(true)
})
