/** Long tables in two: `npm test` tries the first rows, one of each class, and an exhaustive suite the others. */
export type Part = 'few' | 'others'

/** The rows of that part, of a table whose first `few` rows are one of each class. */
export function partOf<Row>(rows: readonly Row[], few: number, part: Part): Row[] {
  return part === 'few' ? rows.slice(0, few) : rows.slice(few)
}

/** The same, of a table whose rows of `npm test` are named in `few`. */
export function partNamed<Row extends readonly [name: string, ...unknown[]]>(
  rows: readonly Row[],
  few: ReadonlySet<string>,
  part: Part,
): Row[] {
  return rows.filter(([name]) => few.has(name) === (part === 'few'))
}
