/** Where pages that have footnotes end, and how they are kept ending there without what had taken their room. */
import { overrideStyle } from './dom'
import type { Leaf } from './page-leaves'

/** Within a leaf, behind the line that `marker` is in, `room` CSS pixels above the foot; or before a leaf. */
export type PageEnd = { page: number } & ({ marker: HTMLElement; leaf: Leaf; room: number } | { next: Leaf })

/** Of a page: the leaf that has its end, unless it stands before the next. */
export type LastLeaf = { page: number; leaf: Leaf; next: Leaf | undefined }

/** What a print says of the lines of a document. */
export type PrintedLines = {
  linesOf: Map<Leaf, HTMLElement[]>
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

/** The ends of pages; none of the last page. */
export function findEnds(last: LastLeaf[], printed: PrintedLines): PageEnd[] {
  const { linesOf, pageOf, topOf, heightOf, roomAbove } = printed
  const found: PageEnd[] = []
  for (const { page, leaf, next: behind } of last) {
    const lines = (linesOf.get(leaf) ?? []).map((marker) => ({ marker, page: pageOf(marker) ?? 0 }))
    const isSplit = lines.some((line) => line.page > page)
    const end = lines.findLast((line) => line.page === page)?.marker
    const next = isSplit ? leaf : behind
    if (isSplit && end) {
      const top = topOf(end) ?? 0
      const bottom = top - roomAbove(page, top) + lineHeight(leaf.element)
      found.push({ page, marker: end, leaf, room: heightOf(page) - bottom - 3 })
    } else if (next) found.push({ page, next })
  }
  return found
}

function lineHeight(element: Element): number {
  const { lineHeight: height, fontSize } = getComputedStyle(element)
  return Number.parseFloat(height) || 1.3 * Number.parseFloat(fontSize)
}

/** Has pages end there. Returns how to take that back. All is read before anything is written: the document is laid out once. */
export function keepEnds(ends: PageEnd[]): (() => void)[] {
  const found = ends.map((end) => ('next' in end ? { styles: stylesOfBreak(end.next) } : end))
  return found.map((one) => ('styles' in one ? override(one.styles) : fillUp(one)))
}

function fillUp({ marker, room }: { marker: HTMLElement; room: number }): () => void {
  if (room < 1) return () => undefined
  marker.className = 'platen-room'
  marker.style.cssText = `display:block;float:left;width:100%;height:${room}px;break-inside:avoid`
  return () => marker.remove()
}

type Styles = (readonly [HTMLElement, Record<string, string>])[]

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
function firstsFrom(element: HTMLElement): HTMLElement[] {
  const found = [element]
  for (let one = element; ; ) {
    const around: HTMLElement | null = one.parentElement
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
