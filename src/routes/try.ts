/** `POST /v1/try`: the first page of a document, for a visitor without a key. */
import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../http/context'
import { PREVIEW_PICTURE } from '../http/document-responses'
import { handlePreview } from '../http/handle-preview'
import { readGenerate } from '../http/read-document'
import { route } from '../http/route'
import { freeObject } from '../http/shared-schemas'
import { admitVisitor } from '../http/visitor'
import { builtinTemplates, findBuiltin } from '../templates/builtin'
import { noTemplate } from '../templates/find-template'

const MAX_BYTES = 32_768
const DPI = 120
/** A stranger's page asks no other server for anything. */
const NO_FILES = { requests: 0, bytes: 0 }

const tryRequest = z
  .strictObject({
    template_id: z
      .string()
      .min(1)
      .max(100)
      .describe('A template that comes with Platen, such as `invoice/classic`.')
      .meta({
        examples: builtinTemplates()
          .slice(0, 3)
          .map(({ id }) => id),
      }),
    data: freeObject.describe('Template variables. Files that they name by address are not loaded.'),
    session: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe(
        'What this is a page of, such as an open browser tab. The newest request of a session ends the one before.',
      ),
  })
  .meta({ id: 'TryRequest' })

const postTry = route(
  {
    operationId: 'tryOut',
    summary: 'A first page, without a key',
    description:
      'The first page of a built-in template as a picture, marked as a preview: what the page at `/` shows of what a ' +
      'visitor types. All visitors share the limits of one account of the plan Free, each has a rate of their own, and ' +
      'nothing is loaded from other servers. 404 where the operator has switched it off (`TRY_WITHOUT_KEY`).',
    access: 'public',
    body: tryRequest,
    example: {
      template_id: 'certificate/classic',
      data: { recipient: 'Ada Lovelace', issuer: 'Type Academy' },
    },
    maxBodyBytes: MAX_BYTES,
    responses: { 200: PREVIEW_PICTURE },
    errors: [
      'not_found',
      'rate_limited',
      'superseded',
      'document_invalid',
      'preview_quota',
      'browser_lost',
      'pool_full',
      'render_timeout',
      'internal',
      'not_configured',
    ],
  },
  async (c, { body }) => {
    const caller = await admitVisitor(c)
    const { template_id, data, session } = await body()
    const request = await readGenerate(
      c,
      { template_id, data },
      {
        caller,
        findTemplate: async (id) => findBuiltin(id) ?? refuse(),
      },
    )
    const picture = { format: 'png', dpi: DPI, pages: '1' } as const
    return await handlePreview(c, caller, {
      request: { ...request, picture },
      session,
      output: 'pages',
      limits: NO_FILES,
    })
  },
)

export const tryOut = new Hono<AppEnv>().post('/', postTry)

function refuse(): never {
  throw noTemplate()
}
