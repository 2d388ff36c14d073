/**
 * One walk over the elements of the laid-out document, each visited once. It reports what the walk alone shows and
 * collects what the checks of scroll containers, tables and page breaks need.
 */

import { collectBlock } from './blocks'
import { native, runsRightToLeft } from './dom'
import type { FindingCollector } from './finding-collector'
import { checkCollapsed, checkTextarea, checkUnrevealed } from './hidden-content'
import type { Facts, Inherited, Layout } from './layout'
import { backdropOf, checkFaintText, checkText } from './legibility'
import { checkOverflow } from './overflow'
import { isClipped } from './scroll-containers'
import { document } from './true-document'

/** Boxes with a background that may lie under text of another branch. */
const MAX_PAINTED = 2000

/** Walks the document. `page` is the printable area in CSS pixels; `backgrounds` says whether they are printed. */
export function walkElements(collector: FindingCollector, page: Facts['page']): Layout {
  const layout: Layout = {
    printed: [],
    rows: [],
    layoutRows: [],
    figures: [],
    tables: [],
    scrollContainers: [],
    fixed: [],
    forced: [],
    tall: [],
    wideTables: [],
    right: 0,
    bottom: 0,
    drift: 0,
    contrasts: new Map(),
    pictures: undefined,
    painted: [],
    faint: [],
    wide: { seen: new Set(), climbed: new Set(), grids: new Set(), hasLeast: false },
  }
  const replaced = new Set(
    'img,svg,canvas,video,iframe,object,embed,input,select,textarea,meter,progress,math'.split(','),
  )
  const states = new Map<Element, Inherited>()
  const outside: Inherited = {
    backdrop: page.tinted && page.backgrounds ? undefined : [255, 255, 255],
    container: undefined,
    atomicInline: undefined,
    table: undefined,
    code: undefined,
    heading: undefined,
    fixed: false,
    offstage: false,
    unseen: false,
    wide: undefined,
  }
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT)
  const rtl = runsRightToLeft()
  const bodySize = Number.parseFloat(window.getComputedStyle(document.body).fontSize)
  const isRoot = (element: Element) => element === document.documentElement || element === document.body
  // What hangs at an edge from outside. The window has whole pixels, the page has not.
  const isBeside = ({ left, right, bottom }: DOMRect) => left >= page.width - 1 || right <= 1 || bottom <= 1

  const visit = (element: Element): 'descend' | 'skip' => {
    const node = native(element)
    const tag = node.localName
    if (tag === 'head') return 'skip'
    const style = window.getComputedStyle(element)
    const { display, position } = style
    if (display === 'none') {
      checkCollapsed(collector, element, tag)
      return 'skip'
    }
    const parent = node.parentElement
    if (parent && hidesContent(parent, element)) return 'skip'
    const state = (parent && states.get(parent)) ?? outside
    const rect = node.getBoundingClientRect()
    const transparent = Number(style.opacity) < 0.05
    const unseen = state.unseen || transparent
    const visible = style.visibility === 'visible' && !unseen
    const isReplaced = replaced.has(tag)
    const text = !isReplaced && (hasOwnText(element) || node.shadowRoot !== null)

    if (rect.width > page.width + 1 && Number.parseFloat(style.minWidth) > page.width) {
      collector.tag('least_width', element)
      layout.wide.hasLeast = true
    }
    const backdrop = backdropOf(style, state.backdrop, page.backgrounds)
    if (page.backgrounds && visible && backdrop !== state.backdrop && layout.painted.length < MAX_PAINTED)
      layout.painted.push({ rect, behind: state.backdrop })
    // Most elements are inline, contain only text, and hand down what they were given.
    const plain = display === 'inline' && !node.firstElementChild && backdrop === state.backdrop
    const own = plain && position === 'static' ? state : { ...state, backdrop, unseen }
    if (position === 'fixed' && !isRoot(element)) {
      own.fixed = true
      own.offstage ||= isBeside(rect)
      if (visible && !state.fixed && !own.offstage && rect.width > 1 && rect.height > 1) {
        layout.fixed.push({ element, rect })
      }
    } else if (position === 'absolute') {
      if (own.container && !isHeldByAtomicInline(element, state.atomicInline))
        layout.drift = Math.max(layout.drift, rect.left)
      if (!visible && rect.right > page.width + 1) collector.tag('unseen', element)
      if (isBeside(rect)) {
        const around = element instanceof HTMLElement ? native(element).offsetParent : undefined
        const holder = around && native(around).getBoundingClientRect()
        own.offstage ||=
          !holder || rect.left >= holder.right || rect.right <= holder.left || rect.bottom <= holder.top
      }
    }
    if (element instanceof HTMLDetailsElement && !element.open) checkCollapsed(collector, element, tag)
    if (transparent && !state.unseen && !own.fixed) checkUnrevealed(collector, element, style, rect)
    if (tag === 'textarea' && visible) checkTextarea(collector, element)

    if (display.startsWith('inline-')) own.atomicInline = element
    if (display !== 'inline' && !isReplaced) {
      const facts = { element, tag, style, rect, text, visible, state, own, page, rtl, bodySize }
      collectBlock(layout, facts)
    } else if (isReplaced && tag !== 'input' && visible && rect.height > 24 && !own.fixed) {
      layout.figures.push(element)
    }

    // Text overflows a box without width, unless the box clips it, as text for screen readers does.
    const stands = rect.height > 1 && (rect.width > 1 || (text && style.overflowX === 'visible'))
    if ((text || isReplaced) && visible && !own.offstage && stands) {
      const box = {
        element,
        rect,
        heading: own.heading,
        fixed: own.fixed,
        text,
        size: text ? Number.parseFloat(style.fontSize) * (node.currentCSSZoom ?? 1) * page.scale : 0,
        hidden: isClipped(rect, own.container),
        container: own.container?.rect,
      }
      layout.printed.push(box)
      checkOverflow(collector, layout, box, { style, state: own, page })
      if (text) checkText(collector, layout, box, { style, state: own, page })
    }
    if (!own.fixed && !own.offstage && !own.container) layout.bottom = Math.max(layout.bottom, rect.bottom)
    if (isReplaced) return 'skip'
    if (node.firstElementChild) states.set(element, own)
    return 'descend'
  }

  let element: Node | null = walker.currentNode
  while (element) {
    let next: Node | null = visit(element as Element) === 'descend' ? walker.firstChild() : null
    while (!next) {
      next = walker.nextSibling()
      if (!next && !walker.parentNode()) break
    }
    element = next
  }
  checkFaintText(collector, layout)
  return layout
}

/**
 * Whether a box out of the flow belongs to an atomic inline (`inline-block`, `inline-flex` …): Chromium lays that out
 * as one piece, with all that stands in it, so the page's width knows nothing of the box.
 */
function isHeldByAtomicInline(element: Element, atomicInline: Element | undefined): boolean {
  if (!atomicInline || !(element instanceof HTMLElement)) return false
  const holder = native(element).offsetParent
  return holder !== null && native(atomicInline).contains(holder)
}

/** Whether a closed `<details>` hides `child`, which the browser has a place for nevertheless. */
function hidesContent(parent: Element, child: Element): boolean {
  return parent instanceof HTMLDetailsElement && !parent.open && child.localName !== 'summary'
}

/** Whether an element holds text of its own. */
function hasOwnText(element: Element): boolean {
  for (let child = native(element).firstChild; child; child = native(child).nextSibling) {
    if (child instanceof Text && /\S/.test(child.data)) return true
  }
  return false
}
