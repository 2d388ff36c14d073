/** The addresses of tasks' files. */

import { createFileUrl } from '../storage/file-address'
import { fileKey } from '../storage/stored-files'
import type { TaskRecord } from './record'

/**
 * A signed address of a completed task's file, at the origin that whoever asks knows; `undefined` for a task that has none.
 * The one that the task was sent to is for what nobody asks for, such as its webhook.
 */
export async function downloadUrl(env: Env, task: TaskRecord, origin: string): Promise<string | undefined> {
  if (task.status !== 'completed' || task.file_name === null) return undefined
  const file = {
    origin,
    taskId: task.task_id,
    fileName: task.file_name,
    expiresAt: task.expires_at ?? Number.POSITIVE_INFINITY,
  }
  return await createFileUrl(env, file, Date.now())
}

/** As `downloadUrl`, and `undefined` too if the file is no longer kept. */
export async function keptDownloadUrl(
  env: Env,
  task: TaskRecord,
  origin: string,
): Promise<string | undefined> {
  if (task.status !== 'completed' || !task.file_name) return undefined
  if (!(await env.FILES.head(fileKey(task.task_id)))) return undefined
  return await downloadUrl(env, task, origin)
}
