/** Splits a table between columns into several, one below the other, each with the first column. */

/**
 * Leaves the columns before `ends[0]` in the table and moves those before each further end into a table of their own.
 * Returns how to undo it.
 */
export function splitTable(table: HTMLTableElement, ends: readonly number[]): () => void {
  const rows = [...table.rows].map((row) => ({ row, cells: [...row.cells] }))
  const columns = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const groups = [...table.querySelectorAll(':scope > colgroup, :scope > col')].map((group) => ({
    group,
    next: group.nextSibling,
  }))
  for (const { group } of groups) group.remove()
  const parts: Element[] = []
  let start = ends[0] ?? columns
  for (const end of ends.slice(1)) {
    const part = table.cloneNode() as HTMLTableElement
    part.removeAttribute('id')
    let section: Element | undefined
    let sectionOf: Element | null = null
    for (const { row, cells } of rows) {
      const [first] = cells
      if (!first || cells.length < columns) continue
      if (!section || row.parentElement !== sectionOf) {
        sectionOf = row.parentElement
        section = sectionOf && sectionOf !== table ? (sectionOf.cloneNode() as Element) : part
        section.removeAttribute('id')
        if (section !== part) part.append(section)
      }
      const copy = row.cloneNode() as Element
      const head = first.cloneNode(true) as Element
      for (const named of [copy, head, ...head.querySelectorAll('[id]')]) named.removeAttribute('id')
      copy.append(head, ...cells.slice(start, end))
      section.append(copy)
    }
    const last = parts.at(-1) ?? table
    last.after(part)
    parts.push(part)
    start = end
  }
  return () => {
    for (const { row, cells } of rows) row.append(...cells)
    for (const part of parts) part.remove()
    for (const { group, next } of groups.reverse()) table.insertBefore(group, next)
  }
}
