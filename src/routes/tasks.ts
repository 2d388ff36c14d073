/** `GET /v1/tasks`: the account's tasks, newest first. */

import { Hono } from 'hono'
import { z } from 'zod'
import { catchUp } from '../accounts/account-client'
import { visibleMode } from '../accounts/scopes'
import { writeCursor } from '../cursor'
import { taskDatabase } from '../databases'
import { authenticate } from '../http/auth'
import { type AppEnv, publicOrigin } from '../http/context'
import { jsonRoute } from '../http/route'
import { kindOfWork, nextCursor, pageQuery } from '../http/shared-schemas'
import { taskExample, taskResponse, taskStatus, taskView } from '../http/task-response'
import { isSpan, NO_SPAN, spanQuery } from '../http/usage-statement'
import { downloadUrl } from '../tasks/download-url'
import { listTasks } from '../tasks/list-tasks'

/** Characters of names and values that tasks are found by, and how many at once. */
const MAX_NAME = 64
const MAX_VALUE = 200
const MAX_FIELDS = 5

const metadataQuery = z
  .record(z.string(), z.string())
  .refine(
    (fields) => Object.keys(fields).every((name) => name.length <= MAX_NAME),
    `has a name of more than ${MAX_NAME} characters, which finds nothing`,
  )
  .refine(
    (fields) => Object.values(fields).every((value) => value.length <= MAX_VALUE),
    `has a value of more than ${MAX_VALUE} characters, which finds nothing`,
  )
  .refine((fields) => Object.keys(fields).length <= MAX_FIELDS, `must be at most ${MAX_FIELDS} fields`)
  // In an address, numbers and truth values are texts.
  .meta({ additionalProperties: {} })
  .optional()
  .describe(
    'Tasks whose metadata has this text, number, `true` or `false` in this field: `metadata[order]=17`, or `metadata.order=17`. ' +
      `Found are the first 20 such fields of a task, with names of up to ${MAX_NAME} and values of up to ${MAX_VALUE} characters.`,
  )

const getTasks = jsonRoute(
  {
    operationId: 'listTasks',
    summary: 'The account’s tasks, newest first',
    description:
      'One page of the tasks, live or test as the key is, filtered by id, status, kind, time and metadata. `next_cursor` leads to the next page.',
    query: z
      .strictObject({
        task_id: z
          .string()
          .min(1)
          .max(MAX_VALUE)
          .optional()
          .describe('The task of this id alone, if it is there and all else that is asked for fits.'),
        status: taskStatus.optional().describe('Tasks in one state.'),
        kind: kindOfWork.optional().describe('Tasks of one kind.'),
        ...spanQuery,
        metadata: metadataQuery,
        ...pageQuery,
      })
      .refine(isSpan, NO_SPAN),
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
    const { accountId, account, mode } = await authenticate(c, 'read')
    const { cursor, task_id: taskId, ...filter } = query()
    await catchUp(account)
    const page = { ...filter, taskId, mode: visibleMode(mode), after: cursor }
    const { tasks, next } = await listTasks(taskDatabase(c.env, accountId), accountId, page)
    const show = async (task: (typeof tasks)[number]) =>
      taskView(task, await downloadUrl(c.env, task, publicOrigin(c)))
    return { tasks: await Promise.all(tasks.map(show)), next_cursor: next ? writeCursor(next) : null }
  },
)

export const tasks = new Hono<AppEnv>().get('/', getTasks)
