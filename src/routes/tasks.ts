/** `GET /v1/tasks`: the account's tasks, newest first. */
import { Hono } from 'hono'
import { visibleMode } from '../accounts/scopes'
import { writeCursor } from '../cursor'
import { authenticate } from '../http/auth'
import type { AppEnv } from '../http/context'
import { parseShape } from '../http/validation'
import { tasksQuery } from '../requests/tasks'
import { listTasks } from '../tasks/list'
import { taskView } from '../tasks/view'
import { fileUrl } from './status'

export const tasks = new Hono<AppEnv>().get('/', async (c) => {
  const { accountId, mode } = await authenticate(c, 'read')
  const { cursor, ...filter } = parseShape(tasksQuery, c.req.query())
  const { tasks, next } = await listTasks(c.env.DB, accountId, {
    ...filter,
    mode: visibleMode(mode),
    after: cursor,
  })
  return c.json({
    tasks: await Promise.all(tasks.map(async (task) => taskView(task, await fileUrl(c, task)))),
    next_cursor: next ? writeCursor(next) : null,
  })
})
