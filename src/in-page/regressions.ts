/**
 * What a repair must not bring about, though it is no finding: text over other text, broken words, squeezed pictures,
 * text made much smaller or gone out of sight, boxes that the head of a page cuts, pages that end early or stay blank
 * at their feet. Counted before and after; a repair that adds to it is undone.
 */

import { state } from './audit-state'
import { hasLetters, isTransparent, native } from './dom'
import type { PlacedBox, PrintedBox, Rect, Regressions } from './layout'
import { textRect } from './overflow'
import { isLabelOn } from './placed-content'
import { SMALLEST_READABLE } from './smallest-sizes'
import { textRange } from './text-range'

/** What a repair takes out of sight, since nobody can press it. */
const CONTROLS = '[data-platen~="repeated_bar-control"]'

/**
 * Of the last audit: how many texts lie over others (as laid out, and on their pages, where breaks move them), words
 * are broken, texts are too small or gone out of sight, pictures are squeezed, boxes are cut by the head of a page, and
 * pages end early. What was piled up in the document as it came counts as fine.
 */
export function countRegressions(): Regressions {
  const { printed, placed, earlyEnds, blank, cutAtHeads, original } = state
  const seen = printed.filter(({ fixed, hidden }) => !fixed && !hidden)
  const sizes = new Map(printed.filter(({ hidden }) => !hidden).map(({ element, size }) => [element, size]))
  // What scripts took away or drew again since then is judged by its text alone.
  const worse = [...(original?.minSizes ?? [])].filter(
    ([element, minSize]) =>
      element.isConnected && (sizes.get(element) ?? -1) < minSize && !native(element).closest(CONTROLS),
  )
  const laidOut = seen.map((box) => ({ element: box.element, rects: visibleRects(box) }))
  // Once each: a box that is no longer within a frame has a place on a page as well.
  const over = [...findOverlaps(laidOut), ...findOverlaps(placed, mostOfLower, withoutPadding)]
  const overlapping = new Set(over.filter((element) => !original?.piled.has(element)))
  return {
    texts: overlapping.size + countBrokenWords(seen) + worse.length + countSqueezed(seen),
    earlyEnds,
    blank,
    cutAtHeads,
  }
}

/**
 * What lies over others within a box that cuts: where that hides it, it was made so, though it is seen only once the box is
 * opened, and where both are in sight, it stays as it is.
 */
export function findPiled(): Set<Element> {
  const boxes = state.printed.filter(({ fixed }) => !fixed)
  const seen = boxes.filter(({ hidden }) => !hidden)
  return new Set([
    ...piledAmong(boxes, ({ hidden }) => hidden, wholeRects),
    ...piledAmong(
      seen,
      ({ container }) => container !== undefined,
      (box) => wholeRects(box).map((rect) => clippedTo(box.container, rect)),
    ),
  ])
}

/** Those of the boxes that are asked for and lie over others. */
function piledAmong(
  boxes: readonly PrintedBox[],
  isAsked: (box: PrintedBox) => boolean,
  rectsOf: (box: PrintedBox) => Rect[],
): Element[] {
  const asked = new Set(boxes.filter(isAsked).map(({ element }) => element))
  if (asked.size === 0) return []
  const placed = boxes.map((box) => ({ element: box.element, rects: rectsOf(box) }))
  return findOverlaps(placed, mostOfLower, withoutPadding).filter((element) => asked.has(element))
}

function wholeRects({ element }: PrintedBox): Rect[] {
  return [...native(element).getClientRects()]
}

/** What of a box its container shows. */
function clippedTo(container: Rect | undefined, rect: Rect): Rect {
  if (!container) return rect
  const left = Math.max(rect.left, container.left)
  const right = Math.min(rect.right, container.right)
  const top = Math.max(rect.top, container.top)
  const bottom = Math.min(rect.bottom, container.bottom)
  return { left, right, top, bottom, width: right - left, height: bottom - top }
}

/** Boxes are larger than their text: on pages, most of the lower one must lie within the other. */
function mostOfLower(one: Rect, other: Rect): number {
  return Math.max(5, 0.6 * Math.min(one.bottom - one.top, other.bottom - other.top))
}

/** What of a box may have text or a picture: a heading that leaves room for a bar has it above its own text. */
function withoutPadding(element: Element, rect: Rect): Rect {
  const style = getComputedStyle(element)
  // A ground of its own covers what lies beneath.
  if (!isTransparent(style.backgroundColor) || style.backgroundImage !== 'none') return rect
  const { left, right, top, bottom } = rect
  const side = (name: string) => Number.parseFloat(style.getPropertyValue(`padding-${name}`)) || 0
  const inner = { left: left + side('left'), right: right - side('right') }
  const lines = { top: top + side('top'), bottom: bottom - side('bottom') }
  return { ...inner, ...lines, width: inner.right - inner.left, height: lines.bottom - lines.top }
}

/**
 * How small each text of the last audit that can be read may become, in CSS pixels: six points; if it is smaller than 8.6 points, seven
 * tenths, or what the browser makes of it.
 */
export function minTextSizes(): Map<Element, number> {
  const { printed, shrink } = state
  const share = Math.min(1, 0.7 * shrink) - 0.005
  return new Map(
    printed
      .filter(({ element, hidden }) => !hidden && hasLetters(element))
      .map(({ element, size }) => [element, Math.min(size * share, SMALLEST_READABLE)]),
  )
}

/** The elements that overlap one that is neither around nor inside them. Linear in the area of the text. */
function findOverlaps(
  boxes: readonly PlacedBox[],
  minHeight: (one: Rect, other: Rect) => number = () => 5,
  areaOf?: (element: Element, rect: Rect) => Rect,
): Element[] {
  // Texts are compared within the cells of a grid, in CSS pixels. After the maximum, the rest counts as fine.
  const WIDTH = 96
  const HEIGHT = 24
  const MAX_FILLED = 300_000
  const grid = new Map<number, { element: Element; rect: Rect }[]>()
  let filled = 0
  const meet = (one: Rect, other: Rect) =>
    Math.min(other.right, one.right) - Math.max(other.left, one.left) > 4 &&
    Math.min(other.bottom, one.bottom) - Math.max(other.top, one.top) > minHeight(other, one)
  const lies = (own: Element, rect: Rect): boolean => {
    const { left, top, right, bottom } = rect
    let over = false
    for (let y = Math.floor(top / HEIGHT); y <= (bottom - 1) / HEIGHT && filled < MAX_FILLED; y++) {
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
            meet(rect, other) &&
            (!areaOf || meet(areaOf(own, rect), areaOf(element, other))) &&
            !native(element).contains(own) &&
            !native(own).contains(element) &&
            !isLabelOn(element, own) &&
            !isLabelOn(own, element),
        )
        if (others.length < 12) others.push({ element: own, rect })
      }
    }
    return over
  }
  const overlapping = boxes.filter(({ element, rects }) => {
    // Called for every fragment, because it also adds the fragment to the grid.
    const over = rects.map((rect) => lies(element, rect))
    return over.includes(true)
  })
  return overlapping.map(({ element }) => element)
}

/** Where a box is visible: its text, in fragments if it continues in another column, clipped to its container. */
function visibleRects({ element, text, rect, container }: PrintedBox): Rect[] {
  const fragments: Rect[] = text ? [...native(element).getClientRects()] : [rect]
  const ink = text && fragments.length < 2 ? [withGap(element, textRect(element), rect)] : fragments
  return ink.map((fragment) => clippedTo(container, fragment))
}

/** CSS pixels that must be between a text that sticks out of its box and the next one, and how much that lies over others. */
const MIN_GAP = 6

/** What a text takes: where it sticks out of its box, there is no room that parts it from the next one. */
function withGap(element: Element, ink: Rect, box: Rect): Rect {
  const { top, bottom } = ink
  const isRtl = ink.left < box.left - 1 && getComputedStyle(element).direction === 'rtl'
  if (ink.right <= box.right + 1 && !isRtl) return ink
  const [left, right] = isRtl ? [ink.left - MIN_GAP, ink.right] : [ink.left, ink.right + MIN_GAP]
  return { left, top, bottom, right, width: right - left, height: bottom - top }
}

/** A picture that is so much wider or higher than its own proportions shows it. */
const MAX_SQUEEZE = 1.15

/** How many pictures have lost their proportions: what a script drew for another width, say. */
function countSqueezed(printed: readonly PrintedBox[]): number {
  return printed.filter(({ element, rect: { width, height } }) => {
    const own = ownSize(element)
    if (!own || Math.min(width, height, own.width, own.height) < MIN_PICTURE) return false
    const squeeze = (width * own.height) / (height * own.width)
    return Math.max(squeeze, 1 / squeeze) > MAX_SQUEEZE && getComputedStyle(element).objectFit === 'fill'
  }).length
}

/** In CSS pixels; of lines and dots nobody sees the proportions. */
const MIN_PICTURE = 24

function ownSize(element: Element): { width: number; height: number } | undefined {
  if (element instanceof HTMLCanvasElement) return element
  if (!(element instanceof HTMLImageElement)) return undefined
  return { width: element.naturalWidth, height: element.naturalHeight }
}

/** How many words are broken without a hyphen. Very long words are not counted: an address must break. */
function countBrokenWords(printed: readonly PrintedBox[]): number {
  let count = 0
  for (const { element, rect, text } of printed) {
    if (!text || rect.width > 400) continue
    const size = Number.parseFloat(getComputedStyle(element).fontSize)
    for (let node = native(element).firstChild; node; node = native(node).nextSibling) {
      if (!(node instanceof Text)) continue
      for (const match of node.data.matchAll(
        /(?<![\p{L}\p{N}.,])[\p{Script=Latin}\p{N}.,]{4,24}(?![\p{L}\p{N}.,])/gu,
      )) {
        if (match[0].length * size * 0.4 < rect.width - 24) continue
        const range = textRange()
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        const lines = [...range.getClientRects()]
        const [first] = lines
        const last = lines.at(-1)
        if (first && last && last.top > first.top + 2) count++
      }
    }
  }
  return count
}
