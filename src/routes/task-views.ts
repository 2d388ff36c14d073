/** `/v1/status/{task_id}/view`: links to a task's file for people who have no key, which show it in their browser. */
import { Hono } from 'hono'
import { z } from 'zod'
import { taskDatabase } from '../databases'
import { Problem } from '../errors'
import { authenticate, type Caller } from '../http/auth'
import { MAX_BODY } from '../http/body'
import { type AppContext, type AppEnv, publicOrigin } from '../http/context'
import { idempotentRoute } from '../http/idempotent-post'
import { requireKeptTask } from '../http/require-task'
import { jsonRoute, route } from '../http/route'
import { address, time } from '../http/shared-schemas'
import { createViewUrl } from '../storage/file-address'
import { fileKey, findFile } from '../storage/stored-files'
import { insertView, listViews, MAX_VIEWS, revokeView, type View } from '../storage/view-links'
import type { FoundTask } from '../tasks/list-tasks'

const MINUTE_S = 60
const DAY_S = 24 * 60 * MINUTE_S
/** What browsers show by themselves, and what can run no script there (`viewHeaders`). */
const SHOWN = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/svg+xml']

const view = z
  .object({
    view_id: z.string().describe('Names the link where it is taken back.'),
    url: address.describe('Signed; needs no key.'),
    created_at: time,
    expires_at: time,
  })
  .meta({ id: 'View' })

const viewExample: z.input<typeof view> = {
  view_id: 'viw_01',
  url: 'https://platen.example/files/tsk_01/document.pdf?view=live&expires=1795508400&signature=AbC',
  created_at: '2026-11-21T09:00:00.000Z',
  expires_at: '2026-11-24T09:00:00.000Z',
}

const postView = idempotentRoute(
  {
    operationId: 'createView',
    summary: 'A link that shows the file to somebody without a key',
    description:
      'A signed address that you may send to a customer: it opens the PDF or picture in the browser, in place of saving ' +
      'it. It works until `expires_at`, for everybody who has it. `DELETE …/view/{view_id}` takes it back alone, and it ends ' +
      `with the task. A task has at most ${MAX_VIEWS} links that have not ended. A file of a test key is stamped there too.`,
    scope: 'render',
    body: z.strictObject({
      expires_in: z
        .int()
        .min(MINUTE_S)
        .max(400 * DAY_S)
        .default(7 * DAY_S)
        .describe(
          'How long it works, in seconds; a week by default. Never for longer than the file is kept.',
        ),
    }),
    example: { expires_in: 3 * DAY_S },
    maxBodyBytes: MAX_BODY.fields,
    response: {
      status: 200,
      description: 'The link.',
      schema: view,
      example: viewExample,
    },
    errors: ['not_found', 'gone', 'plan_limit'],
  },
  async (c, { request: { expires_in }, path, caller }) => {
    const task = await requireKeptTask(c, caller, path('task_id'))
    const { task_id: taskId, status, file_name: fileName, content_type: contentType } = task
    if (status !== 'completed' || fileName === null)
      throw noView(`The task is ${status}: only a completed one has a file.`)
    if (!SHOWN.includes(contentType ?? ''))
      throw noView(`The task’s file is ${contentType}, which browsers do not show. Send its download_url.`)
    if (!(await findFile(() => c.env.FILES.head(fileKey(taskId)), task.completed_at)))
      throw new Problem('gone', { detail: 'The task’s file is no longer kept.' })
    const now = Date.now()
    const expiresAt = Math.min(now + expires_in * 1000, task.expires_at ?? Number.POSITIVE_INFINITY)
    const made = await insertView(databaseFor(c, caller), { taskId, expiresAt }, now)
    if (!made) throw tooManyViews()
    return { body: show(c, task, made) }
  },
)

const getViews = jsonRoute(
  {
    operationId: 'listViews',
    summary: 'The links of a task that work',
    description: 'Those that `POST` made and that have neither ended nor been taken back.',
    response: {
      status: 200,
      description: 'The links.',
      schema: z.object({ views: z.array(view).describe('Newest first.') }),
      example: { views: [viewExample] },
    },
    errors: ['not_found', 'gone'],
  },
  async (c, { path }) => {
    const caller = await authenticate(c, 'read')
    const task = await requireKeptTask(c, caller, path('task_id'))
    const views = await listViews(databaseFor(c, caller), task.task_id, Date.now())
    return { views: views.map((one) => show(c, task, one)) }
  },
)

const deleteView = route(
  {
    operationId: 'deleteView',
    summary: 'Takes a link back',
    description: 'Whoever opens it from now on is told so. The task, its file and its other links stay.',
    responses: { 204: { description: 'The link no longer works.' } },
    errors: ['not_found', 'gone'],
  },
  async (c, { path }) => {
    const caller = await authenticate(c, 'render')
    const { task_id: taskId } = await requireKeptTask(c, caller, path('task_id'))
    const found = await revokeView(databaseFor(c, caller), { taskId, viewId: path('view_id') }, Date.now())
    if (!found) throw noView('The task has no such link. GET the address without the view_id lists them.')
    return c.body(null, 204)
  },
)

export const taskViews = new Hono<AppEnv>()
  .post('/:task_id/view', postView)
  .get('/:task_id/view', getViews)
  .delete('/:task_id/view/:view_id', deleteView)

function databaseFor(c: AppContext, { accountId }: Caller): D1Database {
  return taskDatabase(c.env, accountId)
}

/** A link as its owner sees it. */
function show(
  c: AppContext,
  { task_id: taskId, file_name, mode }: FoundTask,
  { viewId, createdAt, expiresAt }: View,
): z.input<typeof view> {
  const target = { taskId, fileName: file_name ?? '', mode, origin: publicOrigin(c), expiresAt }
  return {
    view_id: viewId,
    url: createViewUrl(c.env, target),
    created_at: new Date(createdAt).toISOString(),
    expires_at: new Date(expiresAt).toISOString(),
  }
}

function tooManyViews(): Problem {
  return new Problem('plan_limit', {
    detail: `A task has at most ${MAX_VIEWS} links that have not ended, those that were taken back included. Send one of them again: GET lists those that work.`,
  })
}

function noView(detail: string): Problem {
  return new Problem('not_found', { detail })
}
