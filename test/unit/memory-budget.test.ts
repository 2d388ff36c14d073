/** Work that is admitted by the memory it takes, also where the request it belongs to ends in the middle. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MemoryBudget } from '../../src/memory/memory-budget'
import { MemoryTotal } from '../../src/memory/memory-total'

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
  await vi.advanceTimersByTimeAsync(20)
  expect(begun()).toEqual([true, true, false, false])
  first.end()
  await runs[0]
  await vi.advanceTimersByTimeAsync(20)
  expect(begun()).toEqual([true, true, false, false])
  second.end()
  await runs[1]
  await vi.advanceTimersByTimeAsync(20)
  expect(begun()).toEqual([true, true, true, true])
})

it('runs alone what is larger than the whole, and gives the share of a failure back', async () => {
  const admission = new MemoryBudget(10)
  const fails = admission.run(1000, () => Promise.reject(new Error('it failed')))
  const next = admission.run(10, async () => 'done')
  await expect(fails).rejects.toThrow('it failed')
  await vi.advanceTimersByTimeAsync(20)
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
  await vi.advanceTimersByTimeAsync(20)
  expect(waiting.state.begun).toBe(true)
})

it('starts more of one account only within half of the limit, and of those who wait whoever holds least', async () => {
  const admission = new MemoryBudget(10)
  const works = Array.from({ length: 5 }, work)
  const accounts = ['a', 'a', 'a', 'b', 'b']
  const runs = works.map(({ run }, index) => admission.run(3, run, { accountId: accounts[index] }))
  const begun = () => works.map(({ state }) => state.begun)
  await vi.advanceTimersByTimeAsync(20)
  // Two of one account would be 6 of 10.
  expect(begun()).toEqual([true, false, false, true, false])
  works[0]?.end()
  await runs[0]
  await vi.advanceTimersByTimeAsync(20)
  expect(begun()).toEqual([true, true, false, true, false])
})

it('small work of other accounts passes a large piece that does not fit yet, eight times', async () => {
  const admission = new MemoryBudget(10)
  const [first, large] = [work(), work()]
  const runs = [
    admission.run(5, first.run, { accountId: 'a' }),
    admission.run(8, large.run, { accountId: 'b' }),
  ]
  const small = Array.from({ length: 9 }, work)
  for (const [index, { run, end }] of small.entries()) {
    void admission.run(5, run, { accountId: `c${index}` })
    await vi.advanceTimersByTimeAsync(20)
    end()
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(small.map(({ state }) => state.begun)).toEqual([...Array.from({ length: 8 }, () => true), false])
  expect(large.state.begun).toBe(false)
  first.end()
  await runs[0]
  await vi.advanceTimersByTimeAsync(20)
  expect([large.state.begun, small[8]?.state.begun]).toEqual([true, false])
})

it('work of the same account does not pass a large piece of its own', async () => {
  const admission = new MemoryBudget(10)
  const [first, large, small] = [work(), work(), work()]
  void admission.run(7, first.run, { accountId: 'a' })
  void admission.run(5, large.run, { accountId: 'b' })
  void admission.run(1, small.run, { accountId: 'b' })
  await vi.advanceTimersByTimeAsync(20)
  expect([first, large, small].map(({ state }) => state.begun)).toEqual([true, false, false])
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
  await vi.advanceTimersByTimeAsync(20)
  expect(second.state.begun).toBe(false)
  await expect(admission.run(10, async () => 'next')).resolves.toBe('next')
  expect(vi.getTimerCount()).toBe(0)
})

it('leaves work that began at once to itself when it is given up, and rejects nothing that nobody awaits', async () => {
  vi.useRealTimers()
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const admission = new MemoryBudget(10)
  const { run, end } = work()
  const given = new AbortController()
  const running = admission.run(10, run, { signal: given.signal })
  given.abort(new Error('given up'))
  await new Promise((resolve) => setImmediate(resolve))
  end()
  await expect(running).resolves.toBeUndefined()
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

it('kinds of work share a total, and one that ends lets another kind begin', async () => {
  const total = new MemoryTotal(10)
  const [inputs, finishing] = [new MemoryBudget(8, { total }), new MemoryBudget(8, { total })]
  const [first, second] = [work(), work()]
  const running = inputs.run(6, first.run)
  void finishing.run(6, second.run)
  await vi.advanceTimersByTimeAsync(20)
  expect([first.state.begun, second.state.begun]).toEqual([true, false])
  expect([total.held(), total.hasRoom(4), total.hasRoom(5)]).toEqual([6, true, false])
  first.end()
  await running
  await vi.advanceTimersByTimeAsync(20)
  expect(second.state.begun).toBe(true)
})

it('one piece of work that others wait for runs whatever they hold, and no second', async () => {
  const total = new MemoryTotal(10)
  const [bodies, finishing] = [
    new MemoryBudget(99, { total }),
    new MemoryBudget(99, { total, alwaysOne: true }),
  ]
  const held = bodies.hold(10)
  const [first, second, body] = [work(), work(), work()]
  const running = finishing.run(5, first.run)
  void finishing.run(5, second.run)
  void bodies.run(5, body.run)
  const begun = () => [first, second, body].map(({ state }) => state.begun)
  await vi.advanceTimersByTimeAsync(20)
  expect(begun()).toEqual([true, false, false])
  first.end()
  await running
  await vi.advanceTimersByTimeAsync(20)
  expect(begun()).toEqual([true, true, false])
  held.release()
  await vi.advanceTimersByTimeAsync(20)
  expect(begun()).toEqual([true, true, true])
})

it('patient work waits for what others hold, but not for long', async () => {
  const total = new MemoryTotal(10)
  const [bodies, inputs] = [
    new MemoryBudget(99, { total }),
    new MemoryBudget(99, { total, alwaysOne: true, isPatient: true }),
  ]
  const held = [bodies.hold(10)]
  const [first, second] = [work(), work()]
  const running = inputs.run(5, first.run)
  await vi.advanceTimersByTimeAsync(4_800)
  expect(first.state.begun).toBe(false)
  held.pop()?.release()
  await vi.advanceTimersByTimeAsync(20)
  expect(first.state.begun).toBe(true)
  first.end()
  await running
  held.push(bodies.hold(10))
  void inputs.run(5, second.run)
  await vi.advanceTimersByTimeAsync(4_800)
  expect(second.state.begun).toBe(false)
  await vi.advanceTimersByTimeAsync(300)
  expect(second.state.begun).toBe(true)
})

it('of what accounts hold together some is left for every other, and what nobody is named for counts whole', () => {
  const total = new MemoryTotal(80)
  const [work, files] = [new MemoryBudget(999, { total }), new MemoryBudget(999, { total })]
  const held = [work.hold(30, 'a'), files.hold(30, 'a')]
  // Of the one that holds most a half counts, of the next a quarter.
  expect([total.leftFor('a'), total.leftFor('b'), total.hasRoom(20, 'a')]).toEqual([80, 40, true])
  held.push(files.hold(30, 'b'))
  expect([total.leftFor('a'), total.leftFor('b'), total.leftFor('c')]).toEqual([50, 40, 20])
  for (let account = 0; account < 50; account++) held.push(work.hold(99, `attacker ${account}`))
  expect(total.leftFor('c')).toBeGreaterThan(0)
  expect(total.hasRoom(1, 'a')).toBe(false)
  held.push(work.hold(5))
  expect([total.leftFor('c'), total.hasRoom(1, 'c')]).toEqual([0, false])
  for (const share of held) share.release()
  expect([total.held(), total.leftFor('c'), held[0]?.bytes()]).toEqual([0, 80, 0])
})

it('work begins when its account may begin it, and that of others meanwhile', async () => {
  const mayNot = new Set(['a'])
  const budget = new MemoryBudget(10, { mayBegin: (_, accountId) => !mayNot.has(`${accountId}`) })
  const [first, second] = [work(), work()]
  void budget.run(5, first.run, { accountId: 'a' })
  void budget.run(5, second.run, { accountId: 'b' })
  await vi.advanceTimersByTimeAsync(20)
  expect([first.state.begun, second.state.begun]).toEqual([false, true])
  mayNot.clear()
  budget.admit()
  await vi.advanceTimersByTimeAsync(20)
  expect(first.state.begun).toBe(true)
})

it('memory that is held grows, is released once, and is forgotten with an ended request', async () => {
  const total = new MemoryTotal(10)
  const work = new MemoryBudget(Number.POSITIVE_INFINITY, { total })
  const held = work.hold(3, 'a')
  held.add(20)
  expect([total.held('a'), total.held('b'), total.held()]).toEqual([23, 0, 23])
  held.release()
  held.release()
  expect(total.held()).toBe(0)
  const beat = vi.spyOn(globalThis, 'setInterval').mockReturnValueOnce(0 as never)
  work.hold(5)
  beat.mockRestore()
  await vi.advanceTimersByTimeAsync(70_000)
  expect(total.hasRoom(10)).toBe(true)
})
