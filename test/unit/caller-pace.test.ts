import { expect, it } from 'vitest'
import { plans } from '../../src/accounts/plans'
import { CallerPace } from '../../src/http/caller-pace'

const account = { accountId: 'acc_1', keyHash: 'a' }

it.each([
  ['GET', Math.max(...Object.values(plans).map((plan) => plan.getsPerMinute))],
  ['POST', Math.max(...Object.values(plans).map((plan) => plan.postsPerMinute))],
  ['PREVIEW', Math.max(...Object.values(plans).map((plan) => plan.previews.perMinute))],
] as const)(
  'lets in every %s that a plan allows within its minute, and bounds what waits',
  (method, most) => {
    const pace = new CallerPace()
    pace.learn({ ...account, method }, undefined, 0)
    const ask = () => pace.delay({ ...account, method }, 0)
    for (let call = 0; call < most; call++) expect(ask()).toBeLessThan(60_000)
    let beyond = 0
    while (ask() !== undefined && beyond < 10_000) beyond++
    expect(beyond).toBeLessThan(2 * most)
    for (let call = 0; call < 100; call++) expect(ask()).toBeUndefined()
    expect(pace.delay({ ...account, method }, 60_000)).toBe(0)
    expect(pace.delay({ accountId: 'acc_2', keyHash: 'b', method }, 0)).toBe(0)
  },
)

it('the keys of an account share its burst', () => {
  const pace = new CallerPace()
  const keys = Array.from({ length: 20 }, (_, key) => ({
    ...account,
    keyHash: `${key}`,
    method: 'GET' as const,
  }))
  for (const key of keys) pace.learn(key, undefined, 0)
  const delays = Array.from({ length: 10 }, () => keys.map((key) => pace.delay(key, 0) ?? 0)).flat()
  expect(delays.filter((delay) => delay === 0).length).toBeLessThan(50)
  expect(Math.max(...delays)).toBeGreaterThan(1_000)
})

it.each([
  ['POST', 725],
  // A draft, which is stored while somebody writes, counts as a preview.
  ['PREVIEW', 740],
] as const)(
  'what is stored keeps the next requests of its account that count as a %s waiting for longer',
  (method, delay) => {
    const pace = new CallerPace()
    pace.learn({ ...account, method }, undefined, 0)
    pace.addStored('acc_1', method, 1_000_000, 0)
    expect(pace.delay({ ...account, method }, 0)).toBe(delay)
    expect(pace.delay({ ...account, method: 'GET' }, 0)).toBe(0)
  },
)

it('reports keep the next requests of their account waiting', () => {
  const pace = new CallerPace()
  pace.learn({ ...account, method: 'POST' }, undefined, 0)
  for (let report = 0; report < 30; report++) pace.addReport('acc_1', 0)
  expect(pace.delay({ ...account, method: 'POST' }, 0)).toBe(725)
})

it('a large body keeps the next requests of its account waiting, and no others', () => {
  const pace = new CallerPace()
  for (const accountId of ['a', 'b'])
    pace.learn({ accountId, keyHash: accountId, method: 'POST' }, undefined, 0)
  pace.addBody('a', 'POST', 5_000_000, 0)
  expect(pace.delay({ accountId: 'a', keyHash: 'a', method: 'POST' }, 0)).toBe(725)
  expect(pace.delay({ accountId: 'a', keyHash: 'a', method: 'GET' }, 0)).toBe(0)
  expect(pace.delay({ accountId: 'b', keyHash: 'b', method: 'POST' }, 0)).toBe(0)
  for (let n = 0; n < 100; n++) pace.addBody('a', 'POST', 10_000_000, 1000)
  expect(pace.delay({ accountId: 'a', keyHash: 'a', method: 'POST' }, 1000)).toBe(9225)
})
