/**
 * Prints one document on one tab: serve it by interception, wait until it is whole, print, read the file.
 * Nothing here decides what a page may load (`interception.ts` asks the caller). Deadlines are the pool's (`pool.ts`).
 */

import type { Bookmark } from '../in-page/furniture-types'
import type { Located } from '../in-page/paper-types'
import type { AskModel } from '../optimize/optimize'
import type { OptimizationReport } from '../optimize/summary'
import { withTimeout } from '../time/waiting'
import { BrowserPage } from './browser-page'
import type { Cdp } from './cdp'
import type { Assets } from './page-assets'
import type { VariantFile } from './page-variants'
import type { PrintRequest } from './print-request'
import type { Tab } from './tab'

/**
 * What is known of a printed document. `ownLang` is what the document itself says (its root's `lang`), `lang` what
 * optimising found it to be in.
 */
export type PrintedDocument = {
  warnings: string[]
  title: string
  lang?: string | undefined
  ownLang: string
  optimization?: OptimizationReport | undefined
  /** What its styles make bookmarks; absent if they make none, and from a pool of the release before. */
  bookmarks?: Bookmark[] | undefined
  /** Files of single pages that stand in front of its own, to take their place; absent if there are none. */
  variants?: VariantFile[] | undefined
  /** Where its findings stand, for a request that asks. */
  layout?: Located | undefined
  /** Whether its pages are larger than the paper, and printed smaller; absent from a pool of the release before. */
  isShrunk?: true | undefined
  /**
   * Round trips to the browser, one after the other, until its file begins to come, without those for files that it loads;
   * absent from a pool of the release before.
   */
  roundTrips?: number
}
/** With its file, still to be read, and whether its tab may be emptied for another document. */
export type PrintResult = PrintedDocument & { pdf: AsyncGenerator<Uint8Array>; isTabSound: boolean }

/** How long a printed document waits for what its scripts complained of, in milliseconds: they may be busy again. */
const MAX_COMPLAINTS_MS = 200

/**
 * Prints `request`; `ask` puts a question to the model, if there is one. Throws `DocumentError`, `BrowserLost`, or
 * what the page's own protocol errors say.
 */
export async function print(
  cdp: Cdp,
  tab: Tab,
  request: PrintRequest,
  { assets, ask }: { assets: Assets; ask?: AskModel | undefined },
): Promise<PrintResult> {
  const page = new BrowserPage(cdp, tab, request, assets)
  try {
    const { complaints, warnings, ...printed } = await Promise.race([
      printPage(page, request, ask),
      page.gone,
    ])
    // From here on nothing that its scripts do takes the file away.
    const told = complaints ? await withTimeout(complaints, MAX_COMPLAINTS_MS, () => []) : []
    return { ...printed, warnings: [...warnings, ...told] }
  } finally {
    page.stopAnswering()
  }
}

async function printPage(
  page: BrowserPage,
  request: PrintRequest,
  ask: AskModel | undefined,
): Promise<PrintResult & { complaints: Promise<string[]> | undefined }> {
  await page.load()
  const own = await page.ready()
  const isShrunk = await page.shrinkPages()
  await page.growPages()
  await page.prepareFurniture()
  await page.reserveSpace()
  const optimized = request.optimize && (await page.audit.optimize(request.optimize, ask))
  const layout = request.layout && (await page.audit.locate(request.layout, optimized?.scale))
  if (request.paperToCheck) await page.audit.assertPrintableArea(request.paperToCheck)
  await page.prepareTags()
  // Not waited for before it prints, which spares a round trip. A page that cannot tell is printed all the same.
  const complaints = request.scripted ? page.consoleErrors().catch(() => []) : undefined
  const pdf = await page.print(optimized?.scale)
  const { variants, bookmarks } = page.furnishing
  return {
    pdf,
    complaints,
    warnings: [...page.warnings],
    title: optimized?.title ?? own.title,
    lang: optimized?.lang,
    ownLang: own.lang,
    optimization: optimized?.report,
    variants: variants.length > 0 ? variants : undefined,
    bookmarks: bookmarks.length > 0 ? bookmarks : undefined,
    layout,
    isShrunk: isShrunk || undefined,
    isTabSound: page.isTabSound,
  }
}
