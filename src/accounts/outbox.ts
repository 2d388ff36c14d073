/**
 * Brings the account's outbox to D1: a row leaves only after D1 has it, so a crash at any point at worst sends it
 * again, which `projection.ts` makes harmless. What fails waits longer each time; a row that failed several times
 * travels alone, so that one that D1 never takes cannot hold up the others.
 */

import { project } from './projection'
import { OUTBOX_DELAY_MS } from './settlement'
import type { OutboxRow } from './storage/outbox-table'
import type { AccountStore } from './storage/store'

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
  const failures = []
  for (const rows of [together, ...alone.map((row) => [row])]) {
    if (rows.length === 0) continue
    const ids = rows.map((row) => row.id)
    try {
      await project(db, rows)
      store.outbox.delivered(ids)
    } catch (cause) {
      const attempts = 1 + Math.max(...rows.map((row) => row.attempts))
      store.outbox.postpone(ids, now + Math.min(RETRY_MS.first * 2 ** (attempts - 1), RETRY_MS.max))
      failures.push({ rows: ids.length, attempts, cause })
    }
  }
  return failures
}

/** The first of `rows` that fit into one statement's parameter, at least one. */
function fitStatement(rows: OutboxRow[]): OutboxRow[] {
  let size = 0
  return rows.filter((row, index) => {
    size += row.payload.length
    return index === 0 || size <= MAX_STATEMENT_CHARACTERS
  })
}
