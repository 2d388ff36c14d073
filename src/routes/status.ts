/** `/v1/status/{task_id}`: what became of a task, synchronous ones included; and its deletion. */

import { Hono } from 'hono'
import { problemReply } from '../accounts/reply'
import { visibleMode } from '../accounts/scopes'
import { Problem } from '../errors'
import { POLL_SECONDS } from '../http/accepted'
import { authenticate, type Caller } from '../http/auth'
import { type AppContext, type AppEnv, publicOrigin } from '../http/context'
import { parseShape } from '../http/validation'
import { cancelTask } from '../queue/dispatcher'
import { eraseTask } from '../queue/erase-task'
import { statusQuery } from '../requests/tasks'
import { createFileUrl } from '../storage/file-address'
import { fileKey } from '../storage/files'
import { type FoundTask, findTask } from '../tasks/list'
import { hasEnded, type TaskRecord } from '../tasks/record'
import { taskView } from '../tasks/view'

/** Milliseconds between two looks of ours while a caller waits. */
const LOOK_MS = 500
/** Calls of an account that wait at once in this isolate; one more is answered at once, as without `wait`. */
const MAX_WAITING = 20
const waiting = new Map<string, number>()

export const status = new Hono<AppEnv>()

status.get('/:taskId', async (c) => {
  const caller = await authenticate(c, 'read')
  const { wait } = parseShape(statusQuery, c.req.query())
  const task = await waitForEnd(c, caller, wait * 1000)
  if (!hasEnded(task)) c.header('Retry-After', String(POLL_SECONDS))
  return c.json(taskView(task, await downloadUrl(c, task)))
})

status.delete('/:taskId', async (c) => {
  const { accountId, account, mode } = await authenticate(c, 'render')
  const taskId = c.req.param('taskId')
  const task = await findTask(c.env.DB, account, { taskId, accountId, mode: visibleMode(mode) })
  if (!task) throw noTask()
  const { DB: db, FILES: files } = c.env
  const reply = problemReply(deleted())
  await eraseTask({ taskId, accountId, reply }, { db, files, account, now: Date.now() })
  if (!hasEnded(task)) await cancelTask(c.env, { taskId, kind: task.kind })
  return c.body(null, 204)
})

/** `endOf` within `waitMs`, unless the account waits in too many calls already. */
async function waitForEnd(c: AppContext, caller: Caller, waitMs: number): Promise<FoundTask> {
  const { accountId } = caller
  const others = waiting.get(accountId) ?? 0
  if (waitMs === 0 || others >= MAX_WAITING) return await endOf(c, caller, Date.now())
  waiting.set(accountId, others + 1)
  try {
    return await endOf(c, caller, Date.now() + waitMs)
  } finally {
    const left = (waiting.get(accountId) ?? 1) - 1
    if (left > 0) waiting.set(accountId, left)
    else waiting.delete(accountId)
  }
}

/** The task as it stands now, or at its end where that comes before `until`. Throws 404, and 410 for what is gone. */
async function endOf(c: AppContext, { account, accountId, mode }: Caller, until: number): Promise<FoundTask> {
  const taskId = c.req.param('taskId') ?? ''
  for (;;) {
    const task = await findTask(c.env.DB, account, { taskId, accountId, mode: visibleMode(mode) })
    if (!task) throw noTask()
    if (task.erased_at !== null) throw deleted()
    if (task.expires_at !== null && task.expires_at <= Date.now()) {
      throw new Problem('gone', {
        detail: 'The task and its file were kept for the time of the plan, which is over.',
      })
    }
    if (hasEnded(task) || Date.now() >= until) return task
    await new Promise((resolve) => setTimeout(resolve, Math.min(LOOK_MS, until - Date.now())))
  }
}

/** A fresh address of the task's file, while that is kept. */
async function downloadUrl(c: AppContext, task: TaskRecord): Promise<string | undefined> {
  if (task.status !== 'completed' || !task.file_name) return undefined
  if (!(await c.env.FILES.head(fileKey(task.task_id)))) return undefined
  return await fileUrl(c, task)
}

/** A signed address of a completed task's file; `undefined` for a task that has none. */
export async function fileUrl(c: AppContext, task: TaskRecord): Promise<string | undefined> {
  if (task.status !== 'completed' || task.file_name === null) return undefined
  const { task_id: taskId, file_name: fileName } = task
  const origin = task.origin ?? publicOrigin(c)
  const expiresAt = task.expires_at ?? Number.POSITIVE_INFINITY
  return await createFileUrl(c.env, { origin, taskId, fileName, expiresAt }, Date.now())
}

function noTask(): Problem {
  return new Problem('not_found', { detail: 'There is no such task. Check the task_id in the address.' })
}

function deleted(): Problem {
  return new Problem('gone', { detail: 'The task was deleted, and its file and data with it.' })
}
