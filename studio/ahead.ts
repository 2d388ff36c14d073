/**
 * Runs before all else of the Studio: fetches the code of the page that the address names beside that of the Studio, which
 * would ask for it only once it runs. What stands behind `#` is known in the browser alone.
 */

/** Of each page, its files and those that these import; filled in when the Studio is built (`scripts/studio.mjs`). */
declare const FILES_OF_PAGES: Readonly<Record<string, readonly string[]>>

export {}

const { hash } = location
const [first = ''] = Object.keys(FILES_OF_PAGES)
const isSignedIn = sessionStorage.getItem('platen-key') !== null || hash.includes('key=')
const name = /^#\/(\w+)/.exec(hash)?.[1] ?? first

for (const file of (isSignedIn && FILES_OF_PAGES[name]) || []) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = file
  document.head.append(link)
}
