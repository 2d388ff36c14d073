/**
 * One walk over the elements of the laid-out document, each visited once. It reports what the walk alone shows and
 * collects what the checks of scroll containers, tables and page breaks need.
 */

import { collectBlock } from './blocks'
import { native } from './dom'
import type { FindingCollector } from './finding-collector'
import { checkCollapsed, checkTextarea, checkUnrevealed } from './hidden-content'
import { emptyLayout, type Facts, type Inherited, type Layout, type Visited } from './layout'
import { backdropOf, checkFaintText, checkText } from './legibility'
import { checkOverflow } from './overflow'
import { zoomOfSlide } from './placed-content'
import { isClipped } from './scroll-containers'
import { checkShadow } from './shadow-containers'
import { document } from './true-document'

/** Boxes with a background that may lie under text of another branch. */
const MAX_PAINTED = 2000

const REPLACED = new Set(
  'img,svg,canvas,video,iframe,object,embed,input,select,textarea,meter,progress,math'.split(','),
)

/** Walks the document. `page` is the printable area in CSS pixels; `backgrounds` says whether they are printed. */
export function walkElements(collector: FindingCollector, page: Facts['page']): Layout {
  const walk = new Walk(collector, page)
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT)
  let element: Node | null = walker.currentNode
  while (element) {
    let next: Node | null = walk.visit(element as Element) === 'descend' ? walker.firstChild() : null
    while (!next) {
      next = walker.nextSibling()
      if (!next && !walker.parentNode()) break
    }
    element = next
  }
  checkFaintText(collector, walk.layout)
  return walk.layout
}

class Walk {
  readonly layout = emptyLayout()
  /** What elements hand down that have children. */
  readonly #states = new Map<Element, Inherited>()
  readonly #outside: Inherited
  readonly #isBodyCut = [document.documentElement, document.body].every(
    (root) => window.getComputedStyle(root).overflowX !== 'visible',
  )
  readonly #bodySize = Number.parseFloat(window.getComputedStyle(document.body).fontSize)

  constructor(
    private readonly collector: FindingCollector,
    private readonly page: Facts['page'],
  ) {
    this.#outside = handedToRoot(page)
  }

  /** Checks one element, and says whether those inside it are to be visited. */
  visit(element: Element): 'descend' | 'skip' {
    const node = native(element)
    const tag = node.localName
    if (tag === 'head') return 'skip'
    const style = window.getComputedStyle(element)
    if (style.display === 'none') {
      checkCollapsed(this.collector, element, tag)
      return 'skip'
    }
    const parent = node.parentElement
    if (parent && hidesContent(parent, element)) return 'skip'
    const state = (parent && this.#states.get(parent)) ?? this.#outside
    const rect = node.getBoundingClientRect()
    const transparent = Number(style.opacity) < 0.05
    const unseen = state.unseen || transparent
    const visible = style.visibility === 'visible' && !unseen
    const isReplaced = REPLACED.has(tag)
    const hasText = !isReplaced && (hasOwnText(element) || node.shadowRoot !== null)
    const text = hasText && !isIndentedAway(style, rect)

    const given = { element, tag, style, rect, isReplaced, text, visible, state }
    this.#checkWidth(given)
    const own = this.#handDown(given, unseen)
    const visited = { ...given, own }
    this.#place(visited)
    if (this.page.rtl) this.#reach(visited)
    if (element instanceof HTMLDetailsElement && !element.open) checkCollapsed(this.collector, element, tag)
    if (transparent && !state.unseen && !own.fixed) checkUnrevealed(this.collector, element, style, rect)
    if (node.shadowRoot && visible) checkShadow(this.collector, this.layout, element)
    if (tag === 'textarea' && visible) checkTextarea(this.collector, element)
    this.#collectRole(visited)
    this.#collectPrinted(visited)
    if (isReplaced) return 'skip'
    if (node.firstElementChild) this.#states.set(element, own)
    return 'descend'
  }

  /** What makes a box wider than the page, besides what is in it. */
  #checkWidth({ element, rect, style }: Omit<Visited, 'own'>): void {
    const { width } = this.page
    const { wide } = this.layout
    if (rect.width <= width + 1) return
    if (Number.parseFloat(style.minWidth) > width) {
      this.collector.tag('least_width', element)
      wide.hasLeast = true
    }
    const zoom =
      wide.slide && native(wide.slide).contains(element) ? undefined : zoomOfSlide(element, this.page)
    if (!zoom) return
    this.collector.tag('too_wide-slide', element, zoom)
    wide.slide = element
  }

  /** What it hands down: most elements are inline, contain only text, and hand down what they were given. */
  #handDown({ element, style, rect, visible, state }: Omit<Visited, 'own'>, unseen: boolean): Inherited {
    const { backgrounds } = this.page
    const { painted } = this.layout
    const backdrop = backdropOf(style, state.backdrop, backgrounds)
    if (backgrounds && visible && backdrop !== state.backdrop && painted.length < MAX_PAINTED)
      painted.push({ rect, behind: state.backdrop })
    const { display, position } = style
    const plain = display === 'inline' && !native(element).firstElementChild && backdrop === state.backdrop
    return plain && position === 'static' ? state : { ...state, backdrop, unseen }
  }

  /** Boxes out of the flow: those on each page, and those that stand beyond an edge. */
  #place({ element, style: { position }, rect, visible, state, own }: Visited): void {
    const { collector, layout, page } = this
    if (position === 'fixed' && element !== document.documentElement && element !== document.body) {
      own.fixed = true
      own.offstage ||= this.#isBeside(rect)
      if (visible && !state.fixed && !own.offstage && rect.width > 1 && rect.height > 1) {
        layout.fixed.push({ element, rect })
      }
    } else if (position === 'absolute') {
      if ((own.container || this.#isBodyCut) && !isHeldByAtomicInline(element, state.atomicInline))
        layout.drift = Math.max(layout.drift, rect.left)
      if (!visible && rect.right > page.width + 1) collector.tag('unseen', element)
      if (this.#isBeside(rect)) own.offstage ||= isOutsideHolder(element, rect)
    }
  }

  /** How far it reaches to the right: the window of a page that runs from right to left does not tell. */
  #reach({ rect, state, own }: Visited): void {
    const isCut = own.fixed || state.container || this.#isBodyCut
    if (!isCut && rect.width > 0 && rect.height > 0)
      this.layout.reach = Math.max(this.layout.reach, rect.right)
  }

  /** Whether it hangs at an edge from outside. The window has whole pixels, the page has not. */
  #isBeside({ left, right, bottom }: DOMRect): boolean {
    return left >= this.page.width - 1 || right <= 1 || bottom <= 1
  }

  /** What it is among blocks and pictures. */
  #collectRole(visited: Visited): void {
    const { element, tag, style, rect, isReplaced, visible, own } = visited
    if (style.display.startsWith('inline-')) own.atomicInline = element
    if (style.display !== 'inline' && !isReplaced) {
      collectBlock(this.layout, { ...visited, page: this.page, bodySize: this.#bodySize })
    } else if (isReplaced && tag !== 'input' && visible && rect.height > 24 && !own.fixed) {
      this.layout.figures.push(element)
    }
  }

  /** What of it is printed: text or a picture. */
  #collectPrinted({ element, style, rect, isReplaced, text, visible, state, own }: Visited): void {
    const { collector, layout, page } = this
    // Text overflows a box without width, unless the box clips it, as text for screen readers does.
    const stands = rect.height > 1 && (rect.width > 1 || (text && style.overflowX === 'visible'))
    if ((text || isReplaced) && visible && !own.offstage && stands) {
      const zoom = native(element).currentCSSZoom ?? 1
      const box = {
        element,
        rect,
        heading: own.heading,
        fixed: own.fixed,
        text,
        size: text ? Number.parseFloat(style.fontSize) * zoom * page.scale : 0,
        hidden: isClipped(rect, own.container),
        container: own.container?.rect,
      }
      layout.printed.push(box)
      const facts = { style, state: own, page }
      checkOverflow(collector, layout, box, facts)
      if (text) checkText(collector, layout, box, facts)
    }
    // A box that cuts what is in it takes room itself.
    if (!own.fixed && !own.offstage && !state.container) layout.bottom = Math.max(layout.bottom, rect.bottom)
  }
}

function handedToRoot({ tinted, backgrounds }: Facts['page']): Inherited {
  return {
    backdrop: tinted && backgrounds ? undefined : [255, 255, 255],
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
}

/** Whether an absolutely placed box shows in nothing of the box that holds it. */
function isOutsideHolder(element: Element, rect: DOMRect): boolean {
  const around = element instanceof HTMLElement ? native(element).offsetParent : undefined
  const holder = around && native(around).getBoundingClientRect()
  return !holder || rect.left >= holder.right || rect.right <= holder.left || rect.bottom <= holder.top
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

/** Whether a picture stands in place of its text, which is indented until nobody sees it, as that of buttons and logos is. */
function isIndentedAway({ textIndent, overflowX }: CSSStyleDeclaration, { width }: DOMRect): boolean {
  const indent = Math.abs(Number.parseFloat(textIndent))
  if (!(indent > 0) || indent < (textIndent.endsWith('%') ? 100 : width)) return false
  return overflowX !== 'visible' || indent >= 999
}

/** Whether an element holds text of its own. */
function hasOwnText(element: Element): boolean {
  for (let child = native(element).firstChild; child; child = native(child).nextSibling) {
    if (child instanceof Text && /\S/.test(child.data)) return true
  }
  return false
}
