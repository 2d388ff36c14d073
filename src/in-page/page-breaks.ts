/** Boxes that a page break splits, and tables whose head is only on their first page. */

import type { PagedLayout } from './columns'
import { native, parentOf } from './dom'
import { holdsPlaced } from './placed-content'

/** Reports rows and figures on two pages that would fit on one, and pictures that would if they were smaller. */
export function checkSplits({ collector, layout, page, columns }: PagedLayout): void {
  /** A picture over more pages is not meant to be seen at once, and would be unreadable on one. */
  const MAX_PAGES = 2
  /** Share of the page's height: a picture's line is a little higher than the picture. */
  const FITS = 0.97
  const split = (element: Element): { height: number; page: number } | undefined => {
    const fragments = columns.fragmentsOf(element).filter(({ top, bottom }) => bottom - top > 0.5)
    const first = fragments[0]
    if (!first || fragments.at(-1)?.page === first.page) return undefined
    const height = fragments.reduce((sum, fragment) => sum + fragment.bottom - fragment.top, 0)
    return height <= page.height ? { height, page: first.page } : undefined
  }
  for (const row of layout.rows) {
    const cut = split(row)
    if (cut) collector.report('split_row', row, cut.height, cut.page)
  }
  const noted = new Set<Element>()
  for (const figure of layout.figures) {
    const { height } = native(figure).getBoundingClientRect()
    if (isPicture(figure) && height > page.height && height <= page.height * MAX_PAGES) {
      collector.report('tall_picture', figure, height, columns.fragmentsOf(figure)[0]?.page)
      collector.tag('tall_picture', figure, page.height * FITS)
      continue
    }
    const cut = split(figure)
    if (!cut || isInsideAny(figure, noted) || native(figure).closest('tr')) continue
    noted.add(figure)
    collector.report('split_figure', figure, cut.height, cut.page)
  }
}

function isPicture(element: Element): boolean {
  return /^(img|svg|canvas)$/.test(native(element).localName)
}

/** Share of a page that a picture may leave blank, since it stands on the next. */
const MAX_BLANK = 0.25
/** A picture is made no smaller than this share of its size to stand on the page before. */
const LEAST_SIZE = 0.75
/** What lies between a picture and what is above it, as a share of the page. */
const GAP = 0.03

/**
 * Reports pictures that leave much of the page before blank, on which they would fit if they were a little smaller. `filled`
 * and `begins` say where what is on each page ends and begins; `forced` are the pages that end on purpose.
 */
export function checkPushedPictures(
  { collector, layout, page, columns }: PagedLayout,
  pages: { filled: readonly number[]; begins: readonly number[]; forced: ReadonlySet<number> },
): void {
  const { filled, begins, forced } = pages
  for (const figure of layout.figures) {
    // What charts write would become too small, and what was as high as a page is small enough.
    if (!(figure instanceof HTMLImageElement) || figure.closest('tr,[data-platen~="tall_picture"]')) continue
    const isSmaller = figure.matches('[data-platen~="tall_picture-pushed"]')
    const [first, ...others] = columns.fragmentsOf(figure)
    if (!first || others.length > 0 || first.page < 1 || forced.has(first.page - 1)) continue
    const blank = page.height - (filled[first.page - 1] || page.height)
    const isAtHead = first.top <= (begins[first.page] ?? 0) + 1
    if (!isAtHead || (blank < MAX_BLANK * page.height && !isSmaller)) continue
    const height = first.bottom - first.top
    const room = blank - first.top - GAP * page.height
    // One that was made smaller, and does not stand there for all that, was so for nothing.
    if (!isSmaller && (room >= height || room < LEAST_SIZE * height)) continue
    collector.report('tall_picture', figure, height, first.page)
    if (!isSmaller) collector.tag('tall_picture-pushed', figure, room)
  }
}

/**
 * Reports boxes that hang over the head of their page, because a margin pulls them up: the edge cuts them, and the rest is
 * at the foot of the page before.
 */
export function checkHanging({ collector, columns }: PagedLayout, cutAtHeads: ReadonlySet<Element>): void {
  const noted = new Set<Element>()
  for (const box of cutAtHeads) {
    let pulled: Element | null = box
    while (pulled && !(Number.parseFloat(getComputedStyle(pulled).marginTop) < -1)) pulled = parentOf(pulled)
    if (!pulled || noted.has(pulled)) continue
    const first = columns.fragmentsOf(pulled)[0]
    if (!first || first.page < 1 || first.top >= 0) continue
    noted.add(pulled)
    collector.report('split_figure', pulled, first.bottom - first.top, first.page - 1)
    collector.tag('split_figure-pulled', pulled)
  }
}

/** Whether an element is inside one of the set. */
function isInsideAny(element: Element, set: Set<Element>): boolean {
  if (set.size === 0) return false
  for (let at = parentOf(element); at; at = parentOf(at)) if (set.has(at)) return true
  return false
}

/** Reports tables over several pages whose head is not repeated, or is only a row that looks like one. */
export function checkTableHeads({ collector, layout, page, columns }: PagedLayout): void {
  for (const table of layout.tables) {
    const fragments = columns.fragmentsOf(table)
    const over = (fragments.at(-1)?.page ?? 0) - (fragments[0]?.page ?? 0)
    if (over < 1) continue
    const head = table.tHead
    if (head) {
      const { display, breakInside } = getComputedStyle(head)
      if (display === 'none') continue
      const repeats = display === 'table-header-group' && /^avoid/.test(breakInside)
      if (repeats || head.offsetHeight > page.height / 4 || movesPlaced(table, page)) continue
      collector.report('missing_repeated_head', table, over + 1, fragments[0]?.page)
      collector.tag('missing_repeated_head', table)
      continue
    }
    const row = table.rows[0]
    if (!row || !looksLikeTableHead(row) || row.offsetHeight > page.height / 4) continue
    collector.report('missing_repeated_head', table, over + 1, fragments[0]?.page)
    collector.tag('missing_repeated_head', table)
    collector.tag('missing_repeated_head-row', row)
  }
}

/** Whether a head that is repeated would move what is placed by coordinates: in rows that are not kept whole. */
function movesPlaced({ rows }: HTMLTableElement, { height }: { height: number }): boolean {
  return [...rows].some((row) => row.offsetHeight > height / 2 && holdsPlaced(row))
}

/** Whether a table's first row looks like its head: all `th`, or all bold if the next row is not. */
function looksLikeTableHead(row: HTMLTableRowElement): boolean {
  const cells = [...row.cells]
  if (cells.length < 2 || cells.some((cell) => cell.rowSpan > 1)) return false
  if (cells.every((cell) => cell.localName === 'th')) return true
  const section = row.parentElement
  const rows =
    section instanceof HTMLTableElement || section instanceof HTMLTableSectionElement ? section.rows : []
  const next = rows[row.sectionRowIndex + 1]
  if (!next || cells.some((cell) => cell.textContent.trim().length > 60)) return false
  const strong = (cell: HTMLTableCellElement) =>
    Number(getComputedStyle(cell).fontWeight) >= 600 ||
    (cell.children.length === 1 && /^(b|strong)$/.test(cell.firstElementChild?.localName ?? ''))
  return cells.every(strong) && ![...next.cells].every(strong)
}
