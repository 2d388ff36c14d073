/**
 * Prints one document on one tab: serve it by interception, wait until it is whole, print, read the file.
 * Nothing here decides what a page may load (`interception.ts` asks the caller). Deadlines are the pool's (`pool.ts`).
 */

import type { AskModel } from '../optimize/optimize'
import type { OptimizationReport } from '../optimize/summary'
import { BrowserPage } from './browser-page'
import type { Cdp } from './cdp'
import type { Assets } from './interception'
import type { PrintRequest } from './print-request'
import type { Tab } from './tab'

/** `ownLang` is what the document itself says (its root's `lang`), `lang` what optimising found it to be in. */
export type Printed = {
  pdf: AsyncGenerator<Uint8Array>
  warnings: string[]
  title: string
  lang?: string | undefined
  ownLang: string
  optimization?: OptimizationReport | undefined
}

/**
 * Prints `request`; `ask` puts a question to the model, if there is one. Throws `DocumentError`, `BrowserLost`, or
 * what the page's own protocol errors say.
 */
export async function print(
  cdp: Cdp,
  tab: Tab,
  request: PrintRequest,
  { assets, ask }: { assets: Assets; ask?: AskModel | undefined },
): Promise<Printed> {
  const page = new BrowserPage(cdp, tab, request, assets)
  try {
    return await Promise.race([printPage(page, request, ask), page.gone])
  } finally {
    page.stopAnswering()
  }
}

async function printPage(
  page: BrowserPage,
  request: PrintRequest,
  ask: AskModel | undefined,
): Promise<Printed> {
  await page.load()
  const own = await page.ready()
  if (request.header || request.footer) await page.reserveSpace()
  const optimized = request.optimize && (await page.optimize(request.optimize, ask))
  if (request.ownSize) await page.assertPrintableArea(request.ownSize)
  await page.prepareTags()
  const consoleErrors = request.scripted ? await page.consoleErrors() : []
  const pdf = await page.print(optimized?.scale)
  return {
    pdf,
    warnings: [...page.warnings, ...consoleErrors],
    title: optimized?.title ?? own.title,
    lang: optimized?.lang,
    ownLang: own.lang,
    optimization: optimized?.report,
  }
}
