/** The database in a document's own memory: what its handlers throw, and what its transactions keep and undo. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

type Handlers = Record<string, unknown>
type Asked = Handlers & { result: unknown }
type Store = {
  put(value: unknown, key?: unknown): Asked
  get(key: unknown): Asked
  delete(key: unknown): Asked
  clear(): Asked
  getAllKeys(): Asked
}
type Transaction = Handlers & { objectStore(name: string): Store; abort(): void }
type Db = { transaction(name: string, mode?: string): Transaction; createObjectStore(name: string): Store }
type Factory = { open(name: string, version?: number): Asked }

const reported: unknown[] = []
let factory: Factory
let names = 0

beforeAll(async () => {
  vi.stubGlobal('reportError', (error: unknown) => void reported.push(error))
  const { installIndexedDb } = await import('../../src/in-page/indexed-db')
  installIndexedDb()
  factory = (globalThis as unknown as { indexedDB: Factory }).indexedDB
})
afterAll(() => {
  const installed = Object.getOwnPropertyNames(globalThis).filter((name) => /^(?:IDB|indexedDB$)/.test(name))
  for (const name of installed) Reflect.deleteProperty(globalThis, name)
})
beforeEach(() => void reported.splice(0))

/** Resolves when one of the events comes, with its name. */
function comes(target: Handlers, ...events: string[]): Promise<string> {
  return new Promise((resolve) => {
    for (const event of events) target[`on${event}`] = () => resolve(event)
  })
}

async function resultOf(request: Asked): Promise<unknown> {
  await comes(request, 'success')
  return request.result
}

/** A database with the store `items`, which has the keys 1, 2 and 3. */
async function database(): Promise<Db> {
  const request = factory.open(`db${names++}`)
  request.onupgradeneeded = () => {
    const store = (request.result as Db).createObjectStore('items')
    for (const key of [1, 2, 3]) store.put(`value ${key}`, key)
  }
  return (await resultOf(request)) as Db
}

function keysOf(db: Db): Promise<unknown> {
  return resultOf(db.transaction('items').objectStore('items').getAllKeys())
}

describe('a handler that throws', () => {
  test('is reported, aborts its transaction, and the next one works', async () => {
    const db = await database()
    const transaction = db.transaction('items', 'readwrite')
    const aborted = comes(transaction, 'abort', 'complete')
    transaction.objectStore('items').put('new', 4).onsuccess = () => {
      throw new Error('mine')
    }
    expect(await aborted).toBe('abort')
    expect(reported.map(String)).toEqual(['Error: mine'])
    expect(await keysOf(db)).toEqual([1, 2, 3])
  })

  test('at the end of a transaction undoes nothing, and the next one works', async () => {
    const db = await database()
    const transaction = db.transaction('items', 'readwrite')
    transaction.objectStore('items').put('new', 4)
    transaction.oncomplete = () => {
      throw new Error('late')
    }
    expect(await keysOf(db)).toEqual([1, 2, 3, 4])
    expect(reported.map(String)).toEqual(['Error: late'])
  })

  test('during an upgrade fails its opening, and other databases open', async () => {
    const request = factory.open('never')
    request.onupgradeneeded = () => {
      throw new Error('upgrade')
    }
    expect(await comes(request, 'success', 'error')).toBe('error')
    expect(await keysOf(await database())).toEqual([1, 2, 3])
  })
})

describe('a transaction that is aborted', () => {
  test('leaves the store as it was, whatever it put, replaced, deleted and cleared', async () => {
    const db = await database()
    const transaction = db.transaction('items', 'readwrite')
    const store = transaction.objectStore('items')
    const aborted = comes(transaction, 'abort')
    for (const key of [9, 0, 2.5, 2]) store.put('new', key)
    for (const key of [1, 2, 7]) store.delete(key)
    store.put('again', 1)
    store.clear()
    const last = store.put('last', 5)
    last.onsuccess = () => transaction.abort()
    await aborted
    expect(await keysOf(db)).toEqual([1, 2, 3])
    const values = [1, 2, 3].map((key) => resultOf(db.transaction('items').objectStore('items').get(key)))
    expect(await Promise.all(values)).toEqual(['value 1', 'value 2', 'value 3'])
  })

  test('leaves it so when a later upgrade is aborted', async () => {
    const name = `db${names}`
    await database()
    const request = factory.open(name, 2)
    request.onupgradeneeded = () => {
      const store = (request.transaction as Transaction).objectStore('items')
      store.delete(2)
      store.put('new', 8).onsuccess = () => (request.transaction as Transaction).abort()
    }
    expect(await comes(request, 'success', 'error')).toBe('error')
    expect(await keysOf((await resultOf(factory.open(name))) as Db)).toEqual([1, 2, 3])
  })
})

test('a transaction keeps what each of its changes replaced, not all records for each', async () => {
  const { putRecord } = await import('../../src/in-page/indexed-db-records')
  const data = { name: '', keyPath: null, autoIncrement: false, next: 1, records: [], indexes: new Map() }
  const { records } = data
  for (let key = 0; key < 100; key++) putRecord(data, { key, value: key })
  expect(data.records).toBe(records)
})

describe('records are found by their keys', () => {
  test('without going through their store', async () => {
    const { KeyRange } = await import('../../src/in-page/indexed-db-keys')
    const db = await database()
    const looks = vi.spyOn(KeyRange.prototype, 'includes')
    const store = () => db.transaction('items', 'readwrite').objectStore('items')
    expect(await resultOf(store().get(2))).toBe('value 2')
    expect(await resultOf(store().get(2.5))).toBeUndefined()
    await resultOf(store().delete(1))
    expect(await keysOf(db)).toEqual([2, 3])
    expect(looks).not.toHaveBeenCalled()
  })

  test('in every range of them', async () => {
    const { KeyRange } = await import('../../src/in-page/indexed-db-keys')
    const { recordsIn } = await import('../../src/in-page/indexed-db-records')
    const records = [1, 3, 5].map((key) => ({ key, value: key }))
    const data = { name: '', keyPath: null, autoIncrement: false, next: 1, records, indexes: new Map() }
    const ends = [undefined, 0, 1, 2, 3, 4, 5, 6]
    for (const lower of ends)
      for (const upper of ends)
        for (const open of [0, 1, 2, 3]) {
          const range = new KeyRange(lower, upper, (open & 1) > 0, (open & 2) > 0)
          const found = records.filter(({ key }) => range.includes(key))
          expect(recordsIn(data, range), JSON.stringify(range)).toEqual(found)
        }
  })
})
