/** All files of a batch as one ZIP archive. */

import { makeZip } from 'client-zip'
import { taskDatabase } from '../databases'
import { Problem } from '../errors'
import { createFileUrl } from '../storage/file-address'
import { fileKey } from '../storage/stored-files'
import { type BatchTask, findBatch } from './list-tasks'

/** The archive of the files that are still kept, streamed from storage. Throws `gone` if there are none. */
export async function batchArchive(env: Env, batchId: string): Promise<ReadableStream<Uint8Array>> {
  const found = await findBatch(taskDatabase(env, batchId), batchId)
  const files = found ? kept(found.tasks) : []
  if (files.length === 0) throw new Problem('gone', { detail: 'No file of the batch is kept any more.' })
  return makeZip(archivedFiles(env.FILES, files))
}

/** The signed address of the archive; `undefined` if no task has a file. */
export async function archiveUrl(
  env: Env,
  { batchId, tasks, origin }: { batchId: string; tasks: BatchTask[]; origin: string },
): Promise<string | undefined> {
  const files = kept(tasks)
  if (files.length === 0) return undefined
  const expiresAt = Math.max(...files.map(({ expires_at }) => expires_at ?? 0))
  return await createFileUrl(
    env,
    { origin, taskId: batchId, fileName: `${batchId}.zip`, expiresAt },
    Date.now(),
  )
}

/** Opens each file when its turn has come; one that is no longer there is left out. */
async function* archivedFiles(storage: R2Bucket, tasks: BatchTask[]) {
  for (const task of tasks) {
    const file = await storage.get(fileKey(task.task_id))
    if (!file) continue
    yield {
      name: `${String(task.batch_index + 1).padStart(2, '0')} ${task.file_name}`,
      lastModified: new Date(task.completed_at ?? task.created_at),
      input: file.body,
    }
  }
}

function kept(tasks: BatchTask[]): BatchTask[] {
  return tasks.filter(({ status, file_name }) => status === 'completed' && file_name !== null)
}
