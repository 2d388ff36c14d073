/** `GET /v1/batches/{batch_id}`: how far a batch is, and when all of it is done, one address for all its files. */
import { Hono } from 'hono'
import { z } from 'zod'
import { visibleMode } from '../accounts/scopes'
import { Problem } from '../errors'
import { POLL_SECONDS } from '../http/accepted'
import { authenticate } from '../http/auth'
import { type AppEnv, publicOrigin } from '../http/context'
import { jsonRoute } from '../http/route'
import { address, time } from '../http/shared-schemas'
import { taskResponse, taskView } from '../http/task-response'
import { archiveUrl } from '../tasks/batch-archive'
import { downloadUrl } from '../tasks/download-url'
import { findBatch } from '../tasks/list'
import { hasEnded } from '../tasks/record'

const getBatch = jsonRoute(
  {
    operationId: 'readBatch',
    summary: 'How far a batch is',
    response: {
      status: 200,
      description: 'The batch and its tasks.',
      schema: z.object({
        batch_id: z.string(),
        created_at: time,
        count: z.int(),
        counts: z.object({
          pending: z.int(),
          processing: z.int(),
          completed: z.int(),
          failed: z.int(),
        }),
        tasks: z.array(z.object({ index: z.int(), ...taskResponse.shape })),
        download_url: address.optional().describe('One ZIP of all files, when all tasks are done.'),
      }),
      headers: ['Retry-After'],
    },
    errors: ['not_found'],
  },
  async (c, { path }) => {
    const { accountId, mode } = await authenticate(c, 'read')
    const found = await findBatch(c.env.DB, path('batch_id'))
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
    const origin = publicOrigin(c)
    return {
      batch_id: batch.batch_id,
      created_at: new Date(batch.created_at).toISOString(),
      count: batch.count,
      counts,
      tasks: await Promise.all(
        tasks.map(async (task) => ({
          index: task.batch_index,
          ...taskView(task, await downloadUrl(c.env, task, origin)),
        })),
      ),
      download_url: done ? await archiveUrl(c.env, { batchId: batch.batch_id, tasks, origin }) : undefined,
    }
  },
)

export const batches = new Hono<AppEnv>().get('/:batch_id', getBatch)
