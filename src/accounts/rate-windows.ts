/**
 * The windows of an account's rate limits. They are counted in memory, so that nobody waits for the disk before being
 * let in. Those of POSTs and previews are stored with the next hold, or else within a second: an object that is evicted, which
 * happens to idle ones, has stored them, and one that crashes forgets at most the requests of that second that held
 * nothing. Windows of GETs, of test keys and of what keys have no scope for are not stored: after an eviction they begin
 * again.
 */
import type { RateClass, Window } from './rate-limit'
import type { AccountStore } from './storage/account-store'

type WindowStore = Pick<AccountStore, 'window' | 'saveWindow' | 'posts' | 'keepPosts' | 'savePosts'>

const STORE_AFTER_MS = 1_000

export class RateWindows {
  readonly #windows = new Map<RateClass, Window>()
  /** As they were last counted, until they are stored. */
  #previews: Window | undefined
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
  }
}
