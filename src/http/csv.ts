/** Tables as CSV (RFC 4180), in UTF-8. */
import type { AppContext } from './context'

type Cell = string | number

/** A response with the table as a file. */
export function csvResponse(c: AppContext, fileName: string, rows: readonly (readonly Cell[])[]): Response {
  return c.body(`${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
  })
}

/** A text that a spreadsheet would take for a formula is quoted by an apostrophe, as spreadsheets do it. */
function cellText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
