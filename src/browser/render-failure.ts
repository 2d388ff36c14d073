/** What became of a document in the pool, and why one was not printed. */
import type { Browser } from './browser'
import { BrowserLost, CdpError } from './cdp'
import { DocumentError, FloodError } from './page-errors'
import type { PrintedDocument } from './print'
import { BrowserStalled, Cancelled, DeadlinePassed, SlotTaken } from './stop-renderer'
import type { Tab } from './tab'

/** What the protocol says if the document that we were reading is no longer there. */
const LEFT = /Cannot find context|context was destroyed|target navigated/i
/** What it says of a page that is gone: a browser that ends closes its pages before the connection. */
const GONE = /session with given id not found/i

type RenderFailure =
  /** `busy`: the page did not answer any more; otherwise it waited. */
  | { failure: 'timeout'; busy: boolean }
  /**
   * `refused`: the browser is there but did not print this document, and would not the next time. `stalled`: its
   * process had no time for others while scripts of this document ran, which may not be the cause; `isSole`: all scripts
   * in it were this account's. `flooded`: the document sent more messages than the connection can carry for all.
   */
  | { failure: 'stalled'; isSole?: boolean }
  | {
      failure:
        | 'browser_lost'
        | 'page_crashed'
        | 'unprintable'
        | 'refused'
        | 'no_slot'
        | 'slot_taken'
        | 'flooded'
        | 'cancelled'
    }
export type RenderResult =
  | ({ ok: true; pdf: Uint8Array | ReadableStream<Uint8Array> } & PrintedDocument)
  | ({ ok: false; message: string } & RenderFailure)

/** Why a render came to nothing. */
export async function failureOf(
  error: unknown,
  browser: Browser | undefined,
  tab: Tab | undefined,
): Promise<RenderResult> {
  if (error instanceof DeadlinePassed) {
    const busy = browser !== undefined && tab !== undefined && !(await browser.answers(tab))
    return { ok: false, failure: 'timeout', busy, message: 'the render took too long' }
  }
  if (error instanceof Cancelled) return failed('cancelled', 'the render was cancelled')
  if (error instanceof SlotTaken) return failed('slot_taken', 'others needed the slot')
  if (error instanceof BrowserStalled) {
    const message = 'the browser itself was kept busy while scripts of the document ran'
    return { ok: false, failure: 'stalled', isSole: error.isSole, message }
  }
  if (error instanceof FloodError) return failed('flooded', error.message)
  if (error instanceof DocumentError) return failed('unprintable', error.message)
  if (error instanceof CdpError && LEFT.test(error.message))
    return failed('unprintable', 'its scripts replaced it with another document')
  const open = browser?.cdp.open ?? false
  const isGone =
    error instanceof CdpError && GONE.test(error.message) && tab && !(await browser?.answers(tab))
  if (open && !isGone && !(error instanceof BrowserLost)) return failed('refused', String(error))
  return failed(open && tab ? 'page_crashed' : 'browser_lost', String(error))
}

export function failed(
  failure: Exclude<RenderFailure['failure'], 'timeout' | 'stalled'>,
  message: string,
): RenderResult {
  return { ok: false, failure, message }
}
