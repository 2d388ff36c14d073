/** `/v1/templates`: the shipped templates and the caller's own, which are put up and deleted here. */
import { Hono } from 'hono'
import { z } from 'zod'
import { plans } from '../accounts/plans'
import { Problem } from '../errors'
import { authenticate } from '../http/auth'
import { MAX_BODY } from '../http/body'
import type { AppEnv } from '../http/context'
import { hangUpSignal } from '../http/hang-up'
import { json, jsonRoute, route } from '../http/route'
import { address } from '../http/shared-schemas'
import { builtinTemplates, findBuiltin } from '../templates/builtin'
import { deleteCustom, listCustom, parseTemplateId, putCustom, type TemplateName } from '../templates/custom'
import { noTemplate, requireTemplate } from '../templates/find'
import type { BuiltinTemplate, TemplateSource } from '../templates/manifest'
import { sizeInStorage } from '../templates/storage-limit'
import { checkStorage } from '../templates/storage-quota'
import { customTemplateSchema, validateTemplate } from '../templates/validate-template'
import { variablesSchema } from '../templates/variables'

const word = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/)
const templatePath = { category: word, name: word }

/** The contract's list item (2.8). */
const listItem = z
  .object({
    id: z.string().describe('`<category>/<name>`'),
    label: z.string().describe('Name for people.'),
    category: z.string().describe('First part of the id.'),
    orientation: z.enum(['portrait', 'landscape']).describe('How the page lies.'),
  })
  .meta({ id: 'ListedTemplate' })

const object = z.record(z.string(), z.unknown())

const templateResponse = listItem
  .extend({
    description: z.string().optional().describe('What it is for; absent if its author did not say.'),
    version: z.int().optional().describe('Of a template of your own; `template_id` may name it as `@3`.'),
    size: object.optional().describe('Page size in millimetres, if it is not A4.'),
    variables: object.optional().describe('JSON Schema of the data, with defaults.'),
    sample: object.optional().describe('Data that shows the template at its best.'),
    invoice: object.optional().describe('Which variable holds which field of `options.invoice`.'),
    preview: address.optional().describe('PNG of the sample, as a data address.'),
    page: z.string().optional().describe('Liquid; of a template of your own.'),
    style: z.string().optional().describe('CSS; of a template of your own.'),
  })
  .meta({ id: 'Template' })

const NOTE_PAGE = '<h1>{{ title }}</h1>{{ text | markdown }}'
const NOTE_SAMPLE = { title: 'Hello', text: 'Printed by **Platen**.' }

/** A template of one's own. */
const noteExample: z.input<typeof templateResponse> = {
  ...{ id: 'my/note', label: 'Note', category: 'my', orientation: 'portrait', version: 1 },
  variables: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { title: {}, text: {} },
  },
  sample: NOTE_SAMPLE,
  page: NOTE_PAGE,
  style: '',
}

const getTemplates = jsonRoute(
  {
    operationId: 'listTemplates',
    summary: 'Built-in templates and your own',
    description:
      'Id, name and orientation of every built-in template and of the latest version of each of yours.',
    response: {
      status: 200,
      description: 'All of them.',
      schema: z.array(listItem),
      example: [
        { id: 'invoice/classic', label: 'Invoice, classic', category: 'invoice', orientation: 'portrait' },
      ],
    },
  },
  async (c) => {
    const { accountId } = await authenticate(c, 'read')
    return [...builtinTemplates(), ...(await listCustom(c.env.DB, accountId))].map(showListed)
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
    return show(await requireTemplate(c.env.DB, accountId, `${path('category')}/${path('name')}`))
  },
)

const putTemplate = route(
  {
    operationId: 'putTemplate',
    summary: 'Store a template of your own as a new version',
    description:
      'Checked before it is stored: syntax, filters, partials, size, and a rendering of its sample within the ' +
      'limits. A 400 names line and column. Every PUT makes a version that never changes. Scope `manage`.',
    path: templatePath,
    body: customTemplateSchema,
    maxBodyBytes: MAX_BODY.stored,
    example: { label: 'Note', page: NOTE_PAGE, sample: NOTE_SAMPLE },
    responses: {
      200: json('A new version.', { schema: templateResponse, example: { ...noteExample, version: 2 } }),
      201: json('The first version.', { schema: templateResponse, example: noteExample }),
    },
    errors: ['plan_limit', 'document_invalid', 'pool_full'],
  },
  async (c, { body, path }) => {
    const { accountId, plan } = await authenticate(c, 'manage')
    const limits = plans[plan].storage
    const name = ownName(path, 'replaced')
    const source = await body()
    const id = `${name.category}/${name.name}`
    await validateTemplate({ ...source, id }, { accountId, signal: hangUpSignal(c) })
    const adds = { template: name, bytes: sizeInStorage(source) }
    const owner = await checkStorage(c.env.DB, { accountId, plan, limits }, adds)
    const version = await putCustom(c.env.DB, { name, source, owner, now: c.get('startedAt') })
    return c.json(show({ ...source, id: `${id}@${version}` }), version === 1 ? 201 : 200)
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

/** Category and name in the path; throws `invalid_request` if they are none, or ours, which cannot be `changed`. */
function ownName(path: (name: string) => string, changed: 'replaced' | 'deleted'): TemplateName {
  const id = `${path('category')}/${path('name')}`
  const parsed = parseTemplateId(id)
  if (parsed?.version !== undefined) {
    throw badPath(`names a version: versions stay as they are, so leave out "@${parsed.version}"`)
  }
  if (!parsed) {
    throw badPath('must have a category and a name of 1 to 40 lower-case letters, digits and hyphens')
  }
  if (findBuiltin(id))
    throw badPath(`names ${id}, which is built in and cannot be ${changed}: choose another name`)
  return parsed
}

function badPath(message: string): Problem {
  return new Problem('invalid_request', { detail: `The path /v1/templates/{category}/{name} ${message}.` })
}

/** An own template's id as it is listed: without its version, which `template_id` may carry. */
function idAndVersion(id: string): [id: string, version: number | undefined] {
  const [plain = id, version] = id.split('@')
  return [plain, version === undefined ? undefined : Number(version)]
}

function showListed({ id, label, orientation }: TemplateSource): z.input<typeof listItem> {
  const [plain] = idAndVersion(id)
  const [category = ''] = plain.split('/')
  return { id: plain, label, category, orientation }
}

/** All there is to know of a template; absent fields are left out. */
function show(template: TemplateSource | BuiltinTemplate): z.input<typeof templateResponse> {
  const { description, size, sample, invoice } = template
  const [, version] = idAndVersion(template.id)
  return {
    ...showListed(template),
    description,
    version,
    size,
    variables: variablesSchema(template),
    sample,
    invoice,
    ...('preview' in template && template.preview
      ? { preview: `data:image/png;base64,${template.preview}` }
      : { page: template.page, style: template.style }),
  }
}
