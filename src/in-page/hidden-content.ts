/** Text that is invisible until somebody clicks or scrolls. */

import { native } from './dom'
import type { FindingCollector } from './finding-collector'
import type { Rect } from './layout'
import { document } from './true-document'
import { HIDDEN } from './visit'

/** Reports a closed section: a click would show its text, and paper never will. */
export function checkCollapsed(collector: FindingCollector, element: Element, tag: string): void {
  if (/^(script|style|template|noscript|link|meta|title|base|dialog|option|datalist)$/.test(tag)) return
  if (native(element).hasAttribute(HIDDEN)) return
  if (tag === 'details') {
    const summary = element.querySelector(':scope > summary')?.textContent.trim().length ?? 0
    const inside = element.textContent.trim().length - summary
    if (inside > 0) collector.report('collapsed', element, inside)
    return
  }
  const { id, className, previousElementSibling: beside } = native(element)
  const { length } = native(element).textContent.trim()
  if (length < 20) return
  const named = /collapse|accordion|tab-?(pane|panel)|slide|carousel|panel|answer/i.test(String(className))
  const role = native(element).getAttribute('role')
  const opener = id && document.querySelector(`[aria-expanded=false][aria-controls="${CSS.escape(id)}"]`)
  const closed = '[aria-expanded=false]'
  const button = beside && (native(beside).matches(closed) || native(beside).querySelector(closed))
  if (named || role === 'tabpanel' || opener || button) collector.report('collapsed', element, length)
}

/** Reports text that fades in on scrolling: transparent text in the flow, longer than a button's. */
export function checkUnrevealed(
  collector: FindingCollector,
  element: Element,
  style: CSSStyleDeclaration,
  rect: Rect,
): void {
  if (!/^(static|relative)$/.test(style.position) || rect.width < 24 || rect.height < 8) return
  const text = element instanceof HTMLElement ? native(element).innerText : element.textContent
  const { length } = text.trim()
  const heading = /^h[1-6]$/.test(native(element).localName)
  if (length < (heading ? 1 : 40) || native(element).closest('a,button,[role=button],[aria-hidden=true]'))
    return
  collector.report('unrevealed', element, length)
  collector.tag('unrevealed', element)
}

/** Reports a text field that cuts its text. */
export function checkTextarea(collector: FindingCollector, element: Element): void {
  const over = element.scrollHeight - element.clientHeight
  if (over <= 4) return
  collector.report('hidden_overflow', element, over)
  collector.tag('hidden_overflow-field', element)
}
