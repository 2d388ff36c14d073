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
  return keptTask(mode, await findTask(taskDatabase(c.env, accountId), account, { taskId, accountId }))
}

/** The task that was found, if a key of this mode may see it. Throws as `requireKeptTask`. */
export function keptTask(mode: Mode, task: FoundTask | undefined): FoundTask {
  const visible = visibleMode(mode)
  if (!task || (visible && task.mode !== visible)) throw noTask()
  if (task.erased_at !== null) throw deletedTask()
  if (task.expires_at !== null && task.expires_at <= Date.now()) {
    throw new Problem('gone', {
      detail: 'The task and its file were deleted after the plan’s retention time.',
    })
  }
  return task
}

export function noTask(): Problem {
  return new Problem('not_found', { detail: 'There is no such task. Check the task_id in the address.' })
}

export function deletedTask(): Problem {
  return new Problem('gone', { detail: 'The task was deleted, and its file and data with it.' })
}
