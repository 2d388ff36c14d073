/**
 * Deletes a task: it ends at once if it has not ended, and the account, D1 and R2 forget everything that its caller gave
 * or got. A tombstone and the ledger's entries remain. Deleting again is safe. A run that is under way finds its hold
 * released; the sweep removes what that run still stores.
 */
import type { Account } from '../accounts/account-object'
import type { Reply } from '../accounts/reply'
import { fileKey, findFile, inputKey } from '../storage/stored-files'
import { deleteViews } from '../storage/view-links'
import { eraseStatements } from '../tasks/tombstones'
import { deleteUploads } from '../tasks/uploads'
import { clearDeliveries } from '../webhooks/delivery-store'

/**
 * Deletes a task of the account. `reply` is what repeats under its idempotency keys get from now on. Returns the rest of the
 * work: a caller who waited has the file before it is stored, so that of a task that has just ended is deleted when it comes.
 */
export async function eraseTask(
  { taskId, accountId, reply }: { taskId: string; accountId: string; reply: Reply },
  {
    db,
    files,
    account,
    now,
  }: { db: D1Database; files: R2Bucket; account: Pick<DurableObjectStub<Account>, 'erase'>; now: number },
): Promise<{ late: Promise<void> }> {
  const remains = await account.erase({ taskId, reply })
  await db.batch([
    ...eraseStatements(db, { taskId, accountId, remains }, now),
    clearDeliveries(db, [taskId], now),
    deleteUploads(db, [taskId]),
    deleteViews(db, [taskId]),
  ])
  await files.delete([fileKey(taskId), inputKey(taskId)])
  return { late: deleteLate(files, fileKey(taskId), remains?.completed_at ?? null) }
}

async function deleteLate(files: R2Bucket, key: string, endedAt: number | null): Promise<void> {
  if (await findFile(() => files.head(key), endedAt)) await files.delete(key)
}
