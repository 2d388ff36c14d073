/** One file that a field of a request names by its address: in the address itself, or fetched. */
import { Problem } from '../errors'
import { isDataUrl, readDataUrl } from '../net/data-address'
import type { FetchFile } from '../net/guarded-fetch'
import { FetchRefused } from '../net/refused'

/** How long a file that is read and not printed may take, in milliseconds. */
export const NAMED_FILE_TIMEOUT_MS = 20_000

type Limits = { maxBytes: number; timeoutMs: number; redirects: number; accept: readonly string[] }

/** `purpose` is for the log, `subject` begins the error's text. Throws 422 `asset_failed` at `pointer`. */
export async function loadNamedFile(
  address: string,
  {
    pointer,
    purpose,
    subject,
    limits,
  }: { pointer: string; purpose: string; subject: string; limits: Limits },
  fetchFile: FetchFile,
): Promise<Uint8Array> {
  try {
    const file = isDataUrl(address)
      ? readDataUrl(address, limits)
      : await fetchFile(address, { purpose, ...limits })
    return file.bytes
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    throw assetFailed(subject, pointer, error.message, error)
  }
}

/** A file that the request names cannot be used: `message` says why, and what to do. */
export function assetFailed(subject: string, pointer: string, message: string, cause?: unknown): Problem {
  const detail = `${subject} could not be used. ${message}`
  return new Problem('asset_failed', { detail, errors: [{ pointer, message }], cause })
}
