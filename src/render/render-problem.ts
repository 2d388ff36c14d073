/** What a caller is told of a document that was not printed. */

import type { RenderResult } from '../browser/render-failure'
import { Problem } from '../errors'
import { MAX_TIMEOUT, type RenderOptions } from './render-options'

export type Lost = Extract<RenderResult, { ok: false }>

/**
 * Documents are printed one at a time, each within `timeout` seconds, in a browser apart, until then; and none at all
 * before `pausedUntil`, if that is in the future.
 */
export type Restriction = { until: number; timeout: number; pausedUntil: number }

/** The problem of a lost render. `timeout` is what it had, in seconds; `restriction` is what holds for the next one. */
export function problemOf(
  lost: Lost,
  {
    timeout,
    isPreview,
    waitFor,
    restriction,
    now,
  }: {
    timeout: number
    isPreview: boolean
    waitFor?: RenderOptions['wait_for']
    restriction: Restriction | undefined
    now: number
  },
): Problem {
  const remedy = moreTime(timeout, isPreview)
  switch (lost.failure) {
    case 'timeout':
      return new Problem('render_timeout', {
        detail: `The document was not ready within ${timeout} s. ${lost.busy ? `${BUSY}, or ${remedy}` : waitingText(waitFor, remedy)}${restriction ? toldOf(restriction) : ''}`,
        ...(restriction && { retryAfter: Math.ceil((restriction.until - now) / 1000) }),
      })
    case 'stalled':
      return new Problem('document_invalid', {
        detail: `The document cannot be printed: while its scripts ran, the browser itself was kept busy, twice. Look for scripts that keep changing a title, an icon, a color or a style, or set attributes to values that the browser complains of.${restriction ? toldOf(restriction) : ''}`,
      })
    case 'flooded':
      return new Problem('document_invalid', {
        detail: `The document cannot be printed as asked: ${lost.message}.${restriction ? toldOf(restriction) : ''}`,
      })
    case 'unprintable':
    case 'refused':
      return new Problem('document_invalid', {
        detail: `The document cannot be printed as asked: ${lost.message}.`,
      })
    case 'no_slot':
    case 'slot_taken':
    case 'cancelled':
    case 'page_crashed':
    case 'browser_lost':
      return new Problem('browser_lost', {
        detail: `The browser was lost twice while printing this document. Nothing was charged; try again.${restriction ? toldOf(restriction) : ''}`,
        retryAfter: 2,
        cause: lost.message,
      })
  }
}

/** Throws `pool_full` while nothing of the account is printed. */
export function assertNotPaused({ pausedUntil }: Restriction, now: number): void {
  const pauseMs = pausedUntil - now
  if (pauseMs <= 0) return
  throw new Problem('pool_full', {
    detail:
      'For some seconds no document of this account is printed: its last one kept a browser from all others. Nothing was charged; send the request again after Retry-After.',
    retryAfter: Math.ceil(pauseMs / 1000),
  })
}

const BUSY =
  'It kept the browser busy to the end. Look for endless scripts, a very large document or a blurred shadow on a page of several metres'

/** Characters of `wait_for` that are repeated. */
const MAX_SHOWN = 120

/** What to do for a document that needs longer than `timeout` seconds. */
function moreTime(timeout: number, isPreview: boolean): string {
  if (isPreview) return 'print the document itself: a preview has no longer, whatever options.timeout says.'
  return timeout < MAX_TIMEOUT
    ? `raise options.timeout (${MAX_TIMEOUT} at most).`
    : 'make the document lighter: no document has longer.'
}

function waitingText(waitFor: RenderOptions['wait_for'], remedy: string): string {
  if (waitFor === undefined) return `It was still waiting. Look for slow images and timers, or ${remedy}`
  const [what, not] =
    typeof waitFor === 'string'
      ? [JSON.stringify(waitFor.slice(0, MAX_SHOWN)), 'matches no element']
      : 'ms' in waitFor
        ? [`${waitFor.ms} ms`, 'is too long']
        : [JSON.stringify(waitFor.expression.slice(0, MAX_SHOWN)), 'is not true']
  return `It was still waiting, most likely for wait_for: ${what} ${not}. Else look for slow images and timers, or ${remedy}`
}

function toldOf({ until, timeout }: Restriction): string {
  return ` The recent documents of this account used much browser time and failed: until ${new Date(until).toISOString()} they are printed one at a time, within ${timeout} s each.`
}
