/** A document before it has a slot: its furniture and styles are read, and it is known what it may take. */
import type { Problem } from '../errors'
import { Advisor } from '../optimize/advisor'
import { type HeldData, holdData } from '../text/without-data'
import { withTimeout } from '../time/waiting'
import { Allowance } from './allowance'
import { composePrintRequest, type RenderInput, type UntimedRequest } from './compose-print-request'
import type { LinkedFurniture } from './linked-furniture'
import { AssetSource } from './page-file-source'
import { type FurnishedInput, withFurniture } from './page-furniture'
import { PagedMedia } from './paged-media'
import { paperSize, withSheetSize } from './paper-size'
import type { RenderDeps } from './render-deps'
import { DEFAULT_TIMEOUT } from './render-options'
import { type Lost, problemOf } from './render-problem'

/** A document on its way: how it is sent to the pool, what reads its files, and what it may take. */
export type Work = {
  input: FurnishedInput
  linked: LinkedFurniture | undefined
  pagedMedia: PagedMedia
  assets: AssetSource
  advisor: Advisor | undefined
  request: UntimedRequest
  allowed: Allowance
}

/** Throws `pool_full` while nothing of the account is printed, `render_timeout` if its files do not come in time. */
export async function compose(asked: RenderInput, deps: RenderDeps): Promise<Work> {
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

/** Reads the document's styles; its page size is compared only if the caller did not say whether it holds. */
async function pagedMediaOf({ css = '', options }: RenderInput, { text }: HeldData): Promise<PagedMedia> {
  const unasked = options.prefer_css_page_size === undefined
  const pagedMedia = await PagedMedia.of(text, unasked ? paperSize(options) : undefined)
  pagedMedia.read(css)
  return pagedMedia
}

/** What is told of a render that came to nothing. `restriction` is what holds for the account's next one. */
export function problem(
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
