/** `/v1/status/{task_id}`: what became of a task, synchronous ones included; and its deletion. */

import { Hono } from 'hono'
import { z } from 'zod'
import { problemReply } from '../accounts/reply'
import { visibleMode } from '../accounts/scopes'
import { taskDatabase } from '../databases'
import { authenticate, authenticateAndAsk, type Caller } from '../http/auth'
import { type AppContext, type AppEnv, publicOrigin } from '../http/context'
import { hangUpSignal } from '../http/hang-up'
import { deletedTask, keptTask, noTask } from '../http/require-task'
import { POLL_SECONDS } from '../http/respond-accepted'
import { jsonRoute, route } from '../http/route'
import { taskExample, taskResponse, taskView } from '../http/task-response'
import { cancelTask } from '../queue/dispatcher'
import { eraseTask } from '../queue/erase-task'
import { fileKey } from '../storage/stored-files'
import { downloadUrl, keptDownloadUrl } from '../tasks/download-url'
import { type FoundTask, findTask } from '../tasks/list-tasks'
import { hasEnded } from '../tasks/record'
import { ignore, rejectOnAbort, sleep } from '../time/waiting'

/** Milliseconds between two looks of ours where the account does not tell when a task has ended. */
const LOOK_MS = 500
/** Calls of an account that wait at once in this isolate; one more is answered at once, as without `wait`. */
const MAX_WAITING = 20
/** Those calls. One that the platform ended may not say so, but is over by then. */
const waiting = new Set<{ accountId: string; until: number }>()

const getStatus = jsonRoute(
  {
    operationId: 'getTask',
    summary: 'Status of a task',
    description:
      'Polled, or asked with `wait`, until `status` is `completed` or `failed`; `Retry-After` says when to ask again.',
    query: z.strictObject({
      wait: z.coerce
        .number({ error: 'must be a number of seconds' })
        .int('must be a whole number of seconds')
        .min(0)
        .max(30)
        .default(0)
        .describe('Waits up to this many seconds for the task to end.'),
    }),
    response: {
      status: 200,
      description: 'The task; fields that have no value yet are left out.',
      schema: taskResponse,
      example: taskExample,
      headers: ['Retry-After'],
    },
    errors: ['not_found', 'gone'],
  },
  async (c, { path, query }) => {
    const taskId = path('task_id')
    const { caller, found } = await authenticateAndAsk(c, 'read', (owner) => look(c, owner, taskId))
    const { wait } = query()
    const { task, isStored } = await waitForEnd(c, caller, { taskId, found, waitMs: wait * 1000 })
    if (task.mode === 'test') c.header('X-Test-Mode', 'true')
    if (!hasEnded(task)) c.header('Retry-After', String(POLL_SECONDS))
    const origin = publicOrigin(c)
    const url = isStored ? await downloadUrl(c.env, task, origin) : await keptDownloadUrl(c.env, task, origin)
    return taskView(task, url)
  },
)

const deleteTask = route(
  {
    operationId: 'deleteTask',
    summary: 'Cancels a task and deletes its input and output',
    description:
      'Ends work under way, releases what was held for it, and deletes file, request, metadata and webhook bodies. Finished work stays charged.',
    responses: {
      204: { description: 'Deleted. The id returns 410 from now on; charged credits stay charged.' },
    },
    errors: ['not_found'],
  },
  async (c, { path }) => {
    const { accountId, account, mode } = await authenticate(c, 'render')
    const taskId = path('task_id')
    const { FILES: files } = c.env
    const db = taskDatabase(c.env, accountId)
    const task = await findTask(db, account, { taskId, accountId, mode: visibleMode(mode) })
    if (!task) throw noTask(taskId)
    const reply = problemReply(deletedTask())
    const { late } = await eraseTask({ taskId, accountId, reply }, { db, files, account, now: Date.now() })
    c.executionCtx.waitUntil(late.catch(ignore))
    if (!hasEnded(task)) await cancelTask(c.env, { taskId, kind: task.kind })
    return c.body(null, 204)
  },
)

export const status = new Hono<AppEnv>().get('/:task_id', getStatus).delete('/:task_id', deleteTask)

/** What was found of a task, and whether its file was there. */
type Look = { task: FoundTask | undefined; isStored: boolean }

/** Asks for a task and for its file at once, since each may be far away. A file that is not there yet may be a moment later. */
async function look(
  c: AppContext,
  { accountId, account }: Pick<Caller, 'accountId' | 'account'>,
  taskId: string,
): Promise<Look> {
  const [task, file] = await Promise.all([
    findTask(taskDatabase(c.env, accountId), account, { taskId, accountId }),
    c.env.FILES.head(fileKey(taskId)),
  ])
  return { task, isStored: file !== null }
}

/** What a caller waits for: its task, what was found of it already, and for how long. */
type Wait = { taskId: string; found: Look }

/** `endOf` within `waitMs`, unless the account waits in too many calls already. */
async function waitForEnd(
  c: AppContext,
  caller: Caller,
  { waitMs, ...wait }: Wait & { waitMs: number },
): Promise<Look & { task: FoundTask }> {
  const { accountId } = caller
  const endBy = (until: number) => endOf(c, caller, { ...wait, until })
  const now = Date.now()
  for (const call of waiting) if (call.until <= now) waiting.delete(call)
  const own = [...waiting].filter((call) => call.accountId === accountId)
  if (waitMs === 0 || own.length >= MAX_WAITING) return await endBy(now)
  const call = { accountId, until: now + waitMs }
  waiting.add(call)
  try {
    return await endBy(call.until)
  } finally {
    waiting.delete(call)
  }
}

/**
 * The task as it stands now, or at its end where that comes before `until`. Throws 404, and 410 for what is gone; ends
 * when the caller hangs up.
 */
async function endOf(
  c: AppContext,
  caller: Caller,
  { taskId, found, until }: Wait & { until: number },
): Promise<Look & { task: FoundTask }> {
  const hangUp = hangUpSignal(c)
  let last = found
  for (let wasTold = true; ; ) {
    const task = keptTask(caller.mode, taskId, last.task)
    const now = Date.now()
    if (hasEnded(task) || now >= until) return { ...last, task }
    // The account's object was replaced, or D1 is behind it.
    if (!wasTold) await rejectOnAbort(hangUp, sleep(Math.min(LOOK_MS, until - now)))
    const askedAt = Date.now()
    const maxMs = Math.max(0, until - askedAt)
    await rejectOnAbort(
      hangUp,
      caller.account.whenEnded({ taskId, maxMs }).catch(() => undefined),
    )
    wasTold = Date.now() - askedAt >= LOOK_MS
    last = await look(c, caller, taskId)
  }
}
