/** The filter of rows of figures: each column with the decimals that its values need. */
import { toDecimal } from '../../money/decimal'
import type { Locale } from '../locale'
import { number } from './number'

/**
 * The rows of a table with their figures formatted: the numbers of a column have as many decimals as the longest of
 * them, so that they stand under each other. The first column, and text such as "2026", stay as they are.
 */
export function figureRows(rows: unknown, locale: Locale): unknown {
  if (!Array.isArray(rows)) return rows
  const places: number[] = []
  for (const row of rows) {
    if (!Array.isArray(row)) continue
    row.forEach((cell, column) => {
      places[column] = Math.max(places[column] ?? 0, decimalsOf(cell))
    })
  }
  return rows.map((row) =>
    Array.isArray(row)
      ? row.map((cell, column) =>
          column > 0 && typeof cell === 'number' ? number(cell, locale, places[column]) : cell,
        )
      : row,
  )
}

/** At most 6, as many as a number is printed with. */
function decimalsOf(cell: unknown): number {
  return typeof cell === 'number' ? Math.min(toDecimal(cell)?.scale ?? 0, 6) : 0
}
