/**
 * Runs inside the page: lays the document out as pages are, and puts everything back. Chromium breaks columns and
 * pages by one engine, so the document's root becomes a container of columns as wide and high as a page's printable
 * area, far apart. The column that a box stands in is then its page (CSS Multi-column Layout 1, CSS Fragmentation 3).
 *
 * Known to differ from paper: a break to a left or right page is a break to the next page, and what cannot be broken
 * and is taller than a page moves nothing after it.
 */
import type { Node, Rect } from './dom'
import type { Geometry } from './geometry'
import type { Kit } from './kit'
import type { Survey } from './walk-elements'

declare const document: Node
declare const window: Node

/** Part of a box on one page; `page` counts from 0, `top` and `bottom` are CSS pixels from the page's first line. */
export type Piece = { page: number; top: number; bottom: number }

export type Columns = {
  piecesOf(element: Node): Piece[]
  /** Page of the first line of an element's text, whose box may begin on the page before. */
  firstPageOf(text: Node): number | undefined
  restore(): void
}

/** Sets the columns up. */
export function columns(kit: Kit, found: Survey, page: Geometry): Columns {
  // Room for what is too wide, so that it does not reach into the next page's column.
  const pitch = page.width + 8192
  const root = document.documentElement
  // Remembered for the case that this look never ends (`undo`).
  const restore = kit.memory().looking
  const set = (element: Node, css: Record<string, string>) => {
    const before = element.getAttribute('style')
    restore.push(() =>
      before === null ? element.removeAttribute('style') : element.setAttribute('style', before),
    )
    for (const [name, value] of Object.entries(css)) element.style.setProperty(name, value, 'important')
  }
  const rootStyle = window.getComputedStyle(root)
  const rtl = rootStyle.direction === 'rtl'
  const side = (name: string) =>
    Number.parseFloat(rootStyle[`padding${name}`]) + Number.parseFloat(rootStyle[`margin${name}`]) || 0
  const width = page.width - side('Left') - side('Right')
  set(root, {
    ...{ display: 'block', position: 'static', float: 'none', margin: '0', padding: '0', border: '0' },
    ...{ 'box-sizing': 'content-box', 'min-width': '0', 'max-width': 'none', 'min-height': '0' },
    ...{ 'max-height': 'none', overflow: 'visible', 'column-count': 'auto', 'column-rule': 'none' },
    ...{ 'column-fill': 'auto', 'column-width': `${width}px`, 'column-gap': `${pitch - width}px` },
    ...{ width: `${width}px`, height: `${page.height}px` },
  })
  const { body } = document
  if (window.getComputedStyle(body).overflow !== 'visible') set(body, { overflow: 'visible' })
  if (page.firstPageLess > 0) {
    const spacer = document.createElement('div')
    spacer.style.cssText = `height:${page.firstPageLess}px;display:block;margin:0`
    root.insertBefore(spacer, body)
    restore.push(() => spacer.remove())
  }
  for (const { element, before, after } of found.forced) {
    set(element, {
      ...(before && { 'break-before': 'column' }),
      ...(after && { 'break-after': 'column' }),
    })
  }
  // Scroll panes break over pages, which have nothing to scroll, and do not over columns.
  for (const { element } of found.frames) set(element, { overflow: 'clip' })
  // What sticks out to the left of its page, by up to 2,048 pixels, is on it all the same.
  const piece = ({ left, right, top, bottom }: Rect): Piece => {
    const column = Math.max(0, Math.floor(((rtl ? width - right : left) + 2048) / pitch))
    const more = Math.max(0, Math.floor((top + 0.5) / page.height))
    return { page: column + more, top: top - more * page.height, bottom: bottom - more * page.height }
  }
  return {
    piecesOf(element) {
      const pieces: Piece[] = []
      for (const rect of element.getClientRects()) {
        const first = piece(rect)
        // What sticks out of its page's foot goes on at the head of the next.
        while (first.bottom > page.height + 1) {
          pieces.push({ page: first.page, top: first.top, bottom: page.height })
          first.page++
          first.bottom -= page.height
          first.top = 0
        }
        pieces.push(first)
      }
      return pieces
    },
    firstPageOf(text) {
      const range = document.createRange()
      range.selectNodeContents(text)
      const [line] = range.getClientRects()
      return line && piece(line).page
    },
    restore: () => kit.takeBack(restore),
  }
}
