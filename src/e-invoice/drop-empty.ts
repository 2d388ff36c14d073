/**
 * What is done to an invoice before its shape is checked: lists that are too long are found, and empty text counts as
 * absent, since forms and databases send `""` for fields that nobody filled in.
 */

/** Entries of one list: each takes a twentieth of a millisecond to check, which nobody else can use. */
export const MAX_LINES = 10_000

/** Entries of all lists of an invoice. */
const MAX_ENTRIES = 30_000

/** How deep an invoice is searched; its own fields are far less deep. */
const MAX_DEPTH = 16

/** A copy without the fields that hold only blanks. Items of lists stay, so that positions do not change. */
export function withoutEmptyText(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withoutEmptyText(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      typeof field === 'string' && field.trim() === '' ? [] : [[name, withoutEmptyText(field, depth + 1)]],
    ),
  )
}

export type LongList = { path: PropertyKey[]; message: string }

/** The list with more than `MAX_LINES` entries, or with which all lists have more than `MAX_ENTRIES`; undefined if there is none. */
export function findLongList(invoice: unknown): LongList | undefined {
  let entries = 0
  const search = (value: unknown, path: readonly PropertyKey[]): LongList | undefined => {
    if (path.length > MAX_DEPTH || typeof value !== 'object' || value === null) return undefined
    if (Array.isArray(value)) {
      entries += value.length
      if (value.length > MAX_LINES) return { path: [...path], message: `has more than ${MAX_LINES} entries` }
      if (entries > MAX_ENTRIES)
        return {
          path: [...path],
          message: `makes more than ${MAX_ENTRIES} entries of all lists of the invoice`,
        }
    }
    for (const [name, field] of Object.entries(value)) {
      const found = typeof field === 'object' ? search(field, [...path, name]) : undefined
      if (found) return found
    }
    return undefined
  }
  return search(invoice, [])
}
