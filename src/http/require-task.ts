/** A task that a request names, if the key may see it and its data are kept. */
import type { Mode } from '../accounts/api-keys'
import { visibleMode } from '../accounts/scopes'
import { taskDatabase } from '../databases'
import { Problem } from '../errors'
import { type FoundTask, findTask } from '../tasks/list-tasks'
import type { Caller } from './auth'
import type { AppContext } from './context'

/** Throws `not_found`, and `gone` for what was deleted or is past its time. */
export async function requireKeptTask(
  c: AppContext,
  { account, accountId, mode }: Caller,
  taskId: string,
): Promise<FoundTask> {
  const task = await findTask(taskDatabase(c.env, accountId), account, { taskId, accountId })
  return keptTask(mode, taskId, task)
}

/** The task that was found, if a key of this mode may see it. Throws as `requireKeptTask`. */
export function keptTask(mode: Mode, taskId: string, task: FoundTask | undefined): FoundTask {
  const visible = visibleMode(mode)
  if (!task || (visible && task.mode !== visible)) throw noTask(taskId)
  if (task.erased_at !== null) throw deletedTask()
  if (task.expires_at !== null && task.expires_at <= Date.now()) {
    throw new Problem('gone', {
      detail: 'The task and its file were deleted after the plan’s retention time.',
    })
  }
  return task
}

/** What ids of another kind name, by how they begin. */
const OTHER_IDS: Readonly<Record<string, string>> = {
  bat_: 'This is a batch: GET /v1/batches/{batch_id}.',
  req_: 'This is the id of a request: that of its task is in X-Task-Id, and in "task_id" of a 202.',
  msg_: 'This is the id of a message to a webhook: "task_id" in its body is that of the task.',
}

export function noTask(taskId: string): Problem {
  const detail = OTHER_IDS[taskId.slice(0, 4)] ?? 'There is no such task. Check the task_id in the address.'
  return new Problem('not_found', { detail })
}

export function deletedTask(): Problem {
  return new Problem('gone', { detail: 'The task was deleted, and its file and data with it.' })
}
