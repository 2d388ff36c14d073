/** Where styles force a page break (CSS Fragmentation 3, 3.1; CSS Paged Media 3, 8.1). */
import { native } from './dom'

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
