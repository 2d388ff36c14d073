/** When work of a page is ended: it counts what the page had of the processor, not how long that took. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limitWork } from '../../src/browser/limited-work'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const limits = { maxWorkMs: 5000, maxWaitMs: 20_000 }

/**
 * A page that has this share of the processor and is to work for so long. Returns why and when it was ended, and how often it was
 * asked; `tells`: whether its browser says what it works.
 */
async function endOf({ share, workMs, tells = true }: { share: number; workMs: number; tells?: boolean }) {
  const begun = Date.now()
  const elapsed = () => Date.now() - begun
  let asked = 0
  const threadTimeMs = async () => {
    asked++
    return tells ? 70 + elapsed() * share : undefined
  }
  const ended: { why: string; at: number }[] = []
  const end = (why: string) => ended.push({ why, at: elapsed() })
  const work = new Promise<void>((resolve) => setTimeout(resolve, workMs / share))
  const limited = limitWork(work, limits, { threadTimeMs, end })
  await vi.advanceTimersByTimeAsync(60_000)
  await limited
  return { ended, asked }
}

it('a page that works all the time is ended at its limit', async () => {
  const { ended } = await endOf({ share: 1, workMs: 9000 })
  expect(ended).toEqual([{ why: 'work', at: 5000 }])
})

it('a page that has a third of the processor may take three times as long', async () => {
  const { ended } = await endOf({ share: 1 / 3, workMs: 4000 })
  expect(ended).toEqual([])
})

it('a page that has next to nothing of the processor is ended when the time is up', async () => {
  const { ended } = await endOf({ share: 0.01, workMs: 4000 })
  expect(ended).toEqual([{ why: 'wait', at: 20_000 }])
})

it('a page whose browser does not tell has worked all the time', async () => {
  const { ended } = await endOf({ share: 0.5, workMs: 4000, tells: false })
  expect(ended).toEqual([{ why: 'work', at: 5000 }])
})

it('a page that is done within a second is not asked', async () => {
  expect(await endOf({ share: 1, workMs: 900 })).toEqual({ ended: [], asked: 0 })
})
