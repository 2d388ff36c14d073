/** `GET /v1/batches/{batch_id}`: how far a batch is, and when all of it is done, one address for all its files. */

import { makeZip } from 'client-zip'
import { Hono } from 'hono'
import { visibleMode } from '../accounts/scopes'
import { Problem } from '../errors'
import { POLL_SECONDS } from '../http/accepted'
import { authenticate } from '../http/auth'
import { type AppContext, type AppEnv, publicOrigin } from '../http/context'
import { FILE_HEADERS } from '../http/security-headers'
import { createFileUrl } from '../storage/file-address'
import { fileKey } from '../storage/files'
import { type BatchTask, findBatch } from '../tasks/list'
import { hasEnded } from '../tasks/record'
import { taskView } from '../tasks/view'
import { fileUrl } from './status'

export const batches = new Hono<AppEnv>().get('/:batchId', async (c) => {
  const { accountId, mode } = await authenticate(c, 'read')
  const found = await findBatch(c.env.DB, c.req.param('batchId'))
  const visible = visibleMode(mode)
  const isHidden = visible !== undefined && found?.tasks.some((task) => task.mode !== visible)
  if (!found || found.accountId !== accountId || isHidden) {
    throw new Problem('not_found', { detail: 'There is no such batch. Check the batch_id in the address.' })
  }
  const { batch, tasks } = found
  const counts = { pending: 0, processing: 0, completed: 0, failed: 0 }
  for (const task of tasks) counts[task.status]++
  const done = tasks.every(hasEnded)
  if (!done) c.header('Retry-After', String(POLL_SECONDS))
  const address = done ? await zipUrl(c, batch.batch_id, tasks) : undefined
  return c.json({
    batch_id: batch.batch_id,
    created_at: new Date(batch.created_at).toISOString(),
    count: batch.count,
    counts,
    tasks: await Promise.all(
      tasks.map(async (task) => ({
        index: task.batch_index,
        ...taskView(task, await fileUrl(c, task)),
      })),
    ),
    ...(address && { download_url: address }),
  })
})

/** A batch's files as one archive, while there are any; streamed from storage. */
export async function batchArchive(env: Env, batchId: string): Promise<Response> {
  const found = await findBatch(env.DB, batchId)
  const files = found ? kept(found.tasks) : []
  if (files.length === 0) throw new Problem('gone', { detail: 'No file of the batch is kept any more.' })
  return new Response(makeZip(archivedFiles(env.FILES, files)), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${batchId}.zip"`,
      ...FILE_HEADERS,
    },
  })
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

async function zipUrl(c: AppContext, batchId: string, tasks: BatchTask[]): Promise<string | undefined> {
  const files = kept(tasks)
  if (files.length === 0) return undefined
  const expiresAt = Math.max(...files.map(({ expires_at }) => expires_at ?? 0))
  const archive = { origin: publicOrigin(c), taskId: batchId, fileName: `${batchId}.zip`, expiresAt }
  return await createFileUrl(c.env, archive, Date.now())
}

function kept(tasks: BatchTask[]): BatchTask[] {
  return tasks.filter(({ status, file_name }) => status === 'completed' && file_name !== null)
}
