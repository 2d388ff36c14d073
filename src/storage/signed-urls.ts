/**
 * Signed addresses of files: no key is needed, any change is refused, and they end. The signature is an HMAC-SHA256
 * over the path and the time of expiry.
 */
import { equalInConstantTime, hmacSha256 } from '../crypto/hashes'

export type UrlVerdict = 'valid' | 'invalid' | 'expired'

/** An absolute address of a task's file. `expiresAt` in milliseconds since 1970. */
export function signFileUrl(
  {
    origin,
    taskId,
    fileName,
    expiresAt,
  }: { origin: string; taskId: string; fileName: string; expiresAt: number },
  secret: string,
): string {
  const path = `/files/${taskId}/${encodeURIComponent(fileName)}`
  const expires = String(Math.floor(expiresAt / 1000))
  return `${origin}${path}?expires=${expires}&signature=${signature(path, expires, secret)}`
}

/** Whether an address has the form of those above; only `verifyFileUrl` tells whether it was given out. */
export function isFileUrl(address: string, origin: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.origin === origin && url.pathname.startsWith('/files/')
}

/** Judges the address of a request. Anything but exactly what was signed, with one of `secrets`, is invalid. */
export function verifyFileUrl(url: URL, secrets: readonly string[], now: number): UrlVerdict {
  const expires = url.searchParams.get('expires') ?? ''
  if (!/^\d{1,12}$/.test(expires)) return 'invalid'
  const isSigned = secrets.some((secret) => {
    const expected = signature(url.pathname, expires, secret)
    return equalInConstantTime(url.search, `?expires=${expires}&signature=${expected}`)
  })
  if (!isSigned) return 'invalid'
  return now >= Number(expires) * 1000 ? 'expired' : 'valid'
}

function signature(path: string, expires: string, secret: string): string {
  return Buffer.from(hmacSha256(secret, `file\n${path}\n${expires}`)).toString('base64url')
}
