/**
 * Results of identical requests: QR codes and documents of express endpoints. An entry maps the hash of a request to
 * the task that produced its file. The file belongs to the task and is deleted with it, so a task that reuses a result
 * gets a copy. An entry without a file is deleted when it is read, or by the bucket's lifecycle rule (`scripts/deploy.mjs`).
 */

import { withRetry } from '../accounts/account-client'
import type { Account } from '../accounts/account-object'
import { putStream } from '../memory/put-in-pieces'
import { fileKey, type StoredFile } from '../storage/stored-files'

/** What is known of a cached file without its bytes. `pages` is `null` for an image. */
export type CacheEntry = {
  taskId: string
  fileName: string
  pages: number | null
  /** When the file is removed, in milliseconds since 1970. */
  expiresAt: number
  /** It was stored before its charge: it may be reused only if its account says that it was charged, which is kept then. */
  unconfirmed?: boolean | undefined
  /** Of a QR code: the space around it, in modules. */
  quietZone?: number | undefined
}
export type CachedResult = CacheEntry & StoredFile

/** Whether the account charged a task, as `chargesOf` asks it. Unconfirmed results are not used without it. */
export type WasCharged = (taskId: string) => Promise<boolean>

/** Asks the account that owns the results. */
export function chargesOf(account: Pick<DurableObjectStub<Account>, 'wasCharged'>): WasCharged {
  return (taskId) => withRetry(async () => account.wasCharged(taskId))
}

/** A file that was copied to its new task. `bytes` is its size. */
export type CopiedFile = Pick<CacheEntry, 'fileName' | 'pages' | 'quietZone'> & {
  contentType: string
  bytes: number
}

/** Where the entry of a request lies. Test and live keys share nothing, since test work is free. */
export function resultKey(owner: { accountId: string; mode: string }, hash: string): string {
  return `cache/${owner.accountId}/${owner.mode}/${hash}`
}

/** Where a result is looked for. `now` is in milliseconds since 1970. */
export type Lookup = { key: string; now: number; wasCharged?: WasCharged | undefined }

/** The result of an earlier identical request, while its file is kept. */
export async function findResult(bucket: R2Bucket, lookup: Lookup): Promise<CachedResult | undefined> {
  const facts = await readEntry(bucket, lookup)
  const file = facts && (await bucket.get(fileKey(facts.taskId)))
  if (!facts || !file) return await dropEntry(bucket, lookup.key, facts)
  return { ...facts, contentType: contentTypeOf(file), bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** Whether an identical request has a result, without reading its file. */
export async function hasResult(bucket: R2Bucket, lookup: Lookup): Promise<boolean> {
  const facts = await readEntry(bucket, lookup)
  return facts !== undefined && (await bucket.head(fileKey(facts.taskId))) !== null
}

/** Copies the result of an earlier identical request to the task `taskId`. `undefined` if there is none of another task. */
export async function copyResult(
  bucket: R2Bucket,
  { taskId, ...lookup }: Lookup & { taskId: string },
): Promise<CopiedFile | undefined> {
  const facts = await readEntry(bucket, lookup)
  if (!facts || facts.taskId === taskId) return undefined
  const file = await bucket.get(fileKey(facts.taskId))
  if (!file) return await dropEntry(bucket, lookup.key, facts)
  const { httpMetadata = {}, size } = file
  await putStream(bucket, fileKey(taskId), file, { httpMetadata })
  const { fileName, pages, quietZone } = facts
  return { fileName, pages, quietZone, contentType: contentTypeOf(file), bytes: size }
}

/**
 * Lets later identical requests find the file that a job made, which is stored already; `unconfirmed` if it is not charged
 * yet. Nothing happens for a job without a cache.
 */
export async function rememberResult(
  bucket: R2Bucket,
  {
    cacheKey,
    taskId,
    expiresAt,
  }: Pick<CacheEntry, 'taskId' | 'expiresAt'> & { cacheKey?: string | undefined },
  { fileName, pages, quietZone }: Pick<CacheEntry, 'fileName' | 'pages' | 'quietZone'>,
  { unconfirmed }: Pick<CacheEntry, 'unconfirmed'> = {},
): Promise<void> {
  if (cacheKey === undefined) return
  const entry: CacheEntry = { taskId, fileName, pages, expiresAt, unconfirmed, quietZone }
  await bucket.put(cacheKey, JSON.stringify(entry))
}

/** Removes a result that was never paid for: the entry, if it names this task. The file is the caller's to remove. */
export async function forgetResult(bucket: R2Bucket, key: string, taskId: string): Promise<void> {
  const entry = await bucket.get(key)
  if (entry && (await entry.json<CacheEntry>()).taskId === taskId) await bucket.delete(key)
}

/** The entry under a key, if it may be used. Most results are never asked for again, so each is confirmed when it first is. */
async function readEntry(
  bucket: R2Bucket,
  { key, now, wasCharged }: Lookup,
): Promise<CacheEntry | undefined> {
  const stored = await bucket.get(key)
  if (!stored) return undefined
  // Entries of earlier releases have no pages: they are images.
  const { unconfirmed, ...entry } = await stored.json<Omit<CacheEntry, 'pages'> & { pages?: number | null }>()
  if (entry.expiresAt <= now) return undefined
  const found = { ...entry, pages: entry.pages ?? null }
  if (!unconfirmed) return found
  if (!(await wasCharged?.(entry.taskId))) return undefined
  // If it cannot be kept, the account is asked again the next time.
  await bucket.put(key, JSON.stringify(found)).catch(() => undefined)
  return found
}

async function dropEntry(bucket: R2Bucket, key: string, facts: CacheEntry | undefined): Promise<undefined> {
  if (facts) await bucket.delete(key)
}

function contentTypeOf({ httpMetadata }: R2Object): string {
  return httpMetadata?.contentType ?? 'application/octet-stream'
}
