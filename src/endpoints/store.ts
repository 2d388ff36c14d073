/** Studio endpoints in D1: one row a slug and account, over the starters that are in no table. */

import { type StorageOwner, writeWithinQuota } from '../templates/storage-quota'
import { openOptions, SECRET_OPTIONS, sealOptions, type Vault } from '../vault'
import { type Endpoint, type EndpointConfig, endpointConfig } from './endpoint'
import { STARTERS } from './starters'

type EndpointRow = { slug: string; revision: string; config: string; deleted: number }

type EndpointStores = { db: D1Database; vault: Vault }

/** Names the row that a sealed option belongs to. */
const ownerOf = (accountId: string, slug: string) => `endpoint ${accountId} ${slug}`

/** The endpoint of a slug, or undefined if the account has none. Throws `document_invalid` as `Vault.open`. */
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
    return parseEndpoint(row, { ...config, ...(opened && { options: opened }) })
  }
  return STARTERS.find((starter) => starter.slug === slug)
}

/** Every endpoint of an account, by slug, without the secrets among its options. */
export async function listEndpoints(db: D1Database, accountId: string): Promise<Endpoint[]> {
  const { results } = await db
    .prepare('SELECT slug, revision, config, deleted FROM endpoints WHERE account_id = ?')
    .bind(accountId)
    .all<EndpointRow>()
  const known = new Set(results.map(({ slug }) => slug))
  const stored = results.filter(({ deleted }) => !deleted).map(withoutSecrets)
  return [...STARTERS.filter(({ slug }) => !known.has(slug)), ...stored].sort((a, b) =>
    a.slug < b.slug ? -1 : 1,
  )
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

function parseEndpoint({ slug, revision }: EndpointRow, config: unknown): Endpoint {
  return { ...endpointConfig.parse(config), slug, revision }
}

function withoutSecrets(row: EndpointRow): Endpoint {
  const { options = {}, ...config } = JSON.parse(row.config) as EndpointConfig
  const shown = Object.entries(options).filter(([name]) => !SECRET_OPTIONS.some((secret) => secret === name))
  return parseEndpoint(row, { ...config, options: Object.fromEntries(shown) })
}
