/** Studio endpoints in D1: one row a slug and account, over the starters that are in no table. */

import type { z } from 'zod'
import { openOptions, SECRET_OPTIONS, sealOptions, type Vault } from '../crypto/vault'
import { pdfOptions } from '../document-options'
import { Problem } from '../errors'
import { type StorageOwner, writeWithinQuota } from '../templates/storage-quota'
import { type Endpoint, type EndpointConfig, endpointConfig } from './endpoint-config'
import { STARTERS } from './starters'

type EndpointRow = { slug: string; revision: string; config: string; deleted: number }

type EndpointStores = { db: D1Database; vault: Vault }

/** Names the row that a sealed option belongs to. */
const ownerOf = (accountId: string, slug: string) => `endpoint ${accountId} ${slug}`

/**
 * The endpoint of a slug, or undefined if the account has none. Throws `document_invalid` as `Vault.open`, and for a
 * protection that a later release stored.
 */
export async function findEndpoint(
  { db, vault }: EndpointStores,
  accountId: string,
  slug: string,
): Promise<Endpoint | undefined> {
  const row = await db
    .prepare('SELECT slug, revision, config, deleted FROM endpoints WHERE account_id = ? AND slug = ?')
    .bind(accountId, slug)
    .first<EndpointRow>()
  if (row?.deleted) return undefined
  if (row) {
    const { options, ...config } = JSON.parse(row.config) as EndpointConfig
    const opened = options && (await openOptions(options, vault, ownerOf(accountId, slug)))
    const endpoint = parseEndpoint(row, { ...config, ...(opened && { options: opened }) })
    assertProtected(endpoint)
    return endpoint
  }
  return STARTERS.find((starter) => starter.slug === slug)
}

/** What is in memory at once of a list: so many endpoints, and about so many bytes. One may be larger. */
const MAX_GROUP = { endpoints: 50, bytes: 2_000_000 }

/** What can be said of a stored endpoint without its document: which one it is, and its size in bytes. */
export type StoredEndpoint = { slug: string; revision: string; size: number }

/** Every endpoint of an account: the starters that it has not replaced or deleted, and what is stored. */
export async function endpointIndex(
  db: D1Database,
  accountId: string,
): Promise<{ starters: Endpoint[]; stored: StoredEndpoint[] }> {
  const { results } = await db
    .prepare(
      'SELECT slug, revision, deleted, octet_length(config) AS size FROM endpoints WHERE account_id = ?',
    )
    .bind(accountId)
    .all<StoredEndpoint & { deleted: number }>()
  const known = new Set(results.map(({ slug }) => slug))
  return {
    starters: STARTERS.filter(({ slug }) => !known.has(slug)),
    stored: results.filter(({ deleted }) => !deleted),
  }
}

/** Stored endpoints in groups that are read one after another, without the secrets among their options. */
export async function* endpointGroups(
  db: D1Database,
  accountId: string,
  stored: readonly StoredEndpoint[],
): AsyncGenerator<Endpoint[]> {
  let group: string[] = []
  let bytes = 0
  for (const { slug, size } of stored) {
    const isFull = group.length === MAX_GROUP.endpoints || bytes + size > MAX_GROUP.bytes
    if (group.length > 0 && isFull) {
      yield await endpointsOf(db, accountId, group)
      group = []
      bytes = 0
    }
    group.push(slug)
    bytes += size
  }
  if (group.length > 0) yield await endpointsOf(db, accountId, group)
}

async function endpointsOf(db: D1Database, accountId: string, slugs: string[]): Promise<Endpoint[]> {
  const { results } = await db
    .prepare(
      `SELECT slug, revision, config, deleted FROM endpoints
       WHERE account_id = ? AND deleted = 0 AND slug IN (${slugs.map(() => '?').join(', ')})`,
    )
    .bind(accountId, ...slugs)
    .all<EndpointRow>()
  return results.map(withoutSecrets)
}

/** Slugs that are compared with one that is not there. */
const MAX_SLUGS = 500

/** The slugs of an account's endpoints; the first of many. */
export async function listSlugs(db: D1Database, accountId: string): Promise<string[]> {
  const { results } = await db
    .prepare('SELECT slug, deleted FROM endpoints WHERE account_id = ? ORDER BY slug LIMIT ?')
    .bind(accountId, MAX_SLUGS)
    .all<{ slug: string; deleted: number }>()
  const known = new Set(results.map(({ slug }) => slug))
  const starters = STARTERS.map(({ slug }) => slug).filter((slug) => !known.has(slug))
  return [...starters, ...results.filter(({ deleted }) => !deleted).map(({ slug }) => slug)]
}

/** Stores an endpoint, over the one of the same slug. `revision` is a new, unguessed id. */
export async function putEndpoint(
  { db, vault }: EndpointStores,
  owner: StorageOwner,
  { slug, config, revision, now }: { slug: string; config: EndpointConfig; revision: string; now: number },
): Promise<void> {
  const { accountId } = owner
  const options = config.options && (await sealOptions(config.options, vault, ownerOf(accountId, slug)))
  const row = [accountId, slug, revision, JSON.stringify({ ...config, options }), 0, now]
  await writeWithinQuota(db, owner, [upsertStatement(db, row)])
}

/** Deletes an endpoint; false if there was none. Only a starter's row stays, since it hides the starter. */
export async function deleteEndpoint(
  db: D1Database,
  accountId: string,
  { slug, revision, now }: { slug: string; revision: string; now: number },
): Promise<boolean> {
  if (STARTERS.some((starter) => starter.slug === slug)) {
    const hidden = await db
      .prepare('SELECT 1 FROM endpoints WHERE account_id = ? AND slug = ? AND deleted = 1')
      .bind(accountId, slug)
      .first()
    if (hidden) return false
    await upsertStatement(db, [accountId, slug, revision, '{}', 1, now]).run()
    return true
  }
  const { meta } = await db
    .prepare('DELETE FROM endpoints WHERE account_id = ? AND slug = ? AND deleted = 0')
    .bind(accountId, slug)
    .run()
  return meta.changes > 0
}

function upsertStatement(db: D1Database, values: (string | number)[]): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO endpoints (account_id, slug, revision, config, deleted, updated_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET revision = excluded.revision, config = excluded.config,
         deleted = excluded.deleted, updated_at = excluded.updated_at`,
    )
    .bind(...values)
}

/**
 * The endpoint of a row. A later release may have stored what this one does not know, before it was rolled back: that is
 * left out, and `ignoredOptions` names the options among it.
 */
function parseEndpoint({ slug, revision }: EndpointRow, stored: Record<string, unknown>): Endpoint {
  const options = knownPart(pdfOptions.shape, stored.options as Record<string, unknown> | undefined)
  const config = endpointConfig.parse(knownPart(endpointConfig.shape, { ...stored, options }))
  const ignoredOptions = Object.keys(stored.options ?? {}).filter((name) => !Object.hasOwn(options, name))
  return { ...config, slug, revision, ...(ignoredOptions.length > 0 && { ignoredOptions }) }
}

/** Without these a document says or allows more than its owner wants. */
const PROTECTIONS = ['password', 'owner_password', 'permissions', 'watermark']

function assertProtected({ slug, ignoredOptions = [] }: Endpoint): void {
  const lost = ignoredOptions.find((name) => PROTECTIONS.includes(name))
  if (!lost) return
  throw new Problem('document_invalid', {
    detail:
      `The endpoint ${slug} has an option ${lost} that a later release stored and this one cannot obey. ` +
      'Store the endpoint again; a document without that protection is not made.',
  })
}

/** The fields of `stored` that a schema of these fields accepts. */
function knownPart(fields: Record<string, z.ZodType>, stored: Record<string, unknown> = {}) {
  return Object.fromEntries(
    Object.entries(stored).filter(
      ([name, value]) => Object.hasOwn(fields, name) && fields[name]?.safeParse(value).success,
    ),
  )
}

function withoutSecrets(row: EndpointRow): Endpoint {
  const { options = {}, ...config } = JSON.parse(row.config) as EndpointConfig
  const shown = Object.entries(options).filter(([name]) => !SECRET_OPTIONS.some((secret) => secret === name))
  return parseEndpoint(row, { ...config, options: Object.fromEntries(shown) })
}
