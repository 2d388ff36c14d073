/**
 * The windows of an account's rate limits. They are counted in memory, so that nobody waits for the disk before being
 * let in. Those of POSTs are stored with the next hold, or else within a second: an object that is evicted, which
 * happens to idle ones, has stored them, and one that crashes forgets at most the requests of that second that held
 * nothing. Windows of GETs are not stored: after an eviction they begin again.
 */
import type { Method, Window } from './rate-limit'
import type { AccountStore } from './storage/store'

const STORE_AFTER_MS = 1_000

export class RateWindows {
  readonly #windows = new Map<Method, Window>()
  readonly #store: Pick<AccountStore, 'window' | 'saveWindow'>
  #unstored = false

  constructor(store: Pick<AccountStore, 'window' | 'saveWindow'>) {
    this.#store = store
  }

  get(method: Method): Window | undefined {
    return this.#windows.get(method) ?? this.#store.window(method)
  }

  set(method: Method, window: Window): void {
    this.#windows.set(method, window)
    if (method === 'GET' || this.#unstored) return
    this.#unstored = true
    setTimeout(() => this.save(), STORE_AFTER_MS)
  }

  /** Stores what was counted since the last time. */
  save(): void {
    const posts = this.#windows.get('POST')
    if (this.#unstored && posts) this.#store.saveWindow('POST', posts)
    this.#unstored = false
  }
}
