/**
 * Ends what keeps a page busy for too long. The processor time of its main thread counts: on a busy machine the same work
 * takes longer, and is not to be given up for that.
 */
import { withTimeout } from '../time/waiting'

/** What a page may work, and how long it may take for that; both in milliseconds. */
export type WorkLimits = { maxWorkMs: number; maxWaitMs: number }

/** What is over after this time is not looked at, which spares a message; so long it is taken to work all the time. */
const UNWATCHED_MS = 1000
/** Between two looks. */
const MIN_PAUSE_MS = 100

/** A page was ended that worked too long, or had too little of the processor. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong'

  constructor(readonly why: 'work' | 'wait') {
    super()
  }
}

/**
 * Calls `end` if `work` is not over when the page has worked for `maxWorkMs`, or after `maxWaitMs`. `threadTimeMs` says what its main thread has had of the
 * processor since it began; where the browser does not tell, it has worked all the time. Throws nothing.
 */
export async function limitWork(
  work: Promise<unknown>,
  { maxWorkMs, maxWaitMs }: WorkLimits,
  page: { threadTimeMs: () => Promise<number | undefined>; end: (why: TookTooLong['why']) => void },
): Promise<void> {
  const begun = Date.now()
  let isOver = false
  const note = () => {
    isOver = true
  }
  const over = work.then(note, note)
  const wait = (ms: number) => withTimeout(over, ms, () => undefined)
  await wait(Math.min(UNWATCHED_MS, maxWorkMs))
  if (isOver) return
  const before = await page.threadTimeMs()
  let worked = Date.now() - begun
  const unwatched = worked
  while (!isOver) {
    const waited = Date.now() - begun
    if (worked >= maxWorkMs || waited >= maxWaitMs) return page.end(worked >= maxWorkMs ? 'work' : 'wait')
    await wait(Math.max(MIN_PAUSE_MS, Math.min(maxWorkMs - worked, maxWaitMs - waited)))
    if (isOver) return
    const now = await page.threadTimeMs()
    worked = before === undefined || now === undefined ? Date.now() - begun : unwatched + now - before
  }
}
