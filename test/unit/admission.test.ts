/** Work that is admitted by the memory it takes, also where the request it belongs to ends in the middle. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MemoryBudget } from '../../src/memory-budget'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  // First the spies: one on a false timer would put that one back when the true ones are there again.
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const never = () => new Promise<never>(() => undefined)

/** Work that ends when `end` is called, and whether it has begun. */
function work() {
  let end = () => {}
  const state = { begun: false }
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  const run = async () => {
    state.begun = true
    await done
  }
  return { run, end, state }
}

/** A request that the platform ended while it was at work: its timers are gone, and what it awaits never comes. */
function gone(admission: MemoryBudget, bytes: number) {
  const beat = vi.spyOn(globalThis, 'setInterval').mockReturnValueOnce(0 as never)
  void admission.run(bytes, never)
  beat.mockRestore()
}

it('runs side by side what fits, and the rest in the order of asking', async () => {
  const admission = new MemoryBudget(10)
  const [first, second, large, small] = [work(), work(), work(), work()]
  const begun = () => [first, second, large, small].map(({ state }) => state.begun)
  const runs = [
    admission.run(5, first.run),
    admission.run(5, second.run),
    admission.run(8, large.run),
    admission.run(1, small.run),
  ]
  await vi.advanceTimersByTimeAsync(0)
  expect(begun()).toEqual([true, true, false, false])
  first.end()
  await runs[0]
  await vi.advanceTimersByTimeAsync(0)
  expect(begun()).toEqual([true, true, false, false])
  second.end()
  await runs[1]
  await vi.advanceTimersByTimeAsync(0)
  expect(begun()).toEqual([true, true, true, true])
})

it('runs alone what is larger than the whole, and gives the share of a failure back', async () => {
  const admission = new MemoryBudget(10)
  const fails = admission.run(1000, () => Promise.reject(new Error('it failed')))
  const next = admission.run(10, async () => 'done')
  await expect(fails).rejects.toThrow('it failed')
  await expect(next).resolves.toBe('done')
  expect(vi.getTimerCount()).toBe(0)
})

it('takes the share of an ended request back, whether it was at work or in line', async () => {
  const admission = new MemoryBudget(10)
  gone(admission, 10)
  gone(admission, 10)
  const waiting = work()
  void admission.run(10, waiting.run)
  await vi.advanceTimersByTimeAsync(50_000)
  expect(waiting.state.begun).toBe(false)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(waiting.state.begun).toBe(true)
})

it('leaves work its share for as long as it takes', async () => {
  const admission = new MemoryBudget(10)
  const [long, waiting] = [work(), work()]
  const run = admission.run(10, long.run)
  void admission.run(10, waiting.run)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(waiting.state.begun).toBe(false)
  long.end()
  await run
  await vi.advanceTimersByTimeAsync(0)
  expect(waiting.state.begun).toBe(true)
})

it('starts more of one account only within half of the limit, and of those who wait whoever holds least', async () => {
  const admission = new MemoryBudget(10)
  const works = Array.from({ length: 5 }, work)
  const accounts = ['a', 'a', 'a', 'b', 'b']
  const runs = works.map(({ run }, index) => admission.run(3, run, { accountId: accounts[index] }))
  const begun = () => works.map(({ state }) => state.begun)
  await vi.advanceTimersByTimeAsync(0)
  // Two of one account would be 6 of 10.
  expect(begun()).toEqual([true, false, false, true, false])
  works[0]?.end()
  await runs[0]
  await vi.advanceTimersByTimeAsync(0)
  expect(begun()).toEqual([true, true, false, true, false])
})

it('lets an account run alone what is larger than its half', async () => {
  const admission = new MemoryBudget(10)
  await expect(admission.run(9, async () => 'done', { accountId: 'a' })).resolves.toBe('done')
})

it('ends the waiting of work that is given up, and keeps no place for it', async () => {
  const admission = new MemoryBudget(10)
  const [first, second] = [work(), work()]
  const run = admission.run(10, first.run)
  const given = new AbortController()
  const waiting = admission.run(10, second.run, { signal: given.signal })
  given.abort(new Error('given up'))
  await expect(waiting).rejects.toThrow('given up')
  first.end()
  await run
  await vi.advanceTimersByTimeAsync(0)
  expect(second.state.begun).toBe(false)
  await expect(admission.run(10, async () => 'next')).resolves.toBe('next')
  expect(vi.getTimerCount()).toBe(0)
})
