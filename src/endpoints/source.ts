/** What an endpoint renders: its own document, or the template that it names. */

import type { Vault } from '../crypto/vault'
import { Problem } from '../errors'
import { requireTemplate } from '../templates/find-template'
import type { TemplateSource } from '../templates/manifest'
import { nearestName } from '../text/nearest-name'
import { type Endpoint, RESERVED_SLUGS } from './endpoint-config'
import { findEndpoint, listSlugs } from './endpoint-store'

/** An endpoint and what it renders. */
export type EndpointSource = { endpoint: Endpoint; template: TemplateSource }

/** Finds the endpoint of a slug; throws `not_found` for one that is not there, or whose template was deleted. */
export async function requireEndpoint(
  stores: { db: D1Database; vault: Vault },
  accountId: string,
  slug: string,
): Promise<EndpointSource> {
  const endpoint = await findEndpoint(stores, accountId, slug)
  if (!endpoint && /^(?:\/?v1\/)?qr-?codes?$/i.test(slug))
    throw new Problem('not_found', {
      detail: 'There is no such endpoint. A code is made by one POST /v1/qrcode.',
    })
  if (!endpoint) throw noEndpoint(await likelySlug(stores.db, accountId, slug))
  return { endpoint, template: await sourceOf(stores.db, accountId, endpoint) }
}

/** The endpoint that was meant by another name or by its address, if one is near; ours have names, too. */
async function likelySlug(db: D1Database, accountId: string, slug: string): Promise<string | undefined> {
  const [name = ''] = slug.split('/').filter(Boolean).slice(-1)
  return nearestName(name, [...RESERVED_SLUGS, ...(await listSlugs(db, accountId))])
}

/** What an endpoint renders. Throws `not_found` if its template was deleted since. */
export async function sourceOf(
  db: D1Database,
  accountId: string,
  endpoint: Endpoint,
): Promise<TemplateSource> {
  if (endpoint.html !== undefined) return documentOf(endpoint)
  return await requireTemplate(db, accountId, endpoint.template_id ?? '')
}

/** The document of an endpoint that has its own. */
export function documentOf({ slug, name, html = '', css = '', data = {} }: Endpoint): TemplateSource {
  return {
    id: `endpoint/${slug}`,
    label: name,
    description: '',
    orientation: 'portrait',
    page: html,
    style: css,
    sample: data,
  }
}

export function noEndpoint(meant?: string): Problem {
  const hint = meant === undefined ? '.' : `; did you mean "${meant}"?`
  return new Problem('not_found', {
    detail: `There is no such endpoint${hint} GET /v1/endpoints lists yours.`,
  })
}
