/** Spares layouts that nobody sees: those for the screen, before a print and behind it. */
import { document } from './true-document'

let skipping: HTMLStyleElement | undefined

/**
 * Whether the document is laid out for the screen, too: Chromium brings that layout up to date before a print, and makes it
 * again when that is done. Print alone is for a document without scripts, which would see it.
 */
export function layOutForScreen(isWanted: boolean): void {
  skipping ??= document.createElement('style')
  skipping.textContent = '@media screen{body{content-visibility:hidden!important}}'
  if (isWanted) skipping.remove()
  else document.head.append(skipping)
}
