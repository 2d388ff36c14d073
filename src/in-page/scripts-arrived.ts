/** Waits for scripts that the page was given: on a busy machine they are on their way for a while. */

import { countedMs } from './patience'

/** How long a script may take from the service to the page, and one of many bytes. */
const MAX_SCRIPT_MS = 1000
const MAX_LARGE_SCRIPT_MS = 8000
const BYTES_PER_MS = 500

/** Scripts that never came. */
const missed = new Set<string>()

/** What the page and its clock say; `arrived` has the addresses of all that came. */
type Page = { arrived: () => Set<string>; pause: () => Promise<unknown>; now: () => number }

/** Waits for scripts, given with their bytes by address; once they have come they run before the next frame. None is waited for twice. */
export async function scriptsArrived(scripts: { [address: string]: number }, page: Page): Promise<void> {
  let elapsed = 0
  const missing = () => {
    const there = page.arrived()
    return Object.keys(scripts).filter((address) => !there.has(address) && !missed.has(address))
  }
  for (let awaited = missing(); awaited.length > 0; awaited = missing()) {
    for (const address of awaited) if (elapsed >= maxMs(scripts[address] ?? 0)) missed.add(address)
    const before = page.now()
    await page.pause()
    elapsed += countedMs(page.now() - before)
  }
}

function maxMs(bytes: number): number {
  return Math.min(MAX_LARGE_SCRIPT_MS, MAX_SCRIPT_MS + bytes / BYTES_PER_MS)
}
