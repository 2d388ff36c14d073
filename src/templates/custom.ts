/** A caller's own templates: one row a version in D1, never changed; the head row says which is the latest. */
import type { Manifest, TemplateSource } from './manifest'
import { type StorageOwner, writeWithinQuota } from './storage-quota'

export type TemplateName = { category: string; name: string }

/** `<category>/<name>` with `@<version>` where one version is meant. Undefined if it has another form. */
export function parseTemplateId(id: string): (TemplateName & { version?: number }) | undefined {
  const match = /^([a-z0-9-]{1,40})\/([a-z0-9-]{1,40})(?:@([1-9]\d{0,8}))?$/.exec(id)
  if (!match) return undefined
  const [, category = '', name = '', version] = match
  return { category, name, ...(version !== undefined && { version: Number(version) }) }
}

type TemplateRow = { category: string; name: string; version: number; source: string }
type Stored = Omit<TemplateSource, 'id'>

const columns = 'v.category, v.name, v.version, v.source'

/** One template of an account: the version asked for, else the latest. Undefined if it was deleted. */
export async function findCustom(
  db: D1Database,
  accountId: string,
  { category, name, version }: TemplateName & { version?: number },
): Promise<TemplateSource | undefined> {
  const row = await db
    .prepare(
      `SELECT ${columns} FROM templates t JOIN template_versions v USING (account_id, category, name)
       WHERE t.account_id = ? AND t.category = ? AND t.name = ? AND v.version = coalesce(?, t.version)`,
    )
    .bind(accountId, category, name, version ?? null)
    .first<TemplateRow>()
  return row ? fromRow(row) : undefined
}

/** Ids that are compared with one that is not there. */
const MAX_IDS = 500

/** Ids of an account's templates, without versions; the first of many. */
export async function customIds(db: D1Database, accountId: string): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT DISTINCT category || '/' || name AS id FROM template_versions WHERE account_id = ? ORDER BY id LIMIT ?`,
    )
    .bind(accountId, MAX_IDS)
    .all<{ id: string }>()
  return results.map(({ id }) => id)
}

/** The latest version of every template of an account. */
export async function listCustom(db: D1Database, accountId: string): Promise<TemplateSource[]> {
  const { results } = await db
    .prepare(
      `SELECT ${columns} FROM templates t JOIN template_versions v USING (account_id, category, name, version)
       WHERE t.account_id = ? ORDER BY v.category, v.name`,
    )
    .bind(accountId)
    .all<TemplateRow>()
  return results.map(fromRow)
}

/** Stores a new version, removes those that the plan no longer keeps, and returns its number. Numbers go on rising after a deletion: `@3` never means two things. */
export async function putCustom(
  db: D1Database,
  {
    name: { category, name },
    source,
    owner,
    now,
  }: { name: TemplateName; source: Stored; owner: StorageOwner; now: number },
): Promise<number> {
  const key = [owner.accountId, category, name]
  const [head] = await writeWithinQuota<{ version: number }>(db, owner, [
    db
      .prepare(
        `INSERT INTO templates (account_id, category, name, version, updated_at) VALUES (?, ?, ?, 1, ?)
         ON CONFLICT DO UPDATE SET version = version + 1, updated_at = excluded.updated_at RETURNING version`,
      )
      .bind(...key, now),
    db
      .prepare(
        `INSERT INTO template_versions (account_id, category, name, version, source, created_at)
         SELECT account_id, category, name, version, ?, ? FROM templates
         WHERE account_id = ? AND category = ? AND name = ?`,
      )
      .bind(JSON.stringify(source), now, ...key),
    db
      .prepare(
        `DELETE FROM template_versions WHERE account_id = ?1 AND category = ?2 AND name = ?3 AND version <=
           (SELECT version FROM templates WHERE account_id = ?1 AND category = ?2 AND name = ?3) - ?4`,
      )
      .bind(...key, owner.limits.templateVersions),
  ])
  return head?.results[0]?.version ?? 1
}

/** Removes a template with all its versions; false if there was none. Its head row stays and remembers the number. */
export async function deleteCustom(db: D1Database, accountId: string, { category, name }: TemplateName) {
  const { meta } = await db
    .prepare('DELETE FROM template_versions WHERE account_id = ? AND category = ? AND name = ?')
    .bind(accountId, category, name)
    .run()
  return meta.changes > 0
}

function fromRow({ category, name, version, source }: TemplateRow): TemplateSource {
  return { ...(JSON.parse(source) as Stored & Manifest), id: `${category}/${name}@${version}` }
}
