/** What an endpoint renders: its own document, or the template that it names. */
import { Problem } from '../errors'
import { requireTemplate } from '../templates/find'
import type { TemplateSource } from '../templates/manifest'
import type { Vault } from '../vault'
import type { Endpoint } from './endpoint'
import { findEndpoint } from './store'

/** An endpoint and what it renders. */
export type EndpointSource = { endpoint: Endpoint; template: TemplateSource }

/** Finds the endpoint of a slug; throws `not_found` for one that is not there, or whose template was deleted. */
export async function requireEndpoint(
  stores: { db: D1Database; vault: Vault },
  accountId: string,
  slug: string,
): Promise<EndpointSource> {
  const endpoint = await findEndpoint(stores, accountId, slug)
  if (!endpoint) throw noEndpoint()
  return { endpoint, template: await sourceOf(stores.db, accountId, endpoint) }
}

/** What an endpoint renders. Throws `not_found` if its template was deleted since. */
export async function sourceOf(
  db: D1Database,
  accountId: string,
  endpoint: Endpoint,
): Promise<TemplateSource> {
  const { template_id, html, css, slug, name } = endpoint
  if (html === undefined) return await requireTemplate(db, accountId, template_id ?? '')
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

export function noEndpoint(): Problem {
  return new Problem('not_found', {
    detail: 'There is no such endpoint. GET /v1/endpoints lists yours.',
  })
}
