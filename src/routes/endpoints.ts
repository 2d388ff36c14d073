/** `/v1/endpoints`: the pre-configured endpoints that `POST /v1/studio/{slug}` calls. */
import { Hono } from 'hono'
import { plans } from '../accounts/plans'
import { checkConfig, type Endpoint, endpointConfig, endpointType } from '../endpoints/endpoint'
import { deleteEndpoint, listEndpoints, putEndpoint } from '../endpoints/store'
import { Problem } from '../errors'
import { authenticate } from '../http/auth'
import { MAX_BODY, readJson } from '../http/body'
import type { AppContext, AppEnv } from '../http/context'
import { checkDocumentRequest } from '../http/document-request'
import { parseShape } from '../http/validation'
import { newId } from '../ids'
import { vaultOf } from '../settings'
import { variablesOf } from '../templates/document'
import type { TemplateSource } from '../templates/manifest'
import { sizeInStorage } from '../templates/storage-limit'
import { checkStorage } from '../templates/storage-quota'
import { validateTemplate } from '../templates/validate-template'
import { requireTemplate } from './templates'

export const endpoints = new Hono<AppEnv>()

endpoints.get('/', async (c) => {
  const { accountId } = await authenticate(c, 'read')
  const all = await listEndpoints(c.env.DB, accountId)
  return c.json(await Promise.all(all.map((endpoint) => listed(c, accountId, endpoint))))
})

endpoints.put('/:slug', async (c) => {
  const { accountId, plan } = await authenticate(c, 'manage')
  const slug = c.req.param('slug')
  const config = parseShape(endpointConfig, await readJson(c, MAX_BODY.stored))
  checkConfig(slug, config)
  checkDocumentRequest(c, { options: config.options ?? {} })
  const revision = newId('rev')
  const endpoint: Endpoint = { ...config, slug, revision }
  const source = await sourceOf(c, accountId, endpoint)
  if (config.html !== undefined) validateTemplate(source, { page: 'html', style: 'css', sample: 'data' })
  const quota = { accountId, plan, limits: plans[plan].storage }
  await checkStorage(c.env.DB, quota, { endpoint: slug, bytes: sizeInStorage(config) })
  const change = { slug, config, revision, now: c.get('startedAt') }
  await putEndpoint({ db: c.env.DB, vault: vaultOf(c.env) }, accountId, change)
  const { template_id, html, css, data, options, goCreditMode } = config
  return c.json({ ...item(endpoint, source), template_id, html, css, data, options, goCreditMode })
})

endpoints.delete('/:slug', async (c) => {
  const { accountId } = await authenticate(c, 'manage')
  const change = { slug: c.req.param('slug'), revision: newId('rev'), now: c.get('startedAt') }
  if (!(await deleteEndpoint(c.env.DB, accountId, change))) throw noEndpoint()
  return c.body(null, 204)
})

/** What an endpoint renders. Throws `not_found` where its template was deleted since. */
export async function sourceOf(
  c: AppContext,
  accountId: string,
  endpoint: Endpoint,
): Promise<TemplateSource> {
  const { template_id, html, css, slug, name } = endpoint
  if (html === undefined) return await requireTemplate(c, accountId, template_id ?? '')
  return {
    id: `endpoint/${slug}`,
    label: name,
    description: '',
    orientation: 'portrait',
    page: html,
    style: css ?? '',
    sample: endpoint.data ?? {},
  }
}

export function noEndpoint() {
  return new Problem('not_found', {
    detail: 'There is no such endpoint. GET /v1/endpoints lists those there are.',
  })
}

/** A list item; an endpoint whose template was deleted is listed without variables, so that it can be mended. */
async function listed(c: AppContext, accountId: string, endpoint: Endpoint) {
  const source = await sourceOf(c, accountId, endpoint).catch((error) => {
    if (error instanceof Problem && error.code === 'not_found') return undefined
    throw error
  })
  return item(endpoint, source)
}

/** The contract's list item (2.8). */
function item(endpoint: Endpoint, source: TemplateSource | undefined) {
  const { name, slug, express } = endpoint
  return { name, slug, type: endpointType(endpoint), express, variables: source ? variablesOf(source) : [] }
}
