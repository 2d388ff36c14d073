/** Tasks as records: what a job's end is written down as, and what a caller is shown of it. */
import type { Account } from '../accounts/account'
import type { Mode } from '../accounts/keys'
import { EMPTY_RECORD, type TaskRecord } from '../accounts/task-record'
import type { Problem } from '../errors'
import type { TaskFacts } from '../jobs/job'
import type { ProducedDocument } from '../jobs/produced'
import { fileKey } from '../storage/files'

/** What a task made, which need not be in memory; `pages` of a document only. */
export type TaskResult = Omit<ProducedDocument, 'pages' | 'bytes'> & {
  bytes: { byteLength: number }
  pages: number | null
}

/** The record of a job that gave a file. The account adds the charge and the time of its end. */
export function completedTask(
  job: TaskFacts,
  { startedAt, produced }: { startedAt: number; produced: TaskResult },
): TaskRecord {
  return {
    ...baseRecord(job, startedAt),
    status: 'completed',
    pages: produced.pages,
    bytes: produced.bytes.byteLength,
    file_key: fileKey(job.taskId),
    file_name: produced.fileName,
    content_type: produced.contentType,
    warnings: produced.warnings.length ? JSON.stringify(produced.warnings) : null,
    report: reportOf(produced),
    expires_at: job.expiresAt,
  }
}

/** What is told of a file beyond its size, as the task's JSON fields; nothing where there is nothing to tell. */
function reportOf({ conformance, facturX, optimization }: TaskResult): string | null {
  const report = { conformance, factur_x: facturX, optimization }
  return Object.values(report).some(Boolean) ? JSON.stringify(report) : null
}

/** The record of a job that failed. */
export function failedTask(
  job: TaskFacts,
  { startedAt, problem }: { startedAt: number; problem: Problem },
): TaskRecord {
  return {
    ...baseRecord(job, startedAt),
    status: 'failed',
    expires_at: job.expiresAt,
    warnings: problem.code === 'strict_warning' ? JSON.stringify(reasonsOf(problem)) : null,
    error: JSON.stringify({ code: problem.code, message: errorMessage(problem) }),
  }
}

/** Most characters of an error's message. */
const MAX_MESSAGE = 2_000

/** The problem's text with every reason that a synchronous answer has in `errors[]`, as far as there is room. */
function errorMessage(problem: Problem): string {
  let text = problem.message
  const { errors = [] } = problem
  // The first of several stands in the text mostly, with its place; the only one without.
  const told = errors.length === 1 && text.includes(errors[0]?.message ?? '')
  const reasons = told ? [] : reasonsOf(problem).filter((reason) => !text.includes(reason))
  const unlisted = problem.errorCount - errors.length
  for (const [index, reason] of reasons.entries()) {
    const more = `\n… and ${reasons.length - index + unlisted} more.`
    if (text.length + reason.length + more.length + 1 > MAX_MESSAGE) return text + more
    text += `\n${reason}`
  }
  return text
}

/** By which rule, where, and what is wrong. */
function reasonsOf({ errors = [] }: Problem): string[] {
  return errors.map(({ rule, pointer, message }) => [rule, pointer, message].filter(Boolean).join(' '))
}

/** The record of a job that waits to be begun. */
export function pendingTask(job: TaskFacts): TaskRecord {
  return { ...baseRecord(job, null), status: 'pending', expires_at: job.expiresAt }
}

function baseRecord(job: TaskFacts, startedAt: number | null): TaskRecord {
  return {
    ...EMPTY_RECORD,
    task_id: job.taskId,
    account_id: job.accountId,
    kind: job.kind,
    mode: job.mode,
    created_at: job.createdAt,
    started_at: startedAt,
    metadata: job.metadata ? JSON.stringify(job.metadata) : null,
    batch_id: job.batchId ?? null,
    origin: job.origin,
  }
}

/**
 * A task as `GET /v1/status/{task_id}` shows it; absent fields are left out, times are ISO 8601 UTC. The file of a
 * deleted one went when it was deleted, though its row is looked at once more later (`erase.ts`).
 */
export function taskView(
  task: TaskRecord & Partial<Pick<FoundTask, 'erased_at'>>,
  downloadUrl: string | undefined,
) {
  const shown = {
    task_id: task.task_id,
    status: task.status,
    kind: task.kind,
    created_at: iso(task.created_at),
    started_at: iso(task.started_at),
    completed_at: iso(task.completed_at),
    download_url: downloadUrl,
    expires_at: iso(task.erased_at ?? task.expires_at),
    credits_charged: task.credits_charged,
    pages: task.pages,
    bytes: task.bytes,
    warnings: parseJson(task.warnings),
    metadata: parseJson(task.metadata),
    batch_id: task.batch_id,
    error: parseJson(task.error),
    ...(parseJson(task.report) ?? {}),
  }
  return Object.fromEntries(
    Object.entries(shown).filter(([, value]) => value !== undefined && value !== null),
  )
}

/**
 * The task, if it is the account's, and of `mode` if one is given. The account's object is asked first, since a row leaves it only when D1 has it:
 * an end that it knows is the newest. What a submission knew, and where a queued task stands, is in D1.
 */
export async function findTask(
  db: D1Database,
  account: DurableObjectStub<Account>,
  { taskId, accountId, mode }: { taskId: string; accountId: string; mode?: Mode | undefined },
): Promise<FoundTask | undefined> {
  const held = await account.task(taskId)
  const found = await withRow(db, held, { taskId, accountId })
  return mode === undefined || found?.mode === mode ? found : undefined
}

async function withRow(
  db: D1Database,
  held: TaskRecord | undefined,
  { taskId, accountId }: { taskId: string; accountId: string },
): Promise<FoundTask | undefined> {
  const row = await db
    .prepare('SELECT * FROM tasks WHERE task_id = ? AND account_id = ?')
    .bind(taskId, accountId)
    .first<FoundTask>()
  if (!held || !row) return held ? { ...held, erased_at: null } : (row ?? undefined)
  return hasEnded(held) && !hasEnded(row) ? mergeOutcome(row, held) : row
}

/** A task as it is read back, with the time at which its caller deleted it. */
export type FoundTask = TaskRecord & { erased_at: number | null }

/** Whether nothing more will happen to the task. */
export function hasEnded({ status }: Pick<TaskRecord, 'status'>): boolean {
  return status === 'completed' || status === 'failed'
}

/** A row with what its end says; what that does not say, the row still knows from its submission. */
export function mergeOutcome<Row extends TaskRecord>(row: Row, end: TaskRecord): Row {
  return { ...row, ...Object.fromEntries(Object.entries(end).filter(([, value]) => value !== null)) }
}

function iso(time: number | null): string | undefined {
  return time === null ? undefined : new Date(time).toISOString()
}

function parseJson(json: string | null): unknown {
  return json === null ? undefined : JSON.parse(json)
}
