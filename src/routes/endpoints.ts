/** `/v1/endpoints`: the pre-configured endpoints that `POST /v1/studio/{slug}` calls. */
import { Hono } from 'hono'
import { z } from 'zod'
import { plans } from '../accounts/plans'
import { checkConfig, type Endpoint, endpointConfig, endpointType, slugSchema } from '../endpoints/endpoint'
import { noEndpoint, sourceOf } from '../endpoints/source'
import { deleteEndpoint, listEndpoints, putEndpoint } from '../endpoints/store'
import { Problem } from '../errors'
import { authenticate } from '../http/auth'
import { MAX_BODY } from '../http/body'
import type { AppEnv } from '../http/context'
import { checkDocumentRequest } from '../http/document-request'
import { jsonRoute, route } from '../http/route'
import { newId } from '../ids'
import { vaultOf } from '../settings'
import { variablesOf } from '../templates/document'
import type { TemplateSource } from '../templates/manifest'
import { sizeInStorage } from '../templates/storage-limit'
import { checkStorage } from '../templates/storage-quota'
import { validateTemplate } from '../templates/validate-template'

/** The contract's list item (2.8). */
const listItem = z.object({
  name: z.string(),
  slug: z.string(),
  type: z.enum(['template', 'html']),
  express: z.boolean(),
  variables: z.array(z.string()).describe('Names that the document reads.'),
})

const storedEndpoint = listItem.extend({
  template_id: z.string().optional(),
  html: z.string().optional(),
  css: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  options: z.record(z.string(), z.unknown()).optional(),
  goCreditMode: z.boolean(),
})

const getEndpoints = jsonRoute(
  {
    operationId: 'listEndpoints',
    summary: 'Pre-configured endpoints',
    response: {
      status: 200,
      description: 'All endpoints, including the three starters.',
      schema: z.array(listItem),
    },
  },
  async (c) => {
    const { accountId } = await authenticate(c, 'read')
    const all = await listEndpoints(c.env.DB, accountId)
    return await Promise.all(all.map((endpoint) => showListed(c.env.DB, accountId, endpoint)))
  },
)

const putEndpointAt = jsonRoute(
  {
    operationId: 'putEndpoint',
    summary: 'Create or replace an endpoint',
    description: 'Renders a template or an HTML document with variables in Liquid. Scope `manage`.',
    path: { slug: slugSchema },
    body: endpointConfig,
    maxBodyBytes: MAX_BODY.stored,
    example: {
      name: 'Rent invoice',
      template_id: 'invoice/classic',
      data: { locale: 'de', seller: { name: 'Hausverwaltung Nord' } },
    },
    response: { status: 200, description: 'The endpoint as stored.', schema: storedEndpoint },
    errors: ['not_found', 'plan_limit', 'document_invalid'],
  },
  async (c, { body, path }) => {
    const { accountId, plan } = await authenticate(c, 'manage')
    const slug = path('slug')
    const config = await body()
    checkConfig(slug, config)
    checkDocumentRequest(c, { options: config.options ?? {} })
    const revision = newId('rev')
    const endpoint: Endpoint = { ...config, slug, revision }
    const source = await sourceOf(c.env.DB, accountId, endpoint)
    if (config.html !== undefined) validateTemplate(source, { page: 'html', style: 'css', sample: 'data' })
    const quota = { accountId, plan, limits: plans[plan].storage }
    const owner = await checkStorage(c.env.DB, quota, { endpoint: slug, bytes: sizeInStorage(config) })
    const change = { slug, config, revision, now: c.get('startedAt') }
    await putEndpoint({ db: c.env.DB, vault: vaultOf(c.env) }, owner, change)
    const { template_id, html, css, data, options, goCreditMode } = config
    return { ...show(endpoint, source), template_id, html, css, data, options, goCreditMode }
  },
)

const deleteEndpointAt = route(
  {
    operationId: 'deleteEndpoint',
    summary: 'Delete an endpoint (starters too)',
    path: { slug: slugSchema },
    responses: { 204: { description: 'Deleted.' } },
    errors: ['not_found'],
  },
  async (c, { path }) => {
    const { accountId } = await authenticate(c, 'manage')
    const change = { slug: path('slug'), revision: newId('rev'), now: c.get('startedAt') }
    if (!(await deleteEndpoint(c.env.DB, accountId, change))) throw noEndpoint()
    return c.body(null, 204)
  },
)

export const endpoints = new Hono<AppEnv>()
  .get('/', getEndpoints)
  .put('/:slug', putEndpointAt)
  .delete('/:slug', deleteEndpointAt)

/** A list item; an endpoint whose template was deleted is listed without variables, so that it can be repaired. */
async function showListed(db: D1Database, accountId: string, endpoint: Endpoint) {
  const source = await sourceOf(db, accountId, endpoint).catch((error) => {
    if (error instanceof Problem && error.code === 'not_found') return undefined
    throw error
  })
  return show(endpoint, source)
}

function show(endpoint: Endpoint, source: TemplateSource | undefined): z.input<typeof listItem> {
  const { name, slug, express } = endpoint
  return { name, slug, type: endpointType(endpoint), express, variables: source ? variablesOf(source) : [] }
}
