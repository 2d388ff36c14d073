/** Grids are given so many frames, however long these take on a busy machine. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type GridTime = {
  frameOfGrid(): Promise<void>
  mayReadOn(): boolean
  wereGridsCutShort(): boolean
  endGrids(): void
}

// It refers to the page's globals, which the types of this side do not have.
const [load = () => Promise.reject(new Error('not found'))] = Object.values(
  import.meta.glob<GridTime>('../../src/in-page/grid-time.ts'),
)

let frameMs: number

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('Document', class {})
  vi.stubGlobal('document', {})
  vi.stubGlobal('requestAnimationFrame', (call: (time: number) => void) => setTimeout(() => call(1), frameMs))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** How many frames a grid is given. */
async function framesOf({ frameOfGrid, mayReadOn }: GridTime) {
  let frames = 0
  for (; mayReadOn() && frames < 1000; frames++) {
    const frame = frameOfGrid()
    await vi.advanceTimersByTimeAsync(3000)
    await frame
  }
  return frames
}

it.each([[16], [200], [1500]])('frames that take %s milliseconds count alike', async (ms) => {
  frameMs = ms
  const time = await load()
  expect(await framesOf(time)).toBe(375)
  expect(time.wereGridsCutShort()).toBe(true)
})

it('a page whose frames do not come has few of them', async () => {
  frameMs = 100_000
  expect(await framesOf(await load())).toBe(12)
})

it('a grid ends when the service says so', async () => {
  const time = await load()
  expect(time.mayReadOn()).toBe(true)
  time.endGrids()
  expect(time.mayReadOn()).toBe(false)
})
