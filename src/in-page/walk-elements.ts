/**
 * Runs inside the page: one walk over the elements of the laid-out document, each looked at once. It writes down
 * what the walk alone shows and collects what the judgement of frames, tables and page breaks needs.
 */
import type { Node, Rect } from './dom'
import type { Notebook } from './finding-collector'
import type { Kit } from './kit'

declare const document: Node
declare const window: Node

/** Red, green and blue behind a text, 0 to 255. */
export type Ground = readonly [number, number, number]

/** What an element hands down to those inside it. */
export type Inherited = {
  /** Nothing where it is a picture, or unknown. */
  ground: Ground | undefined
  /** The nearest frame that cuts what is larger than it. */
  frame: Frame | undefined
  table: Node | undefined
  code: Node | undefined
  heading: Node | undefined
  /** Inside a fixed element. */
  fixed: boolean
  /** Put out of sight on purpose, beyond an edge. */
  offstage: boolean
  /** Wholly transparent. */
  unseen: boolean
  /** The outermost element around that reaches beyond the page. */
  wide: Node | undefined
}

/** `left`, `top`, `right` and `bottom` are how far what it holds reaches, `shown` what no frame around it cuts. */
export type Frame = {
  element: Node
  rect: Rect
  left: number
  top: number
  right: number
  bottom: number
  shown: { left: number; right: number }
}
export type Leaf = {
  element: Node
  rect: Rect
  heading: Node | undefined
  fixed: boolean
  text: boolean
  /** Of the text as it is printed, in CSS pixels. */
  size: number
  /** Cut off by its frame. */
  hidden: boolean
  frame: Rect | undefined
}

export type Survey = {
  /** What carries text or is a picture, in the order of the document. */
  leaves: Leaf[]
  rows: Node[]
  figures: Node[]
  tables: Node[]
  frames: Frame[]
  fixed: { element: Node; rect: Rect }[]
  /** Elements with a forced break, before or after; `order` counts the leaves before them. */
  forced: { element: Node; before: boolean; after: boolean; order: number }[]
  /** Blocks taller than two fifths of a page. */
  tall: Node[]
  wideTables: { element: Node; frame: Frame | undefined; over: number }[]
  /** How far content reaches to the right and down. */
  right: number
  bottom: number
  /** The rightmost left edge of what stands out of the flow inside a frame. */
  drift: number
  /** What is too wide: boxes that are told, boxes whose surroundings are marked, and columns of grids. */
  wide: { seen: Set<Node>; climbed: Set<Node>; grids: Set<number> }
  /** Contrast ratios that were worked out, by colours: a document has few pairs. */
  contrasts: Map<string, number>
  /** Where pictures are; looked up when first asked for. */
  pictures: Rect[] | undefined
}

/** What is known of an element when it is judged. */
export type Facts = {
  style: Node
  state: Inherited
  page: { width: number; height: number; backgrounds: boolean; scale: number }
}

/** Walks the document. `page` is the printable area in CSS pixels; `backgrounds` says whether they are printed. */
export function survey(kit: Kit, book: Notebook, page: Facts['page']): Survey {
  const found: Survey = {
    ...{ leaves: [], rows: [], figures: [], tables: [], frames: [], fixed: [], forced: [] },
    ...{ tall: [], wideTables: [], right: 0, bottom: 0, drift: 0, contrasts: new Map(), pictures: undefined },
    wide: { seen: new Set(), climbed: new Set(), grids: new Set() },
  }
  const replaced = new Set(
    'img,svg,canvas,video,iframe,object,embed,input,select,textarea,meter,progress,math'.split(','),
  )
  const states = new Map<Node, Inherited>()
  const outside: Inherited = {
    ...{ ground: [255, 255, 255] as const, frame: undefined, table: undefined, code: undefined },
    ...{ heading: undefined, fixed: false, offstage: false, unseen: false, wide: undefined },
  }
  const walker = document.createTreeWalker(document.documentElement, 1)
  const rtl = window.getComputedStyle(document.documentElement).direction === 'rtl'
  const bodySize = Number.parseFloat(window.getComputedStyle(document.body).fontSize)
  const isRoot = (element: Node) => element === document.documentElement || element === document.body

  const look = (element: Node): 'descend' | 'skip' => {
    const tag: string = element.localName
    if (tag === 'head') return 'skip'
    const style = window.getComputedStyle(element)
    const { display, position } = style
    if (display === 'none') {
      kit.judgeClosed(book, element, tag)
      return 'skip'
    }
    const state = states.get(element.parentElement) ?? outside
    const rect: Rect = element.getBoundingClientRect()
    const transparent = Number(style.opacity) < 0.05
    const unseen = state.unseen || transparent
    const visible = style.visibility === 'visible' && !unseen
    const isReplaced = replaced.has(tag)
    const text = !isReplaced && (kit.ownText(element) || element.shadowRoot !== null)

    const ground = kit.groundOf(kit, style, state.ground, page.backgrounds)
    // Most elements are inline, hold nothing but text, and hand down what they were given.
    const plain = display === 'inline' && !element.firstElementChild && ground === state.ground
    const own = plain && position === 'static' ? state : { ...state, ground, unseen }
    if (position === 'fixed' && !isRoot(element)) {
      own.fixed = true
      own.offstage ||= rect.left >= page.width || rect.right <= 0 || rect.bottom <= 0
      if (visible && !state.fixed && !own.offstage && rect.width > 1 && rect.height > 1) {
        found.fixed.push({ element, rect })
      }
    } else if (position === 'absolute') {
      if (own.frame) found.drift = Math.max(found.drift, rect.left)
      if (rect.left >= page.width || rect.right <= 0 || rect.bottom <= 0) {
        const holder = element.offsetParent?.getBoundingClientRect()
        own.offstage ||=
          !holder || rect.left >= holder.right || rect.right <= holder.left || rect.bottom <= holder.top
      }
    }
    if (tag === 'details' && !element.open) kit.judgeClosed(book, element, tag)
    if (transparent && !state.unseen && !own.fixed) kit.judgeUnrevealed(book, element, style, rect)
    if (tag === 'textarea' && visible) kit.judgeField(book, element)

    if (display !== 'inline' && !isReplaced) {
      const facts = { element, tag, style, rect, text, visible, state, own, page, rtl, bodySize }
      kit.meetBlock(kit, found, facts)
    } else if (isReplaced && tag !== 'input' && visible && rect.height > 24 && !own.fixed) {
      found.figures.push(element)
    }

    // Text goes on beyond a box that has no width, unless that cuts it off, as one for screen readers does.
    const stands = rect.height > 1 && (rect.width > 1 || (text && style.overflowX === 'visible'))
    if ((text || isReplaced) && visible && !own.offstage && stands) {
      const leaf = {
        element,
        rect,
        heading: own.heading,
        fixed: own.fixed,
        text,
        size: text ? Number.parseFloat(style.fontSize) * (element.currentCSSZoom ?? 1) * page.scale : 0,
        hidden: kit.isCut(rect, own.frame),
        frame: own.frame?.rect,
      }
      found.leaves.push(leaf)
      kit.judgeLeaf(kit, book, found, leaf, { style, state: own, page })
      if (text) kit.judgeText(kit, book, found, leaf, { style, state: own, page })
    }
    if (!own.fixed && !own.offstage && !own.frame) found.bottom = Math.max(found.bottom, rect.bottom)
    if (isReplaced) return 'skip'
    if (element.firstElementChild) states.set(element, own)
    return 'descend'
  }

  let element: Node = walker.currentNode
  while (element) {
    let next = look(element) === 'descend' ? walker.firstChild() : null
    while (!next) {
      next = walker.nextSibling()
      if (!next && !walker.parentNode()) break
    }
    element = next
  }
  return found
}

/** Whether an element holds text of its own. */
export function ownText(element: Node): boolean {
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === 3 && /\S/.test(child.data)) return true
  }
  return false
}
