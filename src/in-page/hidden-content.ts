/** Runs inside the page: text that is not to be seen until somebody clicks or scrolls. */
import type { Node, Rect } from './dom'
import type { Notebook } from './finding-collector'

declare const document: Node
declare const CSS: Node

/** A section that is closed: text that a click would show, and paper never will. */
export function judgeClosed(book: Notebook, element: Node, tag: string): void {
  if (/^(script|style|template|noscript|link|meta|title|base|dialog|option|datalist)$/.test(tag)) return
  if (tag === 'details') {
    const summary = element.querySelector(':scope > summary')?.textContent.trim().length ?? 0
    const inside = element.textContent.trim().length - summary
    if (inside > 0) book.note('collapsed', element, inside)
    return
  }
  const length = element.textContent.trim().length
  if (length < 20) return
  const id = element.id
  const named = /collapse|accordion|tab-?(pane|panel)|slide|carousel|panel|answer/i.test(
    String(element.className),
  )
  const role = element.getAttribute('role')
  const opener = id && document.querySelector(`[aria-expanded=false][aria-controls="${CSS.escape(id)}"]`)
  const beside = element.previousElementSibling
  const button = beside?.matches('[aria-expanded=false]') || beside?.querySelector?.('[aria-expanded=false]')
  if (named || role === 'tabpanel' || opener || button) book.note('collapsed', element, length)
}

/** What fades in when it is scrolled to: transparent text in the flow, more of it than a button that waits for the mouse. */
export function judgeUnrevealed(book: Notebook, element: Node, style: Node, rect: Rect): void {
  if (!/^(static|relative)$/.test(style.position) || rect.width < 24 || rect.height < 8) return
  const { length } = element.innerText.trim()
  const heading = /^h[1-6]$/.test(element.localName)
  if (length < (heading ? 1 : 40) || element.closest('a,button,[role=button],[aria-hidden=true]')) return
  book.note('unrevealed', element, length)
  book.mark('unrevealed', element)
}

/** A field of a form whose text is longer than it. */
export function judgeField(book: Notebook, element: Node): void {
  const over = element.scrollHeight - element.clientHeight
  if (over <= 4) return
  book.note('hidden_overflow', element, over)
  book.mark('hidden_overflow-field', element)
}
