/** A task as a caller is shown it, alone and in lists: its schema, and how a row becomes it. */
import { z } from 'zod'
import { type Kind, kinds } from '../in-page/findings'
import type { FoundTask } from '../tasks/list-tasks'
import type { TaskRecord } from '../tasks/record'
import type { UploadState } from '../tasks/uploads'
import { withPresentKinds } from './former-findings'
import { address, taskId, time } from './shared-schemas'

export const taskStatus = z
  .enum(['pending', 'processing', 'completed', 'failed'])
  .describe('`pending`: it waits. `completed` and `failed` are final.')
  .meta({ id: 'TaskStatus' })

const counts = z.record(z.string(), z.int())
const findingKind = z
  .enum(Object.keys(kinds) as [Kind, ...Kind[]])
  .describe('What prints badly (docs/guide/print-optimisation.md).')
  .meta({ id: 'FindingKind' })

function beforeAndAfter(description: string) {
  const before = z.int().describe('Of the document as it came.')
  const after = z.int().describe('Of the document as it is printed.')
  return z.object({ before, after }).describe(description)
}

/** What is told of a file beyond its size, as it is kept in `TaskRecord.report`. */
const report = z.object({
  conformance: z
    .object({
      level: z.string().describe('Such as `PDF/A-3b and PDF/UA-1`.'),
      flattened_pages: z
        .array(z.int())
        .describe('Pages, counted from 1, on which a part was converted to an image; text stays text.'),
      checks: z.int().describe('Number of rules the file was checked against.'),
    })
    .optional()
    .describe('The conformance that was verified, for archival and accessible files.'),
  optimization: z
    .object({
      score: beforeAndAfter('0 to 100; 100 if nothing was found.'),
      pages: beforeAndAfter('Absent if pages differ in size.').optional(),
      found: counts.describe('Findings of each kind in the original document.'),
      repaired: z.array(findingKind).describe('Kinds of findings of which at least one was repaired.'),
      left: counts.describe('Findings of each kind that are left.'),
      cut_texts: z
        .array(z.string())
        .optional()
        .describe('The first 20 texts that are not printed whole, 60 characters of each; absent if all are.'),
      findings: z
        .array(
          z.object({
            kind: findingKind,
            place: z.string().describe('A short CSS path.'),
            page: z.int().min(1).optional().describe('From 1; absent if pages differ in size.'),
            measure: z.number().describe('How bad it is, in the unit of its kind.'),
          }),
        )
        .describe('The first findings.'),
      more_findings: z.int().optional().describe('Number of further findings.'),
      scale: z
        .number()
        .optional()
        .describe('The print scale that was chosen, if it differs from the requested one.'),
      model: z
        .enum(['not_configured', 'not_needed', 'used', 'rejected', 'refused', 'failed'])
        .describe(
          'What a language model did: `used` if its style sheet was kept, `rejected` if it made nothing better, ' +
            '`refused` if it was no style sheet, `failed` if none came.',
        ),
    })
    .optional()
    .describe('What `goCreditMode` found and did (docs/guide/print-optimisation.md has the kinds).'),
  factur_x: z.string().optional().describe('Profile of the invoice inside, or `prepared`.'),
})

/** Why a task failed, in its status and its webhook. */
export const taskError = z
  .object({
    code: z.string().describe('The stable code of the problem.'),
    message: z.string().describe('What happened, and what to do about it.'),
  })
  .meta({ id: 'TaskError' })

/** A result on its way to its caller's bucket. */
const uploadState = z
  .object({
    status: z
      .enum(['waiting', 'pending', 'delivered', 'failed'])
      .describe(
        '`waiting`: for the end of the task. `pending`: it is sent, or sent again. The others are final.',
      ),
    host: z.string().describe('Host of the address; the rest is never shown.'),
    tries: z.int().describe('How often it was sent.'),
    next_try_at: time.optional().describe('While it is pending (ISO 8601, UTC).'),
    ended_at: time.optional().describe('When it was delivered or given up (ISO 8601, UTC).'),
    error: z.string().optional().describe('Why the last try failed.'),
  })
  .meta({ id: 'TaskDelivery' })

/** A task as it is shown when it has ended well. */
export const taskExample = {
  task_id: 'tsk_01',
  status: 'completed',
  kind: 'transform',
  created_at: '2026-11-21T08:00:00.000Z',
  started_at: '2026-11-21T08:00:00.100Z',
  completed_at: '2026-11-21T08:00:00.400Z',
  download_url: 'https://platen.example/files/tsk_01/document.pdf?expires=1795254000&signature=AbC',
  expires_at: '2026-11-28T08:00:00.000Z',
  credits_charged: 2,
  pages: 1,
  bytes: 28_410,
  metadata: { order: 17 },
} as const

export const taskResponse = z
  .object({
    task_id: taskId,
    status: taskStatus,
    kind: z.string().describe('What it makes, such as `transform`.'),
    created_at: time,
    started_at: time.optional().describe('When work on it began (ISO 8601, UTC).'),
    completed_at: time.optional().describe('When it ended, in success or failure (ISO 8601, UTC).'),
    download_url: address.optional().describe('Signed again in each response, while the file is kept.'),
    expires_at: time.optional().describe('When the file is removed.'),
    credits_charged: z.int().describe('0 until it is completed.'),
    pages: z.int().optional().describe('Pages of the document.'),
    bytes: z.int().optional().describe('Size of the file.'),
    warnings: z.array(z.string()).optional().describe('What the document lacks or lost, in full.'),
    metadata: z.record(z.string(), z.unknown()).optional().describe('As it came with the request.'),
    batch_id: z.string().optional().describe('The batch that it belongs to.'),
    error: taskError.optional().describe('Why it failed.'),
    delivery: uploadState.optional().describe('How the upload to `deliver_to` stands; not in lists.'),
    ...report.shape,
  })
  .meta({ id: 'Task', examples: [taskExample] })
export type TaskResponse = z.input<typeof taskResponse>

/**
 * A task as it is shown; absent fields are left out, times are ISO 8601 UTC. The file of a deleted one went when it was
 * deleted, though its row is looked at once more later (`queue/erase-task.ts`).
 */
export function taskView(
  task: TaskRecord & Partial<Pick<FoundTask, 'erased_at' | 'delivery'>>,
  downloadUrl: string | undefined,
): TaskResponse {
  return {
    task_id: task.task_id,
    status: task.status,
    kind: task.kind,
    created_at: new Date(task.created_at).toISOString(),
    started_at: iso(task.started_at),
    completed_at: iso(task.completed_at),
    download_url: downloadUrl,
    expires_at: iso(task.erased_at ?? task.expires_at),
    credits_charged: task.credits_charged,
    pages: task.pages ?? undefined,
    bytes: task.bytes ?? undefined,
    warnings: parsed<TaskResponse['warnings']>(task.warnings),
    metadata: parsed<TaskResponse['metadata']>(task.metadata),
    batch_id: task.batch_id ?? undefined,
    error: parsed<TaskResponse['error']>(task.error),
    delivery: deliveryOf(task.delivery ?? null),
    ...reportOf(task),
  }
}

function deliveryOf(json: string | null): TaskResponse['delivery'] {
  const state = parsed<UploadState>(json)
  if (!state) return undefined
  const { status, host, tries, due_at, ended_at, error } = state
  const next_try_at = status === 'pending' ? iso(due_at) : undefined
  return { status, host, tries, next_try_at, ended_at: iso(ended_at), error: error ?? undefined }
}

function reportOf({ report: json }: TaskRecord): z.input<typeof report> | undefined {
  const stored = parsed<z.input<typeof report>>(json)
  if (!stored?.optimization) return stored
  return { ...stored, optimization: withPresentKinds(stored.optimization) }
}

function iso(time: number | null): string | undefined {
  return time === null ? undefined : new Date(time).toISOString()
}

/** JSON of ours, read from a row. */
function parsed<Value>(json: string | null): Value | undefined {
  return json === null ? undefined : (JSON.parse(json) as Value)
}
