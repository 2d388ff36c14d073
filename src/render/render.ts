/**
 * HTML to raw PDF, from the caller's side: compose the page, reserve a slot in the pool, send the document there,
 * read the file. A render that lost its browser before it gave a file is tried once more, and so is one whose slot others
 * needed.
 */

import type { Urgency } from '../browser/fair-share'
import { wasDeployed } from '../browser/object-reset'
import type { Pool } from '../browser/pool'
import type { PrintedDocument } from '../browser/print'
import type { PrintRequest } from '../browser/print-request'
import { type ReservedSlot, reserveSlot } from '../browser/shards'
import { Advisor } from '../optimize/advisor'
import type { Model } from '../optimize/model'
import { withoutData } from '../text/without-data'
import type { RequestCounts } from '../time/timings'
import { withTimeout } from '../time/waiting'
import { Allowance } from './allowance'
import { composePrintRequest, type RenderInput } from './compose-print-request'
import type { PageBleed } from './page-bleed'
import { AssetSource, type FetchAsset } from './page-file-source'
import { withFurniture } from './page-furniture'
import { PagedMedia } from './paged-media'
import { paperSize, withSheetSize } from './paper-size'
import { DEFAULT_TIMEOUT } from './render-options'
import { type Lost, problemOf, type Restriction } from './render-problem'
import { type PrintedVariant, splitVariants } from './split-variants'
import { Suspects } from './suspect-accounts'

/** `busy`: it used a processor all the time; otherwise it waited. `disruptive`: others in its browser had to wait. */
type Waste = { elapsedMs: number; busy: boolean; disruptive: boolean }

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
export type RawPdf = Omit<PrintedDocument, 'variants'> & {
  bytes: Uint8Array
  bleed?: PageBleed | undefined
  variants?: PrintedVariant[] | undefined
  /** Whether its footnotes are tagged as such. */
  hasNoteTags?: boolean | undefined
}

/** What this isolate knows of accounts. */
const suspects = new Suspects()

/** How long work stands in line at the most. */
export const MAX_WAIT_MS = 5000
/** After so long a wait for a slot, other documents of the account may have had it restricted. */
const MAX_WAIT_UNASKED_MS = 250
const ATTEMPTS = 2
/**
 * Characters of a document that is loaded by its address in a browser with others: one goes there in one message, which a
 * browser reads in one piece.
 */
const MAX_BESIDE_OTHERS = 4_000_000
const TRIED_AGAIN = new Set<Lost['failure']>(['browser_lost', 'page_crashed', 'no_slot'])

/**
 * Prints what is `asked` for. Throws a Problem: `pool_full`, `render_timeout`, `browser_lost`, or `document_invalid` if the document
 * cannot be printed as asked. Throws the reason of `deps.signal` when that is aborted.
 */
export async function renderPdf(asked: RenderInput, deps: RenderDeps): Promise<RawPdf> {
  deps.signal?.throwIfAborted()
  const { input, linked } = withFurniture({ ...asked, options: withSheetSize(asked.options) })
  const allowed = new Allowance(input.options.timeout ?? DEFAULT_TIMEOUT, deps.now())
  const toldAtFirst = await deps.restriction()
  if (toldAtFirst) allowed.restrict(toldAtFirst, deps.now())
  const problem = (lost: Lost, told = allowed.restriction) =>
    problemOf(lost, {
      timeout: allowed.timeout,
      isPreview: deps.urgency === 'preview',
      waitFor: input.options.wait_for,
      restriction: told,
      now: deps.now(),
    })
  const pagedMedia = await pagedMediaOf(input)
  const assets = new AssetSource(deps.fetchAsset, {
    onStyleSheet: (css) => pagedMedia.read(css),
    linked,
    isForeign: input.foreign,
  })
  const throwLate = (): never => {
    throw problem({ ok: false, failure: 'timeout', busy: false, message: '' })
  }
  const request = await withTimeout(
    composePrintRequest(input, { assets, tabOwner: deps.tabOwner }),
    allowed.deadline - deps.now(),
    throwLate,
  )
  const advisor = input.optimize && deps.model ? new Advisor(deps.model) : undefined
  const isSuspect = () =>
    (request.scripted || request.diagrams === true) && suspects.has(deps.accountId, deps.now())
  let apart = toldAtFirst !== undefined || isSuspect()
  const isLong = request.url !== undefined && request.html.length > MAX_BESIDE_OTHERS
  let patienceMs = deps.patienceMs
  for (let attempt = 1; ; attempt++) {
    const askedAt = deps.now()
    const shards = { ...deps, quarantined: apart || isLong }
    const slot = await reserveSlot(shards, Math.min(patienceMs, allowed.deadline - askedAt))
    const begunAt = deps.now()
    const waitedLong = begunAt - askedAt > MAX_WAIT_UNASKED_MS
    const news = waitedLong ? await freeingIfFailed(slot, deps.currentRestriction) : undefined
    const isNews = news !== undefined && allowed.isNews(news, begunAt)
    if (isNews || (!apart && isSuspect())) {
      await slot.stub.cancel(slot.name)
      if (isNews) allowed.restrict(news, begunAt)
      apart = true
      attempt--
      continue
    }
    deps.count?.({ wait_ms: begunAt - askedAt })
    const { accountId, requestId } = deps
    const timed = { ...request, accountId, requestId, timeoutMs: allowed.deadline - begunAt }
    const outcome = await cancelOnAbort(slot, deps.signal, () =>
      attemptRender(slot, timed, { assets, advisor }),
    )
    if ('bytes' in outcome) {
      deps.countPrinted?.(deps.now() - begunAt)
      deps.signal?.throwIfAborted()
      deps.count?.({ round_trips: outcome.roundTrips ?? 0 })
      const furniture = linked?.furniture ?? input.furniture
      const hasNoteTags = furniture?.tagged && furniture.styles.notes.found
      return {
        ...outcome,
        bleed: input.bleed,
        hasNoteTags,
        warnings: [...assets.warnings, ...outcome.warnings, ...pagedMedia.warnings],
      }
    }
    if (outcome.failure === 'slot_taken') {
      // It has the rest of its time to be printed in its turn.
      patienceMs = Number.POSITIVE_INFINITY
      attempt--
      continue
    }
    // Another's document may have cost it the browser.
    const busy = outcome.failure === 'timeout' ? outcome.busy : outcome.failure !== 'browser_lost'
    const disruptive = outcome.failure === 'flooded' || (apart && outcome.failure === 'stalled')
    const elapsedMs = deps.now() - begunAt
    // It was accepted, and all others were cut with it: it has the rest of its time to be printed in its turn.
    if (outcome.deployed) patienceMs = Number.POSITIVE_INFINITY
    const mayBeAnothers = outcome.failure === 'stalled' && !apart
    const isWaste = !outcome.deployed && !mayBeAnothers
    const told = isWaste ? await deps.countWaste({ elapsedMs, busy, disruptive }) : undefined
    deps.signal?.throwIfAborted()
    if (mayBeAnothers) {
      if (outcome.isSole) suspects.add(deps.accountId, deps.now())
      // Once more, in a browser where it stops few others. It has the rest of its time to get there.
      apart = true
      patienceMs = Number.POSITIVE_INFINITY
      attempt--
      continue
    }
    if (!TRIED_AGAIN.has(outcome.failure) || attempt === ATTEMPTS) throw problem(outcome, told)
  }
}

/** Does `work` at a reserved slot. Ends its render there when the signal is aborted. */
async function cancelOnAbort<Result>(
  { name, stub }: ReservedSlot,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const cancel = () => void stub.cancel(name).catch(() => undefined)
  if (signal?.aborted) cancel()
  signal?.throwIfAborted()
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    return await work()
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

/** Does `work` while a slot is reserved. If it fails, nobody is going to use the slot. */
async function freeingIfFailed<Result>(slot: ReservedSlot, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    void slot.stub.cancel(slot.name).catch(() => undefined)
    throw error
  }
}

/** A render that came to nothing. `deployed`: the pool's object was replaced meanwhile, which is nobody's waste. */
type Cut = Lost & { deployed?: boolean }

/** One try in one slot. A fault of the connection counts as a lost browser. */
async function attemptRender(
  slot: ReservedSlot,
  request: PrintRequest,
  { assets, advisor }: { assets: AssetSource; advisor: Advisor | undefined },
): Promise<RawPdf | Cut> {
  try {
    const result = await slot.stub.render(slot.name, request, assets, advisor)
    if (!result.ok) return result
    const { pdf, variants, ...printed } = result
    return { ...printed, ...splitVariants(await new Response(pdf).bytes(), variants) }
  } catch (error) {
    return { ok: false, failure: 'browser_lost', message: String(error), deployed: wasDeployed(error) }
  }
}

/** Reads the document's styles; its page size is compared only if the caller did not say whether it holds. */
async function pagedMediaOf({ html, css = '', options }: RenderInput): Promise<PagedMedia> {
  const unasked = options.prefer_css_page_size === undefined
  const pagedMedia = await PagedMedia.of(withoutData(html), unasked ? paperSize(options) : undefined)
  pagedMedia.read(css)
  return pagedMedia
}
