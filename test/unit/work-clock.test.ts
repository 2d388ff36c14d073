import { expect, it } from 'vitest'
import { WorkClock } from '../../src/browser/work-clock'

/** A page whose main thread has worked for `threadMs`, on a machine where it is `wall`; `tells`: whether its browser says so. */
function makePage({ tells = true } = {}) {
  const page = { wall: 1000, threadMs: 70 }
  const session = { threadTimeMs: async () => (tells ? page.threadMs : undefined) }
  const clock = new WorkClock(session, { now: () => page.wall, maxWorkMs: 5000, maxWaitMs: 50_000 })
  /** The page works, and the machine takes `wall` milliseconds for that. */
  const work = (threadMs: number, wall: number) => {
    page.threadMs += threadMs
    page.wall += wall
  }
  const read = async () => {
    void clock.read()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { clock, work, read }
}

it('what a page waits for the processor is not counted once it was read', async () => {
  const { clock, work, read } = makePage()
  work(10, 40)
  await read()
  expect(clock.spentMs()).toBeCloseTo(40)
  work(100, 900)
  // As if it were all work, until the page is asked.
  expect(clock.spentMs()).toBeCloseTo(940)
  await read()
  expect(clock.spentMs()).toBeCloseTo(140)
})

it('a page that waits for most of its time has spent what it may work', async () => {
  const { clock, work, read } = makePage()
  await read()
  work(100, 49_000)
  await read()
  expect(clock.spentMs()).toBeCloseTo(4900)
  work(0, 1000)
  expect(clock.spentMs()).toBeCloseTo(5000)
})

it('a browser that does not tell what a page works is taken to work all the time', async () => {
  const { clock, work, read } = makePage({ tells: false })
  work(10, 2000)
  await read()
  expect(clock.spentMs()).toBeCloseTo(2000)
})

it('says whether a page waited for the processor rather than worked', async () => {
  const waiting = makePage()
  await waiting.read()
  waiting.work(100, 30_000)
  await waiting.read()
  expect(waiting.clock.isWaiting).toBe(true)
  const working = makePage()
  await working.read()
  working.work(3000, 4000)
  await working.read()
  expect(working.clock.isWaiting).toBe(false)
})
