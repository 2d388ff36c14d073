/** One audit of the whole document, and the trial of a repair. */

import { revert, state } from './audit-state'
import { watchAnimations } from './begun-animations'
import { finishEntrances } from './covering-boxes'
import { findCutText } from './cut-text'
import { runsRightToLeft } from './dom'
import { collectFindings, type FindingCollector } from './finding-collector'
import { type Audit, showsFarMore } from './findings'
import { checkPagination } from './flow'
import { sheetScale } from './larger-pages'
import type { Layout } from './layout'
import { freezeMediaStates, mediaArea, readMediaStates } from './media-width'
import { measurePageArea } from './page-area'
import type { AuditSettings, PageArea, Paper, Repair, Trial, WrongWindow } from './paper-types'
import { keepAtEdge } from './print-edge'
import { countRegressions, findPiled, minTextSizes } from './regressions'
import { applyRepair, keepsText, undo, visibleText } from './repair'
import { checkScrollContainers } from './scroll-containers'
import { MAX_SHRINK } from './smallest-sizes'
import { measureTables } from './tables'
import { document } from './true-document'
import { scaleViewportUnits } from './viewport-units'
import { walkElements } from './walk-elements'

/** Audits the document as it stands, and leaves it so. */
export function audit({ paper, backgrounds }: AuditSettings): Audit | WrongWindow {
  watchAnimations() // Another window may have some begin.
  const page = measurePageArea(paper)
  const resize = wantedWindow(page, paper)
  if (resize) return { resize }
  const rtl = runsRightToLeft()
  finishEntrances() // What was changed may still be on its way.
  const walk = (shrink: number) => {
    const collector = collectFindings()
    const scale = (paper.scale * sheetScale(paper)) / shrink
    return {
      shrink,
      scale,
      collector,
      layout: walkElements(collector, { ...page, rtl, backgrounds, scale, shrink }),
    }
  }
  let walked = walk(rtl ? 1 : shrinkFactor(page.width, document.documentElement.scrollWidth))
  // The walk may find content that makes it smaller still.
  const shrunk = shrinkFactor(page.width, reachOf(walked.layout, rtl))
  if (shrunk > walked.shrink) walked = walk(shrunk)
  const { shrink, scale, collector, layout } = walked
  if (shrink > 1 || paper.scale !== 1) keepAtEdge(state.repairs.at(-1))
  const printScale = paper.scale * sheetScale(paper)
  const tables = measureTables(collector, layout, page, printScale)
  const laidOut = { ...page, width: page.width * shrink, height: page.height * shrink }
  checkScrollContainers(collector, layout, shrink, { height: laidOut.height, scale: printScale })
  if (shrink > 1) scaleViewportUnits(shrink, state.temporary)
  const pagination = checkPagination(collector, layout, laidOut)
  revert(state.temporary)
  const cut = findCutText(layout, { width: page.width, shrink, rtl })
  const { earlyEnds, blank, cutAtHeads, placed } = pagination
  Object.assign(state, { printed: layout.printed, placed, earlyEnds, blank, cutAtHeads, cut, shrink })
  const facts = checkDocument(collector, scale)
  state.audited = { found: collector.reported(), layout, page: laidOut }
  state.firstFound ??= collector.reported()
  return {
    ...facts,
    tables,
    cut,
    grids: [...layout.wide.grids],
    ...(layout.wide.hasLeast && { hasLeastWidth: true }),
    ...(layout.wide.slide && { hasSlides: true }),
    ...(state.tags.has('hidden_overflow-pane') && { hasPanes: true }),
    ...(state.tags.has('split_figure-pulled') && { hasPulled: true }),
    pages: pagination.pages,
    shrink,
    lastPageFilled: pagination.lastPageFilled,
    blank,
    maxBlank: pagination.maxBlank,
    barsAlone: pagination.barsAlone,
    breaksKnown: page.uniform,
    page: { width: page.width, height: page.height, scale: paper.scale * sheetScale(paper) },
    contentWidth: rtl ? page.width - layout.left : layout.right,
    findings: collector.findings(),
    counts: collector.counts(),
  }
}

/** The size that the window must have next, if it has another. */
function wantedWindow(page: PageArea, paper: Paper): WrongWindow['resize'] | undefined {
  const size = ({ width, height }: { width: number; height: number }) => ({
    width: Math.max(1, Math.floor(width)),
    height: Math.max(1, Math.floor(height)),
  })
  const isWindow = ({ width, height }: WrongWindow['resize']) =>
    window.innerWidth === width && window.innerHeight === height
  const [laidOut, asked] = [size(page), size(mediaArea(paper))]
  const differs = laidOut.width !== asked.width || laidOut.height !== asked.height
  const key = `${asked.width}x${asked.height}`
  if (differs && state.media?.key !== key) {
    if (readMediaStates().length > 0 && !isWindow(asked)) return asked
    state.media = { key, states: readMediaStates() }
  }
  if (!isWindow(laidOut)) return laidOut
  if (differs) freezeMediaStates(state.media?.states ?? [])
  return undefined
}

/**
 * By how much Chromium makes everything smaller when it prints, if content reaches so far to the right. A document wider than
 * the page is laid out on a page that is as much wider, up to one and a half times; the rest is cut off (`print-edge.ts`).
 */
function shrinkFactor(width: number, reach: number): number {
  return Math.min(MAX_SHRINK, Math.max(1, reach / width))
}

/** How far content reaches to the right. A box out of the flow counts by its left edge (`drift`), even if clipped. */
function reachOf({ right, reach, drift }: Layout, rtl: boolean): number {
  // Pixels of the window are whole.
  const reached = rtl ? Math.floor(Math.max(right, reach)) : document.documentElement.scrollWidth
  return Math.max(reached, drift)
}

/** Reports what the document lacks besides its layout. */
function checkDocument(collector: FindingCollector, scale: number): { heading?: string; sample?: string } {
  const root = document.documentElement
  const untitled = document.title.trim() === ''
  const unnamed = !root.getAttribute('lang')?.trim()
  if (untitled) collector.report('missing_title', root, 1)
  if (unnamed) collector.report('missing_language', root, 1)
  for (const image of document.images) {
    const { width, height } = image.getBoundingClientRect()
    if (width < 3 || height < 3) continue
    if (!image.hasAttribute('alt') && image.getAttribute('role') !== 'presentation')
      collector.report('missing_alt', image, 1)
    // The natural size of a vector drawing means nothing.
    const lines = /^data:image\/svg|\.svg([?#]|$)/i.test(image.currentSrc)
    const dpi = image.naturalWidth / ((width * scale) / 96)
    if (!lines && width > 48 && image.naturalWidth > 0 && dpi < 150)
      collector.report('low_resolution_image', image, dpi)
  }
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  const links = [...document.links].filter((link) => {
    const href = link.getAttribute('href') ?? ''
    if (!/^https?:/.test(href) || link.getClientRects().length === 0) return false
    const address = href.replace(/^https?:\/\/(www\.)?|\/$/g, '')
    return plain(link.textContent) !== '' && !plain(link.textContent).includes(address)
  })
  const [link] = links
  if (link) collector.report('unprinted_link', link, links.length)
  const heading = untitled
    ? plain(document.querySelector('h1,h2,h3,caption,strong,b')?.textContent ?? '')
    : ''
  return {
    ...(heading && { heading: heading.slice(0, 120) }),
    ...(unnamed && { sample: plain(document.body.textContent).slice(0, 4000) }),
  }
}

/** How much more may be left blank at the feet of pages, in pages: to keep a figure whole leaves as much as half of one. */
function mayBeBlank({ pages }: Audit): number {
  return 0.6 + 0.1 * pages
}

/** The document before the first repair. */
function asItCame(): NonNullable<typeof state.original> {
  const { cut } = state
  const [regressions, piled] = [countRegressions(), findPiled()]
  return { text: visibleText(), minSizes: minTextSizes(), regressions, piled, cut }
}

/** Applies a repair and audits the document again. */
export function tryRepair(settings: AuditSettings, repair: Repair): Trial | WrongWindow {
  // A page may take text away by itself when its window gets another size.
  if (state.original && !keepsText(visibleText(), state.original.text)) {
    const changed = audit(settings)
    if ('resize' in changed) return changed
    state.original = undefined
  }
  state.original ??= asItCame()
  const { original } = state
  applyRepair(repair)
  const after = audit(settings)
  if ('resize' in after) {
    undo(state.repairs.length - 1)
    return after
  }
  const { texts, earlyEnds, blank, cutAtHeads } = countRegressions()
  const before = original.regressions
  return {
    audit: after,
    textKept: keepsText(visibleText(), original.text),
    harmless:
      texts <= before.texts &&
      earlyEnds <= before.earlyEnds &&
      // What shows far more text may bring such boxes with it, which are repaired afterwards.
      (showsFarMore(original, after) || [...cutAtHeads].every((box) => before.cutAtHeads.has(box))) &&
      blank <= before.blank + mayBeBlank(after),
  }
}
