/** Stores, indexes and cursors of the database in memory (`indexed-db.ts`). */
import { compareKeys, type Key, type KeyPath, KeyRange, keyAt, keyOrNone, toKey } from './indexed-db-keys'
import { type NameList, type Request, sorted, type Transaction } from './indexed-db-objects'

type DataRecord = { key: Key; value: unknown }
type IndexData = { name: string; keyPath: KeyPath; unique: boolean; multiEntry: boolean }
export type StoreData = {
  name: string
  keyPath: KeyPath
  autoIncrement: boolean
  /** The next key that is given out. */
  next: number
  /** In the order of their keys. */
  records: DataRecord[]
  indexes: Map<string, IndexData>
}
/** What is found: in a store `key` and `primaryKey` are the same. */
type Entry = { key: Key; primaryKey: Key; value: unknown }

/** What stores and indexes have in common: looking things up. */
abstract class Source {
  abstract readonly transaction: Transaction
  abstract entries(): Entry[]

  get(query: unknown): Request {
    return this.#find(query, ([entry]) => structuredClone(entry?.value))
  }

  getKey(query: unknown): Request {
    return this.#find(query, ([entry]) => entry?.primaryKey)
  }

  getAll(query?: unknown, count = Number.POSITIVE_INFINITY): Request {
    return this.#find(query, (found) => found.slice(0, count).map(({ value }) => structuredClone(value)))
  }

  getAllKeys(query?: unknown, count = Number.POSITIVE_INFINITY): Request {
    return this.#find(query, (found) => found.slice(0, count).map(({ primaryKey }) => primaryKey))
  }

  count(query?: unknown): Request {
    return this.#find(query, (found) => found.length)
  }

  openCursor(query?: unknown, direction = 'next'): Request {
    return this.#open(query, direction, CursorWithValue)
  }

  openKeyCursor(query?: unknown, direction = 'next'): Request {
    return this.#open(query, direction, Cursor)
  }

  #find(query: unknown, pick: (found: Entry[]) => unknown): Request {
    const range = KeyRange.of(query)
    return this.transaction.ask(this, () => pick(this.entries().filter(({ key }) => range.includes(key))))
  }

  #open(query: unknown, direction: string, Kind: typeof Cursor): Request {
    const range = KeyRange.of(query)
    const request: Request = this.transaction.ask(this, () => {
      const found = this.entries().filter(({ key }) => range.includes(key))
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
    readonly transaction: Transaction,
    private readonly data: StoreData,
  ) {
    super()
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

  entries(): Entry[] {
    return this.data.records.map(({ key, value }) => ({ key, primaryKey: key, value }))
  }

  put(value: unknown, key?: unknown): Request {
    return this.#write(value, key, true)
  }

  add(value: unknown, key?: unknown): Request {
    return this.#write(value, key, false)
  }

  delete(query: unknown): Request {
    const range = KeyRange.of(query)
    return this.#change(() => {
      this.data.records = this.data.records.filter(({ key }) => !range.includes(key))
    })
  }

  clear(): Request {
    return this.#change(() => {
      this.data.records = []
    })
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

  #write(given: unknown, givenKey: unknown, replaces: boolean): Request {
    const value = structuredClone(given)
    const { keyPath, autoIncrement } = this.data
    const own = keyPath === null ? givenKey : keyAt(value, keyPath)
    if (own === undefined && !autoIncrement) throw new DOMException('There is no key.', 'DataError')
    const known = own === undefined ? undefined : toKey(own)
    return this.#change(() => {
      const key = known ?? this.data.next
      if (known === undefined && typeof keyPath === 'string')
        Object.assign(value as object, { [keyPath]: key })
      if (autoIncrement && typeof key === 'number' && key >= this.data.next)
        this.data.next = Math.floor(key) + 1
      const { records } = this.data
      const at = firstNotBefore(records, key)
      const exists = at < records.length && compareKeys(records[at]?.key ?? key, key) === 0
      if (exists && !replaces) throw new DOMException('The key exists.', 'ConstraintError')
      this.#assertUnique(key, value)
      this.data.records = records.toSpliced(at, exists ? 1 : 0, { key, value })
      return key
    })
  }

  #assertUnique(primaryKey: Key, value: unknown): void {
    for (const data of this.data.indexes.values()) {
      if (!data.unique) continue
      const keys = indexKeys(data, value)
      const taken = new Index(this, data)
        .entries()
        .some(
          (entry) =>
            compareKeys(entry.primaryKey, primaryKey) !== 0 &&
            keys.some((key) => compareKeys(key, entry.key) === 0),
        )
      if (taken) throw new DOMException(`The index ${data.name} has the key.`, 'ConstraintError')
    }
  }

  #change(work: () => unknown): Request {
    const { data } = this
    const { records, next } = data
    this.transaction.onUndo(() => void Object.assign(data, { records, next }))
    return this.transaction.ask(this, work)
  }
}

export class Index extends Source {
  constructor(
    readonly objectStore: ObjectStore,
    private readonly data: IndexData,
  ) {
    super()
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

  entries(): Entry[] {
    return this.objectStore
      .entries()
      .flatMap(({ primaryKey, value }) =>
        indexKeys(this.data, value).map((key) => ({ key, primaryKey, value })),
      )
      .sort((a, b) => compareKeys(a.key, b.key) || compareKeys(a.primaryKey, b.primaryKey))
  }
}

function indexKeys({ keyPath, multiEntry }: IndexData, value: unknown): Key[] {
  const found = keyAt(value, keyPath)
  const values = multiEntry && Array.isArray(found) ? found : [found]
  return values.flatMap((part) => keyOrNone(part) ?? [])
}

/** Where a key stands among records, or would stand. */
function firstNotBefore(records: DataRecord[], key: Key): number {
  let [low, high] = [0, records.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const record = records[middle]
    if (record && compareKeys(record.key, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

export class Cursor {
  #at = 0

  constructor(
    readonly source: Source,
    readonly request: Request,
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

  update(value: unknown): Request {
    const store = this.#store()
    return store.keyPath === null ? store.put(value, this.primaryKey) : store.put(value)
  }

  delete(): Request {
    return this.#store().delete(this.primaryKey)
  }

  #store(): ObjectStore {
    return this.source instanceof Index ? this.source.objectStore : (this.source as ObjectStore)
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
