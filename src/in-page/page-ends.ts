/** Where pages that have footnotes end, and how they are kept ending there without what had taken their room. */
import { overrideStyle } from './dom'
import type { Leaf } from './page-leaves'

/** Within a leaf, behind the line that `marker` is in, `room` CSS pixels above the foot; or before a leaf. */
export type PageEnd = { page: number } & ({ marker: HTMLElement; leaf: Leaf; room: number } | { next: Leaf })

/** What a print says of the boxes and lines of a document. */
export type PrintedLeaves = {
  leaves: Leaf[]
  linesOf: Map<Leaf, HTMLElement[]>
  pageOf: (element: Element) => number | undefined
  topOf: (element: Element) => number | undefined
  heightOf: (page: number) => number
  /** What was put on a page above `top`, in CSS pixels. */
  roomAbove: (page: number, top: number) => number
}

/** The ends of `pages`, in rising order; none of the last page. */
export function findEnds(pages: number[], printed: PrintedLeaves): PageEnd[] {
  const { leaves, linesOf, pageOf, topOf, heightOf, roomAbove } = printed
  const found: PageEnd[] = []
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
    if (!leaf) continue
    const lines = (linesOf.get(leaf) ?? []).map((marker) => ({ marker, page: pageOf(marker) ?? 0 }))
    const isSplit = lines.some((line) => line.page > page)
    const end = lines.findLast((line) => line.page === page)?.marker
    const next = isSplit ? leaf : leaves[from]
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

/** Has a page end there. Returns how to take that back. */
export function keepEnd(end: PageEnd): () => void {
  if ('next' in end) return breakBefore(end.next)
  const { marker, room } = end
  if (room < 1) return () => undefined
  marker.className = 'platen-room'
  marker.style.cssText = `display:block;float:left;width:100%;height:${room}px;break-inside:avoid`
  return () => marker.remove()
}

const FORCED = /^(?:page|left|right|recto|verso|always|all)$/

/** As the break that was there: without the margins that stand before one that is not forced. */
function breakBefore({ element, kind }: Leaf): () => void {
  const row = kind === 'row' && element instanceof HTMLTableRowElement ? element : undefined
  const table = row?.closest('table')
  const body = row?.parentElement
  const isFirst = table && row === [...table.rows].find((one) => one.parentElement?.localName !== 'thead')
  if (row && (body?.firstElementChild !== row || !isFirst))
    return overrideStyle(row, { 'break-before': 'page' })
  const chain = firstsFrom(isFirst ? table : element)
  if (chain.some((one) => FORCED.test(getComputedStyle(one).breakBefore))) return () => undefined
  const [inner] = chain
  if (!inner) return () => undefined
  const undo = [overrideStyle(inner, { 'break-before': 'page' })]
  // From the outermost, as far as margins are one.
  for (const one of chain.toReversed()) {
    undo.push(overrideStyle(one, { 'margin-top': '0' }))
    const { paddingTop, borderTopWidth } = getComputedStyle(one)
    if (Number.parseFloat(paddingTop) > 0 || Number.parseFloat(borderTopWidth) > 0) break
  }
  return () => {
    for (const take of undo.toReversed()) take()
  }
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
