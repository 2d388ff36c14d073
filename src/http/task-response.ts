/** A task as a caller is shown it, alone and in lists: its schema, and how a row becomes it. */
import { z } from 'zod'
import { type Kind, kinds } from '../in-page/findings'
import type { FoundTask } from '../tasks/list'
import type { TaskRecord } from '../tasks/record'
import { withPresentKinds } from './former-findings'
import { address, time } from './shared-schemas'

export const taskStatus = z.enum(['pending', 'processing', 'completed', 'failed'])

const counts = z.record(z.string(), z.int())
const findingKind = z.enum(Object.keys(kinds) as [Kind, ...Kind[]])

function beforeAndAfter(description: string) {
  return z.object({ before: z.int(), after: z.int() }).describe(description)
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
      repaired: z.array(findingKind),
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
            page: z.int().min(1).optional(),
            measure: z.number(),
          }),
        )
        .describe('The first findings.'),
      more_findings: z.int().optional().describe('Number of further findings.'),
      scale: z
        .number()
        .optional()
        .describe('The print scale that was chosen, if it differs from the requested one.'),
      model: z.enum(['not_configured', 'not_needed', 'used', 'rejected', 'refused', 'failed']),
    })
    .optional()
    .describe('What `goCreditMode` found and did (docs/guide/print-optimisation.md has the kinds).'),
  factur_x: z.string().optional().describe('Profile of the invoice inside, or `prepared`.'),
})

export const taskResponse = z.object({
  task_id: z.string(),
  status: taskStatus,
  kind: z.string(),
  created_at: time,
  started_at: time.optional(),
  completed_at: time.optional(),
  download_url: address.optional().describe('Signed again in each response, while the file is kept.'),
  expires_at: time.optional().describe('When the file is removed.'),
  credits_charged: z.int(),
  pages: z.int().optional(),
  bytes: z.int().optional(),
  warnings: z.array(z.string()).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  batch_id: z.string().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  ...report.shape,
})
export type TaskResponse = z.input<typeof taskResponse>

/**
 * A task as it is shown; absent fields are left out, times are ISO 8601 UTC. The file of a deleted one went when it was
 * deleted, though its row is looked at once more later (`queue/erase-task.ts`).
 */
export function taskView(
  task: TaskRecord & Partial<Pick<FoundTask, 'erased_at'>>,
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
    ...reportOf(task),
  }
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
