/**
 * Brings the account's ledger and outbox to D1: a row leaves only after D1 has it, so a crash at any point at worst sends it
 * again, which `projection.ts` makes harmless. What fails waits longer each time; a row that failed several times
 * travels alone, so that one that D1 never takes cannot hold up the others.
 */

import { project } from './projection'
import { OUTBOX_DELAY_MS } from './settlement'
import type { AccountStore } from './storage/account-store'
import type { UnsentLines } from './storage/ledger-projection'
import type { OutboxRow } from './storage/outbox-table'

const MAX_ROWS_PER_FLUSH = 400
/** Characters in one statement's parameter; D1 takes 2 MB. */
const MAX_STATEMENT_CHARACTERS = 900_000
const MAX_SHARED_ATTEMPTS = 3
const MAX_SEPARATE_ROWS = 20
const RETRY_MS = { first: 1_000, max: 5 * 60_000 }

/**
 * Sends what is due at `now`, and all that would be soon, so that work one after the other makes one journey a second;
 * answers what went wrong, for the log. Never throws.
 */
export async function flushOutbox(
  store: AccountStore,
  { db, now }: { db: D1Database; now: number },
): Promise<{ rows: number; attempts: number; cause: unknown }[]> {
  const due = store.outbox.due(now + OUTBOX_DELAY_MS, MAX_ROWS_PER_FLUSH)
  const together = fitStatement(due.filter((row) => row.attempts < MAX_SHARED_ATTEMPTS))
  const alone = due.filter((row) => row.attempts >= MAX_SHARED_ATTEMPTS).slice(0, MAX_SEPARATE_ROWS)
  const lines = store.projection.due(now, MAX_ROWS_PER_FLUSH)
  const shared = lines.attempts < MAX_SHARED_ATTEMPTS
  const parcels: Parcel[] = [
    { rows: together, lines: shared ? lines : undefined },
    ...(shared ? [] : [{ rows: [], lines }]),
    ...alone.map((row) => ({ rows: [row] })),
  ]
  const failures = []
  for (const parcel of parcels) {
    const failed = await send(store, parcel, { db, now })
    if (failed) failures.push(failed)
  }
  return failures
}

/** What goes to D1 in one transaction. */
type Parcel = { rows: OutboxRow[]; lines?: UnsentLines | undefined }

/** Returns what went wrong. */
async function send(
  store: AccountStore,
  { rows, lines }: Parcel,
  { db, now }: { db: D1Database; now: number },
): Promise<{ rows: number; attempts: number; cause: unknown } | undefined> {
  const ids = rows.map((row) => row.id)
  const entries = lines?.payloads.map((payload) => ({ topic: 'entry' as const, payload })) ?? []
  try {
    if (rows.length + entries.length > 0) await project(db, [...entries, ...rows])
    if (rows.length > 0) store.outbox.delivered(ids)
    if (lines) store.projection.delivered(lines.last)
    return undefined
  } catch (cause) {
    const attempts = 1 + Math.max(lines?.attempts ?? 0, ...rows.map((row) => row.attempts))
    const retryAt = now + retryDelayMs(attempts)
    if (rows.length > 0) store.outbox.postpone(ids, retryAt)
    if (lines) store.projection.postpone(retryAt)
    return { rows: rows.length + entries.length, attempts, cause }
  }
}

/** How long a row has waited, in milliseconds, whose last of so many tries failed. */
export function waitedMs(attempts: number): number {
  const delays = Array.from({ length: attempts - 1 }, (_, index) => retryDelayMs(index + 1))
  return delays.reduce((sum, delay) => sum + delay, OUTBOX_DELAY_MS)
}

/** Milliseconds from the last of so many failed tries to the next one. */
function retryDelayMs(attempts: number): number {
  return Math.min(RETRY_MS.first * 2 ** (attempts - 1), RETRY_MS.max)
}

/** The first of `rows` that fit into one statement's parameter, at least one. */
function fitStatement(rows: OutboxRow[]): OutboxRow[] {
  let size = 0
  return rows.filter((row, index) => {
    size += row.payload.length
    return index === 0 || size <= MAX_STATEMENT_CHARACTERS
  })
}
