import { DAY_MS, sleep } from '../../src/time/waiting'

/** More than what a test that counts by the day or the month takes. */
const MARGIN_MS = 20_000

/** Waits for the next day (UTC) where this one is about to end: what is counted by the day is of one. */
export async function awayFromMidnight(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS)
  if (leftMs < MARGIN_MS) await sleep(leftMs + 10)
}
