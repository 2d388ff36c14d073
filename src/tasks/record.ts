/**
 * A task as one plain row of the D1 table `tasks`, and the records that a job's steps write. Times are milliseconds since
 * 1970; JSON stays text.
 */
import { jsonBytes } from '../binary/bytes'
import type { Problem } from '../errors'
import { fileKey, type StoredFile } from '../storage/stored-files'
import { boundWarnings, countMore } from './bound-warnings'

/** `test`: made with a test key. It costs nothing, and its file carries a mark. */
export type TaskMode = 'live' | 'test'

export type TaskRecord = {
  task_id: string
  account_id: string
  kind: string
  mode: TaskMode
  status: 'pending' | 'processing' | 'completed' | 'failed'
  created_at: number
  started_at: number | null
  completed_at: number | null
  pages: number | null
  bytes: number | null
  credits_charged: number
  file_key: string | null
  file_name: string | null
  content_type: string | null
  /** JSON array of texts. */
  warnings: string | null
  /** JSON `{code, message}`. */
  error: string | null
  /** JSON object, as the caller gave it. */
  metadata: string | null
  batch_id: string | null
  /** JSON object of further fields of the task: what the file conforms to, the profile of its invoice, the report of goCreditMode. */
  report: string | null
  /** Origin of the addresses that are given out for this task. */
  origin: string | null
  /** When the file is removed. */
  expires_at: number | null
}

/** What a record says of work that has only begun, beside who asked for what and when. */
export const EMPTY_RECORD = {
  status: 'processing',
  completed_at: null,
  pages: null,
  bytes: null,
  credits_charged: 0,
  file_key: null,
  file_name: null,
  content_type: null,
  warnings: null,
  error: null,
  metadata: null,
  batch_id: null,
  report: null,
  origin: null,
  expires_at: null,
} as const satisfies Partial<TaskRecord>

/** What a record says of a task, whatever it makes. */
export type TaskFacts = {
  /** Also the id of the hold that pays for it. */
  taskId: string
  kind: string
  accountId: string
  mode: TaskMode
  metadata?: Record<string, unknown> | undefined
  batchId?: string | undefined
  /** Origin of the addresses given out for this task. */
  origin: string
  /** Milliseconds since 1970. */
  createdAt: number
  /** When the file is removed. */
  expiresAt: number
}

/** What a task produced; the bytes need not be in memory. `pages` is `null` unless it is a document. */
export type TaskResult = Omit<StoredFile, 'bytes'> & {
  bytes: { byteLength: number }
  pages: number | null
  warnings: string[]
  /** JSON objects and texts of the task's report (`ProducedDocument`). */
  conformance?: object | undefined
  facturX?: string | undefined
  optimization?: object | undefined
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

/** What is told of a file beyond its size, as the task's JSON fields; nothing if there is nothing to tell. */
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
    warnings: problem.code === 'strict_warning' ? JSON.stringify(boundWarnings(reasonsOf(problem))) : null,
    error: JSON.stringify({ code: problem.code, message: errorMessage(problem) }),
  }
}

/** Bytes of an error's message as JSON. */
const MAX_MESSAGE_BYTES = 2_000

/** The problem's text with every reason that a synchronous answer has in `errors[]`, as far as there is room. */
function errorMessage(problem: Problem): string {
  let text = problem.message
  const { errors = [] } = problem
  // The first of several stands in the text mostly, with its place; the only one without.
  const told = errors.length === 1 && text.includes(errors[0]?.message ?? '')
  const reasons = told ? [] : reasonsOf(problem).filter((reason) => !text.includes(reason))
  const unlisted = problem.errorCount - errors.length
  for (const [index, reason] of reasons.entries()) {
    const more = `\n${countMore(reasons.length - index + unlisted)}`
    if (jsonBytes(`${text}\n${reason}${more}`) > MAX_MESSAGE_BYTES) return text + more
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

/** Whether nothing more will happen to the task. */
export function hasEnded({ status }: Pick<TaskRecord, 'status'>): boolean {
  return status === 'completed' || status === 'failed'
}

/** A row with what its end says; what that does not say, the row still knows from its submission. */
export function mergeOutcome<Row extends TaskRecord>(row: Row, end: TaskRecord): Row {
  return { ...row, ...Object.fromEntries(Object.entries(end).filter(([, value]) => value !== null)) }
}
