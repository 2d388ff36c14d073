/** Spares a layout that nobody sees, where what comes next is a print. */
import { document } from './true-document'

/**
 * Has the document's content laid out no more until it is printed, which lays it out as pages. Chromium brings the layout for
 * the screen up to date first, which takes as long again after one in columns. Nothing for a document with scripts or frames of
 * its own, which could see it.
 */
export function skipLayoutUntilPrint(): void {
  if (document.scripts.length > 0 || window.length > 0) return
  const skipping = document.createElement('style')
  skipping.textContent = 'body{content-visibility:hidden!important}'
  document.head.append(skipping)
  window.addEventListener('beforeprint', () => skipping.remove(), { once: true, capture: true })
}
