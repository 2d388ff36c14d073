import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { within } from '../../src/net/deadline'
import { rejectOnAbort } from '../../src/time/waiting'

const never = new Promise<never>(() => {})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('work with a deadline', () => {
  test('ends with a refusal that names the subject and the limit', async () => {
    const work = within(1_500, 'The file', ({ signal }) => rejectOnAbort(signal, never))
    const outcome = expect(work).rejects.toMatchObject({
      reason: 'time',
      message: 'The file took longer than 1.5 s. Try again, or use a faster server.',
    })
    await vi.advanceTimersByTimeAsync(1_500)
    await outcome
  })

  test('does not count a pause, and ends as late after it as was left', async () => {
    const pause = Promise.withResolvers<void>()
    const work = within(1_000, 'The file', async ({ signal, pauseFor }) => {
      await pauseFor(pause.promise)
      return await rejectOnAbort(signal, never)
    })
    let isOver = false
    const outcome = expect(work.finally(() => (isOver = true))).rejects.toMatchObject({ reason: 'time' })
    await vi.advanceTimersByTimeAsync(5_000)
    pause.resolve()
    await vi.advanceTimersByTimeAsync(900)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    await outcome
    expect(vi.getTimerCount()).toBe(0)
  })

  test('leaves no timer behind, done or failed', async () => {
    await within(1_000, 'The file', async () => 'done')
    await expect(within(1_000, 'The file', () => Promise.reject(new Error('x')))).rejects.toThrow('x')
    expect(vi.getTimerCount()).toBe(0)
  })
})
