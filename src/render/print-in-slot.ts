/** One attempt at a document, in a slot of the pool that is reserved for it. */

import { wasDeployed } from '../browser/object-reset'
import type { PrintedDocument } from '../browser/print'
import type { PrintRequest } from '../browser/print-request'
import type { ReservedSlot } from '../browser/shards'
import type { Advisor } from '../optimize/advisor'
import type { FailedAttempt } from './failed-attempt'
import type { AssetSource } from './page-file-source'
import { type PrintedVariant, splitVariants } from './split-variants'

/** What a browser printed, with pages of it that were printed in another way. */
export type PrintedBytes = Omit<PrintedDocument, 'variants'> & {
  bytes: Uint8Array
  variants?: PrintedVariant[] | undefined
}

/**
 * Prints in a reserved slot, and frees it when `signal` is aborted; throws its reason if that was so before. A fault of the
 * connection counts as a lost browser.
 */
export async function printInSlot(
  { name, stub }: ReservedSlot,
  request: PrintRequest,
  {
    assets,
    advisor,
    signal,
  }: { assets: AssetSource; advisor: Advisor | undefined; signal: AbortSignal | undefined },
): Promise<PrintedBytes | FailedAttempt> {
  const cancel = () => void stub.cancel(name).catch(() => undefined)
  if (signal?.aborted) cancel()
  signal?.throwIfAborted()
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    const result = await stub.render(name, request, assets, advisor)
    if (!result.ok) return result
    const { pdf, variants, ...printed } = result
    const bytes = pdf instanceof Uint8Array ? pdf : await new Response(pdf).bytes()
    return { ...printed, ...splitVariants(bytes, variants) }
  } catch (error) {
    return { ok: false, failure: 'browser_lost', message: String(error), deployed: wasDeployed(error) }
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}
