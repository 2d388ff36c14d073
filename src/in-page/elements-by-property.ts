/** Elements by custom properties of ours, which stand in the styles in the place of what the browser does not know. */

import { chosenBy, styleRules } from './dom'
import { document } from './true-document'

/** The elements that show, and for which the styles set `property`, in the order of the document. It is not inherited. */
export function elementsWith(property: string): { element: Element; value: string }[] {
  try {
    CSS.registerProperty({ name: property, syntax: '*', inherits: false })
  } catch {
    // It knows it from there.
  }
  const selectors = [...styleRules(document.styleSheets)].flatMap((rule) =>
    rule instanceof CSSStyleRule && rule.style.getPropertyValue(property) !== '' ? [rule.selectorText] : [],
  )
  const elements = new Set(selectors.flatMap((selector) => [...chosenBy(selector)]))
  if (elements.size === 0) return []
  // In their order, which the selectors do not have.
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const value = elements.has(element) ? getComputedStyle(element).getPropertyValue(property).trim() : ''
    return value === '' || element.getClientRects().length === 0 ? [] : [{ element, value }]
  })
}
