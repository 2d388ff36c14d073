/**
 * The windows of an account's rate limits. They are counted in memory, so that nobody waits for the disk before being
 * let in. Those of POSTs and previews are stored with the next hold, or else within a second: an object that is
 * evicted, which happens to idle ones, has stored them, and one that crashes forgets at most the requests of that
 * second that held nothing. Previews of the day are stored so too: nobody pays for them, and somebody is typing.
 * Windows of GETs, of test keys and of what keys have no scope for are not stored: after an eviction they begin again.
 */
import { dayOf } from './quotas'
import type { RateClass, Window } from './rate-limit'
import type { AccountStore } from './storage/account-store'

type WindowStore = Pick<AccountStore, 'window' | 'saveWindow' | 'posts' | 'keepPosts' | 'savePosts'>

const STORE_AFTER_MS = 1_000
const DAILY = 'previews of a day'

export class RateWindows {
  readonly #windows = new Map<RateClass, Window>()
  /** As they were last counted, until they are stored. */
  #previews: Window | undefined
  /** Previews that have begun since those of the day were stored. */
  #begun = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly store: WindowStore) {}

  get(method: RateClass): Window | undefined {
    return this.#windows.get(method) ?? this.#stored(method)
  }

  set(method: RateClass, window: Window): void {
    this.#windows.set(method, window)
    if (method !== 'POST' && method !== 'PREVIEW') return
    if (method === 'POST') this.store.keepPosts(window)
    else this.#previews = window
    this.#storeSoon()
  }

  /** Previews of the day that is counted at `now`. */
  previewsOfDay(now: number): Window {
    const { openedAt, used } = dayOf(this.store, DAILY, now)
    return { openedAt, used: used + this.#begun }
  }

  countPreview(): void {
    this.#begun++
    this.#storeSoon()
  }

  #storeSoon(): void {
    this.#timer ??= setTimeout(() => this.#save(), STORE_AFTER_MS)
  }

  #stored(method: RateClass): Window | undefined {
    if (method === 'POST') return this.store.posts()
    return method === 'PREVIEW' ? this.store.window(method) : undefined
  }

  /** Stores what was counted since the last time, and no balance has taken along. */
  #save(): void {
    this.#timer = undefined
    this.store.savePosts()
    if (this.#previews) this.store.saveWindow('PREVIEW', this.#previews)
    this.#previews = undefined
    if (this.#begun > 0) this.store.saveWindow(DAILY, this.previewsOfDay(Date.now()))
    this.#begun = 0
  }
}
