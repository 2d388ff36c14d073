/**
 * Brings the account's ledger and outbox to D1: a row leaves only after D1 has it, so a crash at any point at worst sends it
 * again, which `projection.ts` makes harmless. What fails waits longer each time; a row that failed several times
 * travels alone, so that one that D1 never takes cannot hold up the others.
 */

import { type AccountDatabases, project } from './projection'
import type { AccountStore } from './storage/account-store'
import type { UnsentLines } from './storage/ledger-projection'
import type { OutboxRow } from './storage/outbox-table'

const MAX_ROWS_PER_FLUSH = 400
/** Characters in one statement's parameter; D1 takes 2 MB. */
const MAX_STATEMENT_CHARACTERS = 900_000
const MAX_SHARED_ATTEMPTS = 3
/** Journeys that bring D1 up to date. */
const MAX_FLUSHES = 10
const MAX_SEPARATE_ROWS = 20
const RETRY_MS = { first: 1_000, max: 5 * 60_000 }

/** What D1 did not take: how many rows, how often they were tried, and why. */
export type FlushFailure = { rows: number; attempts: number; cause: unknown }

/** Sends until no ends of tasks wait that D1 may take. Returns what went wrong, with which it ends. Never throws. */
export async function flushAll(store: AccountStore, databases: AccountDatabases): Promise<FlushFailure[]> {
  for (let flushes = 0; flushes < MAX_FLUSHES && store.outbox.hasRows(MAX_SHARED_ATTEMPTS); flushes++) {
    const failures = await flushOutbox(store, { ...databases, now: Date.now(), retryAll: true })
    if (failures.length > 0) return failures
  }
  return []
}

/**
 * Sends what was never tried, and what is to be tried again at `now`; with `retryAll` also what is to be tried again later,
 * but for rows that travel alone. Answers what went wrong, for the log. Never throws.
 */
export async function flushOutbox(
  store: AccountStore,
  { now, retryAll = false, ...databases }: AccountDatabases & { now: number; retryAll?: boolean },
): Promise<FlushFailure[]> {
  const due = store.outbox.toSend({
    now,
    attempts: retryAll ? MAX_SHARED_ATTEMPTS : 1,
    limit: MAX_ROWS_PER_FLUSH,
  })
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
    const failed = await send(store, parcel, { ...databases, now })
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
  { now, ...databases }: AccountDatabases & { now: number },
): Promise<FlushFailure | undefined> {
  const ids = rows.map((row) => row.id)
  const entries = lines?.payloads.map((payload) => ({ topic: 'entry' as const, payload })) ?? []
  try {
    if (rows.length + entries.length > 0) await project(databases, [...entries, ...rows])
    if (rows.length > 0) store.outbox.delivered(ids)
    if (lines) store.projection.delivered(lines.last)
    return undefined
  } catch (cause) {
    const attempts = 1 + Math.max(lines?.attempts ?? 0, ...rows.map((row) => row.attempts))
    const retryAt = now + retryDelayMs(attempts)
    if (rows.length > 0) store.outbox.postpone(ids, { dueAt: retryAt, aloneFrom: MAX_SHARED_ATTEMPTS })
    if (lines) store.projection.postpone(retryAt)
    return { rows: rows.length + entries.length, attempts, cause }
  }
}

/** How long D1 has not taken a row, in milliseconds, whose last of so many tries failed. */
export function waitedMs(attempts: number): number {
  const delays = Array.from({ length: attempts - 1 }, (_, index) => retryDelayMs(index + 1))
  return delays.reduce((sum, delay) => sum + delay, 0)
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
