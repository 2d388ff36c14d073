/** Empty text is absent: forms and databases send `""` for what nobody filled in. */

/** How deep an invoice is looked through; its own fields end long before. */
const MAX_DEPTH = 16

/** A copy without the fields that hold only blanks. Items of lists stay, so that positions stay what they were. */
export function withoutEmptyText(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withoutEmptyText(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      typeof field === 'string' && field.trim() === '' ? [] : [[name, withoutEmptyText(field, depth + 1)]],
    ),
  )
}
