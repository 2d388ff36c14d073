/**
 * Tabs that stay with an account for its next document: most of what a small document costs the browser is to make and
 * to destroy a context with its process. Only documents that could not run scripts leave their tab, empty, and only
 * to documents of the same owner that cannot either.
 */
import type { Tab } from './tab'

/** Of one browser, for all owners; each is a process. */
const MAX_KEPT = 6
/** Milliseconds that a tab is kept without a document. */
const MAX_IDLE_MS = 30_000
/** Documents of one tab, and milliseconds of its life. */
const MAX_DOCUMENTS = 50
const MAX_AGE_MS = 300_000
/** How long an owner was away, in milliseconds, that was not here before. */
const NEWCOMER_AWAY_MS = 5000
/** Owners whose last document is remembered: more than can take turns within `MAX_IDLE_MS`. */
const MAX_REMEMBERED = 1024

type Kept = {
  owner: string
  tab: Tab
  ready: Promise<unknown>
  isReady: boolean
  /** Since when it waits, in milliseconds. */
  since: number
  timer: ReturnType<typeof setTimeout>
}

export class KeptTabs {
  /** The one that was used longest ago first. */
  readonly #kept: Kept[] = []
  /** When the last document of an owner ended; the longest ago first. */
  readonly #seen = new Map<string, number>()

  /** `dispose` destroys a tab that is kept no longer. */
  constructor(private readonly dispose: (tab: Tab) => void) {}

  get count(): number {
    return this.#kept.length
  }

  /** An empty tab of `owner`: of those that are empty already, the last used. `undefined` if there is none. */
  async take(owner: string): Promise<Tab | undefined> {
    for (;;) {
      const own = this.#kept.filter((each) => each.owner === owner)
      const kept = own.findLast((each) => each.isReady) ?? own[0]
      if (!kept) return undefined
      this.#forget(kept)
      const isReady = await kept.ready.then(
        () => true,
        () => false,
      )
      if (isReady) return kept.tab
      this.dispose(kept.tab)
    }
  }

  /**
   * Whether a tab may be kept for `owner`, whose document in it has just ended. To empty it costs a third of a document,
   * so when all places are taken, the tab used longest ago goes only if it has waited longer than `owner` was away: else
   * accounts that take turns would each find theirs gone.
   */
  makeRoom(owner: string, tab: Tab, now: number): boolean {
    const awayMs = now - (this.#seen.get(owner) ?? now - NEWCOMER_AWAY_MS)
    this.#remember(owner, now)
    if (tab.documents >= MAX_DOCUMENTS || now - tab.openedAt >= MAX_AGE_MS) return false
    const [oldest] = this.#kept
    if (!oldest || this.#kept.length < MAX_KEPT) return true
    if (now - oldest.since <= awayMs) return false
    this.drop(oldest.tab)
    return true
  }

  /** Keeps a tab for `owner`, to be used when `ready` resolves; disposes of it if that rejects. */
  keep(owner: string, tab: Tab, ready: Promise<unknown>): void {
    const timer = setTimeout(() => this.drop(tab), MAX_IDLE_MS)
    const kept: Kept = { owner, tab, ready, isReady: false, since: Date.now(), timer }
    this.#kept.push(kept)
    ready.then(
      () => {
        kept.isReady = true
      },
      () => this.drop(tab),
    )
  }

  /** Disposes of a tab, if it is kept. */
  drop(tab: Tab): void {
    const kept = this.#kept.find((each) => each.tab === tab)
    if (!kept) return
    this.#forget(kept)
    this.dispose(tab)
  }

  /** Disposes of all. */
  clear(): void {
    for (const { tab } of [...this.#kept]) this.drop(tab)
  }

  #remember(owner: string, now: number): void {
    this.#seen.delete(owner)
    this.#seen.set(owner, now)
    for (const longestAgo of this.#seen.keys()) {
      if (this.#seen.size <= MAX_REMEMBERED) return
      this.#seen.delete(longestAgo)
    }
  }

  #forget(kept: Kept): void {
    clearTimeout(kept.timer)
    const place = this.#kept.indexOf(kept)
    if (place >= 0) this.#kept.splice(place, 1)
  }
}
