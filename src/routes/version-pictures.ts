/** `GET /v1/templates/{category}/{name}/versions/{version}/pages/{page}`: what a version of a template looks like. */
import { Hono } from 'hono'
import { z } from 'zod'
import { authenticate } from '../http/auth'
import type { AppEnv } from '../http/context'
import { PREVIEW_PICTURE } from '../http/document-responses'
import { handlePreview } from '../http/handle-preview'
import { generateRequest, readGenerate } from '../http/read-document'
import { absentPage, pictureWidth, pngOf } from '../http/read-picture'
import { route } from '../http/route'
import { requireVersion } from '../http/store-template'
import { ownName, templatePath, versionName } from '../http/template-view'
import { parseShape } from '../http/validation'
import { MAX_PREVIEW_PAGES } from '../jobs/run-preview'

const previewedPage = z
  .string()
  .regex(/^(?:[1-9]|10)\.png$/, `must be a page from 1.png to ${MAX_PREVIEW_PAGES}.png`)
  .describe(`The page, counted from 1 to ${MAX_PREVIEW_PAGES}, with \`.png\`: \`1.png\`.`)
const picturePath = z.object({ version: versionName, page: previewedPage })

const getVersionPicture = route(
  {
    operationId: 'getVersionPicture',
    summary: 'A page of a version of a template of your own, as a picture',
    description:
      'Drawn with the sample of the version or, so that two versions differ in the template alone, with that of ' +
      'another one (`sample_of`). Costs nothing: it is a preview, has the mark of one, and counts as one.',
    path: { ...templatePath, ...picturePath.shape },
    query: z.strictObject({
      width: pictureWidth,
      sample_of: versionName
        .optional()
        .describe('Whose sample is the data: a number, or `draft`. By default the version’s own.'),
    }),
    responses: { 200: PREVIEW_PICTURE },
    errors: [
      'not_found',
      'asset_failed',
      'document_invalid',
      'preview_quota',
      'browser_lost',
      'pool_full',
      'render_timeout',
    ],
  },
  async (c, { path, query }) => {
    const caller = await authenticate(c, 'render', 'PREVIEW')
    const name = ownName(path, 'changed')
    const { version, page } = parseShape(picturePath, { version: path('version'), page: path('page') })
    const { width, sample_of: sampleOf = version } = query()
    const find = (wanted: typeof version) => requireVersion(c.env.DB, caller.accountId, name, wanted)
    const [template, { sample }] = await Promise.all([find(version), find(sampleOf)])
    const asked = parseShape(generateRequest, { template_id: template.id, data: sample })
    const request = await readGenerate(c, asked, { caller, findTemplate: async () => template })
    const picture = pngOf({ page: Number.parseInt(page, 10), width })
    const call = { request: { ...request, picture }, session: undefined, output: 'pages' } as const
    return await handlePreview(c, caller, call).catch(absentPage)
  },
)

export const versionPictures = new Hono<AppEnv>().get(
  '/:category/:name/versions/:version/pages/:page',
  getVersionPicture,
)
