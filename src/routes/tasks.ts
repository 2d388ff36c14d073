/** `GET /v1/tasks`: the account's tasks, newest first. */
import { Hono } from 'hono'
import { z } from 'zod'
import { listTasks, readCursor, writeCursor } from '../jobs/listing'
import { shownTask } from '../jobs/tasks'
import { authenticate } from './caller'
import type { AppEnv } from './context'
import { parseShape } from './shape'
import { fileUrl } from './status'

/** A page of a list. */
export const page = {
  limit: z.coerce.number({ error: 'must be a number' }).int().min(1).max(100).default(50),
  cursor: z
    .string()
    .transform((text, context) => {
      const cursor = readCursor(text)
      if (!cursor) context.addIssue({ code: 'custom', message: 'must be a next_cursor that an answer gave' })
      return cursor
    })
    .optional(),
}

export const tasksQuery = z.strictObject({
  status: z.enum(['pending', 'processing', 'completed', 'failed']).optional(),
  kind: z.enum(['generate', 'transform', 'studio', 'qrcode']).optional(),
  ...page,
})

export const tasks = new Hono<AppEnv>().get('/', async (c) => {
  const { accountId } = await authenticate(c, 'read')
  const { cursor, ...filter } = parseShape(tasksQuery, c.req.query())
  const { tasks, next } = await listTasks(c.env.DB, accountId, { ...filter, after: cursor })
  return c.json({
    tasks: await Promise.all(tasks.map(async (task) => shownTask(task, await fileUrl(c, task)))),
    next_cursor: next ? writeCursor(next) : null,
  })
})
