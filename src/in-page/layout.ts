/** What a walk over the laid-out document collects. Lengths are CSS pixels. */

/** A box, as `getBoundingClientRect` returns it. */
export type Rect = {
  left: number
  top: number
  right: number
  bottom: number
  width: number
  height: number
}

/** Red, green and blue behind a text, 0 to 255. */
export type Rgb = readonly [number, number, number]

/** What an element hands down to those inside it. */
export type Inherited = {
  /** Undefined if it is a picture, or unknown. */
  backdrop: Rgb | undefined
  /** The nearest container that clips its content. */
  container: ScrollContainer | undefined
  /** The nearest `inline-block`, `inline-flex` or the like. */
  atomicInline: Element | undefined
  table: Element | undefined
  code: Element | undefined
  heading: Element | undefined
  /** Inside a fixed element. */
  fixed: boolean
  /** Placed beyond an edge on purpose. */
  offstage: boolean
  /** Wholly transparent. */
  unseen: boolean
  /** The outermost element around that reaches beyond the page. */
  wide: Element | undefined
}

/** An element as the walk meets it. `state` comes from its parent, `own` goes to its children. */
export type Visited = {
  element: Element
  tag: string
  style: CSSStyleDeclaration
  rect: DOMRect
  /** A picture, a field or the like, with nothing inside that is laid out with the page. */
  isReplaced: boolean
  /** Whether it holds text of its own. */
  text: boolean
  visible: boolean
  state: Inherited
  own: Inherited
}

/** `left`, `top`, `right` and `bottom` say how far its content reaches, `shown` what no outer container cuts. */
export type ScrollContainer = {
  element: Element
  rect: Rect
  left: number
  top: number
  right: number
  bottom: number
  shown: { left: number; right: number }
}
/** An element that has text of its own or is a picture. */
export type PrintedBox = {
  element: Element
  rect: Rect
  heading: Element | undefined
  fixed: boolean
  text: boolean
  /** Of the text as it is printed, in CSS pixels. */
  size: number
  /** Cut off by its container. */
  hidden: boolean
  container: Rect | undefined
}

/** Where a box is, in parts; on pages, these follow each other downwards. */
export type PlacedBox = { element: Element; rects: Rect[] }

export type Layout = {
  /** In the order of the document. */
  printed: PrintedBox[]
  rows: Element[]
  /** Rows that must not be kept whole. */
  layoutRows: Element[]
  figures: Element[]
  tables: HTMLTableElement[]
  scrollContainers: ScrollContainer[]
  /** Boxes that scroll or clip in the shadow trees of components. */
  shadowed: { element: Element }[]
  fixed: { element: Element; rect: Rect }[]
  /** Elements with a forced break, before or after; `order` counts the printed boxes before them. */
  forced: { element: Element; before: boolean; after: boolean; order: number }[]
  /** Blocks taller than two fifths of a page. */
  tall: Element[]
  /** Those of them that nothing cuts: they take pages, even where they are empty and nothing around them grows. */
  long: Element[]
  wideTables: { element: Element; container: ScrollContainer | undefined; over: number }[]
  /** How far content reaches to the left, to the right and down. */
  left: number
  right: number
  bottom: number
  /** How far any box reaches to the right that nothing cuts, seen or not, of pages that run from right to left. */
  reach: number
  /** The rightmost left edge of a box out of the flow inside a container. */
  drift: number
  /**
   * Too wide content: boxes reported, drawings that become smaller as a whole or not at all, boxes whose ancestors are tagged,
   * columns of grids, whether a box has a least width that is more than the page's, and the last slide.
   */
  wide: {
    seen: Set<Element>
    drawn: Set<Element>
    climbed: Set<Element>
    grids: Set<number>
    hasLeast: boolean
    slide: Element | undefined
  }
  /**
   * `zooms`: of lines and grids that were looked at, by the box around them and their number of columns, what each needs as
   * a table; nothing if it is none. `lines`: those in a box, by their number of columns and their name.
   */
  boxTables: {
    zooms: Map<Element, Map<number, number | undefined>>
    lines: Map<Element, Map<string, Element[]>>
  }
  /** Contrast ratios by pair of colors: a document has few pairs. */
  contrasts: Map<string, number>
  /** Boxes of pictures, found on first use. */
  pictures: Rect[] | undefined
  /** Boxes that have a background of their own, and what is behind them. */
  painted: { rect: Rect; behind: Inherited['backdrop'] }[]
  /** Text that is too similar to what its ancestors have behind it. */
  faint: { element: Element; rect: Rect; backdrop: Rgb; ratio: number }[]
}

/** What the walk begins with: nothing is collected yet. */
export function emptyLayout(): Layout {
  return {
    printed: [],
    rows: [],
    layoutRows: [],
    figures: [],
    tables: [],
    scrollContainers: [],
    shadowed: [],
    fixed: [],
    forced: [],
    tall: [],
    long: [],
    wideTables: [],
    left: 0,
    right: 0,
    bottom: 0,
    reach: 0,
    drift: 0,
    boxTables: { zooms: new Map(), lines: new Map() },
    contrasts: new Map(),
    pictures: undefined,
    painted: [],
    faint: [],
    wide: {
      seen: new Set(),
      drawn: new Set(),
      climbed: new Set(),
      grids: new Set(),
      hasLeast: false,
      slide: undefined,
    },
  }
}

/** What the checks of one element need. */
export type Facts = {
  style: CSSStyleDeclaration
  state: Inherited
  page: {
    width: number
    height: number
    /** Whether it runs from right to left. */
    rtl: boolean
    backgrounds: boolean
    tinted: boolean
    /** Of what is printed, with all that makes it smaller. */
    scale: number
    /** By how much the browser makes everything smaller, since something is too wide. */
    shrink: number
  }
}

/** What a repair must not bring about: one kind does not make up for the other. */
export type Regressions = {
  texts: number
  earlyEnds: number
  blank: number
  cutAtHeads: ReadonlySet<Element>
}
