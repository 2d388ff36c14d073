/** `POST /v1/status/{task_id}/view`: a link to a task's file for people who have no key, which shows it in their browser. */
import { Hono } from 'hono'
import { z } from 'zod'
import { Problem } from '../errors'
import { MAX_BODY } from '../http/body'
import { type AppEnv, publicOrigin } from '../http/context'
import { idempotentRoute } from '../http/idempotent-post'
import { requireKeptTask } from '../http/require-task'
import { address, time } from '../http/shared-schemas'
import { createViewUrl } from '../storage/file-address'
import { fileKey, findFile } from '../storage/stored-files'

const MINUTE_S = 60
const DAY_S = 24 * 60 * MINUTE_S
/** What browsers show by themselves, and what can run no script there (`viewHeaders`). */
const SHOWN = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/svg+xml']

const postView = idempotentRoute(
  {
    operationId: 'createView',
    summary: 'A link that shows the file to somebody without a key',
    description:
      'A signed address that you may send to a customer: it opens the PDF or picture in the browser, in place of saving ' +
      'it. It works until `expires_at`, for everybody who has it, and ends earlier with the task: `DELETE ' +
      '/v1/status/{task_id}` is how to take it back. A file of a test key is stamped there too.',
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
      schema: z.object({ url: address.describe('Signed; needs no key.'), expires_at: time }),
      example: {
        url: 'https://platen.example/files/tsk_01/document.pdf?view=live&expires=1795508400&signature=AbC',
        expires_at: '2026-11-24T09:00:00.000Z',
      },
    },
    errors: ['not_found', 'gone'],
  },
  async (c, { request: { expires_in }, path, caller }) => {
    const task = await requireKeptTask(c, caller, path('task_id'))
    const { task_id: taskId, status, mode, file_name: fileName, content_type: contentType } = task
    if (status !== 'completed' || fileName === null)
      throw noView(`The task is ${status}: only a completed one has a file.`)
    if (!SHOWN.includes(contentType ?? ''))
      throw noView(`The task’s file is ${contentType}, which browsers do not show. Send its download_url.`)
    if (!(await findFile(() => c.env.FILES.head(fileKey(taskId)), task.completed_at)))
      throw new Problem('gone', { detail: 'The task’s file is no longer kept.' })
    const file = { taskId, fileName, mode, expiresAt: task.expires_at ?? Number.POSITIVE_INFINITY }
    const shown = { ...file, origin: publicOrigin(c) }
    const { url, expiresAt } = createViewUrl(c.env, shown, Date.now() + expires_in * 1000)
    return { body: { url, expires_at: new Date(expiresAt).toISOString() } }
  },
)

export const taskViews = new Hono<AppEnv>().post('/:task_id/view', postView)

function noView(detail: string): Problem {
  return new Problem('not_found', { detail })
}
