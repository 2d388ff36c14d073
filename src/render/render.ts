/**
 * HTML to raw PDF, from the caller's side: compose the page, reserve a slot in the pool, send the document there,
 * read the file. A render that lost its browser before it gave a file is tried once more, and so is one whose slot others
 * needed.
 */

import { type ReservedSlot, reserveSlot } from '../browser/shards'
import type { RenderInput } from './compose-print-request'
import { compose, problem, type Work } from './composed-work'
import { type FailedAttempt, mayTryAgain, verdictOf, wasteOf } from './failed-attempt'
import type { PageBleed } from './page-bleed'
import { type PrintedBytes, printInSlot } from './print-in-slot'
import type { RenderDeps } from './render-deps'
import type { Restriction } from './render-problem'
import { Suspects } from './suspect-accounts'

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

/** Where a slot is looked for: in a browser apart from others' or not, and for how long. */
type Place = { apart: boolean; patienceMs: number }

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
