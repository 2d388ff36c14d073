/** What role a block has (table, heading, figure …), and what it hands down to the elements inside it. */

import { isTransparent, native, parentOf } from './dom'
import { forcedBreaks } from './forced-breaks'
import type { Layout, Rect, Visited } from './layout'
import { isClipped, scrollContainerOf } from './scroll-containers'
import { document } from './true-document'

type Block = Visited & {
  page: { width: number; height: number; rtl: boolean }
  /** Of the document's text, in CSS pixels. */
  bodySize: number
}

/** What is higher, as a share of the page, is no figure. */
const MAX_FIGURE = 0.6

/** Collects a block for the checks of scroll containers, tables and page breaks. */
export function collectBlock(layout: Layout, block: Block): void {
  const { element, tag, style, rect, text, visible, state, own, page, bodySize } = block
  const { rtl } = page
  const { before, after } = forcedBreaks(element, style)
  if (before || after) layout.forced.push({ element, before, after, order: layout.printed.length })
  const table =
    element instanceof HTMLTableElement && !state.table && isDataTable(element) ? element : undefined
  if (table) own.table = table
  if (
    tag === 'pre' ||
    (style.whiteSpace === 'pre' && /mono|courier|consolas|menlo/i.test(style.fontFamily))
  ) {
    own.code ??= element
  }
  if (rect.height > page.height * 0.4) {
    layout.tall.push(element)
    if (!state.container && !own.fixed && !own.offstage) layout.long.push(element)
  }
  const cuts = style.overflowX !== 'visible' || style.overflowY !== 'visible'
  if (cuts && element !== document.body && element !== document.documentElement) {
    own.container = scrollContainerOf(element, rect, state.container)
    // Nobody sees what a closed drawer cuts: once opened, it would be seen in the margin.
    if (!own.offstage) layout.scrollContainers.push(own.container)
  }
  if (!own.fixed && !own.offstage && visible) {
    const out = rtl ? rect.left < -1 : rect.right > page.width + 1
    if (!state.wide && !state.container && out) own.wide = element
    if (table) {
      layout.tables.push(table)
      const container = own.container
      const over = Math.max(
        rtl ? -rect.left : rect.right - page.width,
        container ? beyondFrame(rect, container.rect, page) : 0,
        container ? hiddenWidth(container.element) : 0,
      )
      if (over > 1) layout.wideTables.push({ element, container, over })
    }
    const shown = !isClipped(rect, state.container)
    const role = native(element).getAttribute('role')
    if (shown && (tag === 'tr' || role === 'row')) {
      // A row of a page's layout, or one as high as half a page, may break: kept whole, it would empty a page.
      const kept = rect.height <= page.height / 2 ? layout.rows : layout.layoutRows
      kept.push(element)
    }
    if (/^h[1-6]$/.test(tag) || role === 'heading') own.heading ??= element
    else if (text && !own.table && looksLikeHeading(element, style, rect, bodySize)) own.heading ??= element
    else if (tag === 'p' && !text && !own.table && isBoldLine(element, rect)) own.heading ??= element
    if (shown && isFigure(element, tag, style, rect, page)) layout.figures.push(element)
  }
}

/** How far a table reaches beyond what its frame shows of it on its page, where its lines end. */
function beyondFrame({ left, right }: Rect, frame: Rect, { width, rtl }: Block['page']): number {
  return rtl ? Math.max(frame.left, 0) - left : right - Math.min(frame.right, width)
}

function hiddenWidth(element: Element): number {
  const { scrollWidth, clientWidth } = native(element)
  return scrollWidth - clientWidth
}

/** Whether the element reads as one unit: a figure, a picture, a code block, a framed or shaded box. */
function isFigure(
  element: Element,
  tag: string,
  style: CSSStyleDeclaration,
  rect: Rect,
  page: { width: number; height: number },
): boolean {
  if (rect.height < 24 || rect.height > page.height || rect.width < 24) return false
  if (tag === 'figure') return true
  if (rect.height > page.height * MAX_FIGURE) return false
  if (tag === 'blockquote' || tag === 'pre') return true
  if (!/^(block|flex|grid|flow-root|list-item)$/.test(style.display)) return false
  if (!native(element).parentElement || element === document.body) return false
  return isFramed(style) || isTile(element, style, rect, page)
}

/** A tile is less high than this share of a page. */
const TILE = 0.25

/** Whether a box floats beside or between others as large as itself, as the tiles of a gallery do: a picture above its name. */
function isTile(
  element: Element,
  { float }: CSSStyleDeclaration,
  { width, height }: Rect,
  page: { height: number },
): boolean {
  if (float === 'none' || height > page.height * TILE) return false
  const { previousElementSibling, nextElementSibling } = native(element)
  return [previousElementSibling, nextElementSibling].some((other) => {
    if (!other || getComputedStyle(other).float === 'none') return false
    const size = native(other).getBoundingClientRect()
    return Math.abs(size.width - width) < 1 && Math.abs(size.height - height) < 1
  })
}

/** Whether a box has borders on all sides, a shadow, or round corners of a shade of its own. */
export function isFramed(style: CSSStyleDeclaration): boolean {
  const sides = ['top', 'right', 'bottom', 'left']
  const framed = sides.every(
    (side) =>
      Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 &&
      style.getPropertyValue(`border-${side}-style`) !== 'none',
  )
  const shaded = !isTransparent(style.backgroundColor)
  const rounded = Number.parseFloat(style.borderTopLeftRadius) > 0
  return framed || style.boxShadow !== 'none' || (shaded && rounded)
}

/** Whether a table holds data. A layout table has no head, and contains other tables or few cells. */
function isDataTable(table: HTMLTableElement): boolean {
  if (/^(presentation|none)$/.test(table.getAttribute('role') ?? '')) return false
  if (table.tHead || table.caption) return true
  const rows = table.rows.length
  // The first row may be a title over all columns.
  const columns = Math.max(...[0, 1, 2].map((row) => table.rows[row]?.cells.length ?? 0))
  if (table.querySelector('th')) return true
  return ((rows >= 3 && columns >= 2) || columns >= 5) && !table.querySelector('table')
}

/** Whether a block of text looks like a heading: a short line or two, bold or large, before other content. */
function looksLikeHeading(
  element: Element,
  style: CSSStyleDeclaration,
  rect: Rect,
  bodySize: number,
): boolean {
  const { childElementCount, localName, textContent, nextElementSibling } = native(element)
  if (style.display !== 'block' || childElementCount > 1) return false
  if (/^(li|dt|dd|a|button|td|th|label|figcaption|summary|blockquote|footer|pre|code)$/.test(localName)) {
    return false
  }
  const size = Number.parseFloat(style.fontSize)
  const bold = isBold(style)
  if (!(bold || size >= 1.3 * bodySize) || rect.height > 3.2 * size) return false
  const { length } = textContent.trim()
  return length >= 3 && length <= 90 && nextElementSibling !== null
}

function isBold({ fontWeight }: CSSStyleDeclaration): boolean {
  return Number(fontWeight) >= 600
}

/** Whether all text of a paragraph is bold, as Markdown and word processors write small headings. */
function isBoldLine(element: Element, rect: Rect): boolean {
  const { childElementCount, firstElementChild, nextElementSibling, textContent } = native(element)
  if (childElementCount !== 1 || !firstElementChild || !nextElementSibling) return false
  const style = getComputedStyle(firstElementChild)
  const { length } = textContent.trim()
  const isAll = native(firstElementChild).textContent.trim().length === length && style.display === 'inline'
  const isShort = length >= 3 && length <= 60 && rect.height < 2 * Number.parseFloat(style.fontSize)
  return isAll && isShort && isBold(style)
}

/**
 * Whether an inline box fills its line, as panels of frameworks do, and is higher than a figure: a line is not broken,
 * however high it is.
 */
export function isWholeLine(element: Element, page: { height: number }): boolean {
  const around = parentOf(element)
  if (!around || getComputedStyle(element).display !== 'inline-block') return false
  if (native(element).getBoundingClientRect().height < page.height * MAX_FIGURE) return false
  const { paddingLeft, paddingRight } = getComputedStyle(around)
  const room = native(around).clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  return native(element).getBoundingClientRect().width > room - 2
}
