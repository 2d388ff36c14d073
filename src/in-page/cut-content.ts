/** Content that is wider than its page and that the print cuts off, in a document that nothing repairs. */
import { isVisible, native, runsRightToLeft } from './dom'
import { MAX_SHRINK } from './smallest-sizes'
import { document } from './true-document'

/** What mostly is too wide, and the most of it that is looked at. */
const MAYBE_WIDE = 'table,pre,img,svg,canvas,body>*,body>*>*'
const MAX_LOOKED_AT = 1000
/** A share of the window's width. Margins of the document's own, which the window is laid out without, make up less. */
const TOLERANCE = 0.15
const MAX_DEPTH = 30

/** What is told of the first content that is cut; nothing for most documents. The window is as wide as the page. */
export function findCutContent(): string | undefined {
  if (!document.body) return undefined
  const page = { width: window.innerWidth, isRtl: runsRightToLeft() }
  const candidates = [...document.querySelectorAll(MAYBE_WIDE)].slice(0, MAX_LOOKED_AT)
  const cut = candidates.find((element) => isCut(element, page))
  return cut && told(cut, page.width)
}

type Page = { width: number; isRtl: boolean }

function isCut(element: Element, page: Page): boolean {
  const width = widthOf(element)
  if (width <= page.width || !isVisible(element)) return false
  const { left, right } = native(element).getBoundingClientRect()
  const end = endOf({ left: right - width, right: left + width }, page)
  const edge = edgeOf(element, page)
  // Nothing is made smaller that reaches beyond the left edge.
  const whole = page.width * (page.isRtl ? 1 + TOLERANCE : MAX_SHRINK)
  return end > (edge === undefined ? whole : edge + page.width * TOLERANCE)
}

/** How far a box reaches from the edge of the page where lines begin. */
function endOf({ left, right }: { left: number; right: number }, { width, isRtl }: Page): number {
  return isRtl ? width - left : right
}

/** Lines of code that are not broken reach out of their box. */
function widthOf(element: Element): number {
  const { width } = native(element).getBoundingClientRect()
  return element.localName === 'pre' ? Math.max(width, element.scrollWidth) : width
}

function told(element: Element, page: number): string {
  return (
    `a <${element.localName}> of ${Math.round(widthOf(element))} px is cut off, since the page has ${page} px: send "goCreditMode": true, ` +
    `"orientation": "landscape" in options, or a smaller size of text`
  )
}

/** Where the nearest box ends that scrolls sideways; nothing for content that only the page bounds, or that was cut on purpose. */
function edgeOf(element: Element, page: Page): number | undefined {
  let box = element.localName === 'pre' ? element : native(element).parentElement
  for (let depth = 0; box && box !== document.body && depth < MAX_DEPTH; depth++) {
    const { overflowX, position } = window.getComputedStyle(box)
    if (overflowX === 'auto' || overflowX === 'scroll')
      return endOf(native(box).getBoundingClientRect(), page)
    if (overflowX !== 'visible' || position === 'fixed') return Number.POSITIVE_INFINITY
    box = native(box).parentElement
  }
  return undefined
}
