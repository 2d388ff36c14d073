/** Header and footer: how high they are, and the fonts that they need. */

import type { HeaderFooterHeights, HeaderFooterHtml } from './contract'
import { native } from './dom'
import { document } from './true-document'

/**
 * Heights of header and footer in CSS pixels, once their images are loaded. Each is put into a box of its own as
 * Chromium does when it prints them: as the box's content (`innerHTML`), so that nothing left open in one reaches the
 * other.
 */
export async function measureHeaderFooter(
  parts: HeaderFooterHtml,
): Promise<HeaderFooterHeights & { active: boolean }> {
  const boxes = { header: appendBox('header', parts.header), footer: appendBox('footer', parts.footer) }
  // A line that only these fill would have no height.
  for (const filled of document.querySelectorAll(FILLED)) if (!filled.textContent) filled.textContent = '0'
  const heights = () => ({ header: heightOf(boxes.header), footer: heightOf(boxes.footer) })
  heights() // Laying out asks for the fonts.
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  await document.fonts.ready
  const active = [...document.body.querySelectorAll('*')].some(canRun)
  return { ...heights(), active }
}

/** What Chromium fills in on every page. */
const FILLED = '.pageNumber,.totalPages,.title,.date,.url'

function appendBox(id: string, html: string | undefined): HTMLElement | undefined {
  if (html === undefined) return undefined
  const box = document.body.appendChild(document.createElement('div'))
  return Object.assign(box, { id, innerHTML: html })
}

function heightOf(box: HTMLElement | undefined): number {
  return box ? Math.ceil(box.getBoundingClientRect().height) : 0
}

function canRun(element: Element): boolean {
  return (
    /^(script|i?frame|object|embed|portal|fencedframe)$/i.test(native(element).localName) ||
    native(element)
      .getAttributeNames()
      .some((name) => /^on/i.test(name))
  )
}

const fonts: (FontFace | undefined)[] = []

/**
 * Loads the fonts of the header and footer and keeps them. Chromium prints those from a document that waits for
 * nothing, but which takes a `data:` font at once if the page's process holds it already.
 */
export async function holdFonts(sources: string[]): Promise<void> {
  const faces = sources.map((source) => new FontFace('platen', source).load().catch(() => undefined))
  fonts.push(...(await Promise.all(faces)))
}
