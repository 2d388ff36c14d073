/** `POST /v1/preview`: how a document will look, for nothing, while it is being written. */
import { Hono } from 'hono'
import { z } from 'zod'
import { limitByPlan } from '../accounts/plans'
import { Problem } from '../errors'
import { authenticate, type Caller } from '../http/auth'
import { readerOf } from '../http/batch-entries'
import type { DocumentRequest } from '../http/check-document'
import type { AppContext, AppEnv } from '../http/context'
import { documentFiles } from '../http/document-responses'
import { handlePreview, type PreviewCall } from '../http/handle-preview'
import { previewFields, readPreviewPicture } from '../http/read-picture'
import { route } from '../http/route'
import { invalidRequest } from '../http/validation'
import { MAX_PREVIEW_PAGES } from '../jobs/run-preview'

/** Checked by the endpoint that is named, which alone knows which of these forms it takes. */
const anyRequest = z
  .unknown()
  .refine((value) => value !== undefined, 'is required')
  .meta({
    anyOf: ['TransformRequest', 'GenerateRequest', 'StudioRequest'].map((name) => ({
      $ref: `#/components/schemas/${name}`,
    })),
  })

const previewRequest = z
  .strictObject({
    endpoint: z.string().min(1).describe('`transform`, `generate`, or the slug of a Studio endpoint.'),
    request: anyRequest.describe(
      'The request to that endpoint. `async_mode`, `return_type`, `webhook_url`, `deliver_to`, `metadata` and `dry_run` are checked ' +
        'and ignored.',
    ),
    session: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe(
        'What this is a preview of, such as an open page. The newest request of a session ends the one before.',
      ),
    layout: z
      .boolean()
      .optional()
      .describe(
        'Tells margins and where what prints badly stands on the pages, in `X-Layout`. Default false.',
      )
      .meta({ default: false }),
    ...previewFields,
  })
  .meta({ id: 'PreviewRequest' })

const perMinute = limitByPlan(({ previews }) => previews.perMinute)

const postPreview = route(
  {
    operationId: 'preview',
    summary: 'How a document will look',
    description:
      `The first ${MAX_PREVIEW_PAGES} pages of what a request would make, for nothing: no credits, no task, no stored ` +
      'file. Pages have a small mark in a corner. What cannot be seen (attachments, tags, archival and e-invoice formats, ' +
      'encryption, compression) is left out, and `goCreditMode` asks no model. With `factur_x`, warnings name the ' +
      'rules that the e-invoice would be refused for. A request that a newer one of its ' +
      `\`session\` replaced is a 409 \`superseded\`. Previews a minute: ${perMinute}. They come after all other work.`,
    body: previewRequest,
    example: {
      endpoint: 'generate',
      request: {
        template_id: 'certificate/classic',
        data: { recipient: 'Ada Lovelace', issuer: 'Type Academy' },
      },
      session: 'editor-1',
    },
    responses: {
      200: {
        description: 'The preview.',
        headers: [
          'X-Page-Count',
          'X-Optimization',
          'X-Layout',
          'X-Warnings',
          'RateLimit-Policy',
          'RateLimit',
          'Server-Timing',
        ],
        content: {
          ...documentFiles,
          'text/html': { schema: z.string(), example: '<!doctype html><html>…</html>' },
        },
      },
    },
    errors: [
      'not_found',
      'superseded',
      'asset_failed',
      'document_invalid',
      'strict_warning',
      'preview_quota',
      'browser_lost',
      'pool_full',
      'render_timeout',
    ],
  },
  async (c, { body }) => {
    const caller = await authenticate(c, 'render', 'PREVIEW')
    const { session, endpoint, request: sent, layout, ...output } = await body()
    const request = await readPreviewed(c, caller, { endpoint, request: sent })
    const picture = readPreviewPicture(output, request.picture)
    const kind = output.output === 'html' ? 'html' : 'pages'
    const previewed = { ...request, picture, layout: layout || undefined }
    return await handlePreview(c, caller, { request: previewed, session, output: kind })
  },
)

export const preview = new Hono<AppEnv>().post('/', postPreview)

/** The request, as its endpoint reads it. What is wrong with it is told by its place in the body. */
async function readPreviewed(
  c: AppContext,
  caller: Caller,
  { endpoint, request }: { endpoint: string; request: unknown },
): Promise<PreviewCall['request']> {
  const read = endpoint === 'finish' ? undefined : await readerOf(c, caller, endpoint)
  try {
    const found = await read?.(request)
    if (found && found.kind !== 'finish')
      return { ...found, warnings: [...found.warnings, ...withoutTask(found)] }
  } catch (problem) {
    throw problem instanceof Problem ? withinRequest(problem) : problem
  }
  throw invalidRequest([
    { pointer: '/endpoint', message: 'must be transform, generate or the slug of an endpoint' },
  ])
}

/** What only a task has. */
function withoutTask({
  async_mode,
  webhook_url,
  deliver_to,
}: Pick<DocumentRequest, 'async_mode' | 'webhook_url' | 'deliver_to'>): string[] {
  const fields = Object.entries({ async_mode, webhook_url, deliver_to })
  const given = fields.filter(([, value]) => value).map(([name]) => name)
  return given.length === 0 ? [] : [`${given.join(', ')}: without effect, a preview makes no task`]
}

function withinRequest({ code, message, errors, cause, retryAfter }: Problem): Problem {
  const placed = errors?.map((error) => ({ ...error, pointer: `/request${error.pointer}` }))
  if (code === 'invalid_request' && placed) return invalidRequest(placed)
  return new Problem(code, { detail: message, errors: placed, cause, retryAfter })
}
