/** `GET /v1/tasks`: the account's tasks, newest first. */
import { Hono } from 'hono'
import { z } from 'zod'
import { visibleMode } from '../accounts/scopes'
import { writeCursor } from '../cursor'
import { authenticate } from '../http/auth'
import { type AppEnv, publicOrigin } from '../http/context'
import { jsonRoute } from '../http/route'
import { kindOfWork, nextCursor, pageQuery } from '../http/shared-schemas'
import { taskResponse, taskStatus, taskView } from '../http/task-response'
import { downloadUrl } from '../tasks/download-url'
import { listTasks } from '../tasks/list'

const getTasks = jsonRoute(
  {
    operationId: 'tasks',
    summary: 'The account’s tasks, newest first',
    query: z.strictObject({ status: taskStatus.optional(), kind: kindOfWork.optional(), ...pageQuery }),
    response: {
      status: 200,
      description: 'One page.',
      schema: z.object({ tasks: z.array(taskResponse), next_cursor: nextCursor }),
    },
  },
  async (c, { query }) => {
    const { accountId, mode } = await authenticate(c, 'read')
    const { cursor, ...filter } = query()
    const page = { ...filter, mode: visibleMode(mode), after: cursor }
    const { tasks, next } = await listTasks(c.env.DB, accountId, page)
    const show = async (task: (typeof tasks)[number]) =>
      taskView(task, await downloadUrl(c.env, task, publicOrigin(c)))
    return { tasks: await Promise.all(tasks.map(show)), next_cursor: next ? writeCursor(next) : null }
  },
)

export const tasks = new Hono<AppEnv>().get('/', getTasks)
