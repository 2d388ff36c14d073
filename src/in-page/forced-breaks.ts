/** Where styles force a page break (CSS Fragmentation 3, 3.1; CSS Paged Media 3, 8.1). */
import { native } from './dom'
import type { Layout } from './layout'

const FORCING = /^(?:page|always|left|right|recto|verso|column)$/

/** Whether a break is forced before and after `element`, which has this computed style. */
export function forcedBreaks(
  element: Element,
  style: CSSStyleDeclaration,
): { before: boolean; after: boolean } {
  const { previousElementSibling, nextElementSibling } = native(element)
  return {
    before: FORCING.test(style.breakBefore) || changesPage(style, previousElementSibling),
    after: FORCING.test(style.breakAfter) || changesPage(style, nextElementSibling),
  }
}

/** Whether an element stands on a page of another name than its sibling does. */
function changesPage({ page }: CSSStyleDeclaration, sibling: Element | null): boolean {
  return page !== 'auto' && (!sibling || getComputedStyle(sibling).page !== page)
}

/** Whether there is a forced break between a heading and the next content, so that it stands alone on purpose. */
export function hasBreakBetween(
  layout: Layout,
  heading: { element: Element; order: number },
  next: { element: Element; order: number },
): boolean {
  return layout.forced.some(({ element, before, after, order }) => {
    const contains = (other: Element) => native(element).contains(other)
    if (before && order > heading.order && order <= next.order) {
      return contains(next.element) || !contains(heading.element)
    }
    return after && contains(heading.element) && !contains(next.element)
  })
}
