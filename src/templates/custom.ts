/** A caller's own templates: one row a version in D1, never changed; the head row says which is the latest. */
import type { Manifest, TemplateSource } from './manifest'
import { type StorageOwner, writeWithinQuota } from './storage-quota'

export type TemplateName = { category: string; name: string }

/** A version by its number, or the draft. */
export type Version = number | 'draft'

/** `<category>/<name>` with `@<version>` or `@draft` where one is meant. Undefined if it has another form. */
export function parseTemplateId(id: string): (TemplateName & { version?: Version }) | undefined {
  const [, category = '', name = '', version] =
    /^([a-z0-9-]{1,40})\/([a-z0-9-]{1,40})(?:@(.{1,9}))?$/.exec(id) ?? []
  if (!name) return undefined
  if (version === undefined) return { category, name }
  const parsed = parseVersion(version)
  return parsed === undefined ? undefined : { category, name, version: parsed }
}

/** `3` or `draft`. Undefined if it is neither. */
export function parseVersion(text: string): Version | undefined {
  if (text === 'draft') return text
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

type TemplateRow = { category: string; name: string; version: Version; source: string }
export type Stored = Omit<TemplateSource, 'id'>

const columns = 'v.category, v.name, v.version, v.source'

/** One template of an account: the version or the draft asked for, else the latest. Undefined if it is not there. */
export async function findCustom(
  db: D1Database,
  accountId: string,
  { category, name, version }: TemplateName & { version?: Version },
): Promise<TemplateSource | undefined> {
  if (version === 'draft') {
    const draft = await db
      .prepare(
        `SELECT category, name, 'draft' AS version, source FROM template_drafts
         WHERE account_id = ? AND category = ? AND name = ?`,
      )
      .bind(accountId, category, name)
      .first<TemplateRow>()
    return draft ? fromRow(draft) : undefined
  }
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

/** What a list says of a template, with the latest version and its time in milliseconds since 1970. */
export type ListedCustom = TemplateName & {
  label: string
  orientation: TemplateSource['orientation']
  version: number
  updated_at: number
}

/** The templates of an account by category and name, those after `after`, at most `limit` (-1: all). */
export async function listCustom(
  db: D1Database,
  accountId: string,
  {
    after = { category: '', name: '' },
    limit = -1,
  }: { after?: TemplateName | undefined; limit?: number } = {},
): Promise<ListedCustom[]> {
  const { results } = await db
    .prepare(
      `SELECT category, name, label, orientation, version, updated_at FROM templates t
       WHERE account_id = ? AND (category, name) > (?, ?)
         AND EXISTS (SELECT 1 FROM template_versions v WHERE v.account_id = t.account_id AND v.category = t.category
           AND v.name = t.name AND v.version = t.version)
       ORDER BY category, name LIMIT ?`,
    )
    .bind(accountId, after.category, after.name, limit)
    .all<ListedCustom>()
  return results
}

/** A version as a list has it; `has_draft` is of its template. */
type ListedVersion = {
  version: number
  label: string
  bytes: number
  created_at: number
  has_draft: boolean
}

/** The versions that are kept, newest first. */
export async function listVersions(
  db: D1Database,
  accountId: string,
  { category, name }: TemplateName,
): Promise<ListedVersion[]> {
  const { results } = await db
    .prepare(
      `SELECT version, source ->> '$.label' AS label, octet_length(source) AS bytes, created_at,
              EXISTS (SELECT 1 FROM template_drafts AS draft WHERE draft.account_id = template_versions.account_id
                AND draft.category = template_versions.category AND draft.name = template_versions.name) AS has_draft
       FROM template_versions WHERE account_id = ? AND category = ? AND name = ? ORDER BY version DESC`,
    )
    .bind(accountId, category, name)
    .all<Omit<ListedVersion, 'has_draft'> & { has_draft: 0 | 1 }>()
  return results.map(({ has_draft, ...rest }) => ({ ...rest, has_draft: has_draft === 1 }))
}

/** Stores the draft of a template, over the one before. */
export async function putDraft(
  db: D1Database,
  { name: { category, name }, source, owner, now }: StoredChange,
): Promise<void> {
  const upsert = db
    .prepare(
      `INSERT INTO template_drafts (account_id, category, name, source, updated_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET source = excluded.source, updated_at = excluded.updated_at`,
    )
    .bind(owner.accountId, category, name, JSON.stringify(source), now)
  await writeWithinQuota(db, owner, [upsert])
}

/** Removes a draft; false if there was none. */
export async function deleteDraft(db: D1Database, accountId: string, name: TemplateName): Promise<boolean> {
  return (await draftDeletion(db, accountId, name).run()).meta.changes > 0
}

function draftDeletion(db: D1Database, accountId: string, { category, name }: TemplateName) {
  return db
    .prepare('DELETE FROM template_drafts WHERE account_id = ? AND category = ? AND name = ?')
    .bind(accountId, category, name)
}

type StoredChange = { name: TemplateName; source: Stored; owner: StorageOwner; now: number }

/**
 * Stores a new version, removes those that the plan no longer keeps and no endpoint names, and returns its number. Numbers
 * go on rising after a deletion: `@3` never means two things. `endsDraft`: the version was the draft, which ends with it;
 * nothing is stored, and `undefined` returned, if another request has published or deleted it meanwhile.
 */
export async function putCustom(
  db: D1Database,
  {
    name: { category, name },
    source,
    owner,
    now,
    endsDraft = false,
  }: StoredChange & { endsDraft?: boolean | undefined },
): Promise<number | undefined> {
  const key = [owner.accountId, category, name]
  const stillThere = (at: number) =>
    endsDraft
      ? `EXISTS (SELECT 1 FROM template_drafts WHERE account_id = ?${at} AND category = ?${at + 1} AND name = ?${at + 2})`
      : 'true'
  const [head] = await writeWithinQuota<{ version: number }>(db, owner, [
    db
      .prepare(
        `INSERT INTO templates (account_id, category, name, version, updated_at)
         SELECT ?1, ?2, ?3, 1, ?4 WHERE ${stillThere(1)}
         ON CONFLICT DO UPDATE SET version = version + 1, updated_at = excluded.updated_at RETURNING version`,
      )
      .bind(...key, now),
    db
      .prepare(
        `INSERT INTO template_versions (account_id, category, name, version, source, created_at)
         SELECT account_id, category, name, version, ?1, ?2 FROM templates
         WHERE account_id = ?3 AND category = ?4 AND name = ?5 AND ${stillThere(3)}`,
      )
      .bind(JSON.stringify(source), now, ...key),
    db
      .prepare(
        `DELETE FROM template_versions WHERE account_id = ?1 AND category = ?2 AND name = ?3 AND version <=
           (SELECT version FROM templates WHERE account_id = ?1 AND category = ?2 AND name = ?3) - ?4
         AND ?2 || '/' || ?3 || '@' || version NOT IN (
           SELECT coalesce(config ->> '$.template_id', '') FROM endpoints WHERE account_id = ?1 AND deleted = 0)`,
      )
      .bind(...key, owner.limits.templateVersions),
    ...(endsDraft ? [draftDeletion(db, owner.accountId, { category, name })] : []),
  ])
  return head?.results[0]?.version
}

/** Removes a template with all its versions and its draft; false if there was none. Its head row stays and remembers the number. */
export async function deleteCustom(db: D1Database, accountId: string, { category, name }: TemplateName) {
  const deleted = await db.batch([
    db
      .prepare('DELETE FROM template_versions WHERE account_id = ? AND category = ? AND name = ?')
      .bind(accountId, category, name),
    draftDeletion(db, accountId, { category, name }),
  ])
  return deleted.some(({ meta }) => meta.changes > 0)
}

function fromRow({ category, name, version, source }: TemplateRow): TemplateSource {
  return { ...(JSON.parse(source) as Stored & Manifest), id: `${category}/${name}@${version}` }
}
