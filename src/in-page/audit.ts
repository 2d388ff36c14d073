/** Runs inside the page: one look at the whole document, and the trial of a repair. */

import type { Node } from './dom'
import type { Notebook } from './finding-collector'
import type { Audit } from './findings'
import type { Paper } from './geometry'
import type { Kit } from './kit'
import type { Repair } from './repair'

declare const document: Node
declare const window: Node

export type AuditSettings = { paper: Paper; backgrounds: boolean }

/** The window has another size than the printable area: it has to have that (CSS pixels) for an audit to be true. */
export type WrongWindow = { resize: { width: number; height: number } }

/** Looks at the document as it stands, and leaves it so. */
export function audit(kit: Kit, { paper, backgrounds }: AuditSettings): Audit | WrongWindow {
  const page = kit.geometry(paper)
  const resize = { width: Math.max(1, Math.floor(page.width)), height: Math.max(1, Math.floor(page.height)) }
  if (window.innerWidth !== resize.width || window.innerHeight !== resize.height) return { resize }
  const walk = (shrink: number) => {
    const book = kit.notebook(kit)
    const scale = paper.scale / shrink
    return { shrink, scale, book, found: kit.survey(kit, book, { ...page, backgrounds, scale }) }
  }
  let look = walk(kit.shrinkOf(page.width, 0))
  // What only the walk shows makes it smaller still.
  const shrunk = kit.shrinkOf(page.width, look.found.drift)
  if (shrunk > look.shrink) look = walk(shrunk)
  const { shrink, scale, book, found } = look
  const tables = kit.measureTables(kit, book, found, page)
  kit.judgeFrames(kit, book, found)
  const flow = kit.judgeFlow(kit, book, found, {
    ...page,
    width: page.width * shrink,
    height: page.height * shrink,
  })
  Object.assign(kit.memory(), { leaves: found.leaves, earlyEnds: flow.earlyEnds, shrink })
  return {
    ...kit.judgeDocument(book, scale),
    tables,
    grids: [...found.wide.grids],
    pages: flow.pages,
    lastPageFilled: flow.lastPageFilled,
    breaksKnown: page.uniform,
    page: { width: page.width, height: page.height, scale: paper.scale },
    contentWidth: found.right,
    findings: book.findings(),
    counts: book.counts(),
  }
}

/**
 * By how much Chromium makes everything smaller when it prints: what is wider than the page is laid out anew on a page
 * that is wider by as much, up to one and a half times, and what is wider still is cut off. So is all that reaches
 * beyond the left edge of a page that runs from right to left. Wide counts too what stands out of the flow by its left
 * edge, although a frame hides it (`drift`).
 */
export function shrinkOf(width: number, drift: number): number {
  const { documentElement, body } = document
  if ([documentElement, body].some((root) => window.getComputedStyle(root).direction === 'rtl')) return 1
  return Math.min(1.5, Math.max(1, Math.max(documentElement.scrollWidth, drift) / width))
}

/** What the document lacks beside its layout. */
export function judgeDocument(book: Notebook, scale: number): { heading?: string; sample?: string } {
  const root = document.documentElement
  const untitled = document.title.trim() === ''
  const unnamed = !root.getAttribute('lang')?.trim()
  if (untitled) book.note('missing_title', root, 1)
  if (unnamed) book.note('missing_language', root, 1)
  for (const image of document.images) {
    const { width, height } = image.getBoundingClientRect()
    if (width < 3 || height < 3) continue
    if (!image.hasAttribute('alt') && image.getAttribute('role') !== 'presentation')
      book.note('missing_alt', image, 1)
    // The natural size of a drawing of lines says nothing.
    const lines = /^data:image\/svg|\.svg([?#]|$)/i.test(image.currentSrc)
    const dpi = image.naturalWidth / ((width * scale) / 96)
    if (!lines && width > 48 && image.naturalWidth > 0 && dpi < 150)
      book.note('low_resolution_image', image, dpi)
  }
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  const links = [...document.links].filter((link: Node) => {
    if (!/^https?:/.test(link.getAttribute('href')) || link.getClientRects().length === 0) return false
    const address = link.getAttribute('href').replace(/^https?:\/\/(www\.)?|\/$/g, '')
    return plain(link.textContent) !== '' && !plain(link.textContent).includes(address)
  })
  if (links.length > 0) book.note('lost_link', links[0], links.length)
  const heading = untitled
    ? plain(document.querySelector('h1,h2,h3,caption,strong,b')?.textContent ?? '')
    : ''
  return {
    ...(heading && { heading: heading.slice(0, 120) }),
    ...(unnamed && { sample: plain(document.body.textContent).slice(0, 4000) }),
  }
}

/**
 * What came of a repair. `textKept` is false where text that was to be seen no longer is; `harmless` is false where there
 * is more of what `harm.ts` counts.
 */
export type Trial = { audit: Audit; textKept: boolean; harmless: boolean }

/** Applies a repair and looks again. */
export function attempt(kit: Kit, settings: AuditSettings, repair: Repair): Trial | WrongWindow {
  const memory = kit.memory()
  memory.original ??= { text: kit.visibleText(), least: kit.leastSizes(kit), harm: kit.harm(kit) }
  const { original } = memory
  kit.apply(kit, repair)
  const after = kit.audit(kit, settings)
  if ('resize' in after) {
    kit.undo(kit, 'last')
    return after
  }
  return {
    audit: after,
    textKept: kit.holds(kit.visibleText(), original.text),
    harmless: kit.harm(kit) <= original.harm,
  }
}
