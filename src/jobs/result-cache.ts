/**
 * Results of identical requests: QR codes and documents of express endpoints. An entry maps the hash of a request to
 * the task that produced its file. The file belongs to the task and is deleted with it, so a task that reuses a result
 * gets a copy. An entry without a file is deleted when it is read, or by the bucket's lifecycle rule (`scripts/deploy.mjs`).
 */
import { putStream } from '../memory/put-in-pieces'
import { fileKey, type StoredFile } from '../storage/stored-files'

/** What is known of a cached file without its bytes. `pages` is `null` for an image. */
export type CacheEntry = {
  taskId: string
  fileName: string
  pages: number | null
  /** When the file is removed, in milliseconds since 1970. */
  expiresAt: number
  /** It was stored before its charge: it may be reused only if its account says that it was charged. */
  unconfirmed?: boolean | undefined
  /** Of a QR code: the space around it, in modules. */
  quietZone?: number | undefined
}
export type CachedResult = CacheEntry & StoredFile

/** A file that was copied to its new task. `bytes` is its size. */
export type CopiedFile = Pick<CacheEntry, 'fileName' | 'pages' | 'quietZone'> & {
  contentType: string
  bytes: number
}

/** Where the entry of a request lies. Test and live keys share nothing, since test work is free. */
export function resultKey(owner: { accountId: string; mode: string }, hash: string): string {
  return `cache/${owner.accountId}/${owner.mode}/${hash}`
}

/**
 * The result of an earlier identical request, while its file is kept. `wasCharged` is asked about the task of an
 * unconfirmed result, which is not used without it. `now` is in milliseconds since 1970.
 */
export async function findResult(
  bucket: R2Bucket,
  key: string,
  now: number,
  wasCharged?: (taskId: string) => Promise<boolean>,
): Promise<CachedResult | undefined> {
  const facts = await readEntry(bucket, key, now)
  if (facts?.unconfirmed && !(await wasCharged?.(facts.taskId))) return undefined
  const file = facts && (await bucket.get(fileKey(facts.taskId)))
  if (!facts || !file) return await dropEntry(bucket, key, facts)
  return { ...facts, contentType: contentTypeOf(file), bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** Whether an identical request has a result, without reading its file. */
export async function hasResult(bucket: R2Bucket, key: string, now: number): Promise<boolean> {
  const facts = await readEntry(bucket, key, now)
  return facts !== undefined && !facts.unconfirmed && (await bucket.head(fileKey(facts.taskId))) !== null
}

/** Copies the result of an earlier identical request to the task `taskId`. `undefined` if there is none of another task. */
export async function copyResult(
  bucket: R2Bucket,
  { key, taskId, now }: { key: string; taskId: string; now: number },
): Promise<CopiedFile | undefined> {
  const facts = await readEntry(bucket, key, now)
  if (!facts || facts.unconfirmed || facts.taskId === taskId) return undefined
  const file = await bucket.get(fileKey(facts.taskId))
  if (!file) return await dropEntry(bucket, key, facts)
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

async function readEntry(bucket: R2Bucket, key: string, now: number): Promise<CacheEntry | undefined> {
  const stored = await bucket.get(key)
  if (!stored) return undefined
  // Entries of earlier releases have no pages: they are images.
  const entry = await stored.json<Omit<CacheEntry, 'pages'> & { pages?: number | null }>()
  return entry.expiresAt > now ? { ...entry, pages: entry.pages ?? null } : undefined
}

async function dropEntry(bucket: R2Bucket, key: string, facts: CacheEntry | undefined): Promise<undefined> {
  if (facts) await bucket.delete(key)
}

function contentTypeOf({ httpMetadata }: R2Object): string {
  return httpMetadata?.contentType ?? 'application/octet-stream'
}
