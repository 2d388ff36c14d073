/** Studio endpoints in D1: one row a slug and account, over the starters that are in no table. */
import { type Endpoint, type EndpointConfig, endpointConfig } from './endpoint'
import { starters } from './starters'

type Row = { slug: string; revision: string; config: string; deleted: number }

/** The endpoint of a slug, or undefined where the account has none. */
export async function findEndpoint(
  db: D1Database,
  accountId: string,
  slug: string,
): Promise<Endpoint | undefined> {
  const row = await db
    .prepare('SELECT slug, revision, config, deleted FROM endpoints WHERE account_id = ? AND slug = ?')
    .bind(accountId, slug)
    .first<Row>()
  if (row) return row.deleted ? undefined : fromRow(row)
  return starters.find((starter) => starter.slug === slug)
}

/** Every endpoint of an account, by slug. */
export async function listEndpoints(db: D1Database, accountId: string): Promise<Endpoint[]> {
  const { results } = await db
    .prepare('SELECT slug, revision, config, deleted FROM endpoints WHERE account_id = ?')
    .bind(accountId)
    .all<Row>()
  const known = new Set(results.map(({ slug }) => slug))
  const stored = results.filter(({ deleted }) => !deleted).map(fromRow)
  return [...starters.filter(({ slug }) => !known.has(slug)), ...stored].sort((a, b) =>
    a.slug < b.slug ? -1 : 1,
  )
}

/** Stores an endpoint, over the one of the same slug. `revision` is a new, unguessed id. */
export async function putEndpoint(
  db: D1Database,
  accountId: string,
  { slug, config, revision, now }: { slug: string; config: EndpointConfig; revision: string; now: number },
): Promise<void> {
  await upsert(db, [accountId, slug, revision, JSON.stringify(config), 0, now])
}

/** Deletes an endpoint; false where there was none. */
export async function deleteEndpoint(
  db: D1Database,
  accountId: string,
  { slug, revision, now }: { slug: string; revision: string; now: number },
): Promise<boolean> {
  if (!(await findEndpoint(db, accountId, slug))) return false
  await upsert(db, [accountId, slug, revision, '{}', 1, now])
  return true
}

async function upsert(db: D1Database, values: (string | number)[]) {
  await db
    .prepare(
      `INSERT INTO endpoints (account_id, slug, revision, config, deleted, updated_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET revision = excluded.revision, config = excluded.config,
         deleted = excluded.deleted, updated_at = excluded.updated_at`,
    )
    .bind(...values)
    .run()
}

function fromRow({ slug, revision, config }: Row): Endpoint {
  return { ...endpointConfig.parse(JSON.parse(config)), slug, revision }
}
