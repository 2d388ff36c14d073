/** Databases and transactions of the database in memory (`indexed-db.ts`). */

import { Cursor, CursorWithValue } from './indexed-db-cursor'
import { type KeyPath, type NameList, sorted } from './indexed-db-keys'
import type { StoreData } from './indexed-db-records'
import { type Handler, OpenRequest, Request, Target, VersionChangeEvent } from './indexed-db-requests'
import { Index, ObjectStore } from './indexed-db-store'
import { work } from './open-work'

export type DatabaseData = { name: string; version: number; stores: Map<string, StoreData> }
/** The end of the transaction before. */
let turn: Promise<void> = Promise.resolve()

export class Transaction extends Target {
  oncomplete: Handler = null
  onabort: Handler = null
  onerror: Handler = null
  error: DOMException | null = null
  readonly durability = 'relaxed'
  readonly finished: Promise<boolean>
  #queue: { request: Request; work: () => unknown }[] = []
  #ended = false
  #undo: (() => void)[] = []

  constructor(
    readonly db: Database,
    readonly mode: string,
    private readonly names: string[],
    upgrade?: { undo: () => void; begin: () => boolean },
  ) {
    super()
    if (upgrade) this.#undo.push(upgrade.undo)
    this.finished = work.until(turn.then(() => this.#run(upgrade?.begin)))
    const end = () => undefined
    turn = this.finished.then(end, end)
  }

  get objectStoreNames(): NameList {
    return sorted(this.names)
  }

  objectStore(name: string): ObjectStore {
    const data = this.db.data.stores.get(name)
    const known = this.mode === 'versionchange' || this.names.includes(name)
    if (!data || !known) throw new DOMException(`There is no store ${name} here.`, 'NotFoundError')
    return new ObjectStore(this, data)
  }

  /** Has `work` done in its turn; what it throws fails the request. */
  ask(source: unknown, work: () => unknown, request = new Request()): Request {
    if (this.#ended) throw new DOMException('The transaction has finished.', 'TransactionInactiveError')
    Object.assign(request, { source, transaction: this, readyState: 'pending' })
    this.#queue.push({ request, work })
    return request
  }

  assertWritable(): void {
    if (this.mode === 'readonly') throw new DOMException('The transaction only reads.', 'ReadOnlyError')
  }

  /** Keeps how a change is undone, in case the transaction is aborted. */
  onUndo(step: () => void): void {
    this.#undo.push(step)
  }

  commit(): void {}

  abort(error: DOMException | null = null): void {
    if (this.#ended) throw new DOMException('The transaction has finished.', 'InvalidStateError')
    this.#ended = true
    this.error = error
    for (const step of this.#undo.splice(0).reverse()) step()
    for (const { request } of this.#queue.splice(0)) request.fail(new DOMException('Aborted.', 'AbortError'))
    this.fire(new Event('abort', { bubbles: true }), [this.db])
  }

  /** Answers requests until there are none, and returns whether all was kept. */
  async #run(begin: (() => boolean) | undefined): Promise<boolean> {
    if (begin && !begin()) this.#abortUnlessEnded(handlerThrew())
    await nextTask()
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const { request, work } = next
      this.#abortUnlessEnded(this.#answer(request, work))
      await nextTask()
    }
    if (this.#ended) return false
    this.#ended = true
    this.fire(new Event('complete'))
    return true
  }

  #abortUnlessEnded(error: DOMException | undefined): void {
    if (error && !this.#ended) this.abort(error)
  }

  /** Answers one request, and returns why the transaction is to be aborted, if it is. */
  #answer(request: Request, work: () => unknown): DOMException | undefined {
    let result: unknown
    try {
      result = work()
    } catch (error) {
      const failure = error instanceof DOMException ? error : new DOMException(String(error), 'UnknownError')
      return request.fail(failure) ? undefined : failure
    }
    return request.succeed(result) ? undefined : handlerThrew()
  }
}

function handlerThrew(): DOMException {
  return new DOMException('A handler of an event threw an error.', 'AbortError')
}

export class Database extends Target {
  onclose: Handler = null
  onversionchange: Handler = null
  onabort: Handler = null
  onerror: Handler = null
  #upgrade: Transaction | undefined

  constructor(readonly data: DatabaseData) {
    super()
  }

  get name(): string {
    return this.data.name
  }

  get version(): number {
    return this.data.version
  }

  get objectStoreNames(): NameList {
    return sorted(this.data.stores.keys())
  }

  transaction(names: string | Iterable<string>, mode = 'readonly'): Transaction {
    const list = typeof names === 'string' ? [names] : [...names]
    const lost = list.find((name) => !this.data.stores.has(name))
    if (lost !== undefined) throw new DOMException(`There is no store ${lost}.`, 'NotFoundError')
    return new Transaction(this, mode, list)
  }

  createObjectStore(name: string, options: { keyPath?: KeyPath; autoIncrement?: boolean } = {}): ObjectStore {
    const transaction = this.#upgrading()
    if (this.data.stores.has(name)) throw new DOMException('The store exists.', 'ConstraintError')
    const { keyPath = null, autoIncrement = false } = options
    this.data.stores.set(name, { name, keyPath, autoIncrement, next: 1, records: [], indexes: new Map() })
    return transaction.objectStore(name)
  }

  deleteObjectStore(name: string): void {
    this.#upgrading()
    if (!this.data.stores.delete(name)) throw new DOMException('There is no such store.', 'NotFoundError')
  }

  close(): void {}

  /** Lets the page change the stores; returns whether it kept the changes. */
  async upgrade(request: Request, version: number): Promise<boolean> {
    const { version: oldVersion, stores } = this.data
    const kept = new Map(stores)
    const indexes = [...stores.values()].map((store) => [store, new Map(store.indexes)] as const)
    const undo = () => {
      for (const [store, before] of indexes) store.indexes = before
      Object.assign(this.data, { version: oldVersion, stores: kept })
    }
    const begin = () => {
      this.data.version = version
      Object.assign(request, { result: this, transaction: this.#upgrade, readyState: 'done' })
      return request.fire(new VersionChangeEvent('upgradeneeded', oldVersion, version))
    }
    this.#upgrade = new Transaction(this, 'versionchange', [], { undo, begin })
    const done = await this.#upgrade.finished
    this.#upgrade = undefined
    request.transaction = null
    return done
  }

  #upgrading(): Transaction {
    if (!this.#upgrade) throw new DOMException('The database is not being upgraded.', 'InvalidStateError')
    return this.#upgrade
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(0)
  })
}

/** Puts the interfaces under their names, by which libraries know the objects. */
export function installInterfaces(more: Record<string, unknown>): void {
  const interfaces = {
    ...{
      IDBDatabase: Database,
      IDBTransaction: Transaction,
      IDBRequest: Request,
      IDBOpenDBRequest: OpenRequest,
    },
    ...{
      IDBObjectStore: ObjectStore,
      IDBIndex: Index,
      IDBCursor: Cursor,
      IDBCursorWithValue: CursorWithValue,
    },
    ...{ IDBVersionChangeEvent: VersionChangeEvent, ...more },
  }
  for (const [name, value] of Object.entries(interfaces)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
  }
}
