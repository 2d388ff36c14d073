/** Where pages that have footnotes end, and how they are kept ending there without what had taken their room. */
import { overrideStyle } from './dom'
import type { Leaf } from './page-leaves'
import { document } from './true-document'

/** Within a leaf, behind the line that `filler` is in, `room` CSS pixels above the foot; or before a leaf. */
export type PageEnd = { page: number } & ({ filler: HTMLElement; room: number } | { next: Leaf })

/** Of a page: the leaf that has its end, unless it stands before the next. */
export type LastLeaf = { page: number; leaf: Leaf; next: Leaf | undefined }

/** What a print says of the lines of a document. */
export type PrintedLines = {
  /** What stands in lines of a leaf and is followed. */
  linesOf: (leaf: Leaf) => Element[]
  pageOf: (element: Element) => number | undefined
  topOf: (element: Element) => number | undefined
  heightOf: (page: number) => number
  /** What was put on a page above `top`, in CSS pixels. */
  roomAbove: (page: number, top: number) => number
}

/** The last leaf of each of `pages`, which are in rising order. */
export function findLastLeaves(
  pages: number[],
  { leaves, pageOf }: { leaves: Leaf[]; pageOf: (element: Element) => number | undefined },
): LastLeaf[] {
  const found: LastLeaf[] = []
  let last = -1
  let from = 0
  const leafPages = leaves.map(({ element }) => pageOf(element))
  for (const page of pages) {
    for (; from < leaves.length; from++) {
      const begins = leafPages[from]
      if (begins !== undefined && begins > page) break
      if (begins !== undefined) last = from
    }
    const leaf = leaves[last]
    if (leaf) found.push({ page, leaf, next: leaves[from] })
  }
  return found
}

/** The ends of pages; none of the last page. Puts what is to fill a page up into its last line, where it shows nothing yet. */
export function findEnds(last: LastLeaf[], printed: PrintedLines): PageEnd[] {
  // All is read before anything is written.
  const found = last.map((one) => findEnd(one, printed)).filter((end) => end !== undefined)
  return found.map((end) =>
    'next' in end ? end : { page: end.page, room: end.room, filler: fillerBehind(end.word) },
  )
}

type FoundEnd = { page: number } & ({ word: Element; room: number } | { next: Leaf })

function findEnd({ page, leaf, next }: LastLeaf, printed: PrintedLines): FoundEnd | undefined {
  const { linesOf, pageOf, topOf, heightOf, roomAbove } = printed
  const lines = linesOf(leaf)
    .map((word) => ({ word, page: pageOf(word) ?? 0, top: topOf(word) ?? 0 }))
    .toSorted((a, b) => a.page - b.page || a.top - b.top)
  const isSplit = lines.some((line) => line.page > page)
  const end = lines.findLast((line) => line.page === page)
  if (!isSplit) return next && { page, next }
  if (!end) return { page, next: leaf }
  const height = lineHeight(leaf.element)
  // What its own line has is below it.
  const bottom = end.top - roomAbove(page, end.top - height / 2) + height
  return { page, word: end.word, room: heightOf(page) - bottom - height / 2 }
}

function lineHeight(element: Element): number {
  const { lineHeight: height, fontSize } = getComputedStyle(element)
  return Number.parseFloat(height) || 1.3 * Number.parseFloat(fontSize)
}

/**
 * Has pages end there. Returns how to take that back. All is read before anything is written: the document is laid out once.
 */
export function keepEnds(ends: PageEnd[]): (() => void)[] {
  const found = ends.map((end) => ('next' in end ? { styles: stylesOfBreak(end.next) } : end))
  return found.map((one) => ('styles' in one ? override(one.styles) : fillUp(one.filler, one.room)))
}

/** Behind a word of the line: what stands before its first is taken for a part of the one before. */
function fillerBehind(word: Element): HTMLElement {
  const filler = document.createElement('span')
  filler.className = 'platen-room'
  word.after(filler)
  return filler
}

function fillUp(filler: HTMLElement, room: number): () => void {
  if (room >= 1)
    filler.style.cssText = `display:block;float:left;width:100%;height:${room}px;break-inside:avoid`
  return () => filler.remove()
}

type Styles = (readonly [Element, Record<string, string>])[]

function override(styles: Styles): () => void {
  const undo = styles.map(([element, css]) => overrideStyle(element, css))
  return () => {
    for (const take of undo.toReversed()) take()
  }
}

const FORCED = /^(?:page|left|right|recto|verso|always|all)$/
const BREAK = { 'break-before': 'page' }

/** As the break that was there: without the margins that stand before one that is not forced. */
function stylesOfBreak({ element, kind }: Leaf): Styles {
  const row = kind === 'row' && element instanceof HTMLTableRowElement ? element : undefined
  const table = row?.closest('table')
  const isFirst = table && row === firstRow(table)
  if (row && (row.parentElement?.firstElementChild !== row || !isFirst)) return [[row, BREAK]]
  const chain = firstsFrom(isFirst ? table : element)
  if (chain.some((one) => FORCED.test(getComputedStyle(one).breakBefore))) return []
  const [inner] = chain
  if (!inner) return []
  const styles: Styles = [[inner, BREAK]]
  // From the outermost, as far as margins are one.
  for (const one of chain.toReversed()) {
    styles.push([one, { 'margin-top': '0' }])
    const { paddingTop, borderTopWidth } = getComputedStyle(one)
    if (Number.parseFloat(paddingTop) > 0 || Number.parseFloat(borderTopWidth) > 0) break
  }
  return styles
}

/** The first that is not of the head. */
function firstRow(table: HTMLTableElement): HTMLTableRowElement | undefined {
  for (const row of table.rows) if (row.parentElement?.localName !== 'thead') return row
  return undefined
}

/** An element, and those around it that it begins. */
function firstsFrom(element: Element): Element[] {
  const found = [element]
  for (let one = element; ; ) {
    const around: Element | null = one.parentElement
    if (!around || around.localName === 'body' || !isStart(one)) return found
    found.push(around)
    one = around
  }
}

function isStart(element: Element): boolean {
  for (let node = element.previousSibling; node; node = node.previousSibling) {
    if (node instanceof Text && !/\S/.test(node.data)) continue
    if (node instanceof Comment) continue
    if (node instanceof Element && node.getClientRects().length === 0) continue
    return false
  }
  return true
}
