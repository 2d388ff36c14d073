/**
 * Files that answer a later identical request. Under an account and a hash of the request lies the name of the task
 * whose file it is; the file itself stays the task's, so that it is gone with the task. An entry that leads nowhere goes
 * when it is asked for, or by a rule of the bucket on this prefix (`scripts/deploy.mjs`).
 */
import { fileKey, type ProducedFile } from './files'

export type CachedFile = ProducedFile & {
  taskId: string
  /** When the file is removed, in milliseconds since 1970. */
  expiresAt: number
}

type Entry = Omit<CachedFile, keyof ProducedFile> & { fileName: string }

/** Where the entry of a request lies. Test and live keys share nothing, since test work is free. */
export function cacheKeyOf(owner: { accountId: string; mode: string }, hash: string): string {
  return `cache/${owner.accountId}/${owner.mode}/${hash}`
}

/** The file of an earlier identical request, if it is still kept. An entry whose file is gone goes with it. */
export async function findCached(
  bucket: R2Bucket,
  key: string,
  now: number,
): Promise<CachedFile | undefined> {
  const found = await bucket.get(key)
  if (!found) return undefined
  const entry = await found.json<Entry>()
  const file = entry.expiresAt > now ? await bucket.get(fileKey(entry.taskId)) : null
  if (!file) {
    await bucket.delete(key)
    return undefined
  }
  const contentType = file.httpMetadata?.contentType ?? 'application/octet-stream'
  return { ...entry, contentType, bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** Lets later identical requests find a task's file, which is stored already. */
export async function rememberFile(bucket: R2Bucket, key: string, file: CachedFile): Promise<void> {
  const { taskId, fileName, expiresAt } = file
  await bucket.put(key, JSON.stringify({ taskId, fileName, expiresAt } satisfies Entry))
}
