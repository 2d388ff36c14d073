/**
 * Files that pages ask for, fetched under the guard and kept for a while per account, so that a letterhead's font is
 * not fetched again for every letter. What a server calls private is not kept. Kept ones are taken from the job's budget
 * like any other, and a store that fails costs nothing but the time of fetching again.
 */
import { sha256 } from '../crypto/hashes'
import type { Log } from '../log'
import type { Budget } from './file-budget'
import type { FrameRules } from './frame-rules'
import type { Download, FetchFile } from './guarded-fetch'
import { FetchRefused } from './refused'
import { readBody } from './response-body'
import { type SentHeaders, withoutSecrets } from './sent-headers'

/** `url`: where the file was found in the end, which what it names is relative to. */
export type AssetDownload = Pick<Download, 'url' | 'contentType' | 'frame' | 'bytes'>

const LIMITS = { purpose: 'asset', maxBytes: 10 << 20, timeoutMs: 10_000, redirects: 5 } as const
/**
 * Looks into the store for one document. Past these a file is fetched, which the document's budget ends. Local stores take
 * milliseconds of the service's own time for each, so only a few are under way at once.
 */
const MAX_LOOKS = 300
const MAX_LOOKS_AT_ONCE = 8
const FINAL_URL_HEADER = 'x-found-at'
/** `FrameRules` as JSON; what a former release kept has none, and is fetched anew. */
const FRAME_HEADER = 'x-frame-rules'
const CACHE_SECONDS = { default: 60, max: 3600 }

/** A fetch for one document of one account. */
export function assetFetcher(
  fetchFile: FetchFile,
  {
    accountId,
    budget,
    log,
    sent,
  }: { accountId: string; budget: Budget; log: Log; sent?: SentHeaders | undefined },
) {
  /** What `use` makes of the store; nothing if that fails. */
  const withStore = async <Result>(use: (store: Cache) => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await use(await caches.open('assets'))
    } catch (error) {
      if (error instanceof FetchRefused) throw error
      log('asset.store_failed', { error })
      return undefined
    }
  }
  let looks = 0
  /** The last look of each line. */
  const lines: Promise<unknown>[] = []
  const lookInTurn = async (key: string, address: string): Promise<AssetDownload | undefined> => {
    if (looks >= MAX_LOOKS) return undefined
    const line = looks++ % MAX_LOOKS_AT_ONCE
    const look = () =>
      withStore(async (store) => {
        const answer = await store.match(key)
        return answer?.headers.has(FRAME_HEADER) ? await readCached(answer, address, budget) : undefined
      })
    const found = (lines[line] ?? Promise.resolve()).then(look)
    lines[line] = found.catch(() => undefined)
    return await found
  }
  return async (address: string, { apart = false } = {}): Promise<AssetDownload> => {
    // What is sent with a caller's headers is nobody else's.
    if (sent) return await fetchFile(address, { ...LIMITS, sent: apart ? withoutSecrets(sent) : sent })
    const key = cacheKey(accountId, address)
    const kept = await lookInTurn(key, address)
    if (kept) return kept
    const { headers, ...file } = await fetchFile(address, LIMITS)
    const seconds = cacheSeconds(headers['cache-control'])
    if (seconds > 0) await withStore((store) => store.put(key, cachedResponse(file, seconds)))
    return file
  }
}

function cachedResponse({ url, contentType, frame, bytes }: AssetDownload, seconds: number): Response {
  const headers = {
    'content-type': contentType,
    'cache-control': `max-age=${seconds}`,
    [FINAL_URL_HEADER]: url,
    [FRAME_HEADER]: encodeURIComponent(JSON.stringify(frame ?? {})),
  }
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers })
}

async function readCached(kept: Response, address: string, budget: Budget): Promise<AssetDownload> {
  budget.request()
  const { headers } = kept
  const bytes = await readBody(kept.body, {
    maxBytes: LIMITS.maxBytes,
    onBytes: (count) => budget.bytes(count),
    tooLarge: () => new Error('a kept file is larger than it can have been'),
  })
  return {
    url: headers.get(FINAL_URL_HEADER) ?? address,
    contentType: headers.get('content-type') ?? '',
    frame: JSON.parse(decodeURIComponent(headers.get(FRAME_HEADER) ?? '')) as FrameRules,
    bytes,
  }
}

/** How long a file is kept by its `Cache-Control` (RFC 9111), in seconds; 0: not at all. */
function cacheSeconds(cacheControl: string | undefined): number {
  if (cacheControl === undefined) return CACHE_SECONDS.default
  if (/\b(no-store|no-cache|private)\b/i.test(cacheControl)) return 0
  const age = /\b(?:s-maxage|max-age)\s*=\s*"?(\d+)/i.exec(cacheControl)
  return age ? Math.min(Number(age[1]), CACHE_SECONDS.max) : CACHE_SECONDS.default
}

/** One account never meets what another one loaded. */
function cacheKey(accountId: string, url: string): string {
  return `https://assets.invalid/${accountId}/${sha256(url)}`
}
