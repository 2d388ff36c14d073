/** Runs inside the page: what a page break tears, and tables whose head stands on their first page alone. */
import type { Node } from './dom'
import type { Paged } from './flow'

declare const getComputedStyle: Node

/** Rows and figures on two pages that would fit on one, and pictures that would if they were smaller. */
export function judgeTorn({ kit, book, found, page, columns }: Paged): void {
  /** A picture of more pages is not meant to be seen at once, and too small to read on one. */
  const MOST_PAGES = 2
  /** Of the page's height: the line that a picture stands in is a little higher than the picture. */
  const FITS = 0.97
  const torn = (element: Node): { height: number; page: number } | undefined => {
    const pieces = columns.piecesOf(element).filter(({ top, bottom }) => bottom - top > 0.5)
    const first = pieces[0]
    if (!first || pieces.at(-1)?.page === first.page) return undefined
    const height = pieces.reduce((sum, piece) => sum + piece.bottom - piece.top, 0)
    return height <= page.height ? { height, page: first.page } : undefined
  }
  for (const row of found.rows) {
    const tear = torn(row)
    if (tear) book.note('torn_row', row, tear.height, tear.page)
  }
  const noted = new Set<Node>()
  for (const figure of found.figures) {
    const { height } = figure.getBoundingClientRect()
    const isPicture = /^(img|svg|canvas)$/.test(figure.localName)
    if (isPicture && height > page.height && height <= page.height * MOST_PAGES) {
      book.note('tall_picture', figure, height, columns.piecesOf(figure)[0]?.page)
      book.mark('tall_picture', figure, page.height * FITS)
      continue
    }
    const tear = torn(figure)
    if (!tear || kit.within(figure, noted) || figure.closest('tr')) continue
    noted.add(figure)
    book.note('torn_figure', figure, tear.height, tear.page)
  }
}

/** Whether an element stands inside one of the set. */
export function within(element: Node, set: Set<Node>): boolean {
  if (set.size === 0) return false
  for (let at = element.parentElement; at; at = at.parentElement) if (set.has(at)) return true
  return false
}

/** Tables over several pages whose head is not printed again: none that repeats, but a row that reads as one. */
export function judgeHeads({ kit, book, found, page, columns }: Paged): void {
  for (const table of found.tables) {
    const pieces = columns.piecesOf(table)
    const over = (pieces.at(-1)?.page ?? 0) - (pieces[0]?.page ?? 0)
    if (over < 1) continue
    const head = table.tHead
    if (head) {
      const { display, breakInside } = getComputedStyle(head)
      const repeats = display === 'table-header-group' && /^avoid/.test(breakInside)
      if (repeats || head.offsetHeight > page.height / 4) continue
      book.note('missing_repeated_head', table, over + 1, pieces[0]?.page)
      continue
    }
    const row = table.rows[0]
    if (!row || !kit.readsAsHead(row) || row.offsetHeight > page.height / 4) continue
    book.note('missing_repeated_head', table, over + 1, pieces[0]?.page)
    book.mark('missing_repeated_head-row', row)
  }
}

/** Whether a table's first row reads as its head: of `th`, or all bold or shaded where the next row is not. */
export function readsAsHead(row: Node): boolean {
  const cells: Node[] = [...row.cells]
  if (cells.length < 2 || cells.some((cell) => cell.rowSpan > 1)) return false
  if (cells.every((cell) => cell.localName === 'th')) return true
  const next = row.parentElement.rows[row.sectionRowIndex + 1]
  if (!next || cells.some((cell) => cell.textContent.trim().length > 60)) return false
  const strong = (cell: Node) =>
    Number(getComputedStyle(cell).fontWeight) >= 600 ||
    (cell.children.length === 1 && /^(b|strong)$/.test(cell.firstElementChild.localName))
  return cells.every(strong) && ![...next.cells].every(strong)
}
