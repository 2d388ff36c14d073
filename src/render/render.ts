/**
 * HTML to raw PDF, from the caller's side: compose the page, reserve a slot in the pool, send the document there,
 * read the file. A render that lost its browser before it gave a file is tried once more, and so is one whose slot others
 * needed.
 */

import type { Urgency } from '../browser/fair-share'
import type { Pool } from '../browser/pool'
import { type ReservedSlot, reserveSlot } from '../browser/shards'
import type { Problem } from '../errors'
import { Advisor } from '../optimize/advisor'
import type { Model } from '../optimize/model'
import { type HeldData, holdData } from '../text/without-data'
import type { RequestCounts } from '../time/timings'
import { withTimeout } from '../time/waiting'
import { Allowance } from './allowance'
import { composePrintRequest, type RenderInput, type UntimedRequest } from './compose-print-request'
import { type FailedAttempt, mayTryAgain, verdictOf, type Waste, wasteOf } from './failed-attempt'
import type { LinkedFurniture } from './linked-furniture'
import type { PageBleed } from './page-bleed'
import { AssetSource, type FetchAsset } from './page-file-source'
import { type FurnishedInput, withFurniture } from './page-furniture'
import { PagedMedia } from './paged-media'
import { paperSize, withSheetSize } from './paper-size'
import { type PrintedBytes, printInSlot } from './print-in-slot'
import { DEFAULT_TIMEOUT } from './render-options'
import { type Lost, problemOf, type Restriction } from './render-problem'
import { Suspects } from './suspect-accounts'

export type RenderDeps = {
  pool: DurableObjectNamespace<Pool>
  shards: number
  /** The request or the task, for the log. */
  requestId?: string | undefined
  /** Told how long the document stood in line, and what it cost to reach the browser. */
  count?: ((counts: RequestCounts) => void) | undefined
  /** Whose document it is: live and test work, watermarks and retries of one account share its slots. */
  accountId: string
  /** Whose documents may follow each other in one tab: those of one account and mode. */
  tabOwner: string
  /** Ends the render and frees its slot. `renderPdf` then throws the signal's reason. */
  signal?: AbortSignal | undefined
  /** What the account may not do, because its recent renders came to nothing: as it was told when the work began. */
  restriction: () => Promise<Restriction | undefined>
  /** The same, asked again. */
  currentRestriction: () => Promise<Restriction | undefined>
  /** Told how long a document took in a browser that was printed, in milliseconds. */
  countPrinted?: ((ms: number) => void) | undefined
  /** Told of a render that came to nothing; returns the restriction that holds then. */
  countWaste: (waste: Waste) => Promise<Restriction | undefined>
  /** Part of the world the caller is in; names the shards that are asked. */
  region: string
  fetchAsset: FetchAsset
  /** The operator's model, which `goCreditMode` may ask. */
  model?: Model | undefined
  /** Whether somebody waits for the answer; queued work leaves a slot free for them. */
  urgency: Urgency
  /** How long to wait in line for a slot, in milliseconds. */
  patienceMs: number
  now: () => number
}

/** With what its sheets have beyond their pages, and pages of its that were printed in another way. */
export type RawPdf = PrintedBytes & {
  bleed?: PageBleed | undefined
  /** Whether its footnotes are tagged as such. */
  hasNoteTags?: boolean | undefined
}

/** What this isolate knows of accounts. */
const suspects = new Suspects()

/** How long work stands in line at the most. */
export const MAX_WAIT_MS = 5000
/** After so long a wait for a slot, other documents of the account may have had it restricted. */
const MAX_WAIT_UNASKED_MS = 250
/**
 * Characters of a document that is loaded by its address in a browser with others: one goes there in one message, which a
 * browser reads in one piece.
 */
const MAX_BESIDE_OTHERS = 4_000_000

/**
 * Prints what is `asked` for. Throws a Problem: `pool_full`, `render_timeout`, `browser_lost`, or `document_invalid` if the document
 * cannot be printed as asked. Throws the reason of `deps.signal` when that is aborted.
 */
export async function renderPdf(asked: RenderInput, deps: RenderDeps): Promise<RawPdf> {
  deps.signal?.throwIfAborted()
  const work = await compose(asked, deps)
  const { allowed } = work
  const place: Place = {
    apart: allowed.restriction !== undefined || isSuspect(work, deps),
    patienceMs: deps.patienceMs,
  }
  for (let attempts = 1; ; ) {
    const slot = await reserve(work, place, deps)
    const begunAt = deps.now()
    const outcome = await printAt(slot, work, deps)
    const elapsedMs = deps.now() - begunAt
    if ('bytes' in outcome) {
      deps.countPrinted?.(elapsedMs)
      deps.signal?.throwIfAborted()
      deps.count?.({ round_trips: outcome.roundTrips ?? 0 })
      return rawPdf(outcome, work)
    }
    const verdict = verdictOf(outcome, place.apart)
    const isWaste = verdict === 'waste'
    const told = isWaste ? await deps.countWaste(wasteOf(outcome, place.apart, elapsedMs)) : undefined
    deps.signal?.throwIfAborted()
    if (verdict === 'anothers') {
      if (outcome.failure === 'stalled' && outcome.isSole) suspects.add(deps.accountId, deps.now())
      // Once more, in a browser where it stops few others.
      place.apart = true
    }
    // It was accepted, and is not to blame: it has the rest of its time to be printed in its turn.
    if (!isWaste) place.patienceMs = Number.POSITIVE_INFINITY
    if (verdict === 'taken' || verdict === 'anothers') continue
    if (!mayTryAgain(outcome, attempts)) throw problem(outcome, work, deps, told)
    attempts++
  }
}

/** A document on its way: how it is sent to the pool, what reads its files, and what it may take. */
type Work = {
  input: FurnishedInput
  linked: LinkedFurniture | undefined
  pagedMedia: PagedMedia
  assets: AssetSource
  advisor: Advisor | undefined
  request: UntimedRequest
  allowed: Allowance
}

/** Where a slot is looked for: in a browser apart from others' or not, and for how long. */
type Place = { apart: boolean; patienceMs: number }

/** Throws `pool_full` while nothing of the account is printed, `render_timeout` if its files do not come in time. */
async function compose(asked: RenderInput, deps: RenderDeps): Promise<Work> {
  const asWritten = holdData(asked.html)
  const { input, linked } = withFurniture({ ...asked, options: withSheetSize(asked.options) }, asWritten.text)
  const allowed = new Allowance(input.options.timeout ?? DEFAULT_TIMEOUT, deps.now())
  const restriction = await deps.restriction()
  if (restriction) allowed.restrict(restriction, deps.now())
  const held = input.html === asked.html ? asWritten : holdData(input.html)
  const pagedMedia = await pagedMediaOf(input, held)
  const assets = new AssetSource(deps.fetchAsset, {
    onStyleSheet: (css) => pagedMedia.read(css),
    hasLargerPages: () => pagedMedia.hasLargerPages,
    linked,
    isForeign: input.foreign,
  })
  const throwLate = (): never => {
    throw problem({ ok: false, failure: 'timeout', busy: false, message: '' }, { input, allowed }, deps)
  }
  const request = await withTimeout(
    composePrintRequest(input, {
      assets,
      tabOwner: deps.tabOwner,
      hasLargerPages: pagedMedia.hasLargerPages,
      held,
    }),
    allowed.deadline - deps.now(),
    throwLate,
  )
  const advisor = input.optimize && deps.model ? new Advisor(deps.model) : undefined
  return { input, linked, pagedMedia, assets, advisor, request, allowed }
}

/**
 * Reserves a slot at `place`. An account may be restricted or suspected while its document waits: then that slot is given
 * back, and one apart is looked for.
 */
async function reserve(work: Work, place: Place, deps: RenderDeps): Promise<ReservedSlot> {
  const { request, allowed } = work
  const isLong = request.url !== undefined && request.html.length > MAX_BESIDE_OTHERS
  for (;;) {
    const askedAt = deps.now()
    const shards = { ...deps, quarantined: place.apart || isLong }
    const slot = await reserveSlot(shards, Math.min(place.patienceMs, allowed.deadline - askedAt))
    const now = deps.now()
    const news = now - askedAt > MAX_WAIT_UNASKED_MS ? await newsFor(slot, deps) : undefined
    const isNews = news !== undefined && allowed.isNews(news, now)
    if (!isNews && (place.apart || !isSuspect(work, deps))) {
      deps.count?.({ wait_ms: now - askedAt })
      return slot
    }
    await slot.stub.cancel(slot.name)
    if (isNews) allowed.restrict(news, now)
    place.apart = true
  }
}

/** Its account's restriction now. If that cannot be asked, nobody is going to use the slot. */
async function newsFor({ name, stub }: ReservedSlot, deps: RenderDeps): Promise<Restriction | undefined> {
  try {
    return await deps.currentRestriction()
  } catch (error) {
    void stub.cancel(name).catch(() => undefined)
    throw error
  }
}

/** One attempt at a document, in the time that is left to it. */
function printAt(
  slot: ReservedSlot,
  { request, assets, advisor, allowed }: Work,
  { accountId, requestId, signal, now }: RenderDeps,
): Promise<PrintedBytes | FailedAttempt> {
  const timed = { ...request, accountId, requestId, timeoutMs: allowed.deadline - now() }
  return printInSlot(slot, timed, { assets, advisor, signal })
}

/** With what is known of it here, and what its author is told. */
function rawPdf(printed: PrintedBytes, { input, linked, assets, pagedMedia }: Work): RawPdf {
  const furniture = linked?.furniture ?? input.furniture
  return {
    ...printed,
    bleed: input.bleed,
    hasNoteTags: furniture?.tagged && furniture.styles.notes.found,
    warnings: [...assets.warnings, ...printed.warnings, ...pagedMedia.warningsFor(printed)],
  }
}

/** Whether a document may run scripts whose account's ran alone in a browser that was kept busy. */
function isSuspect({ request }: Work, { accountId, now }: RenderDeps): boolean {
  return (request.scripted || request.diagrams === true) && suspects.has(accountId, now())
}

/** What is told of a render that came to nothing. `restriction` is what holds for the account's next one. */
function problem(
  lost: Lost,
  { input, allowed }: Pick<Work, 'input' | 'allowed'>,
  { urgency, now }: RenderDeps,
  restriction = allowed.restriction,
): Problem {
  return problemOf(lost, {
    timeout: allowed.timeout,
    isPreview: urgency === 'preview',
    waitFor: input.options.wait_for,
    restriction,
    now: now(),
  })
}

/** Reads the document's styles; its page size is compared only if the caller did not say whether it holds. */
async function pagedMediaOf({ css = '', options }: RenderInput, { text }: HeldData): Promise<PagedMedia> {
  const unasked = options.prefer_css_page_size === undefined
  const pagedMedia = await PagedMedia.of(text, unasked ? paperSize(options) : undefined)
  pagedMedia.read(css)
  return pagedMedia
}
