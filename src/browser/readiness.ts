/** When a document is whole: its files are there, and what its scripts ask for and do by themselves. */
import type { CallInPage } from '../in-page/contract'
import type { Readiness, Settled } from '../in-page/ready-types'
import type { OpenRequests } from './open-requests'
import { shownAddress } from './page-errors'
import { isPrintedNext } from './print-only-layout'
import type { PrintRequest } from './print-request'
import { DOCUMENT_ORIGIN } from './tab'

/** How long a page that has loaded is waited for while it asks for more; half of its time at the most. */
const MAX_WAIT_MS = 10_000
/** A page that asks again and again is as whole as it gets. */
const MAX_ROUNDS = 12
/** An answer that was given this long ago has been read. */
const READ_MS = 30
/** Scripts that had less of the processor than this, and less than this share of the time, are given more time. */
const MIN_WORK_MS = 5000
const MIN_SHARE = 0.7
/** A module that comes without being asked for by an element, and what scripts do at the end of a change of styles. */
const COMES_LATER = /\bimport\s*\(|transition|animat/i
const CUT_SHORT =
  "the document's scripts had more to do than they were waited for: what they draw may be missing"
/** Addresses that a warning each names. */
const MAX_TOLD = 5

/**
 * Waits in the page, which knows what its scripts wait for, and again as long as it has asked for more files meanwhile,
 * which only we see. A page that asks for nothing more is asked once. `unwritten`: what the page is still to be given of a
 * document without an address.
 */
export async function waitUntilWhole(
  { callInPage, threadTimeMs }: { callInPage: CallInPage; threadTimeMs: () => Promise<number | undefined> },
  request: PrintRequest,
  open: OpenRequests,
  unwritten?: string,
): Promise<Readiness | Settled> {
  const { html, waitFor, title, styles, scripted, tellsCut, timeoutMs } = request
  const settings = { title, scripted, tellsCut, documentOrigin: DOCUMENT_ORIGIN }
  if (unwritten !== undefined) {
    const last = { ...settings, isPrintedNext: isPrintedNext(request) || undefined }
    return await callInPage('waitUntilReady', last, unwritten)
  }
  if (!scripted) return await callInPage('waitUntilReady', settings)
  const selector = waitFor && 'selector' in waitFor ? waitFor.selector : undefined
  const maxWaitMs = Math.min(MAX_WAIT_MS, timeoutMs / 2)
  const isPlain = !COMES_LATER.test(html)
  const findsGrids = request.optimize !== undefined
  const begun = Date.now()
  const lastEnd = begun + timeoutMs / 2
  const hadTime = async () => {
    const worked = (await threadTimeMs()) ?? MIN_WORK_MS
    return worked >= Math.min(MIN_WORK_MS, (Date.now() - begun) * MIN_SHARE)
  }
  let isMoreTime: true | undefined
  let end: number | undefined
  for (let round = 1; ; round++) {
    const scripts = Object.fromEntries(open.scripts)
    const mayRest = open.scripts.size === 0 && open.isQuietFor(READ_MS) && isPlain
    const asked = { ...settings, selector, styles, scripts, maxWaitMs, mayRest, findsGrids, isMoreTime }
    const found = await callInPage('waitUntilSettled', asked)
    // On a busy machine a script that came meanwhile may not have run; what it would have done is not missed then.
    const isWhole = open.isQuietFor(READ_MS) && open.isWithoutScriptFor(found.settledMs)
    const isOver = round === MAX_ROUNDS || Date.now() >= lastEnd
    if (isWhole && found.isCutShort) {
      if (isOver || (await hadTime())) return { ...found, warnings: [...found.warnings, CUT_SHORT] }
      isMoreTime = true
      continue
    }
    if (isWhole || round === MAX_ROUNDS) return found
    end ??= Date.now() + maxWaitMs - found.waitedMs
    await open.untilNone(end - Date.now())
    if (Date.now() >= end) return { ...found, warnings: [...found.warnings, ...missing(open)] }
  }
}

function missing(open: OpenRequests): string[] {
  return open.urls
    .slice(0, MAX_TOLD)
    .map((url) => `${shownAddress(url)} was still on its way when the document was printed`)
}
