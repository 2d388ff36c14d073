/** `GET /v1/tasks`: the account's tasks, newest first. */
import { Hono } from 'hono'
import { z } from 'zod'
import { visibleMode } from '../accounts/scopes'
import { writeCursor } from '../cursor'
import { authenticate } from '../http/auth'
import { type AppEnv, publicOrigin } from '../http/context'
import { jsonRoute } from '../http/route'
import { kindOfWork, nextCursor, pageQuery } from '../http/shared-schemas'
import { taskExample, taskResponse, taskStatus, taskView } from '../http/task-response'
import { downloadUrl } from '../tasks/download-url'
import { listTasks } from '../tasks/list'

const getTasks = jsonRoute(
  {
    operationId: 'listTasks',
    summary: 'The account’s tasks, newest first',
    description:
      'One page of the tasks, live or test as the key is, filtered by status and kind. `next_cursor` leads to the next page.',
    query: z.strictObject({
      status: taskStatus.optional().describe('Tasks in one state.'),
      kind: kindOfWork.optional().describe('Tasks of one kind.'),
      ...pageQuery,
    }),
    response: {
      status: 200,
      description: 'One page.',
      schema: z.object({
        tasks: z.array(taskResponse).describe('Newest first.'),
        next_cursor: nextCursor,
      }),
      example: { tasks: [taskExample], next_cursor: null },
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
