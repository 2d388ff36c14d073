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
  if (!document.body || runsRightToLeft()) return undefined
  const page = window.innerWidth
  const candidates = [...document.querySelectorAll(MAYBE_WIDE)].slice(0, MAX_LOOKED_AT)
  const cut = candidates.find((element) => isCut(element, page))
  return cut && told(cut, page)
}

function isCut(element: Element, page: number): boolean {
  const width = widthOf(element)
  if (width <= page || !isVisible(element)) return false
  const right = native(element).getBoundingClientRect().left + width
  const edge = edgeOf(element)
  return right > (edge === undefined ? page * MAX_SHRINK : edge + page * TOLERANCE)
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
function edgeOf(element: Element): number | undefined {
  let box = element.localName === 'pre' ? element : native(element).parentElement
  for (let depth = 0; box && box !== document.body && depth < MAX_DEPTH; depth++) {
    const { overflowX, position } = window.getComputedStyle(box)
    if (overflowX === 'auto' || overflowX === 'scroll') return native(box).getBoundingClientRect().right
    if (overflowX !== 'visible' || position === 'fixed') return Number.POSITIVE_INFINITY
    box = native(box).parentElement
  }
  return undefined
}
