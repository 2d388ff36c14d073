/** What a batch would cost, and what is wrong with which document: asked of the API by dry runs, for nothing. */
import { ConnectionError, PlatenError, RateLimitError } from '../../clients/typescript/src/errors'
import type { DryRun, Operations, Platen } from '../../clients/typescript/src/index'
import { sleep } from '../../clients/typescript/src/transport'
import { faultOf } from '../shell/fault-words'
import { chunked, type Entry } from './plan'

export type Checked = {
  price: number
  /** What this key would be charged. */
  charge: number
  creditsLeft: number
  /** Entries of one call, by the plan. */
  size: number
  /** By the place of the document. */
  warnings: Map<number, string[]>
  faults: Map<number, string[]>
  /** Why nothing of it would be done. */
  refusals: string[]
}

/** Entries of a dry run, on every plan. */
const SIZE = 10

export async function checkEntries(
  platen: Platen,
  endpoint: string,
  entries: readonly Entry[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<Checked> {
  const checked: Checked = {
    ...{ price: 0, charge: 0, creditsLeft: 0, size: 1 },
    ...{ warnings: new Map(), faults: new Map(), refusals: [] },
  }
  for (const { from, items } of chunked(entries, SIZE)) {
    await checkChunk(
      platen,
      { endpoint, items: items.map((entry, at) => ({ at: from + at, entry })) },
      checked,
      signal,
    )
    onProgress(from + items.length)
  }
  return checked
}

type Placed = { at: number; entry: Entry }

/** Asks once more without the entries that were refused. */
async function checkChunk(
  platen: Platen,
  { endpoint, items }: { endpoint: string; items: Placed[] },
  checked: Checked,
  signal: AbortSignal,
): Promise<void> {
  if (items.length === 0) return
  const body = {
    endpoint,
    entries: items.map(({ entry }) => entry.request),
    dry_run: true,
  } as Operations['createBatch']['body']
  try {
    const answer = (await patiently(
      () => platen.call<'createBatch'>('POST', '/v1/batch', { body, signal }),
      signal,
    )) as DryRun
    checked.price += answer.price
    checked.charge += answer.charge
    checked.creditsLeft = answer.credits_left
    checked.size = answer.limits.entries_per_batch
    for (const { index, warnings } of answer.entries ?? []) {
      const item = items[index]
      if (item && warnings.length > 0) checked.warnings.set(item.at, warnings)
    }
    // How many belong into a call is ours to keep, and the balance is looked at as a whole.
    const ours = ['plan_limit', 'insufficient_credits']
    for (const { code, detail } of answer.refusals)
      if (!ours.includes(code) && !checked.refusals.includes(detail)) checked.refusals.push(detail)
  } catch (error) {
    const faulty = error instanceof PlatenError ? faultsByEntry(error) : new Map<number, string[]>()
    if (faulty.size === 0) throw error
    for (const [index, faults] of faulty) {
      const item = items[index]
      if (item) checked.faults.set(item.at, faults)
    }
    const rest = items.filter((_, index) => !faulty.has(index))
    await checkChunk(platen, { endpoint, items: rest }, checked, signal)
  }
}

/** Faults of a batch by its entry: `/entries/3/data/number`. */
export function faultsByEntry({ errors }: PlatenError): Map<number, string[]> {
  const faults = new Map<number, string[]>()
  for (const { pointer, message } of errors) {
    const [, index, path = ''] = /^\/entries\/(\d+)(.*)$/.exec(pointer) ?? []
    if (index === undefined) continue
    const at = Number(index)
    const said = faultOf(path, message)
    faults.set(at, [...(faults.get(at) ?? []), said])
  }
  return faults
}

/** Waits where the plan's minute is full or the connection is lost, as long as nobody stops it. */
export async function patiently<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  onWait?: (isWaiting: boolean) => void,
): Promise<T> {
  for (;;) {
    try {
      const done = await work()
      onWait?.(false)
      return done
    } catch (error) {
      signal.throwIfAborted()
      const isLimit = error instanceof RateLimitError
      if (!isLimit && !(error instanceof ConnectionError)) throw error
      onWait?.(true)
      await sleep(isLimit ? Math.max(1, error.retryAfter ?? 5) * 1000 : 3000, signal)
    }
  }
}
