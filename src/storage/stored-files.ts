/** Produced files in R2: one object a task. What is stored is enough to serve it again without any database. */

import { putBytes } from '../memory/put-in-pieces'
import { normalized } from '../text/normalized'
import { sleep } from '../time/waiting'

export type StoredFile = { bytes: Uint8Array; contentType: string; fileName: string }

/** The R2 key of a task's file. */
export function fileKey(taskId: string): string {
  return `files/${taskId}`
}

/** The R2 key of a queued task's input. */
export function inputKey(taskId: string): string {
  return `inputs/${taskId}`
}

/** Stores a task's file. */
export async function storeFile(bucket: R2Bucket, taskId: string, file: StoredFile): Promise<void> {
  await putBytes(bucket, fileKey(taskId), file.bytes, {
    httpMetadata: {
      contentType: file.contentType,
      contentDisposition: contentDisposition(file.fileName),
      cacheControl: 'private, no-store',
    },
  })
}

/** A caller who waited has the bytes before the file is stored. How long after the end of its task it is waited for, in ms. */
const MAX_BEHIND_MS = 3_000
const LOOK_MS = 50

/** What `look` finds of the file of a task that ended at `endedAt`, once it is stored; null if there is none. */
export async function findFile<Found>(
  look: () => Promise<Found | null>,
  endedAt: number | null,
): Promise<Found | null> {
  for (;;) {
    const found = await look()
    if (found || Date.now() - (endedAt ?? 0) > MAX_BEHIND_MS) return found
    await sleep(LOOK_MS)
  }
}

/** The file's strong entity tag, as R2 gives it for the stored object: its MD5. */
export async function etagOf(bytes: Uint8Array): Promise<string> {
  return `"${Buffer.from(await crypto.subtle.digest('MD5', bytes)).toString('hex')}"`
}

/**
 * `Content-Disposition` that offers the file under its name (RFC 6266): an ASCII form for old clients, and the whole
 * name in UTF-8 (RFC 8187) where they differ.
 */
export function contentDisposition(fileName: string): string {
  const ascii = normalized(fileName, 'NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\]/g, '_')
  const plain = `attachment; filename="${ascii}"`
  if (ascii === fileName) return plain
  const utf8 = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${plain}; filename*=UTF-8''${utf8}`
}

/** Characters of a file name that are kept: a title may be of any length, and a giant header kills the answer. */
const MAX_NAME = 120

/** The caller's name for the file, safe in a path and with the right ending; `fallback` if there is none. */
export function fileNameFor(given: string | undefined, ending: string, fallback: string): string {
  const name = (given ?? fallback)
    .slice(0, MAX_NAME)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^\.+/, '_')
    .trim()
  return name.toLowerCase().endsWith(ending) ? name : `${name || fallback}${ending}`
}
