/** The columns of a table whose cells may span several of them, or several rows (HTML, 4.9.12). */

/** A cell and its columns: the first, and the one after the last. */
export type PlacedCell = { cell: HTMLTableCellElement; start: number; end: number }
/** A title is a row of one cell, over all columns. */
export type GridRow = { row: HTMLTableRowElement; cells: PlacedCell[]; title: boolean }
/** `units` are the columns after which no cell goes on into the next: the table can be split there. */
export type TableGrid = { rows: GridRow[]; units: number[] }

/** The grid of a table; undefined if it has one column or cannot be split without breaking a cell over a title. */
export function gridOf(table: HTMLTableElement): TableGrid | undefined {
  let section: Element | null = null
  /** For each column, how many more rows the cell above takes. */
  let open: number[] = []
  const rows = [...table.rows].map((row): GridRow => {
    open = row.parentElement === section ? open.map((left) => left - 1) : []
    section = row.parentElement
    let at = 0
    const cells = [...row.cells].map((cell) => {
      while ((open[at] ?? 0) > 0) at++
      const start = at
      const { colSpan, rowSpan } = cell
      at += colSpan
      // To the end of its section, if it is 0.
      for (let column = start; column < at; column++) open[column] = rowSpan || table.rows.length
      return { cell, start, end: at }
    })
    return {
      row,
      cells,
      title: cells.length === 1 && row.parentElement !== table.tHead && cells[0]?.start === 0,
    }
  })
  const inColumns = rows.filter(({ title }) => !title).flatMap(({ cells }) => cells)
  const count = Math.max(0, ...inColumns.map(({ end }) => end))
  const spansRows = inColumns.some(({ cell }) => cell.rowSpan !== 1)
  if (count < 2 || (spansRows && rows.some(({ title }) => title))) return undefined
  const inside = new Set<number>()
  for (const { start, end } of inColumns) for (let at = start + 1; at < end; at++) inside.add(at)
  const units = Array.from({ length: count }, (_, at) => at + 1).filter((end) => !inside.has(end))
  return { rows, units }
}

/** The width of each unit in CSS pixels, as some row shows it. */
export function unitWidths({ rows, units }: TableGrid): number[] {
  return units.map((to, index) => {
    const from = units[index - 1] ?? 0
    for (const { cells, title } of rows) {
      const within = cells.filter(({ start, end }) => start >= from && end <= to)
      const covered = within.reduce((sum, { start, end }) => sum + end - start, 0)
      if (!title && covered === to - from) return within.reduce((sum, { cell }) => sum + cell.offsetWidth, 0)
    }
    return 0
  })
}
