/** Runs inside the page: what goes wrong where one page ends and the next begins. */
import type { Columns, Piece } from './columns'
import type { Node } from './dom'
import type { Notebook } from './finding-collector'
import type { Geometry } from './geometry'
import type { Kit } from './kit'
import type { Leaf, Survey } from './walk-elements'

declare const document: Node

/** What the judgement of breaks needs: the document laid out as pages are. */
export type Paged = { kit: Kit; book: Notebook; found: Survey; page: Geometry; columns: Columns }

/** `lastPageFilled` is 0 to 1; `earlyEnds` counts pages of which the last three quarters are empty. */
export type Flow = { pages: number; lastPageFilled: number; earlyEnds: number }

/** Judges the breaks of a document. One that fits on one page has none and is not laid out again. */
export function judgeFlow(kit: Kit, book: Notebook, found: Survey, page: Geometry): Flow {
  if (!page.uniform) return { pages: 0, lastPageFilled: 1, earlyEnds: 0 }
  for (const figure of found.figures) book.mark('torn_figure', figure)
  for (const { heading } of found.leaves) if (heading) book.mark('lonely_heading', heading)
  const bottom = Math.max(found.bottom, document.body.getBoundingClientRect().bottom)
  if (found.forced.length === 0 && bottom <= page.height - page.firstPageLess + 0.5) {
    kit.judgeBars(book, found, { page, pages: 1, texts: kit.textsAsSeen(found) })
    return { pages: 1, lastPageFilled: 1, earlyEnds: 0 }
  }
  const columns = kit.columns(kit, found, page)
  const paged = { kit, book, found, page, columns }
  const filled = kit.readPages(paged)
  kit.judgeTorn(paged)
  kit.judgeHeads(paged)
  const pages = Math.max(kit.countPages(paged), filled.length)
  const texts = found.fixed.length > 0 ? kit.textsOnPages(paged) : []
  columns.restore()

  const empty = Array.from({ length: pages }, (_, at) => at).filter((at) => !filled[at])
  for (const at of empty) book.note('empty_page', document.body, 1, at)
  if (empty.length > 0) kit.markEmpty(book, found)
  const lastPageFilled = (filled[pages - 1] ?? 0) / page.height
  if (pages > 1 && filled[pages - 1] && lastPageFilled < 0.15) {
    book.note('sparse_last_page', document.body, lastPageFilled * 100, pages - 1)
  }
  kit.judgeBars(book, found, { page, pages, texts })
  // Meant or not cannot be told of a document that breaks its pages itself.
  const early = found.forced.length > 0 ? [] : filled.slice(0, -1).filter((at) => at < page.height * 0.25)
  return { pages, lastPageFilled, earlyEnds: early.filter(Boolean).length }
}

/** Reads the pages from first to last: how far down each is filled (CSS pixels), and headings that end one. */
export function readPages({ kit, book, found, columns }: Paged): number[] {
  const filled: number[] = []
  let heading: { element: Node; page: number; order: number } | undefined
  // What stands inside a text of one piece is where that is: it is not asked for.
  let around: { leaf: Leaf; pieces: Piece[] } | undefined
  found.leaves.forEach((leaf, order) => {
    if (leaf.fixed || leaf.hidden) return
    const inside =
      around && leaf.rect.bottom <= around.leaf.rect.bottom + 1 && around.leaf.element.contains(leaf.element)
    const pieces = inside && around ? around.pieces : columns.piecesOf(leaf.element)
    if (!inside) around = leaf.text && pieces.length === 1 ? { leaf, pieces } : undefined
    const [first] = pieces
    const last = pieces.at(-1)
    if (!first || !last) return
    for (const piece of pieces) filled[piece.page] = Math.max(filled[piece.page] ?? 0, piece.bottom)
    if (heading && heading.element !== leaf.heading) {
      const { element } = heading
      const at = (leaf.text ? columns.firstPageOf(leaf.element) : undefined) ?? first.page
      if (at > heading.page && !kit.breaksBetween(found, heading, { element: leaf.element, order })) {
        book.note('lonely_heading', element, element.getBoundingClientRect().height, heading.page)
      }
      heading = undefined
    }
    if (leaf.heading) heading = { element: leaf.heading, page: last.page, order }
  })
  return filled
}

/** On how many pages the document's boxes stand, empty ones included. */
export function countPages({ found, columns }: Paged): number {
  const { body } = document
  const ends = [body, ...body.children, ...found.forced.map(({ element }) => element)]
  return ends.reduce(
    (pages, element) =>
      columns.piecesOf(element).reduce((most, piece) => Math.max(most, piece.page + 1), pages),
    1,
  )
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

/** Whether a forced break stands between a heading and what follows it, so that it is meant to be alone. */
export function breaksBetween(
  found: Survey,
  heading: { element: Node; order: number },
  next: { element: Node; order: number },
): boolean {
  return found.forced.some(({ element, before, after, order }) => {
    if (before && order > heading.order && order <= next.order) {
      return element.contains(next.element) || !element.contains(heading.element)
    }
    return after && element.contains(heading.element) && !element.contains(next.element)
  })
}
