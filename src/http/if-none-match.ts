/** `If-None-Match` (RFC 9110, 13.1.2). */

/** One entity tag, weak or strong. Its text may have commas, so the header is not split at them. */
const TAG_PATTERN = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g

/**
 * Whether the header names the entity tag `etag`, which is strong: by itself, in a list, weakly (`W/`), or with `*`.
 * Tags are compared weakly, as the RFC says.
 */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return [...header.matchAll(TAG_PATTERN)].some(([, tag]) => tag === etag)
}
