/**
 * Files that pages ask for, fetched under the guard and kept for a while per account, so that a letterhead's font is
 * not fetched again for every letter. What a server calls private is not kept.
 */
import type { Fetcher } from './fetch'

const LIMITS = { purpose: 'asset', maxBytes: 10 << 20, timeoutMs: 10_000, redirects: 5 } as const
const KEEP_SECONDS = { unsaid: 60, most: 3600 }

/** A fetch for one document of one account. */
export function assetFetcher(fetcher: Fetcher, accountId: string) {
  return async (url: string): Promise<{ contentType: string; bytes: Uint8Array }> => {
    const cache = await caches.open('assets')
    const key = await cacheKey(accountId, url)
    const kept = await cache.match(key)
    if (kept) return { contentType: kept.headers.get('content-type') ?? '', bytes: await kept.bytes() }
    const { contentType, headers, bytes } = await fetcher.fetchFile(url, LIMITS)
    const seconds = keepSeconds(headers['cache-control'])
    if (seconds > 0) {
      const answer = new Response(bytes as Uint8Array<ArrayBuffer>, {
        headers: { 'content-type': contentType, 'cache-control': `max-age=${seconds}` },
      })
      await cache.put(key, answer)
    }
    return { contentType, bytes }
  }
}

/** How long a file is kept by its `Cache-Control` (RFC 9111), in seconds; 0: not at all. */
export function keepSeconds(cacheControl: string | undefined): number {
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
