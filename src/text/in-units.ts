/** Limits as people read them. */

/** `10 MB`, `1.5 MB`, `8 KB`: in powers of 1,024 if the limit is a multiple of that, else of 1,000. */
export function inBytes(bytes: number): string {
  const step = bytes % 1024 === 0 ? 1024 : 1000
  return bytes < step ** 2 ? `${bytes / step} KB` : `${bytes / step ** 2} MB`
}

/** `15 seconds`. */
export function inSeconds(ms: number): string {
  return `${ms / 1000} seconds`
}

/** `24 hours`. */
export function inHours(ms: number): string {
  return `${ms / 3_600_000} hours`
}
