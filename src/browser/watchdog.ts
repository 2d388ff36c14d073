/**
 * Looks whether a browser's own process has time for all its documents, which share it. Scripts can keep it busy in more
 * ways than can be taken from them: it is told of every change of a title, a theme color or an icon, of every attribute
 * with a wrong value, and of every file that a style asks for.
 */
import { sleep, withTimeout } from '../time/waiting'
import type { Cdp } from './cdp'
import { ExcessWork, MessageCost } from './excess-work'

const ASK_EVERY_MS = 250
/** A browser that takes longer to answer is busy with something else. */
const MAX_ANSWER_MS = 1500
/** A file that the browser is handed is read before our question: a message of 8 KB may take so long on a slow machine. */
const READ_MESSAGE_MS = 1
const MAX_READING_MS = 2000
/** If this isolate itself was busy, the time is over before an answer that has come is read. */
const READ_ANSWER_MS = 200

/** `isSole`: whether all documents with scripts in the browser were of one account. */
type OnStall = (isSole: boolean) => void
type Watched = { since: number; account: string; onStall: OnStall }

export class Watchdog {
  readonly #watched = new Map<Cdp, { all: Set<Watched>; work: ExcessWork }>()
  readonly #messageCosts = new WeakMap<Cdp, MessageCost>()

  /** `maxExcessMs`: so much more than for us may a browser's process work, in milliseconds (`excess-work.ts`). */
  constructor(private readonly maxExcessMs: number) {}

  /**
   * Calls `onStall` if the browser's process works too much for scripts, or does not answer within about two seconds, until
   * the returned function is called. A browser is asked again and again as long as somebody has it watched.
   */
  watch(cdp: Cdp, account: string, onStall: OnStall): () => void {
    const known = this.#watched.get(cdp)
    const { all, work } = known ?? { all: new Set<Watched>(), work: this.#newWork(cdp) }
    const watched = { since: Date.now(), account, onStall }
    all.add(watched)
    if (!known) {
      this.#watched.set(cdp, { all, work })
      void this.#askAgainAndAgain(cdp, all, work)
    }
    return () => void all.delete(watched)
  }

  #newWork(cdp: Cdp): ExcessWork {
    const cost = this.#messageCosts.get(cdp) ?? new MessageCost()
    this.#messageCosts.set(cdp, cost)
    return new ExcessWork(this.maxExcessMs, cost)
  }

  /** A document of so many characters begins, whose layout is nobody's fault. */
  allowLayout(cdp: Cdp, characters: number): void {
    this.#watched.get(cdp)?.work.allowLayout(characters)
  }

  async #askAgainAndAgain(cdp: Cdp, all: Set<Watched>, work: ExcessWork): Promise<void> {
    let before = Date.now()
    let messages = cdp.messages
    while (cdp.open && all.size > 0) {
      const askedAt = Date.now()
      const answer = processorTime(cdp)
      const within = (ms: number) => withTimeout(answer, ms, () => 'late' as const)
      const readingMs = Math.min(MAX_READING_MS, (cdp.messages - messages) * READ_MESSAGE_MS)
      messages = cdp.messages
      const inTime = await within(MAX_ANSWER_MS + readingMs)
      const cpuMs = inTime === 'late' ? await within(READ_ANSWER_MS) : inTime
      if (cpuMs === 'late') stopAll(all, askedAt)
      else if (cpuMs !== undefined && work.isTooMuch({ at: Date.now(), cpuMs, messages: cdp.messages }))
        stopAll(all, before)
      await answer
      before = askedAt
      await sleep(ASK_EVERY_MS)
    }
    this.#watched.delete(cdp)
  }
}

/** Stops those that have been watched since then. */
function stopAll(all: Set<Watched>, since: number): void {
  const isSole = new Set([...all].map(({ account }) => account)).size === 1
  for (const watched of all) if (watched.since <= since) watched.onStall(isSole)
}

/** Of the browser's own process, in milliseconds; nothing if it does not tell. */
async function processorTime(cdp: Cdp): Promise<number | undefined> {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo').catch(() => ({ processInfo: [] }))
  const own = processInfo.find(({ type }) => type === 'browser')
  return own && own.cpuTime * 1000
}
