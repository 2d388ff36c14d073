/** Keys of the database, their order (Indexed Database API 3.0, 2.4), ranges of them, and lists of names. */

export type Key = number | string | Date | ArrayBuffer | Key[]
export type KeyPath = string | string[] | null

/** The value as a key; throws `DataError` if it can be none. */
export function toKey(value: unknown): Key {
  if (typeof value === 'string' || (typeof value === 'number' && !Number.isNaN(value))) return value
  if (value instanceof Date && !Number.isNaN(value.getTime())) return new Date(value)
  if (value instanceof ArrayBuffer) return value.slice(0)
  if (ArrayBuffer.isView(value))
    return new Uint8Array(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)).buffer
  if (Array.isArray(value)) return value.map(toKey)
  throw new DOMException('The parameter is not a valid key.', 'DataError')
}

/** As `toKey`; nothing for what can be no key. */
export function keyOrNone(value: unknown): Key | undefined {
  try {
    return toKey(value)
  } catch {
    return undefined
  }
}

/** Numbers come first, then dates, texts, bytes and lists. */
function rank(key: Key): number {
  if (typeof key === 'number') return 0
  if (key instanceof Date) return 1
  if (typeof key === 'string') return 2
  return key instanceof ArrayBuffer ? 3 : 4
}

/** -1, 0 or 1. */
export function compareKeys(a: Key, b: Key): number {
  const difference = rank(a) - rank(b)
  if (difference !== 0) return Math.sign(difference)
  const [first, second] = [comparable(a), comparable(b)]
  if (!Array.isArray(first) || !Array.isArray(second)) return first < second ? -1 : Number(first > second)
  for (const [at, item] of first.entries()) {
    const other = second[at]
    if (other === undefined) return 1
    const order = compareKeys(item, other)
    if (order !== 0) return order
  }
  return first.length < second.length ? -1 : 0
}

function comparable(key: Key): number | string | Key[] {
  if (key instanceof Date) return key.getTime()
  return key instanceof ArrayBuffer ? [...new Uint8Array(key)] : key
}

/** What a key path names in a value; nothing if it leads nowhere. */
export function keyAt(value: unknown, path: KeyPath): unknown {
  if (Array.isArray(path)) return path.map((part) => keyAt(value, part))
  let found = value
  for (const name of path ? path.split('.') : [])
    found = (found as Record<string, unknown> | undefined)?.[name]
  return found
}

export class KeyRange {
  constructor(
    readonly lower: Key | undefined,
    readonly upper: Key | undefined,
    readonly lowerOpen = false,
    readonly upperOpen = false,
  ) {}

  static only(value: unknown) {
    return new KeyRange(toKey(value), toKey(value))
  }

  static lowerBound(value: unknown, open = false) {
    return new KeyRange(toKey(value), undefined, open)
  }

  static upperBound(value: unknown, open = false) {
    return new KeyRange(undefined, toKey(value), false, open)
  }

  static bound(lower: unknown, upper: unknown, lowerOpen = false, upperOpen = false) {
    return new KeyRange(toKey(lower), toKey(upper), lowerOpen, upperOpen)
  }

  /** A range as it is, a key as a range of itself, and nothing as all keys. */
  static of(query: unknown): KeyRange {
    if (query instanceof KeyRange) return query
    return query === undefined || query === null ? new KeyRange(undefined, undefined) : KeyRange.only(query)
  }

  includes(value: unknown): boolean {
    const key = toKey(value)
    const above = this.lower === undefined ? 1 : compareKeys(key, this.lower)
    const below = this.upper === undefined ? -1 : compareKeys(key, this.upper)
    return (this.lowerOpen ? above > 0 : above >= 0) && (this.upperOpen ? below < 0 : below <= 0)
  }
}

/** Names, as a `DOMStringList` has them. */
export class NameList extends Array<string> {
  contains(name: string): boolean {
    return this.includes(name)
  }

  item(index: number): string | null {
    return this[index] ?? null
  }
}

/** The names in their order. */
export function sorted(names: Iterable<string>): NameList {
  return NameList.from([...names].sort()) as NameList
}
