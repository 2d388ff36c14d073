/** Text that is not printed whole, because a box or the page's edge cuts it. */

import { native } from './dom'
import type { CutText } from './findings'
import type { Layout, PrintedBox, Rect } from './layout'
import { textRange } from './text-range'

const MAX_TEXTS = 20
const MAX_TEXT_LENGTH = 60

/** A page that runs from right to left (`rtl`) or not. */
type PageEdges = { width: number; shrink: number; rtl: boolean }

/** Finds the text that is cut. `width` is the page area's in CSS pixels, `shrink` by how much Chromium makes all smaller. */
export function findCutText(layout: Layout, { width, shrink, rtl }: PageEdges): CutText {
  const page: Span = rtl ? [width - width * shrink, width] : [0, width * shrink]
  let characters = 0
  const texts: string[] = []
  for (const box of layout.printed) {
    const share = cutShare(box, page)
    if (share < 0.02) continue
    const text = ownText(box.element)
    characters += Math.ceil(text.length * share)
    if (texts.length < MAX_TEXTS) texts.push(text.slice(0, MAX_TEXT_LENGTH))
  }
  return { characters, texts }
}

/** How much of a box's text is out of sight, 0 to 1. */
function cutShare({ element, rect, text, fixed, hidden, container }: PrintedBox, page: Span): number {
  if (!text || fixed) return 0
  if (hidden) return 1
  const inContainer = !container || contains(container, rect)
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = native(element)
  const spills = clientWidth > 0 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 2)
  if (inContainer && !spills && rect.right <= page[1] + 1 && rect.left >= page[0] - 1) return 0
  const reach = ownTextRect(element)
  const across = seenShare([reach.left, reach.right], page, container && [container.left, container.right])
  const down = seenShare([reach.top, reach.bottom], container && [container.top, container.bottom])
  return 1 - across * down
}

type Span = readonly [number, number]

/** The share of a span that lies within all the limits. */
function seenShare([from, to]: Span, ...limits: (Span | undefined)[]): number {
  if (!(to - from >= 1)) return 1
  const start = Math.max(from, ...limits.map((limit) => limit?.[0] ?? from))
  const end = Math.min(to, ...limits.map((limit) => limit?.[1] ?? to))
  // A few pixels are the space around letters.
  return end - start > to - from - 4 ? 1 : Math.max(0, end - start) / (to - from)
}

function contains(around: Rect, { left, right, top, bottom }: Rect): boolean {
  return (
    left >= around.left - 1 &&
    right <= around.right + 1 &&
    top >= around.top - 2 &&
    bottom <= around.bottom + 2
  )
}

/** Where an element's own text reaches, whatever its box says and what stands inside it. */
function ownTextRect(element: Element): Pick<Rect, 'left' | 'top' | 'right' | 'bottom'> {
  const range = textRange()
  const rects = ownTexts(element).map((node) => {
    range.selectNodeContents(node)
    return range.getBoundingClientRect()
  })
  return {
    left: Math.min(...rects.map(({ left }) => left)),
    top: Math.min(...rects.map(({ top }) => top)),
    right: Math.max(...rects.map(({ right }) => right)),
    bottom: Math.max(...rects.map(({ bottom }) => bottom)),
  }
}

function ownTexts(element: Element): Text[] {
  return [...native(element).childNodes].filter(
    (node) => node instanceof Text && /\S/.test(node.data),
  ) as Text[]
}

function ownText(element: Element): string {
  const text = ownTexts(element).map(({ data }) => data)
  return text.join(' ').replace(/\s+/g, ' ').trim()
}
