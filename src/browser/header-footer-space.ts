/**
 * Room for header and footer: how high they are, and which fonts they need. Chromium prints them from a document of
 * their own, which cannot be asked.
 */

import type { CallInPage, HeaderFooterHeights, InPage, ReadSheets } from '../in-page/contract'
import type { Cdp } from './cdp'
import { InPageWorld } from './in-page-world'
import { type Assets, styleSheetAsData } from './interception'
import { DocumentError } from './page-errors'
import { metrics, type Tab } from './tab'

/**
 * Heights in CSS pixels, laid out at `width` on a page of their own in the sheet's context; 0 for what is absent. Throws
 * `DocumentError` if a template still holds something active: the browser parses it here as it does when it prints.
 */
export async function measureTemplates(
  cdp: Cdp,
  { browserContextId }: Tab,
  { width, header, footer }: { width: number; header: string | undefined; footer: string | undefined },
): Promise<HeaderFooterHeights> {
  const { targetId } = await cdp.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  })
  const { sessionId } = await cdp.send('Target.attachToTarget', {
    targetId,
    flatten: true,
  })
  cdp.listen(sessionId, ({ method, params }) => {
    if (method !== 'Fetch.requestPaused') return
    const { requestId } = params
    cdp
      .sendTo(sessionId, 'Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      .catch(() => undefined)
  })
  await Promise.all([
    cdp.sendTo(sessionId, 'Fetch.enable', { patterns: [{ urlPattern: 'http*' }] }),
    cdp.sendTo(sessionId, 'Emulation.setScriptExecutionDisabled', { value: true }),
    cdp.sendTo(sessionId, 'Emulation.setDeviceMetricsOverride', metrics({ width, height: 1000 })),
  ])
  const html = '<!doctype html><body style="margin:0">'
  await cdp.sendTo(sessionId, 'Page.setDocumentContent', { frameId: targetId, html })
  const expression = new InPageWorld().expression('measureHeaderFooter', { header, footer })
  const { result } = await cdp.sendTo(sessionId, 'Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  })
  await cdp.send('Target.closeTarget', { targetId })
  const { active, ...heights } = result.value as Awaited<ReturnType<InPage['measureHeaderFooter']>>
  if (active) throw new DocumentError('header_html or footer_html has a script that cannot be removed')
  return heights
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
