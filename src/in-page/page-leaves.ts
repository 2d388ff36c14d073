/** What pages break between: the boxes of a document that hold lines, rows of tables, and what is not looked into. */
import { document } from './true-document'

/** `lines`: a block with lines of its own, `row`: of a table, `box`: anything else. */
export type Leaf = { element: Element; kind: 'lines' | 'row' | 'box' }

/** A document of more is not laid out by us. */
const MAX_LEAVES = 60_000

/** The leaves in the order of the document; undefined if there are too many. */
export function findLeaves(isOurs: (element: Element) => boolean): Leaf[] | undefined {
  const found: Leaf[] = []
  const visit = (parent: Element) => {
    for (const element of parent.children) {
      if (found.length > MAX_LEAVES) return
      if (isOurs(element)) continue
      const style = getComputedStyle(element)
      if (style.display === 'contents') visit(element)
      else if (isInFlow(style)) leavesOf(element, style)
    }
  }
  const leavesOf = (element: Element, style: CSSStyleDeclaration) => {
    if (element instanceof HTMLTableElement) {
      for (const row of element.rows)
        if (row.parentElement?.localName !== 'thead') found.push({ element: row, kind: 'row' })
      return
    }
    // A drawing or a formula is one.
    if (!(element instanceof HTMLElement) || !stacksChildren(style)) {
      found.push({ element, kind: 'box' })
      return
    }
    const lines = hasLines(element, isOurs)
    const before = found.length
    if (lines) found.push({ element, kind: 'lines' })
    visit(element)
    if (found.length === before && element.getClientRects().length > 0) found.push({ element, kind: 'box' })
  }
  visit(document.body)
  return found.length > MAX_LEAVES ? undefined : found
}

function isInFlow({ display, position, float }: CSSStyleDeclaration): boolean {
  return !/^(?:none|inline)/.test(display) && !/^(?:absolute|fixed)$/.test(position) && float === 'none'
}

/** Whether the children of a box stand one below the other. */
function stacksChildren({ display, flexDirection, gridTemplateColumns }: CSSStyleDeclaration): boolean {
  if (/^(?:block|list-item|flow-root)$/.test(display)) return true
  if (display === 'flex') return flexDirection.startsWith('column')
  return display === 'grid' && !gridTemplateColumns.includes(' ')
}

/** Whether a block has text, or what stands in lines with it, that is not in a block in it. */
function hasLines(element: Element, isOurs: (element: Element) => boolean): boolean {
  for (const node of element.childNodes) {
    if (node instanceof Text && /\S/.test(node.data)) return true
    if (!(node instanceof HTMLElement) || isOurs(node)) continue
    const { display, position, float } = getComputedStyle(node)
    if (/^inline/.test(display) && !/^(?:absolute|fixed)$/.test(position) && float === 'none') return true
  }
  return false
}

/** A place within a line. */
export type LinePlace = { node: Text; offset: number }

/**
 * A place in each line but the first of what a leaf says. Only reads: the document is laid out once for all of its leaves.
 * `range` is one for all: each that was ever made is told of each change of the document.
 */
export function findLines(
  { element }: Leaf,
  { isOurs, range }: { isOurs: (element: Element) => boolean; range: Range },
): LinePlace[] {
  const places: LinePlace[] = []
  const topAt = (node: Text, offset: number) => {
    // Up to the end, since space that is not shown has no place.
    range.setStart(node, offset)
    range.setEnd(node, node.length)
    return range.getClientRects()[0]?.top ?? Number.POSITIVE_INFINITY
  }
  let last = Number.NEGATIVE_INFINITY
  const visit = (parent: Node) => {
    for (const node of parent.childNodes) {
      if (node instanceof HTMLElement) {
        if (!isOurs(node) && /^(?:inline|contents)$/.test(getComputedStyle(node).display)) visit(node)
        continue
      }
      if (!(node instanceof Text) || !/\S/.test(node.data)) continue
      range.selectNodeContents(node)
      // Each search looks at offsets that others have looked at; a place costs as much as its text is long.
      const tops = new Map<number, number>()
      const topOf = (offset: number) => {
        const top = tops.get(offset) ?? topAt(node, offset)
        tops.set(offset, top)
        return top
      }
      for (const { top, bottom } of range.getClientRects()) {
        if (top < last + (bottom - top) / 2) continue
        const begin = firstBelow(node.length, top - (bottom - top) / 2, topOf)
        const next = firstBelow(node.length, top + (bottom - top) / 2, topOf)
        last = top
        places.push({ node, offset: insideLine(node.data, begin, next) })
      }
    }
  }
  visit(element)
  return places.slice(1)
}

/**
 * An offset between `begin` and `next` that is within a line, behind a space if it has one: what stands where a line begins is
 * taken for the end of the one before, or for nowhere.
 */
function insideLine(text: string, begin: number, next: number): number {
  let first = begin
  while (first < next - 1 && text[first] === ' ') first++
  const middle = Math.min(next - 1, first + Math.ceil((next - first) / 2))
  const space = text.lastIndexOf(' ', middle)
  return space > first ? space + 1 : middle
}

/** Puts an element around the word at each place of a leaf, at which its line is found: an empty one can be lost. */
export function markLines(places: LinePlace[]): HTMLElement[] {
  return places
    .toReversed()
    .map(({ node, offset }) => {
      const marker = document.createElement('platen-word')
      const word = node.splitText(Math.max(0, offset))
      const end = word.data.search(/\s/)
      if (end > 0) word.splitText(end)
      word.before(marker)
      marker.append(word)
      return marker
    })
    .toReversed()
}

/** The first offset of a text of that `length` whose character begins below `top`. */
function firstBelow(length: number, top: number, topOf: (offset: number) => number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (topOf(middle) > top) high = middle
    else low = middle + 1
  }
  return low
}
