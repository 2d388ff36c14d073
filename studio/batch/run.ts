/**
 * The work of a batch: its documents go in pieces, as many at once as the plan allows, and each piece under a key of its
 * own, so that what is sent again after a reload or a lost connection is neither made nor charged twice.
 */
import { PlatenError } from '../../clients/typescript/src/errors'
import type { Operations, Platen } from '../../clients/typescript/src/index'
import { sleep } from '../../clients/typescript/src/transport'
import { loadCode } from '../shell/load-code'
import { faultsByEntry, patiently } from './check'
import { chunked, type Entry } from './plan'
import { TEXTS } from './texts'

export type Piece = {
  from: number
  count: number
  batchId?: string
  /** Why the piece was refused, by entry or as a whole. */
  faults?: Record<number, string>
}

/** All that is needed to go on. */
export type Run = { id: string; endpoint: string; entries: Entry[]; pieces: Piece[] }

export type Outcome =
  | { state: 'waiting' | 'working' }
  | { state: 'done'; url: string }
  | { state: 'failed'; reason: string }

type Batch = Operations['getBatch']['result']

/** Pieces that are in work at once: an account's queue has an end. */
const MAX_OPEN = 4
const POLL_MS = 1500

export function newRun(endpoint: string, entries: readonly Entry[], size: number): Run {
  return {
    id: crypto.randomUUID(),
    endpoint,
    entries: [...entries],
    pieces: chunked(entries, Math.max(1, size)).map(({ from, items }) => ({ from, count: items.length })),
  }
}

type Watch = {
  signal: AbortSignal
  /** Called whenever a piece was accepted: it must be kept. */
  onPiece: (run: Run) => void
  onOutcomes: (outcomes: Outcome[]) => void
  onWait: (isWaiting: boolean) => void
}

/** The outcome of every entry. Throws what stops it, such as too few credits; it may then be called again with the same run. */
export async function runBatch(
  platen: Platen,
  run: Run,
  { signal, onPiece, onOutcomes, onWait }: Watch,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = run.entries.map(() => ({ state: 'waiting' }))
  const open: Piece[] = []
  const waiting = [...run.pieces]
  while (waiting.length > 0 || open.length > 0) {
    const next = open.length < MAX_OPEN ? waiting.shift() : undefined
    if (next) {
      if (next.batchId === undefined && !next.faults) {
        await patiently(() => submit(platen, run, next, signal), signal, onWait)
        onPiece(run)
      }
      if (next.batchId === undefined) tellRefused(next, outcomes)
      else open.push(next)
    } else {
      await sleep(POLL_MS, signal)
    }
    for (const piece of [...open]) {
      const batch = await patiently(() => platen.batch(piece.batchId ?? '', { signal }), signal, onWait)
      tellTasks(piece, batch, outcomes)
      if (batch.counts.pending + batch.counts.processing === 0) open.splice(open.indexOf(piece), 1)
    }
    onOutcomes([...outcomes])
  }
  return outcomes
}

/** Sends a piece; what its entries are refused for is kept with it. */
async function submit(platen: Platen, run: Run, piece: Piece, signal: AbortSignal): Promise<void> {
  const entries = run.entries.slice(piece.from, piece.from + piece.count).map(({ request }) => request)
  try {
    const accepted = await platen.submitBatch(run.endpoint, entries as never, {
      signal,
      idempotencyKey: `studio-${run.id}-${piece.from}`,
    })
    piece.batchId = accepted.batch_id
  } catch (error) {
    const isEntries =
      error instanceof PlatenError && [400, 422].includes(error.status) && error.code !== 'plan_limit'
    if (!isEntries) throw error
    const faults = faultsByEntry(error)
    piece.faults = Object.fromEntries(
      entries.map((_, at) => [at, faults.get(at)?.join('; ') ?? (faults.size > 0 ? '' : error.message)]),
    )
  }
}

function tellRefused({ from, count, faults = {} }: Piece, outcomes: Outcome[]): void {
  for (let at = 0; at < count; at++)
    outcomes[from + at] = {
      state: 'failed',
      reason: faults[at] || TEXTS.refusedWith,
    }
}

function tellTasks({ from }: Piece, { tasks }: Batch, outcomes: Outcome[]): void {
  for (const { index, status, download_url, error } of tasks) {
    outcomes[from + index] =
      status === 'completed'
        ? download_url
          ? { state: 'done', url: download_url }
          : { state: 'failed', reason: TEXTS.fileGone }
        : status === 'failed'
          ? { state: 'failed', reason: error?.message ?? TEXTS.unknownReason }
          : { state: status === 'processing' ? 'working' : 'waiting' }
  }
}

/** One ZIP of all files, under their names. */
export async function zipOf(
  platen: Platen,
  { entries }: Run,
  outcomes: readonly Outcome[],
  onFile: (count: number) => void,
): Promise<Blob> {
  const { downloadZip } = await loadCode(() => import('client-zip'))
  async function* files() {
    let count = 0
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.state !== 'done') continue
      // The address is the service's own; the page may only ask where it comes from.
      const { pathname, search } = new URL(outcome.url, location.origin)
      const file = await platen.download({ download_url: location.origin + pathname + search })
      yield {
        name: entries[at]?.name ?? `document-${at + 1}.pdf`,
        input: await file.blob(),
        lastModified: new Date(),
      }
      onFile(++count)
    }
  }
  return await downloadZip(files()).blob()
}
