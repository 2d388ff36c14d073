/** An account's own files: one row a name in D1, the bytes in R2. Test and live keys have their own. */
import { sha256 } from '../crypto/hashes'
import { newId } from '../ids'
import { putBytes } from '../memory/put-in-pieces'
import { type StorageOwner, writeWithinQuota } from '../templates/storage-quota'

export type AssetOwner = { accountId: string; mode: string }
export type AssetFacts = {
  name: string
  content_type: string
  bytes: number
  sha256: string
  updated_at: number
}
type AssetRow = AssetFacts & { asset_id: string }
export type AssetFile = { bytes: Uint8Array; contentType: string }

const COLUMNS = 'name, asset_id, content_type, bytes, sha256, updated_at'

/** The R2 key of a file. */
function assetKey({ accountId, mode }: AssetOwner, id: string): string {
  return `assets/${accountId}/${mode}/${id}`
}

/** Stores a file under a name, in place of the one before. Returns what it is, and whether the name is new. Throws `plan_limit`. */
export async function putAsset(
  env: Pick<Env, 'DB' | 'FILES'>,
  owner: AssetOwner & { quota: StorageOwner },
  { name, file: { bytes, contentType }, now }: { name: string; file: AssetFile; now: number },
): Promise<AssetFacts & { isNew: boolean }> {
  const id = newId('ast')
  const facts = {
    name,
    content_type: contentType,
    bytes: bytes.byteLength,
    sha256: sha256(bytes),
    updated_at: now,
  }
  // First the bytes: whoever finds the row finds them.
  await putBytes(env.FILES, assetKey(owner, id), bytes, { httpMetadata: { contentType } })
  try {
    const [former] = await writeWithinQuota<{ asset_id: string }>(env.DB, owner.quota, [
      env.DB.prepare('SELECT asset_id FROM assets WHERE account_id = ? AND mode = ? AND name = ?').bind(
        owner.accountId,
        owner.mode,
        name,
      ),
      env.DB.prepare(
        `INSERT INTO assets (account_id, mode, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET asset_id = excluded.asset_id, content_type = excluded.content_type,
           bytes = excluded.bytes, sha256 = excluded.sha256, updated_at = excluded.updated_at`,
      ).bind(owner.accountId, owner.mode, name, id, contentType, facts.bytes, facts.sha256, now),
    ])
    const formerId = former?.results[0]?.asset_id
    if (formerId !== undefined) await env.FILES.delete(assetKey(owner, formerId))
    return { ...facts, isNew: formerId === undefined }
  } catch (error) {
    const row = await findRow(env.DB, owner, name)
    if (row?.asset_id !== id) await env.FILES.delete(assetKey(owner, id))
    throw error
  }
}

/** A file with what is known of it; undefined if there is none of that name. */
export async function readAsset(
  env: Pick<Env, 'DB' | 'FILES'>,
  owner: AssetOwner,
  name: string,
): Promise<{ facts: AssetFacts; object: R2ObjectBody } | undefined> {
  // Once more: another file may have taken its place in between.
  for (let look = 1; look <= 2; look++) {
    const row = await findRow(env.DB, owner, name)
    if (!row) return undefined
    const object = await env.FILES.get(assetKey(owner, row.asset_id))
    if (object) return { facts: row, object }
  }
  return undefined
}

/** The SHA-256 of a file; undefined if there is none of that name. */
export async function findAssetHash(
  db: D1Database,
  owner: AssetOwner,
  name: string,
): Promise<string | undefined> {
  return (await findRow(db, owner, name))?.sha256
}

/** What all files of an account are together: another one if a file is stored, replaced or deleted. */
export async function assetsDigest(db: D1Database, { accountId, mode }: AssetOwner): Promise<string> {
  const { results } = await db
    .prepare('SELECT name, sha256 FROM assets WHERE account_id = ? AND mode = ? ORDER BY name')
    .bind(accountId, mode)
    .all<{ name: string; sha256: string }>()
  return sha256(JSON.stringify(results.map((row) => [row.name, row.sha256])))
}

/** The files of an account by name; the plan says how many there can be. */
export async function listAssets(db: D1Database, { accountId, mode }: AssetOwner): Promise<AssetFacts[]> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM assets WHERE account_id = ? AND mode = ? ORDER BY name`)
    .bind(accountId, mode)
    .all<AssetRow>()
  return results
}

/** Removes a file; false if there was none of that name. */
export async function deleteAsset(
  env: Pick<Env, 'DB' | 'FILES'>,
  owner: AssetOwner,
  name: string,
): Promise<boolean> {
  const row = await env.DB.prepare(
    'DELETE FROM assets WHERE account_id = ? AND mode = ? AND name = ? RETURNING asset_id',
  )
    .bind(owner.accountId, owner.mode, name)
    .first<{ asset_id: string }>()
  if (row) await env.FILES.delete(assetKey(owner, row.asset_id))
  return row !== null
}

async function findRow(db: D1Database, { accountId, mode }: AssetOwner, name: string) {
  return await db
    .prepare(`SELECT ${COLUMNS} FROM assets WHERE account_id = ? AND mode = ? AND name = ?`)
    .bind(accountId, mode, name)
    .first<AssetRow>()
}
