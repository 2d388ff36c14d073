/** Tables as text (RFC 4180), read in one pass. */

export type Csv = {
  columns: string[]
  /** Cells of each row by column; missing ones are empty. */
  rows: string[][]
}

const DELIMITERS = [',', ';', '\t'] as const

/**
 * The first line holds the names of the columns. Spreadsheets of many countries write semicolons. Throws `RangeError`
 * at a quote that does not end.
 */
export function readCsv(text: string): Csv {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  const [head = [], ...rows] = recordsOf(plain, delimiterOf(plain)).filter((cells) =>
    cells.some((cell) => cell !== ''),
  )
  const columns = head.map((name, at) => name || `column ${at + 1}`)
  return { columns, rows: rows.map((cells) => columns.map((_, at) => cells[at] ?? '')) }
}

/** What the first line has most of, outside of quotes. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const line = text.slice(0, end < 0 ? text.length : end).replaceAll(/"[^"]*"/g, '')
  const counted = DELIMITERS.map((mark) => ({ mark, count: line.split(mark).length }))
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).mark
}

function recordsOf(text: string, delimiter: string): string[][] {
  const records: string[][] = []
  let cells: string[] = []
  let at = 0
  const endCell = (cell: string) => cells.push(cell.trim())
  const endRecord = () => {
    records.push(cells)
    cells = []
  }
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      const read = quoted(text, at, records.length + 1)
      cell = read.cell
      at = read.end
    }
    let end = at
    while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
    endCell(cell + text.slice(at, end))
    at = end
    if (text[at] === delimiter) {
      at++
      if (at === text.length || text[at] === '\n' || text[at] === '\r') endCell('')
      else continue
    }
    endRecord()
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
  }
  return records
}

/** A cell in quotes, in which two stand for one. */
function quoted(text: string, begin: number, row: number): { cell: string; end: number } {
  let cell = ''
  let at = begin + 1
  for (;;) {
    const end = text.indexOf('"', at)
    if (end < 0) throw new RangeError(`row ${row}: a quote does not end`)
    cell += text.slice(at, end)
    if (text[end + 1] !== '"') return { cell, end: end + 1 }
    cell += '"'
    at = end + 2
  }
}
