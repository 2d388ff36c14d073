/** Runs inside the page: what goes wrong where one page ends and the next begins. */
import type { Node } from './dom'
import type { Geometry } from './geometry'
import type { Kit } from './kit'
import type { Notebook } from './notebook'
import type { Survey } from './survey'

declare const document: Node
declare const getComputedStyle: Node
declare const window: Node

export type Flow = { pages: number; lastPageFilled: number }

/** Judges the breaks of a document. One that fits on one page has none and is not laid out again. */
export function judgeFlow(kit: Kit, book: Notebook, found: Survey, page: Geometry): Flow {
  window.platenGaps = 0
  if (!page.uniform) return { pages: 0, lastPageFilled: 1 }
  for (const figure of found.figures) book.mark('torn_figure', figure)
  for (const { heading } of found.leaves) if (heading) book.mark('lonely_heading', heading)
  const bottom = Math.max(found.bottom, document.body.getBoundingClientRect().bottom)
  if (found.forced.length === 0 && bottom <= page.height - page.firstPageLess + 0.5) {
    kit.judgeFixed(book, found, page, 1)
    return { pages: 1, lastPageFilled: 1 }
  }
  const columns = kit.columns(found, page)
  const filled: number[] = []
  let pages = 0
  const end = (element: Node) => {
    for (const piece of columns.piecesOf(element)) pages = Math.max(pages, piece.page + 1)
  }
  for (const element of document.body.children) end(element)
  end(document.body)
  for (const { element } of found.forced) end(element)

  let heading: { element: Node; page: number; order: number } | undefined
  found.leaves.forEach((leaf, order) => {
    if (leaf.fixed || leaf.hidden) return
    const pieces = columns.piecesOf(leaf.element)
    const [first] = pieces
    const last = pieces.at(-1)
    if (!first || !last) return
    for (const piece of pieces) filled[piece.page] = Math.max(filled[piece.page] ?? 0, piece.bottom)
    if (heading && heading.element !== leaf.heading) {
      const meant = () => kit.breaksBetween(found, heading?.element, leaf.element, heading?.order ?? 0, order)
      const page = (leaf.text ? columns.firstPageOf(leaf.element) : undefined) ?? first.page
      if (page > heading.page && !meant()) {
        book.note(
          'lonely_heading',
          heading.element,
          heading.element.getBoundingClientRect().height,
          heading.page,
        )
      }
      heading = undefined
    }
    if (leaf.heading) heading = { element: leaf.heading, page: last.page, order }
  })
  // Meant or not cannot be told of a document that breaks its pages itself.
  const early = filled.slice(0, -1).filter((bottom) => bottom && bottom < page.height * 0.25)
  window.platenGaps = found.forced.length > 0 ? 0 : early.length
  kit.judgeTorn(kit, book, found, columns, page)
  kit.judgeHeads(kit, book, found, columns, page)
  pages = Math.max(pages, filled.length, 1)
  const empty = Array.from({ length: pages }, (_, at) => at).filter((at) => !filled[at])
  for (const at of empty) book.note('empty_page', document.body, 1, at)
  if (empty.length > 0) kit.markEmpty(book, found)
  const lastPageFilled = (filled[pages - 1] ?? 0) / page.height
  if (pages > 1 && filled[pages - 1] && lastPageFilled < 0.15) {
    book.note('sparse_last_page', document.body, lastPageFilled * 100, pages - 1)
  }
  const overlaid = found.fixed.length > 0 ? kit.textBands(found, columns) : []
  columns.restore()
  kit.judgeFixed(book, found, page, pages, overlaid)
  return { pages, lastPageFilled }
}

/** What may make pages without anything on them: blocks of a screen's height, and breaks around nothing. */
export function markEmpty(book: Notebook, found: Survey): void {
  for (const { element } of found.forced) {
    if (!/\S/.test(element.textContent) && !element.querySelector('img,svg,canvas,video')) {
      book.mark('empty_page-break', element)
    }
  }
  for (const element of found.tall) {
    const sizes = element.computedStyleMap()
    const set = ['height', 'min-height'].some((name) => !/^(auto|0px|none)$/.test(String(sizes.get(name))))
    if (set) book.mark('empty_page', element)
  }
}

/** Rows and figures on two pages that would fit on one; what may stand together is marked as well. */
export function judgeTorn(
  kit: Kit,
  book: Notebook,
  found: Survey,
  columns: ReturnType<Kit['columns']>,
  page: Geometry,
): void {
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

/** Whether a forced break stands between a heading and what follows it, so that it is meant to be alone. */
export function breaksBetween(found: Survey, heading: Node, next: Node, from: number, to: number): boolean {
  return found.forced.some(({ element, before, after, order }) => {
    if (before && order > from && order <= to) return element.contains(next) || !element.contains(heading)
    return after && element.contains(heading) && !element.contains(next)
  })
}

/** Tables over several pages whose head is not printed again: none that repeats, but a row that reads as one. */
export function judgeHeads(
  kit: Kit,
  book: Notebook,
  found: Survey,
  columns: ReturnType<Kit['columns']>,
  page: Geometry,
): void {
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
      book.mark('missing_repeated_head', head)
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

/** Where text stands on the pages, as boxes with page-relative heights. */
export function textBands(found: Survey, columns: ReturnType<Kit['columns']>) {
  return found.leaves
    .filter(({ fixed }) => !fixed)
    .flatMap(({ element, rect }) =>
      columns
        .piecesOf(element)
        .map(({ top, bottom }) => ({ left: rect.left, right: rect.right, top, bottom })),
    )
}

/** Fixed bars: on every page, and over its text on one of them at least. */
export function judgeFixed(
  book: Notebook,
  found: Survey,
  page: Geometry,
  pages: number,
  bands: { left: number; right: number; top: number; bottom: number }[] = found.leaves
    .filter(({ fixed }) => !fixed)
    .map(({ rect }) => rect),
): void {
  for (const { element, rect } of found.fixed) {
    const bottom = Math.min(rect.bottom, page.height)
    const over = bands.some(
      (band) =>
        band.left < rect.right - 1 &&
        band.right > rect.left + 1 &&
        band.top < bottom - 2 &&
        band.bottom > rect.top + 2,
    )
    // A running header in room of its own is meant. What is drawn again beside the text, as a menu, is not.
    const running = rect.width > page.width * 0.6 && rect.height < page.height * 0.15
    if (!over && (pages < 2 || running)) continue
    book.note('repeated_bar', element, rect.height, pages > 1 ? 0 : undefined)
    const wide = rect.width > page.width * 0.6
    book.mark(wide || rect.top > page.height / 2 ? 'repeated_bar-static' : 'repeated_bar-once', element)
  }
}
