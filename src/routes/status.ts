/** `GET /v1/status/{task_id}`: what became of a task, synchronous ones included. */
import { Hono } from 'hono'
import type { TaskRecord } from '../credits/task-record'
import { fileKey } from '../deliver/files'
import { signLink } from '../deliver/links'
import { Problem } from '../errors'
import { findTask, shownTask } from '../jobs/tasks'
import { fileUrlTtl } from '../settings'
import { authenticate } from './caller'
import { type AppContext, type AppEnv, publicOrigin } from './context'

/** Seconds between two looks that the contract recommends. */
const POLL_SECONDS = 2

export const status = new Hono<AppEnv>().get('/:taskId', async (c) => {
  const { accountId, account } = await authenticate(c, 'read')
  const task = await findTask(c.env.DB, account, { taskId: c.req.param('taskId'), accountId })
  if (!task)
    throw new Problem('not_found', { detail: 'There is no such task. Check the task_id in the address.' })
  if (task.expires_at !== null && task.expires_at <= Date.now()) {
    throw new Problem('gone', {
      detail: 'The task and its file were kept for the time of the plan, which is over.',
    })
  }
  if (task.status === 'pending' || task.status === 'processing') c.header('Retry-After', String(POLL_SECONDS))
  return c.json(shownTask(task, await downloadUrl(c, task)))
})

/** A fresh address of the task's file, while that is kept. */
async function downloadUrl(c: AppContext, task: TaskRecord): Promise<string | undefined> {
  if (task.status !== 'completed' || !task.file_name) return undefined
  if (!(await c.env.FILES.head(fileKey(task.task_id)))) return undefined
  const expiresAt = Math.min(Date.now() + fileUrlTtl(c.env), task.expires_at ?? Number.POSITIVE_INFINITY)
  const origin = task.origin ?? publicOrigin(c)
  return await signLink(
    { origin, taskId: task.task_id, fileName: task.file_name, expiresAt },
    c.env.SIGNING_SECRET ?? '',
  )
}
