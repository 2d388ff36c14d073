/**
 * Runs inside the page: what a repair must not bring about, though no finding is made of it: text over other text,
 * words in pieces, text made much smaller or gone out of sight, pages that end early. Counted before and after; a
 * repair that adds to it is taken back.
 */
import type { Node, Rect } from './dom'
import type { Kit } from './kit'
import type { Leaf } from './walk-elements'

declare const document: Node
declare const getComputedStyle: Node

/**
 * Of the last look: how many pieces lie over others, words are in pieces, texts are too small or gone out of sight, and
 * pages end early.
 */
export function harm(kit: Kit): number {
  const { leaves, earlyEnds, original } = kit.memory()
  const seen = leaves.filter(({ fixed, hidden }) => !fixed && !hidden)
  const sizes = new Map(leaves.filter(({ hidden }) => !hidden).map(({ element, size }) => [element, size]))
  const worse = [...(original?.least ?? [])].filter(([element, least]) => (sizes.get(element) ?? -1) < least)
  return kit.overlaps(kit, seen) + kit.brokenWords(seen) + worse.length + earlyEnds
}

/** How small each text of the last look may become, in CSS pixels: seven tenths, or what the browser makes of it. */
export function leastSizes(kit: Kit): Map<Node, number> {
  const { leaves, shrink } = kit.memory()
  const share = Math.min(1, 0.7 * shrink) - 0.005
  return new Map(leaves.filter(({ hidden }) => !hidden).map(({ element, size }) => [element, size * share]))
}

/** How many lie over another that neither holds them nor is held by them. Linear in the area of the text. */
export function overlaps(kit: Kit, leaves: readonly Leaf[]): number {
  // Texts are compared within cells of a grid, in CSS pixels; once so many are filled, the rest counts as fine.
  const WIDTH = 96
  const HEIGHT = 24
  const MOST = 300_000
  const grid = new Map<number, { element: Node; rect: Rect }[]>()
  let filled = 0
  const lies = (own: Node, rect: Rect): boolean => {
    const { left, top, right, bottom } = rect
    let over = false
    for (let y = Math.floor(top / HEIGHT); y <= (bottom - 1) / HEIGHT && filled < MOST; y++) {
      for (let x = Math.floor(left / WIDTH); x <= (right - 1) / WIDTH; x++) {
        filled++
        const key = y * 4096 + x
        const others = grid.get(key)
        if (!others) {
          grid.set(key, [{ element: own, rect }])
          continue
        }
        over ||= others.some(
          ({ rect: other, element }) =>
            Math.min(other.right, right) - Math.max(other.left, left) > 4 &&
            Math.min(other.bottom, bottom) - Math.max(other.top, top) > 5 &&
            !element.contains(own) &&
            !own.contains(element),
        )
        if (others.length < 12) others.push({ element: own, rect })
      }
    }
    return over
  }
  return leaves.filter((leaf) => {
    // Asked of every piece, which stands in the grid from then on.
    const over = kit.inkOf(kit, leaf).map((rect) => lies(leaf.element, rect))
    return over.includes(true)
  }).length
}

/** Where a leaf is to be seen: its text, in pieces where it goes on in another column, as far as its frame shows it. */
export function inkOf(kit: Kit, { element, text, rect, frame }: Leaf): Rect[] {
  const pieces: Rect[] = text ? [...element.getClientRects()] : [rect]
  const ink = text && pieces.length < 2 ? [kit.textRect(element)] : pieces
  if (!frame) return ink
  return ink.map((piece) => {
    const left = Math.max(piece.left, frame.left)
    const right = Math.min(piece.right, frame.right)
    const top = Math.max(piece.top, frame.top)
    const bottom = Math.min(piece.bottom, frame.bottom)
    return { left, right, top, bottom, width: right - left, height: bottom - top }
  })
}

/** How many words are broken where no hyphen stands. Words longer than any are not counted: an address must break. */
export function brokenWords(leaves: readonly Leaf[]): number {
  let count = 0
  for (const { element, rect, text } of leaves) {
    if (!text || rect.width > 400) continue
    const size = Number.parseFloat(getComputedStyle(element).fontSize)
    for (let node = element.firstChild; node; node = node.nextSibling) {
      if (node.nodeType !== 3) continue
      for (const match of node.data.matchAll(
        /(?<![\p{L}\p{N}.,])[\p{Script=Latin}\p{N}.,]{4,24}(?![\p{L}\p{N}.,])/gu,
      )) {
        if (match[0].length * size * 0.4 < rect.width - 24) continue
        const range = document.createRange()
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        const boxes = [...range.getClientRects()]
        if (boxes.length > 1 && boxes.at(-1).top > boxes[0].top + 2) count++
      }
    }
  }
  return count
}
