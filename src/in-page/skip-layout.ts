/** Spares layouts that nobody sees: those for the screen, before a print and behind it. */
import { document } from './true-document'

let skipping: HTMLStyleElement | undefined

/**
 * Has the document laid out for print alone: Chromium brings the layout for the screen up to date before a print, and makes
 * it again when that is done. For a document without scripts, which would see it.
 */
export function skipScreenLayout(): void {
  skipping ??= document.createElement('style')
  skipping.textContent = '@media screen{body{content-visibility:hidden!important}}'
  document.head.append(skipping)
}

/** Has it laid out for the screen again, to be measured. */
export function layOutForScreen(): void {
  skipping?.remove()
}
