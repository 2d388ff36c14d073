/** `/v1/templates`: the shipped templates and the caller's own, which are put up and deleted here. */
import { Hono } from 'hono'
import { z } from 'zod'
import { authenticate } from '../http/auth'
import { MAX_BODY } from '../http/body'
import { type AppEnv, publicOrigin } from '../http/context'
import { json, jsonRoute, route } from '../http/route'
import { storeVersion } from '../http/store-template'
import { templatePage, templatesQuery } from '../http/template-page'
import {
  NOTE_PAGE,
  NOTE_SAMPLE,
  noteExample,
  ownName,
  pageItem,
  showListed,
  showTemplate,
  templatePath,
  templateResponse,
} from '../http/template-view'
import { builtinTemplates } from '../templates/builtin'
import { deleteCustom, listCustom } from '../templates/custom'
import { noTemplate, requireTemplate } from '../templates/find-template'
import { customTemplateSchema } from '../templates/validate-template'
import { headerText } from '../text/header-text'

const getTemplates = route(
  {
    operationId: 'listTemplates',
    summary: 'Built-in templates and your own',
    description:
      'Id, name and orientation of every built-in template and of the latest version of each of yours. With `limit`, ' +
      'one page of them, yours with version and time, ours with the address of a picture.',
    query: templatesQuery,
    responses: {
      200: json(
        'All of them, or one page.',
        {
          schema: z.array(pageItem),
          example: [
            {
              id: 'invoice/classic',
              label: 'Invoice, classic',
              category: 'invoice',
              orientation: 'portrait',
            },
          ],
        },
        ['Link'],
      ),
    },
  },
  async (c, { query }) => {
    const { accountId } = await authenticate(c, 'read')
    const { limit, cursor: after } = query()
    if (limit === undefined) {
      const own = await listCustom(c.env.DB, accountId)
      const listed = own.map((template) =>
        showListed({ ...template, id: `${template.category}/${template.name}` }),
      )
      return c.json([...builtinTemplates().map(showListed), ...listed])
    }
    const origin = publicOrigin(c)
    const { items, cursor } = await templatePage(c.env.DB, accountId, { after, limit, origin })
    const next = `${origin}/v1/templates?limit=${limit}&cursor=${cursor}`
    if (cursor !== undefined) c.header('Link', `<${next}>; rel="next"`)
    return c.json(items)
  },
)

const getTemplate = jsonRoute(
  {
    operationId: 'getTemplate',
    summary: 'Variables, sample and preview of a template',
    description:
      'The JSON Schema of its variables with their defaults, sample data and, for a built-in one, a picture. Yours come with their source.',
    path: templatePath,
    response: {
      status: 200,
      description: 'The template.',
      schema: templateResponse,
      example: noteExample,
    },
    errors: ['not_found'],
  },
  async (c, { path }) => {
    const { accountId } = await authenticate(c, 'read')
    return showTemplate(await requireTemplate(c.env.DB, accountId, `${path('category')}/${path('name')}`))
  },
)

/** `X-Warnings`: a page that is the name of a file, a sample or essentials that it does not read. */
const TEMPLATE_HEADERS = ['X-Warnings']

const putTemplate = route(
  {
    operationId: 'putTemplate',
    summary: 'Store a template of your own as a new version',
    description:
      'Checked before it is stored: syntax, filters, partials, size, and a rendering of its sample within the ' +
      'limits. A 400 names line and column; `X-Warnings` names what the page does not read. Every PUT makes a version that never changes; a draft can change (`/draft`). Scope `manage`.',
    path: templatePath,
    body: customTemplateSchema,
    maxBodyBytes: MAX_BODY.stored,
    example: { label: 'Note', page: NOTE_PAGE, sample: NOTE_SAMPLE },
    responses: {
      200: json(
        'A new version.',
        { schema: templateResponse, example: { ...noteExample, version: 2 } },
        TEMPLATE_HEADERS,
      ),
      201: json('The first version.', { schema: templateResponse, example: noteExample }, TEMPLATE_HEADERS),
    },
    errors: ['plan_limit', 'document_invalid', 'pool_full'],
  },
  async (c, { body, path }) => {
    const { accountId, plan } = await authenticate(c, 'manage')
    const name = ownName(path, 'replaced')
    const source = await body()
    const { body: stored, warnings } = await storeVersion(c, { accountId, plan }, { name, source })
    if (warnings.length > 0) c.header('X-Warnings', headerText(warnings.join('; ')))
    return c.json(stored, stored.version === 1 ? 201 : 200)
  },
)

const deleteTemplate = route(
  {
    operationId: 'deleteTemplate',
    summary: 'Delete a template of your own with all its versions',
    description:
      'Removes every version. Endpoints that name it return 404 until they are changed. Scope `manage`.',
    path: templatePath,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['invalid_request', 'not_found'],
  },
  async (c, { path }) => {
    const { accountId } = await authenticate(c, 'manage')
    if (!(await deleteCustom(c.env.DB, accountId, ownName(path, 'deleted')))) throw noTemplate()
    return c.body(null, 204)
  },
)

export const templates = new Hono<AppEnv>()
  .get('/', getTemplates)
  .get('/:category/:name', getTemplate)
  .put('/:category/:name', putTemplate)
  .delete('/:category/:name', deleteTemplate)
