/**
 * Prints one document on one sheet: serve it by interception, wait until it is whole, print, read the file.
 * Nothing here decides what a page may load (`serve.ts` asks the caller). Deadlines are the pool's (`pool.ts`).
 */

import type { Paper } from '../in-page/contract'
import type { AskModel, OptimizeRequest } from '../optimize/optimize'
import type { OptimizationReport } from '../optimize/summary'
import type { OwnStyles } from '../render/compose-document'
import { BrowserPage } from './browser-page'
import type { Cdp, CdpParams } from './cdp'
import type { Assets } from './interception'
import type { Tab } from './tab'

/** What the browser is asked to print. Lengths of the viewport in CSS pixels. */
export type PrintRequest = {
  html: string
  /** Address that the document is asked for at; without one it is put into the page as it is (`page.ts`). */
  url: string | undefined
  /** Media type to lay out for while loading; absent where that makes no difference. */
  media?: 'print' | 'screen' | undefined
  viewport: { width: number; height: number }
  waitFor?: { selector: string } | { expression: string } | { ms: number } | undefined
  title?: string | undefined
  /** Whether the document may run scripts (`page.ts`), and what styles of ours these must leave in it. */
  scripted: boolean
  styles?: OwnStyles | undefined
  /** `goCreditMode`. */
  optimise?: OptimizeRequest | undefined
  /** Header and footer, self-contained; a margin that is to grow with one is true in `grow`. */
  header?: string | undefined
  footer?: string | undefined
  grow: { top: boolean; bottom: boolean }
  /** The paper, where the document's own size may win over it. */
  ownSize?: Paper | undefined
  /** Parameters of `Page.printToPDF`. */
  print: CdpParams
  timeoutMs: number
}

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
 * Prints `request`; `ask` puts a question to the model, where there is one. Throws `Unprintable`, `BrowserLost`, or
 * what the page's own protocol errors say.
 */
export async function print(
  cdp: Cdp,
  sheet: Tab,
  request: PrintRequest,
  { assets, ask }: { assets: Assets; ask?: AskModel | undefined },
): Promise<Printed> {
  const page = new BrowserPage(cdp, sheet, request, assets)
  return await Promise.race([printPage(page, request, ask), page.gone])
}

async function printPage(
  page: BrowserPage,
  request: PrintRequest,
  ask: AskModel | undefined,
): Promise<Printed> {
  await page.load()
  const own = await page.ready()
  if (request.header || request.footer) await page.makeRoom()
  const optimised = request.optimise && (await page.optimise(request.optimise, ask))
  if (request.ownSize) await page.refuseNoRoom(request.ownSize)
  const complaints = request.scripted ? await page.complaints() : []
  const pdf = await page.print(optimised?.scale)
  return {
    pdf,
    warnings: [...page.warnings, ...complaints],
    title: optimised?.title ?? own.title,
    lang: optimised?.lang,
    ownLang: own.lang,
    optimization: optimised?.report,
  }
}
