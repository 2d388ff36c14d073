/**
 * `DELETE`: a task ends at once where it has not, and everything its caller gave or got is forgotten, in the account,
 * in D1 and in R2. A tombstone and the ledger's lines stay. It may be repeated. A run that is under way finds its hold
 * released; what it still stores is removed by the sweep when no run can be left.
 */
import type { Account } from '../accounts/account'
import type { Reply } from '../accounts/reply'
import { inputKey } from '../jobs/job-storage'
import { fileKey } from '../storage/files'
import { forgetDeliveries } from '../webhooks/store'

/** Longer than any run of one attempt. */
const MAX_RUN_MS = 15 * 60_000

/** Forgets a task of the account. `reply` is what repeats under its idempotency keys get from now on. */
export async function eraseTask(
  { taskId, accountId, reply }: { taskId: string; accountId: string; reply: Reply },
  {
    db,
    files,
    account,
    now,
  }: { db: D1Database; files: R2Bucket; account: Pick<DurableObjectStub<Account>, 'erase'>; now: number },
): Promise<void> {
  const remains = await account.erase({ taskId, reply })
  const { kind = '', mode = 'live', status = 'failed' } = remains ?? {}
  const { created_at = now, completed_at = null, credits_charged = 0, error = null } = remains ?? {}
  await db.batch([
    // A synchronous task may not be in D1 yet: its end, on its way there, must find the tombstone.
    db
      .prepare(
        `INSERT OR IGNORE INTO tasks (task_id, account_id, kind, mode, status, created_at, completed_at, credits_charged, error)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .bind(taskId, accountId, kind, mode, status, created_at, completed_at, credits_charged, error),
    db
      .prepare(
        `UPDATE tasks SET erased_at = coalesce(erased_at, ?2), expires_at = ?2 + ${MAX_RUN_MS}, purged_at = NULL,
           status = iif(status IN ('completed', 'failed'), status, ?3),
           credits_charged = iif(status IN ('completed', 'failed'), credits_charged, ?5),
           completed_at = coalesce(completed_at, ?4), lease_until = NULL, ${CLEARED_COLUMNS}
         WHERE task_id = ?1`,
      )
      .bind(taskId, now, status, completed_at ?? now, credits_charged),
    forgetDeliveries(db, [taskId], now),
  ])
  await files.delete([fileKey(taskId), inputKey(taskId)])
}

/** The columns that hold what a caller gave or got, emptied. */
export const CLEARED_COLUMNS = [
  'file_key',
  'file_name',
  'metadata',
  'warnings',
  'report',
  'error',
  'origin',
  'webhook_url',
]
  .map((name) => `${name} = NULL`)
  .join(', ')
