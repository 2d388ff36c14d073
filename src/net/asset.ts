/**
 * Files that pages ask for, fetched under the guard and kept for a while per account, so that a letterhead's font is
 * not fetched again for every letter. What a server calls private is not kept. Kept ones are taken from the job's budget
 * like any other, and a store that fails costs nothing but the time of fetching again.
 */
import type { Log } from '../log'
import { readBody } from './body'
import type { Budget } from './budget'
import type { FetchedFile, FetchFile } from './fetch'
import { FetchRefused } from './refused'

/** `url`: where the file was found in the end, which what it names is relative to. */
export type AssetFile = Pick<FetchedFile, 'url' | 'contentType' | 'bytes'>

const LIMITS = { purpose: 'asset', maxBytes: 10 << 20, timeoutMs: 10_000, redirects: 5 } as const
const FOUND_AT = 'x-found-at'
const KEEP_SECONDS = { unsaid: 60, most: 3600 }

/** A fetch for one document of one account. */
export function assetFetcher(
  fetchFile: FetchFile,
  { accountId, budget, log }: { accountId: string; budget: Budget; log: Log },
) {
  /** What `use` makes of the store; nothing where that fails. */
  const withStore = async <Result>(use: (store: Cache) => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await use(await caches.open('assets'))
    } catch (error) {
      if (error instanceof FetchRefused) throw error
      log('asset.store_failed', { error })
      return undefined
    }
  }
  return async (address: string): Promise<AssetFile> => {
    const key = await cacheKey(accountId, address)
    const kept = await withStore(async (store) => {
      const answer = await store.match(key)
      return answer && (await readKept(answer, address, budget))
    })
    if (kept) return kept
    const { url, contentType, headers, bytes } = await fetchFile(address, LIMITS)
    const seconds = keepSeconds(headers['cache-control'])
    if (seconds > 0)
      await withStore((store) => store.put(key, keptAnswer({ url, contentType, bytes }, seconds)))
    return { url, contentType, bytes }
  }
}

function keptAnswer({ url, contentType, bytes }: AssetFile, seconds: number): Response {
  const headers = { 'content-type': contentType, 'cache-control': `max-age=${seconds}`, [FOUND_AT]: url }
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers })
}

async function readKept(kept: Response, address: string, budget: Budget): Promise<AssetFile> {
  budget.request()
  const { headers } = kept
  const bytes = await readBody(kept.body, {
    maxBytes: LIMITS.maxBytes,
    onBytes: (count) => budget.bytes(count),
    tooLarge: () => new Error('a kept file is larger than it can have been'),
  })
  return { url: headers.get(FOUND_AT) ?? address, contentType: headers.get('content-type') ?? '', bytes }
}

/** How long a file is kept by its `Cache-Control` (RFC 9111), in seconds; 0: not at all. */
function keepSeconds(cacheControl: string | undefined): number {
  if (cacheControl === undefined) return KEEP_SECONDS.unsaid
  if (/\b(no-store|no-cache|private)\b/i.test(cacheControl)) return 0
  const age = /\b(?:s-maxage|max-age)\s*=\s*"?(\d+)/i.exec(cacheControl)
  return age ? Math.min(Number(age[1]), KEEP_SECONDS.most) : KEEP_SECONDS.unsaid
}

/** One account never meets what another one loaded. */
async function cacheKey(accountId: string, url: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(url))
  return `https://assets.invalid/${accountId}/${Buffer.from(hash).toString('hex')}`
}
