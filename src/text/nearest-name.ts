/** The name that somebody meant who wrote another. */

/** Characters of a name that no field has: longer ones are not compared. */
const MAX_COMPARED = 64

/** The known name that differs least from `word`, if it is near enough to be meant; letters of any case are alike. */
export function nearestName(word: string, known: Iterable<string>): string | undefined {
  if (word.length > MAX_COMPARED) return undefined
  const lower = word.toLowerCase()
  let best: { name: string; edits: number } | undefined
  for (const name of known) {
    const edits = countEdits(lower, name.slice(0, 2 * MAX_COMPARED).toLowerCase())
    if (!best || edits < best.edits) best = { name, edits }
  }
  if (!best) return undefined
  const { name, edits } = best
  const isNear = edits <= Math.max(2, name.length / 3) && edits < Math.min(word.length, name.length)
  return isNear ? name : undefined
}

/** `; did you mean "…"?` if a known name is near enough, else nothing. */
export function suggestName(word: string, known: Iterable<string>): string {
  const name = nearestName(word, known)
  return name === undefined ? '' : `; did you mean "${name}"?`
}

/** Edits that turn `a` into `b` (Levenshtein), in time of the product of their lengths. */
export function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
