/** Stores and indexes of the database in memory (`indexed-db.ts`). */
import {
  Cursor,
  CursorWithValue,
  type Entry,
  type StoreRequest,
  type StoreTransaction,
} from './indexed-db-cursor'
import {
  compareKeys,
  type Key,
  type KeyPath,
  KeyRange,
  keyAt,
  type NameList,
  sorted,
  toKey,
} from './indexed-db-keys'
import {
  deleteRecords,
  type IndexData,
  indexKeys,
  putRecord,
  recordAt,
  recordsIn,
  type StoreData,
} from './indexed-db-records'

const ALL = KeyRange.of(undefined)

/** What stores and indexes have in common: looking things up. */
abstract class Source {
  abstract readonly transaction: StoreTransaction
  abstract readonly store: ObjectStore
  /** What is in a range of keys, in their order. */
  abstract entries(range: KeyRange): Entry[]

  get(query: unknown): StoreRequest {
    return this.#find(query, ([entry]) => structuredClone(entry?.value))
  }

  getKey(query: unknown): StoreRequest {
    return this.#find(query, ([entry]) => entry?.primaryKey)
  }

  getAll(query?: unknown, count = Number.POSITIVE_INFINITY): StoreRequest {
    return this.#find(query, (found) => found.slice(0, count).map(({ value }) => structuredClone(value)))
  }

  getAllKeys(query?: unknown, count = Number.POSITIVE_INFINITY): StoreRequest {
    return this.#find(query, (found) => found.slice(0, count).map(({ primaryKey }) => primaryKey))
  }

  count(query?: unknown): StoreRequest {
    return this.#find(query, (found) => found.length)
  }

  openCursor(query?: unknown, direction = 'next'): StoreRequest {
    return this.#open(query, direction, CursorWithValue)
  }

  openKeyCursor(query?: unknown, direction = 'next'): StoreRequest {
    return this.#open(query, direction, Cursor)
  }

  #find(query: unknown, pick: (found: Entry[]) => unknown): StoreRequest {
    const range = KeyRange.of(query)
    return this.transaction.ask(this, () => pick(this.entries(range)))
  }

  #open(query: unknown, direction: string, Kind: typeof Cursor): StoreRequest {
    const range = KeyRange.of(query)
    const request: StoreRequest = this.transaction.ask(this, () => {
      const found = this.entries(range)
      if (direction.startsWith('prev')) found.reverse()
      const isNew = ({ key }: Entry, at: number) =>
        at === 0 || compareKeys(key, found[at - 1]?.key ?? key) !== 0
      return new Kind(
        this,
        request,
        direction,
        direction.endsWith('unique') ? found.filter(isNew) : found,
      ).at(0)
    })
    return request
  }
}

export class ObjectStore extends Source {
  constructor(
    readonly transaction: StoreTransaction,
    private readonly data: StoreData,
  ) {
    super()
  }

  get store(): ObjectStore {
    return this
  }
  get name() {
    return this.data.name
  }
  get keyPath() {
    return this.data.keyPath
  }
  get autoIncrement() {
    return this.data.autoIncrement
  }
  get indexNames(): NameList {
    return sorted(this.data.indexes.keys())
  }

  entries(range: KeyRange): Entry[] {
    return recordsIn(this.data, range).map(({ key, value }) => ({ key, primaryKey: key, value }))
  }

  put(value: unknown, key?: unknown): StoreRequest {
    return this.#write(value, key, true)
  }

  add(value: unknown, key?: unknown): StoreRequest {
    return this.#write(value, key, false)
  }

  delete(query: unknown): StoreRequest {
    const range = KeyRange.of(query)
    return this.#change(() => ({ undo: deleteRecords(this.data, range) }))
  }

  clear(): StoreRequest {
    return this.#change(() => ({ undo: deleteRecords(this.data, ALL) }))
  }

  createIndex(
    name: string,
    keyPath: KeyPath,
    options: { unique?: boolean; multiEntry?: boolean } = {},
  ): Index {
    const { unique = false, multiEntry = false } = options
    this.data.indexes.set(name, { name, keyPath, unique, multiEntry })
    return this.index(name)
  }

  deleteIndex(name: string): void {
    this.data.indexes.delete(name)
  }

  index(name: string): Index {
    const index = this.data.indexes.get(name)
    if (!index) throw new DOMException(`There is no index ${name}.`, 'NotFoundError')
    return new Index(this, index)
  }

  #write(given: unknown, givenKey: unknown, replaces: boolean): StoreRequest {
    const value = structuredClone(given)
    const { keyPath, autoIncrement } = this.data
    const own = keyPath === null ? givenKey : keyAt(value, keyPath)
    if (own === undefined && !autoIncrement) throw new DOMException('There is no key.', 'DataError')
    const known = own === undefined ? undefined : toKey(own)
    return this.#change(() => {
      const key = known ?? this.data.next
      if (known === undefined && typeof keyPath === 'string')
        Object.assign(value as object, { [keyPath]: key })
      if (!replaces && recordAt(this.data, key)) {
        throw new DOMException('The key exists.', 'ConstraintError')
      }
      this.#assertUnique(key, value)
      return { undo: putRecord(this.data, { key, value }), key }
    })
  }

  #assertUnique(primaryKey: Key, value: unknown): void {
    for (const data of this.data.indexes.values()) {
      if (!data.unique) continue
      const keys = indexKeys(data, value)
      const taken = new Index(this, data)
        .entries(ALL)
        .some(
          (entry) =>
            compareKeys(entry.primaryKey, primaryKey) !== 0 &&
            keys.some((key) => compareKeys(key, entry.key) === 0),
        )
      if (taken) throw new DOMException(`The index ${data.name} has the key.`, 'ConstraintError')
    }
  }

  /** Asks for a change. `work` makes it, and returns how it is undone. */
  #change(work: () => { undo: () => void; key?: Key }): StoreRequest {
    const { transaction } = this
    transaction.assertWritable()
    return transaction.ask(this, () => {
      const { undo, key } = work()
      transaction.onUndo(undo)
      return key
    })
  }
}

export class Index extends Source {
  constructor(
    readonly objectStore: ObjectStore,
    private readonly data: IndexData,
  ) {
    super()
  }

  get store(): ObjectStore {
    return this.objectStore
  }
  get transaction() {
    return this.objectStore.transaction
  }
  get name() {
    return this.data.name
  }
  get keyPath() {
    return this.data.keyPath
  }
  get unique() {
    return this.data.unique
  }
  get multiEntry() {
    return this.data.multiEntry
  }

  entries(range: KeyRange): Entry[] {
    return this.objectStore
      .entries(ALL)
      .flatMap(({ primaryKey, value }) =>
        indexKeys(this.data, value).map((key) => ({ key, primaryKey, value })),
      )
      .filter(({ key }) => range.includes(key))
      .sort((a, b) => compareKeys(a.key, b.key) || compareKeys(a.primaryKey, b.primaryKey))
  }
}
