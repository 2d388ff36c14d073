/** A task as callers read it. */
import type { FoundTask } from './list'
import type { TaskRecord } from './record'

/**
 * A task as `GET /v1/status/{task_id}` shows it; absent fields are left out, times are ISO 8601 UTC. The file of a
 * deleted one went when it was deleted, though its row is looked at once more later (`retention.ts`).
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

function iso(time: number | null): string | undefined {
  return time === null ? undefined : new Date(time).toISOString()
}

function parseJson(json: string | null): unknown {
  return json === null ? undefined : JSON.parse(json)
}
