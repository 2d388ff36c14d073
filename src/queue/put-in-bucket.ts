/** A result in storage, and its way into a caller's bucket: one guarded PUT of a stream, without redirects. */
import type { Log } from '../log'
import { createBudget } from '../net/file-budget'
import { createFetcher } from '../net/guarded-fetch'
import { FetchRefused } from '../net/refused'
import { addressPolicy } from '../settings'
import { fileKey } from '../storage/stored-files'
import { type OutgoingFile, UPLOAD_TIMEOUT_MS, type UploadResult } from '../webhooks/upload-file'

/** The name is resolved, then one request. */
const PUT_BUDGET = { requests: 1, bytes: 0 }

/** The file of a task; undefined if it is no longer kept. */
export async function openFile(files: R2Bucket, taskId: string): Promise<OutgoingFile | undefined> {
  const object = await files.get(fileKey(taskId))
  if (!object) return undefined
  const { body, size, httpMetadata } = object
  return { body, size, contentType: httpMetadata?.contentType ?? 'application/octet-stream' }
}

/** Sends a file to a presigned address. Never throws what the other side has done. */
export async function putFile(
  env: Env,
  address: string,
  { body, size, contentType }: OutgoingFile,
  { log, now }: { log: Log; now: () => number },
): Promise<UploadResult> {
  const fetcher = createFetcher({
    policy: addressPolicy(env),
    dohUrl: env.DOH_URL,
    budget: createBudget(PUT_BUDGET),
    log: ({ event, ...facts }) => log(event, facts),
    now,
  })
  // Buckets want the length, and take no chunks.
  const sized = new FixedLengthStream(size)
  const end = new AbortController()
  void body.pipeTo(sized.writable, { signal: end.signal }).catch(() => undefined)
  try {
    const headers = { 'content-type': contentType, ...headersOf(address) }
    const options = { purpose: 'upload', timeoutMs: UPLOAD_TIMEOUT_MS, headers, body: sized.readable }
    const { status, headers: answered } = await fetcher.put(address, options)
    return { status, retryAfter: answered['retry-after'] }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return { error: error.message, final: !error.transient }
  } finally {
    // An answer may come before the file is sent; nobody reads the rest.
    end.abort()
  }
}

/** What Azure needs beside the address. */
function headersOf(address: string): Record<string, string> {
  const host = URL.parse(address)?.hostname ?? ''
  return host.endsWith('.blob.core.windows.net') ? { 'x-ms-blob-type': 'BlockBlob' } : {}
}
