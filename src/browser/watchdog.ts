/**
 * Looks whether a browser's own process still answers. All documents of a browser share it, and scripts can keep it busy
 * in more ways than can be taken from them: it is told of every change of a title, a theme color or an icon, and of every
 * file that a style asks for.
 */
import { sleep, withTimeout } from '../time'
import type { Cdp } from './cdp'

const ASK_EVERY_MS = 250
/** A browser that takes longer to answer is busy with something else. */
const MAX_ANSWER_MS = 1500
/** If this isolate itself was busy, the time is over before an answer that has come is read. */
const READ_ANSWER_MS = 200

type Watched = { since: number; onStall: () => void }

export class Watchdog {
  readonly #watched = new Map<Cdp, Set<Watched>>()

  /**
   * Calls `onStall` if the browser does not answer within about two seconds, until the returned function is called. A browser
   * is asked again and again as long as somebody has it watched.
   */
  watch(cdp: Cdp, onStall: () => void): () => void {
    const known = this.#watched.get(cdp)
    const all = known ?? new Set()
    const watched = { since: Date.now(), onStall }
    all.add(watched)
    if (!known) {
      this.#watched.set(cdp, all)
      void this.#askAgainAndAgain(cdp, all)
    }
    return () => void all.delete(watched)
  }

  async #askAgainAndAgain(cdp: Cdp, all: Set<Watched>): Promise<void> {
    while (cdp.open && all.size > 0) {
      const askedAt = Date.now()
      const answer = cdp.send('Browser.getVersion').then(
        () => true,
        () => true,
      )
      const isAnswered = (ms: number) => withTimeout(answer, ms, () => false)
      if (!(await isAnswered(MAX_ANSWER_MS)) && !(await isAnswered(READ_ANSWER_MS))) {
        for (const { since, onStall } of all) if (since <= askedAt) onStall()
        await answer
      }
      await sleep(ASK_EVERY_MS)
    }
    this.#watched.delete(cdp)
  }
}
