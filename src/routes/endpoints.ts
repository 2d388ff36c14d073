/** `/v1/endpoints`: the pre-configured endpoints that `POST /v1/studio/{slug}` calls. */
import { Hono } from 'hono'
import { z } from 'zod'
import {
  checkConfig,
  checkSlug,
  type Endpoint,
  endpointConfig,
  slugSchema,
} from '../endpoints/endpoint-config'
import { deleteEndpoint, putEndpoint } from '../endpoints/endpoint-store'
import { factsOf, listEndpoints } from '../endpoints/list-endpoints'
import { noEndpoint, sourceOf } from '../endpoints/source'
import { authenticate } from '../http/auth'
import { MAX_BODY } from '../http/body'
import { checkDocumentRequest } from '../http/check-document'
import { checkPlanStorage } from '../http/check-plan-storage'
import type { AppEnv } from '../http/context'
import { hangUpSignal } from '../http/hang-up'
import { jsonRoute, route } from '../http/route'
import { newId } from '../ids'
import { runLongWork } from '../memory/long-work'
import { vaultOf } from '../settings'
import { readsMs, variablesOf } from '../templates/compile-page'
import { findEndpointMistakes } from '../templates/template-mistakes'
import { validateTemplate } from '../templates/validate-template'
import { headerText } from '../text/header-text'

/** The contract's list item (2.8). */
const listItem = z
  .object({
    name: z.string().describe('Name for people.'),
    slug: z.string().describe('For `POST /v1/studio/{slug}`.'),
    type: z.enum(['template', 'html']).describe('What it renders: a template, or a document of its own.'),
    express: z.boolean().describe('Whether identical input gets the stored file, for 0 credits.'),
    variables: z.array(z.string()).describe('Names that the document reads.'),
  })
  .meta({ id: 'ListedEndpoint' })

const storedEndpoint = listItem
  .extend({
    template_id: z.string().optional().describe('Of type `template`: the template.'),
    html: z.string().optional().describe('Of type `html`: the document, with variables in Liquid.'),
    css: z.string().optional().describe('Of type `html`: extra CSS.'),
    data: z.record(z.string(), z.unknown()).optional().describe('Stored data; that of a request wins.'),
    options: z.record(z.string(), z.unknown()).optional().describe('Stored options; those of a request win.'),
    goCreditMode: z
      .boolean()
      .describe('Whether it finds and repairs what prints badly, if a request does not say.'),
  })
  .meta({ id: 'Endpoint' })

const configExample = {
  name: 'Rent invoice',
  template_id: 'invoice/classic',
  data: { locale: 'de', seller: { name: 'Hausverwaltung Nord' } },
}

const listedExample: z.input<typeof listItem> = {
  ...{ name: 'Rent invoice', slug: 'rent', type: 'template', express: false },
  variables: ['buyer', 'lines', 'number', 'seller'],
}

const getEndpoints = jsonRoute(
  {
    operationId: 'listEndpoints',
    summary: 'Pre-configured endpoints',
    description:
      'What `POST /v1/studio/{slug}` can be called with: name, slug and the variables of each endpoint.',
    response: {
      status: 200,
      description: 'All endpoints, including the three starters.',
      schema: z.array(listItem),
      example: [listedExample],
    },
  },
  async (c) => {
    const { accountId } = await authenticate(c, 'read')
    return await listEndpoints(c.env.DB, { accountId, signal: hangUpSignal(c) })
  },
)

const putEndpointAt = jsonRoute(
  {
    operationId: 'putEndpoint',
    summary: 'Create or replace an endpoint',
    description:
      'Renders a template or an HTML document with variables in Liquid; `X-Warnings` names what prints otherwise than meant. Scope `manage`.',
    path: { slug: slugSchema },
    body: endpointConfig,
    maxBodyBytes: MAX_BODY.stored,
    example: configExample,
    response: {
      status: 200,
      description: 'The endpoint as stored.',
      schema: storedEndpoint,
      example: { ...listedExample, ...configExample, goCreditMode: false },
      headers: ['X-Warnings'],
    },
    errors: ['not_found', 'plan_limit', 'document_invalid', 'pool_full'],
  },
  async (c, { body, path }) => {
    const caller = await authenticate(c, 'manage')
    const { accountId } = caller
    const slug = path('slug')
    checkSlug(slug)
    const config = await body()
    checkConfig(config)
    checkDocumentRequest(c, { options: config.options ?? {} })
    const revision = newId('rev')
    const endpoint: Endpoint = { ...config, slug, revision }
    const source = await sourceOf(c.env.DB, accountId, endpoint)
    const turn = { accountId, signal: hangUpSignal(c) }
    if (config.html !== undefined)
      await validateTemplate(source, turn, { page: 'html', style: 'css', sample: 'data' })
    const owner = await checkPlanStorage(c, caller, { thing: { endpoint: slug }, source: config })
    const change = { slug, config, revision, now: c.get('startedAt') }
    await putEndpoint({ db: c.env.DB, vault: vaultOf(c.env) }, owner, change)
    const { template_id, html, css, data, options, goCreditMode } = config
    const mistakes = await runLongWork(readsMs(source), () => findEndpointMistakes(source, data), turn)
    if (mistakes.length > 0) c.header('X-Warnings', headerText(mistakes.join('; ')))
    const listed = { ...factsOf(endpoint), variables: variablesOf(source) }
    return { ...listed, template_id, html, css, data, options, goCreditMode }
  },
)

const deleteEndpointAt = route(
  {
    operationId: 'deleteEndpoint',
    summary: 'Delete an endpoint (starters too)',
    description: 'The slug returns 404 from then on. Starters can be deleted too. Scope `manage`.',
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
