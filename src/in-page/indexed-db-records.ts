/**
 * The records of a store of the database in memory (`indexed-db.ts`). A change is made in place and returns how it is
 * undone: a transaction of thousands of changes keeps what each one replaced, and no list of all records for each.
 */
import { compareKeys, type Key, type KeyPath, type KeyRange, keyAt, keyOrNone } from './indexed-db-keys'

type DataRecord = { key: Key; value: unknown }
export type IndexData = { name: string; keyPath: KeyPath; unique: boolean; multiEntry: boolean }
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

/** The record with this key. */
export function recordAt({ records }: StoreData, key: Key): DataRecord | undefined {
  const record = records[firstNotBefore(records, key)]
  return record && compareKeys(record.key, key) === 0 ? record : undefined
}

/** Puts a record in the place of the one with its key, or between its neighbors. Returns how that is undone. */
export function putRecord(data: StoreData, record: DataRecord): () => void {
  const { next } = data
  const { key } = record
  const replaced = recordAt(data, key)
  const at = firstNotBefore(data.records, key)
  data.records.splice(at, replaced ? 1 : 0, record)
  if (data.autoIncrement && typeof key === 'number' && key >= next) data.next = Math.floor(key) + 1
  return () => {
    data.next = next
    if (replaced) data.records[at] = replaced
    else data.records.splice(at, 1)
  }
}

/** The records whose keys are in `range`, in their order. */
export function recordsIn({ records }: StoreData, range: KeyRange): DataRecord[] {
  return records.slice(...boundsOf(records, range))
}

/** Deletes the records whose keys are in `range`. Returns how that is undone. */
export function deleteRecords(data: StoreData, range: KeyRange): () => void {
  const [from, to] = boundsOf(data.records, range)
  const deleted = data.records.splice(from, to - from)
  return () => {
    const { records } = data
    data.records = records.slice(0, from).concat(deleted, records.slice(from))
  }
}

/** The keys of a value in an index. */
export function indexKeys({ keyPath, multiEntry }: IndexData, value: unknown): Key[] {
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

/** Where the records of a range begin, and where those behind it do. */
function boundsOf(records: DataRecord[], { lower, upper, lowerOpen, upperOpen }: KeyRange): [number, number] {
  const from = lower === undefined ? 0 : firstNotBefore(records, lower) + Number(lowerOpen && has(lower))
  const to =
    upper === undefined ? records.length : firstNotBefore(records, upper) + Number(!upperOpen && has(upper))
  return [from, Math.max(from, to)]

  function has(key: Key): boolean {
    const record = records[firstNotBefore(records, key)]
    return record !== undefined && compareKeys(record.key, key) === 0
  }
}
