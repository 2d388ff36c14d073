/**
 * Signed addresses of files: no key is needed, any change is refused, and they end. The signature is an HMAC-SHA256
 * over the path and the time of expiry.
 */
import { equalInConstantTime, hmacSha256 } from '../crypto/hashes'

export type UrlVerdict = 'valid' | 'invalid' | 'expired'
/** Whether what is shown was made with a live or a test key. */
export type ViewMode = 'live' | 'test'

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

/**
 * An absolute address that shows a task's file in a browser, for people who have no key. It has a signature of its own, so
 * neither kind of address can be made of the other. `mode` stands in it for whoever looks.
 */
export function signViewUrl(
  {
    origin,
    taskId,
    fileName,
    expiresAt,
    mode,
  }: { origin: string; taskId: string; fileName: string; expiresAt: number; mode: ViewMode },
  secret: string,
): string {
  const path = `/files/${taskId}/${encodeURIComponent(fileName)}`
  const expires = String(Math.floor(expiresAt / 1000))
  return `${origin}${path}?view=${mode}&expires=${expires}&signature=${signature(path, expires, secret, mode)}`
}

/** Whether an address has the form of those above; only `verifyFileUrl` tells whether it was given out. */
export function isFileUrl(address: string, origin: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.origin === origin && url.pathname.startsWith('/files/')
}

/** Which view an address asks for, be it signed or not; undefined for a file to be saved. */
export function viewOf(url: URL): ViewMode | undefined {
  const view = url.searchParams.get('view')
  return view === 'live' || view === 'test' ? view : undefined
}

/** Judges the address of a request. Anything but exactly what was signed, with one of `secrets`, is invalid. */
export function verifyFileUrl(url: URL, secrets: readonly string[], now: number): UrlVerdict {
  const view = viewOf(url)
  const expires = url.searchParams.get('expires') ?? ''
  if (!/^\d{1,12}$/.test(expires)) return 'invalid'
  const isSigned = secrets.some((secret) => {
    const expected = signature(url.pathname, expires, secret, view)
    const start = view === undefined ? '?' : `?view=${view}&`
    return equalInConstantTime(url.search, `${start}expires=${expires}&signature=${expected}`)
  })
  if (!isSigned) return 'invalid'
  return now >= Number(expires) * 1000 ? 'expired' : 'valid'
}

function signature(path: string, expires: string, secret: string, view?: ViewMode): string {
  const kind = view === undefined ? 'file' : `view ${view}`
  return Buffer.from(hmacSha256(secret, `${kind}\n${path}\n${expires}`)).toString('base64url')
}
