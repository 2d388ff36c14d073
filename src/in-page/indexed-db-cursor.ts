/** Cursors of the database in memory (`indexed-db.ts`), and what they need of stores and transactions. */
import { compareKeys, type Key, type KeyPath, toKey } from './indexed-db-keys'

export type StoreRequest = EventTarget & { result: unknown }
export type StoreTransaction = {
  /** Has `work` done in its turn, and its result told by the request. */
  ask(source: unknown, work: () => unknown, request?: StoreRequest): StoreRequest
  /** Throws if the transaction only reads. */
  assertWritable(): void
  /** Keeps how a change is undone. */
  onUndo(step: () => void): void
}
/** What is found: in a store `key` and `primaryKey` are the same. */
export type Entry = { key: Key; primaryKey: Key; value: unknown }
type CursorSource = {
  readonly transaction: StoreTransaction
  readonly store: {
    keyPath: KeyPath
    put(value: unknown, key?: unknown): StoreRequest
    delete(query: unknown): StoreRequest
  }
}

export class Cursor {
  #at = 0

  constructor(
    readonly source: CursorSource,
    readonly request: StoreRequest,
    readonly direction: string,
    private readonly found: Entry[],
  ) {}

  /** Stands at the entry; null behind the last. */
  at(index: number): this | null {
    this.#at = index
    return index < this.found.length ? this : null
  }

  get key() {
    return this.entry.key
  }
  get primaryKey() {
    return this.entry.primaryKey
  }
  protected get entry(): Entry {
    const entry = this.found[this.#at]
    if (!entry) throw new DOMException('The cursor is at its end.', 'InvalidStateError')
    return entry
  }

  advance(count: number): void {
    this.#move(() => this.#at + count)
  }

  continue(key?: unknown): void {
    const wanted = key === undefined ? undefined : toKey(key)
    const sign = this.direction.startsWith('prev') ? -1 : 1
    this.#move(() => {
      const at = this.found.findIndex(
        (entry, index) =>
          index > this.#at && (wanted === undefined || compareKeys(entry.key, wanted) * sign >= 0),
      )
      return at < 0 ? this.found.length : at
    })
  }

  update(value: unknown): StoreRequest {
    const { store } = this.source
    return store.keyPath === null ? store.put(value, this.primaryKey) : store.put(value)
  }

  delete(): StoreRequest {
    return this.source.store.delete(this.primaryKey)
  }

  #move(next: () => number): void {
    this.source.transaction.ask(this.source, () => this.at(next()), this.request)
  }
}

export class CursorWithValue extends Cursor {
  get value() {
    return this.entry.value
  }
}
