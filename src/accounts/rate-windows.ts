/**
 * The windows of an account's rate limits. They are counted in memory, so that nobody waits for the disk before being
 * let in. Those of POSTs and previews are stored with the next hold, or else within a second: an object that is evicted, which
 * happens to idle ones, has stored them, and one that crashes forgets at most the requests of that second that held
 * nothing. Windows of GETs are not stored: after an eviction they begin again.
 */
import type { Method, Window } from './rate-limit'
import type { AccountStore } from './storage/account-store'

const STORE_AFTER_MS = 1_000

export class RateWindows {
  readonly #windows = new Map<Method, Window>()
  readonly #store: Pick<AccountStore, 'window' | 'saveWindow'>
  readonly #unstored = new Set<Method>()

  constructor(store: Pick<AccountStore, 'window' | 'saveWindow'>) {
    this.#store = store
  }

  get(method: Method): Window | undefined {
    return this.#windows.get(method) ?? this.#store.window(method)
  }

  set(method: Method, window: Window): void {
    this.#windows.set(method, window)
    if (method === 'GET') return
    if (this.#unstored.size === 0) setTimeout(() => this.save(), STORE_AFTER_MS)
    this.#unstored.add(method)
  }

  /** Stores what was counted since the last time. */
  save(): void {
    for (const method of this.#unstored) {
      const window = this.#windows.get(method)
      if (window) this.#store.saveWindow(method, window)
    }
    this.#unstored.clear()
  }
}
