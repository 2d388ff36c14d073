/** Templates that use up their steps, and one account with many. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ENDLESS, expectNeighbourServed, poorKey, storeTemplate } from '../support/stored-template'
import { startTarget, type Target } from './target'

const COMPARED = `{% for i in (1..100000) %}{% case i %}{% when ${'x,'.repeat(100_000)}0 %}{% endcase %}{% endfor %}`
const FILTERED = `{% assign list = '${'xy,'.repeat(40_000)}' | split: ',' %}{% for i in (1..100) %}{% assign sorted = list | where: 'x', i %}{% endfor %}`
const LONG = '{% for i in (1..9000) %}{{ i | plus: 1 }}{% endfor %}'

let target: Target

beforeAll(async () => {
  target = await startTarget()
})
afterAll(() => target?.stop())

it.each([
  ['in loops', ENDLESS],
  ['in values that are compared', COMPARED],
  ['in a few calls of filters', FILTERED],
])('%s, let the requests of others through all the while', async (_, html) => {
  await expectNeighbourServed(target, html)
})

it('are refused if many of an account wait, and end when their callers hang up', async () => {
  const key = await poorKey(target, 'Max')
  const timed = async () => {
    const before = Date.now()
    expect(await storeTemplate(target, key, LONG)).toBe(200)
    return Date.now() - before
  }
  const aloneMs = await timed()
  const hangUp = new AbortController()
  const statuses: number[] = []
  const put = async () => {
    statuses.push(await storeTemplate(target, key, ENDLESS, hangUp.signal))
    hangUp.abort()
  }
  await Promise.allSettled(Array.from({ length: 64 }, put))
  expect(statuses).toContain(503)
  expect(await timed()).toBeLessThan(Math.max(30_000, 30 * aloneMs))
})
