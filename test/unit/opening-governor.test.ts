/** Who may open a browser, under a virtual clock. */
import { beforeEach, expect, it } from 'vitest'
import { OpeningGovernor, type PlatformLimits } from '../../src/browser/opening-governor'
import { VirtualClock } from '../support/virtual-clock'

let clock: VirtualClock
/** When the platform was asked. */
let looks: number[]

beforeEach(() => {
  clock = new VirtualClock()
  clock.install()
  looks = []
})

function governorOf(limits: Partial<PlatformLimits> | undefined) {
  return new OpeningGovernor(async () => {
    looks.push(clock.now)
    return (
      limits && {
        activeSessions: [],
        maxConcurrentSessions: 100,
        allowedBrowserAcquisitions: 3,
        timeUntilNextAllowedBrowserAcquisition: 0,
        ...limits,
      }
    )
  })
}

/** Answers to `count` that ask at once, each with the time at which it came. */
async function ask(governor: OpeningGovernor, count: number, successor = false) {
  const answers: { at: number; ok: boolean }[] = []
  for (let n = 0; n < count; n++)
    void governor.ask({ successor }).then(({ ok }) => answers.push({ at: clock.now, ok }))
  await clock.runUntil(clock.now + 10_000)
  return answers
}

it('lets as many open in a second as the platform says, in turn, and refuses who would wait too long', async () => {
  const answers = await ask(governorOf({}), 100)
  const allowed = answers.filter(({ ok }) => ok).map(({ at }) => at)
  expect(allowed).toEqual(
    [0, 0, 0, 1000, 1000, 1000, 2000, 2000, 2000, 3000, 3000, 3000].slice(0, allowed.length),
  )
  expect(allowed.length).toBeGreaterThanOrEqual(9)
  expect(answers).toHaveLength(100)
  expect(looks.length).toBeLessThan(6)
})

it('lets nobody open while all sessions are in use, and asks the platform once a second at most', async () => {
  const activeSessions = Array(100).fill({})
  const answers = await ask(governorOf({ activeSessions }), 5)
  expect(answers.map(({ ok }) => ok)).toEqual([false, false, false, false, false])
  expect(looks.length).toBeLessThanOrEqual(4)
})

it('allows no successor while somebody waits, nor the last sessions', async () => {
  const governor = governorOf({ allowedBrowserAcquisitions: 1 })
  const first = ask(governor, 2)
  await clock.runUntil(500)
  expect(await governor.ask({ successor: true })).toMatchObject({ ok: false })
  await first
  await clock.runUntil(60_000)
  expect(await governor.ask({ successor: true })).toEqual({ ok: true })
  const last = governorOf({ activeSessions: Array(95).fill({}) })
  expect(await last.ask({ successor: true })).toMatchObject({ ok: false })
  expect(await ask(last, 1)).toMatchObject([{ ok: true }])
})

it('leaves it to the platform if that does not tell its limits', async () => {
  const answers = await ask(governorOf(undefined), 50)
  expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
  const local = governorOf({ activeSessions: undefined as never, allowedBrowserAcquisitions: 6 })
  expect(await ask(local, 6)).toMatchObject(Array(6).fill({ at: clock.now - 10_000, ok: true }))
})
