/**
 * Room for header and footer: how high they are, and which fonts they need. Chromium prints them from a document of
 * their own, which cannot be asked.
 */

import type {
  CallInPage,
  HeaderFooterHeights,
  HeaderFooterHtml,
  InPage,
  ReadSheets,
} from '../in-page/contract'
import { ignore } from '../time/waiting'
import type { Cdp } from './cdp'
import { InPageWorld } from './in-page-world'
import { type Assets, styleSheetAsData } from './page-assets'
import { DocumentError } from './page-errors'
import type { PrintRequest } from './print-request'
import type { Tab } from './tab'

/** What header and footer must leave of a page's height: an inch, and their own distance from text and edge. */
const MIN_PRINTABLE = 96 + 2 * 25

/**
 * Heights in CSS pixels, laid out at `width` on a page of their own in the sheet's context; 0 for what is absent. Throws
 * `DocumentError` if a template still holds something active: the browser parses it here as it does when it prints.
 */
async function measureTemplates(
  cdp: Cdp,
  { browserContextId, sessionId: tabSession }: Tab,
  { width, header, footer }: { width: number; header: string | undefined; footer: string | undefined },
): Promise<HeaderFooterHeights> {
  const { targetId } = await cdp.sendOnBehalfOf(tabSession, 'Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    width,
    height: 1000,
  })
  const { sessionId } = await cdp.sendOnBehalfOf(tabSession, 'Target.attachToTarget', {
    targetId,
    flatten: true,
  })
  cdp.countAs(sessionId, tabSession)
  cdp.listen(sessionId, ({ method, params }) => {
    if (method !== 'Fetch.requestPaused') return
    const { requestId } = params
    cdp.sendTo(sessionId, 'Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }).catch(ignore)
  })
  const expression = new InPageWorld().expression('measureHeaderFooter', { header, footer })
  // The page does one after the other.
  const [, , , { result }] = await Promise.all([
    cdp.sendTo(sessionId, 'Fetch.enable', { patterns: [{ urlPattern: 'http*' }] }),
    cdp.sendTo(sessionId, 'Emulation.setScriptExecutionDisabled', { value: true }),
    cdp.sendTo(sessionId, 'Page.setDocumentContent', { frameId: targetId, html: EMPTY_PAGE }),
    cdp.sendTo(sessionId, 'Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }),
  ])
  cdp.send('Target.closeTarget', { targetId }).catch(ignore)
  const { active, ...heights } = result.value as Awaited<ReturnType<InPage['measureHeaderFooter']>>
  if (active) throw new DocumentError('header_html or footer_html has a script that cannot be removed')
  return heights
}

const EMPTY_PAGE = '<!doctype html><body style="margin:0">'

/** All headers and footers that need room; none if the document has neither. */
export function templatesOf({ header, footer, drawnLater = [] }: Templates): HeaderFooterHtml[] {
  return [{ header, footer }, ...drawnLater].filter((pair) => pair.header || pair.footer)
}

type Templates = Pick<PrintRequest, 'header' | 'footer' | 'drawnLater'>

/**
 * How much of the page header and footer take where the margins may grow for them, in CSS pixels. Throws `DocumentError`
 * if they leave less than an inch, and as `measureTemplates` does.
 */
export async function heightsToReserve(
  cdp: Cdp,
  tab: Tab,
  { grow, print, ...templates }: Templates & Pick<PrintRequest, 'grow' | 'print'>,
): Promise<HeaderFooterHeights> {
  const width = Math.round(Number(print.paperWidth) * 96)
  const measured = await Promise.all(
    templatesOf(templates).map((pair) => measureTemplates(cdp, tab, { width, ...pair })),
  )
  const highest = (part: 'header' | 'footer') => Math.max(...measured.map((heights) => heights[part]))
  const heights = { header: grow.top ? highest('header') : 0, footer: grow.bottom ? highest('footer') : 0 }
  const left = Number(print.paperHeight) * 96 - heights.header - heights.footer
  if (left >= MIN_PRINTABLE) return heights
  throw new DocumentError('header and footer leave less than an inch of the page for the document')
}

const EMPTY_TEMPLATE = '<span></span>'

/** Parameters of `Page.printToPDF` for a document's header and footer; none if it has neither. */
export function templateParameters({ header, footer }: Pick<PrintRequest, 'header' | 'footer'>) {
  if (!header && !footer) return {}
  return {
    displayHeaderFooter: true,
    headerTemplate: header || EMPTY_TEMPLATE,
    footerTemplate: footer || EMPTY_TEMPLATE,
  }
}

/** How deep imports within imports are followed. */
const MAX_IMPORTS = 4

/**
 * Raises the document's `@page` margins to what the heights (in CSS pixels) need, in as many rounds as its style sheets
 * import each other deep. With heights of 0 the sheets become readable, no
 * more.
 */
export async function raiseMargins(
  callInPage: CallInPage,
  assets: Assets,
  heights: HeaderFooterHeights,
): Promise<void> {
  let sheets: ReadSheets = {}
  for (let depth = 0; depth <= MAX_IMPORTS; depth++) {
    const unread = await callInPage('raiseMargins', heights, sheets)
    const found = await Promise.all(
      unread.map(async (url) => [url, await styleSheetAsData(assets, url)] as const),
    )
    sheets = Object.fromEntries(found.flatMap(([url, data]) => (data ? [[url, data]] : [])))
    if (Object.keys(sheets).length === 0) return
  }
}

/** The `url(data:…)` sources of every `@font-face` in a self-contained template. */
export function fontSources(html: string): string[] {
  const [, ...faces] = html.split(/@font-face/i)
  return faces.flatMap((face) => face.split('}', 1)[0]?.match(/url\(["']?data:[^"'()]*["']?\)/gi) ?? [])
}
