/** Splits a table between columns into several, one below the other, each with the first column. */
import { gridOf } from './table-grid'

/**
 * Leaves the units of columns (`table-grid.ts`) before `ends[0]` in the table and moves those before each further end
 * into a table of their own. `steps` get how to undo it before it is begun.
 */
export function splitTable(table: HTMLTableElement, ends: readonly number[], steps: (() => void)[]): void {
  const grid = gridOf(table)
  if (!grid) return
  const { rows, units } = grid
  const before = rows.map(({ row }) => ({ row, cells: [...row.cells] }))
  const groups = [...table.querySelectorAll(':scope > colgroup, :scope > col')].map((group) => ({
    group,
    next: group.nextSibling,
  }))
  const [first = 0] = units
  const columnAt = (end: number | undefined) => units[(end ?? units.length) - 1] ?? 0
  const parts: Element[] = []
  let from = columnAt(ends[0])
  const titles = rows.flatMap(({ cells, title }) => (title ? cells : []))
  const spans = titles.map(({ cell }) => ({ cell, colSpan: cell.colSpan }))
  steps.push(() => {
    for (const { row, cells } of before) row.append(...cells)
    for (const part of parts) part.remove()
    for (const { cell, colSpan } of spans) cell.colSpan = colSpan
    for (const { group, next } of groups.toReversed()) table.insertBefore(group, next)
  })
  for (const { group } of groups) group.remove()
  // A title over more columns than there are would make a table of as many.
  for (const { cell, colSpan } of spans) cell.colSpan = Math.min(colSpan, from)
  for (const end of ends.slice(1)) {
    const to = columnAt(end)
    const part = withoutId(table.cloneNode() as Element)
    let section: Element | undefined
    let sectionOf: Element | null = null
    for (const { row, cells, title } of rows) {
      if (title) continue
      if (!section || row.parentElement !== sectionOf) {
        sectionOf = row.parentElement
        section = sectionOf && sectionOf !== table ? withoutId(sectionOf.cloneNode() as Element) : part
        if (section !== part) part.append(section)
      }
      const copy = withoutId(row.cloneNode() as Element)
      copy.append(...cells.filter((placed) => placed.end <= first).map(({ cell }) => copyCell(cell)))
      copy.append(
        ...cells.filter((placed) => placed.start >= from && placed.end <= to).map(({ cell }) => cell),
      )
      section.append(copy)
    }
    const last = parts.at(-1) ?? table
    parts.push(part)
    last.after(part)
    from = to
  }
}

function withoutId(element: Element): Element {
  element.removeAttribute('id')
  return element
}

/** A cell once more. Its fields show what they hold and have no name, by which they would take from the others. */
function copyCell(cell: HTMLTableCellElement): Element {
  const copy = withoutId(cell.cloneNode(true) as Element)
  for (const named of copy.querySelectorAll('[id]')) withoutId(named)
  const fields = copy.querySelectorAll<HTMLInputElement>(FIELDS)
  cell.querySelectorAll<HTMLInputElement>(FIELDS).forEach((field, at) => {
    const other = fields[at]
    if (!other) return
    other.removeAttribute('name')
    if (field.type !== 'file') other.value = field.value
    other.checked = field.checked
  })
  return copy
}

const FIELDS = 'input,select,textarea'
