/**
 * Runs inside the page: what a repair must not bring about, though no finding is made of it: text over other text,
 * words in pieces, pages that end early. Counted before and after; a repair that adds to it is taken back.
 */
import type { Node, Rect } from './dom'
import type { Kit } from './kit'
import type { Leaf } from './survey'

declare const document: Node
declare const window: Node
declare const getComputedStyle: Node

/** How many pieces lie over others, how many words are in pieces, and how many pages end early. */
export function harm(kit: Kit, leaves: readonly Leaf[]): number {
  const seen = leaves.filter(({ fixed, hidden }) => !fixed && !hidden)
  return kit.overlaps(kit, seen) + kit.brokenWords(seen) + (window.platenGaps ?? 0)
}

/** How many lie over another that neither holds them nor is held by them. Linear in the area of the text. */
export function overlaps(kit: Kit, leaves: readonly Leaf[]): number {
  // Texts are compared within cells of a grid, in CSS pixels.
  const WIDTH = 96
  const HEIGHT = 24
  const MOST = 300_000
  const grid = new Map<number, { element: Node; rect: Rect }[]>()
  let filled = 0
  let count = 0
  for (const { element: own, text, rect: box, frame } of leaves) {
    const ink = text ? kit.textRect(own) : box
    const left = Math.max(ink.left, frame?.left ?? ink.left)
    const right = Math.min(ink.right, frame?.right ?? ink.right)
    const top = Math.max(ink.top, frame?.top ?? ink.top)
    const bottom = Math.min(ink.bottom, frame?.bottom ?? ink.bottom)
    const leaf = {
      element: own,
      rect: { left, right, top, bottom, width: right - left, height: bottom - top },
    }
    let over = false
    for (let y = Math.floor(top / HEIGHT); y <= (bottom - 1) / HEIGHT && filled < MOST; y++) {
      for (let x = Math.floor(left / WIDTH); x <= (right - 1) / WIDTH; x++) {
        filled++
        const key = y * 4096 + x
        const others = grid.get(key)
        if (!others) {
          grid.set(key, [leaf])
          continue
        }
        over ||= others.some(
          ({ rect, element }) =>
            Math.min(rect.right, right) - Math.max(rect.left, left) > 4 &&
            Math.min(rect.bottom, bottom) - Math.max(rect.top, top) > 5 &&
            !element.contains(own) &&
            !own.contains(element),
        )
        if (others.length < 12) others.push(leaf)
      }
    }
    if (over) count++
  }
  return count
}

/** How many words are broken where no hyphen stands. Words longer than any are not counted: an address must break. */
export function brokenWords(leaves: readonly Leaf[]): number {
  let count = 0
  for (const { element, rect, text } of leaves) {
    if (!text || rect.width > 400) continue
    const size = Number.parseFloat(getComputedStyle(element).fontSize)
    for (let node = element.firstChild; node; node = node.nextSibling) {
      if (node.nodeType !== 3) continue
      for (const match of node.data.matchAll(/[\p{Script=Latin}\p{N}.,]{4,24}/gu)) {
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
