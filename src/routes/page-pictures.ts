/** `GET /v1/status/{task_id}/pages/{page}`: a page of a task's PDF as a picture. */
import { Hono } from 'hono'
import { z } from 'zod'
import { sha256 } from '../crypto/hashes'
import { Problem } from '../errors'
import { authenticate, type Caller } from '../http/auth'
import type { AppContext, AppEnv } from '../http/context'
import { hangUpSignal } from '../http/hang-up'
import { matchesTag } from '../http/if-none-match'
import { absentPage, noPage, pictureWidth } from '../http/read-picture'
import { requireKeptTask } from '../http/require-task'
import { fileOf, route } from '../http/route'
import { FILE_HEADERS } from '../http/security-headers'
import { parseShape } from '../http/validation'
import { withPreview } from '../http/with-preview'
import { drawStoredPage } from '../jobs/draw-pictures'
import { fileKey, findFile } from '../storage/stored-files'

/** A larger file is not held in memory for a picture that nobody pays for. */
const MAX_BYTES = 8 << 20

const pageName = z
  .string()
  .regex(/^[1-9][0-9]{0,5}\.png$/, 'must be a page number with .png, such as 1.png')
  .describe('The page, counted from 1, with `.png`: `1.png`.')

const getPagePicture = route(
  {
    operationId: 'getPagePicture',
    summary: 'A page of a task’s PDF as a picture',
    description:
      'Drawn from the file itself, for as long as it is kept. Costs nothing and counts as a preview. ' +
      'An `ETag` saves drawing it again.',
    path: { page: pageName },
    query: z.strictObject({ width: pictureWidth }),
    responses: {
      200: {
        description: 'The page as PNG.',
        headers: ['RateLimit-Policy', 'RateLimit', 'Server-Timing'],
        content: { 'image/png': { schema: fileOf('image/png') } },
      },
      304: { description: 'As it was: `If-None-Match` has its `ETag`.' },
    },
    errors: ['not_found', 'gone', 'document_invalid', 'preview_quota', 'pool_full'],
  },
  async (c, { path, query }) => {
    const caller = await authenticate(c, 'read', 'PREVIEW')
    const { width } = query()
    const page = Number.parseInt(parseShape(z.object({ page: pageName }), { page: path('page') }).page, 10)
    const {
      task_id: taskId,
      status,
      completed_at: endedAt,
    } = await requireKeptTask(c, caller, path('task_id'))
    if (status !== 'completed') throw noPage(`The task is ${status}: only a completed one has pages.`)
    const file = await openPdf(c, { taskId, endedAt }, { page, width })
    if (!file) return c.body(null, 304)
    const { bytes } = await drawAsPreview(c, caller, file, { page, width })
    c.header('Content-Type', 'image/png')
    c.header('Content-Disposition', `inline; filename="page-${page}.png"`)
    return c.body(bytes as Uint8Array<ArrayBuffer>)
  },
)

export const pagePictures = new Hono<AppEnv>().get('/:task_id/pages/:page', getPagePicture)

/** Draws a page, counted as a preview. Throws the account's refusal too. */
async function drawAsPreview(
  c: AppContext,
  caller: Caller,
  file: R2ObjectBody,
  picture: { page: number; width: number },
): ReturnType<typeof drawStoredPage> {
  const request = { ...picture, accountId: caller.accountId, signal: hangUpSignal(c) }
  const draw = () => drawStoredPage(() => file.bytes(), request).catch(absentPage)
  try {
    return await withPreview(c, caller, { scope: 'read', session: undefined }, () =>
      c.get('timings').measure('finish', draw),
    )
  } catch (error) {
    if (!file.bodyUsed) await file.body.cancel()
    throw error
  }
}

/** Opens the task's PDF; nothing if the caller has this picture of it. Sets the headers of the response. */
async function openPdf(
  c: AppContext,
  { taskId, endedAt }: { taskId: string; endedAt: number | null },
  picture: { page: number; width: number },
): Promise<R2ObjectBody | undefined> {
  const file = await findFile(() => c.env.FILES.get(fileKey(taskId)), endedAt)
  if (!file) throw new Problem('gone', { detail: 'The task’s file is no longer kept.' })
  const drop = async (detail: string): Promise<never> => {
    await file.body.cancel()
    throw noPage(detail)
  }
  if (file.httpMetadata?.contentType !== 'application/pdf') return await drop('The task made no PDF.')
  if (file.size > MAX_BYTES)
    return await drop(`Pictures are made of files up to ${MAX_BYTES >> 20} MB. Ask for them with output.`)
  const etag = `"${sha256(JSON.stringify([file.etag, picture])).slice(0, 32)}"`
  c.header('ETag', etag)
  c.header('Cache-Control', 'private, no-cache')
  for (const [name, value] of Object.entries(FILE_HEADERS)) c.header(name, value)
  if (!matchesTag(c.req.header('if-none-match'), etag)) return file
  await file.body.cancel()
  return undefined
}
