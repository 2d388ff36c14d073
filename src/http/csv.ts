/** Tables as CSV (RFC 4180), in UTF-8. */
import type { AppContext } from './context'

type Cell = string | number

/** A response with a table as a file: the names of its columns, and of each row what it has by these names. */
export function csvResponse<Name extends string>(
  c: AppContext,
  fileName: string,
  { columns, rows }: { columns: readonly Name[]; rows: readonly Record<Name, Cell>[] },
): Response {
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))]
  return c.body(`${lines.map((line) => line.map(cellText).join(',')).join('\r\n')}\r\n`, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
  })
}

/**
 * What a spreadsheet may take for the beginning of a formula, by OWASP's "CSV Injection": full-width signs are read as plain
 * ones in some languages.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** A text that a spreadsheet would take for a formula is quoted by an apostrophe, as spreadsheets do it. */
function cellText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
