/** `GET /v1/batches/{batch_id}`: how far a batch is, and when all of it is done, one address for all its files. */

import { Hono } from 'hono'
import { z } from 'zod'
import { catchUp } from '../accounts/account-client'
import { visibleMode } from '../accounts/scopes'
import { taskDatabase } from '../databases'
import { Problem } from '../errors'
import { authenticate } from '../http/auth'
import { type AppEnv, publicOrigin } from '../http/context'
import { POLL_SECONDS } from '../http/respond-accepted'
import { jsonRoute } from '../http/route'
import { address, time } from '../http/shared-schemas'
import { taskExample, taskResponse, taskView } from '../http/task-response'
import { archiveUrl } from '../tasks/batch-archive'
import { downloadUrl } from '../tasks/download-url'
import { findBatch } from '../tasks/list-tasks'
import { hasEnded } from '../tasks/record'

const batchResponse = z
  .object({
    batch_id: z.string().describe('Id of the batch.'),
    created_at: time,
    count: z.int().describe('Number of its tasks.'),
    counts: z
      .object({
        pending: z.int().describe('Tasks that wait.'),
        processing: z.int().describe('Tasks that are being made.'),
        completed: z.int().describe('Tasks that have a file.'),
        failed: z.int().describe('Tasks that failed.'),
      })
      .describe('How many tasks are in each state.'),
    tasks: z
      .array(
        z
          .object({ index: z.int().describe('Place among the entries, from 0.'), ...taskResponse.shape })
          .meta({ id: 'BatchTask' }),
      )
      .describe('In the order of the entries.'),
    download_url: address.optional().describe('One ZIP of all files, when all tasks are done.'),
  })
  .meta({ id: 'Batch' })

const getBatch = jsonRoute(
  {
    operationId: 'getBatch',
    summary: 'How far a batch is',
    description:
      'The state of every task of the batch and, when all have ended, one address for a ZIP of their files. `Retry-After` says when to ask again.',
    response: {
      status: 200,
      description: 'The batch and its tasks.',
      schema: batchResponse,
      example: {
        batch_id: 'bat_01',
        created_at: '2026-11-21T08:00:00.000Z',
        count: 1,
        counts: { pending: 0, processing: 0, completed: 1, failed: 0 },
        tasks: [{ index: 0, ...taskExample, batch_id: 'bat_01' }],
        download_url: 'https://platen.example/files/bat_01/bat_01.zip?expires=1795254000&signature=AbC',
      },
      headers: ['Retry-After'],
    },
    errors: ['not_found'],
  },
  async (c, { path }) => {
    const { accountId, account, mode } = await authenticate(c, 'read')
    await catchUp(account)
    const found = await findBatch(taskDatabase(c.env, accountId), path('batch_id'))
    const visible = visibleMode(mode)
    const isHidden = visible !== undefined && found?.tasks.some((task) => task.mode !== visible)
    if (!found || found.accountId !== accountId || isHidden) {
      const detail = path('batch_id').startsWith('tsk_')
        ? 'This is a task: GET /v1/status/{task_id}.'
        : 'There is no such batch. Check the batch_id in the address.'
      throw new Problem('not_found', { detail })
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
