/** Runs inside the page: what a block is to its reader, and what it hands down to those inside it. */
import type { Node, Rect } from './dom'
import type { Kit } from './kit'
import type { Inherited, Survey } from './walk-elements'

declare const document: Node

/** A block as the walk meets it; `own` is what it hands down, `state` what it was given. */
type Block = {
  element: Node
  tag: string
  style: Node
  rect: Rect
  text: boolean
  visible: boolean
  state: Inherited
  own: Inherited
  page: { width: number; height: number }
  rtl: boolean
  /** Of the document's text, in CSS pixels. */
  bodySize: number
}

/** Collects a block for the judgement of frames, tables and page breaks. */
export function meetBlock(kit: Kit, found: Survey, block: Block): void {
  const { element, tag, style, rect, text, visible, state, own, page, rtl, bodySize } = block
  const forces = (value: string) => /^(page|always|left|right|recto|verso|column)$/.test(value)
  if (forces(style.breakBefore) || forces(style.breakAfter)) {
    found.forced.push({
      element,
      before: forces(style.breakBefore),
      after: forces(style.breakAfter),
      order: found.leaves.length,
    })
  }
  const table = tag === 'table' && !state.table && kit.holdsData(element)
  if (table) own.table = element
  if (
    tag === 'pre' ||
    (style.whiteSpace === 'pre' && /mono|courier|consolas|menlo/i.test(style.fontFamily))
  ) {
    own.code ??= element
  }
  if (rect.height > page.height * 0.4) found.tall.push(element)
  const cuts = style.overflowX !== 'visible' || style.overflowY !== 'visible'
  if (cuts && element !== document.body && element !== document.documentElement) {
    own.frame = kit.frameOf(element, rect, state.frame)
    found.frames.push(own.frame)
  }
  if (!own.fixed && !own.offstage && visible) {
    const out = rect.right > page.width + 1 || (rtl && rect.left < -1)
    if (!state.wide && !state.frame && out) own.wide = element
    if (table) {
      found.tables.push(element)
      const frame = own.frame
      const over = Math.max(
        rect.right - page.width,
        rtl ? -rect.left : 0,
        frame ? rect.right - Math.min(frame.rect.right, page.width) : 0,
        frame ? frame.element.scrollWidth - frame.element.clientWidth : 0,
      )
      if (over > 1) found.wideTables.push({ element, frame, over })
    }
    const shown = !kit.isCut(rect, state.frame)
    if (shown && (tag === 'tr' || element.getAttribute('role') === 'row')) found.rows.push(element)
    if (/^h[1-6]$/.test(tag) || element.getAttribute('role') === 'heading') own.heading ??= element
    else if (text && !own.table && kit.readsAsHeading(element, style, rect, bodySize)) own.heading ??= element
    if (shown && kit.standsTogether(element, tag, style, rect, page)) found.figures.push(element)
  }
}

/** Whether a reader takes the element for one thing: a figure, a picture, a code block, a framed or shaded box. */
export function standsTogether(
  element: Node,
  tag: string,
  style: Node,
  rect: Rect,
  page: { width: number; height: number },
): boolean {
  if (rect.height < 24 || rect.height > page.height || rect.width < 24) return false
  if (tag === 'figure') return true
  if (rect.height > page.height * 0.6) return false
  if (tag === 'blockquote' || tag === 'pre') return true
  if (!/^(block|flex|grid|flow-root|list-item)$/.test(style.display)) return false
  if (!element.parentElement || element === document.body) return false
  const sides = ['Top', 'Right', 'Bottom', 'Left']
  const framed = sides.every(
    (side) => Number.parseFloat(style[`border${side}Width`]) > 0 && style[`border${side}Style`] !== 'none',
  )
  const shaded = !/^(rgba\(.*, 0\)|transparent)$/.test(style.backgroundColor)
  const rounded = Number.parseFloat(style.borderTopLeftRadius) > 0
  return framed || style.boxShadow !== 'none' || (shaded && rounded)
}

/** Whether a table holds data. One that only places things has no head, and other tables or few cells. */
export function holdsData(table: Node): boolean {
  if (/^(presentation|none)$/.test(table.getAttribute('role') ?? '')) return false
  if (table.tHead || table.caption) return true
  const rows = table.rows.length
  const columns = table.rows[0]?.cells.length ?? 0
  if (table.querySelector('th')) return true
  return ((rows >= 3 && columns >= 2) || columns >= 5) && !table.querySelector('table')
}

/** Whether a block of text reads as a heading though it is none: a short line or two, bold or large, before something. */
export function readsAsHeading(element: Node, style: Node, rect: Rect, bodySize: number): boolean {
  if (style.display !== 'block' || element.childElementCount > 1) return false
  if (
    /^(li|dt|dd|a|button|td|th|label|figcaption|summary|blockquote|footer|pre|code)$/.test(element.localName)
  ) {
    return false
  }
  const size = Number.parseFloat(style.fontSize)
  const bold = Number(style.fontWeight) >= 600
  if (!(bold || size >= 1.3 * bodySize) || rect.height > 3.2 * size) return false
  const { length } = element.textContent.trim()
  return length >= 3 && length <= 90 && element.nextElementSibling !== null
}
