/**
 * Signed addresses of files: no key is needed, any change is refused, and they end. The signature is an HMAC-SHA256
 * over the path and the time of expiry.
 */

export type UrlVerdict = 'valid' | 'invalid' | 'expired'

/** An absolute address of a task's file. `expiresAt` in milliseconds since 1970. */
export async function signFileUrl(
  {
    origin,
    taskId,
    fileName,
    expiresAt,
  }: { origin: string; taskId: string; fileName: string; expiresAt: number },
  secret: string,
): Promise<string> {
  const path = `/files/${taskId}/${encodeURIComponent(fileName)}`
  const expires = String(Math.floor(expiresAt / 1000))
  return `${origin}${path}?expires=${expires}&signature=${await signature(path, expires, secret)}`
}

/** Whether an address has the form of those above; only `verifyFileUrl` tells whether it was given out. */
export function isFileUrl(address: string, origin: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.origin === origin && url.pathname.startsWith('/files/')
}

/** Judges the address of a request. Anything but exactly what was signed, with one of `secrets`, is invalid. */
export async function verifyFileUrl(url: URL, secrets: readonly string[], now: number): Promise<UrlVerdict> {
  const expires = url.searchParams.get('expires') ?? ''
  if (!/^\d{1,12}$/.test(expires)) return 'invalid'
  const signed = await Promise.all(
    secrets.map(async (secret) => {
      const expected = await signature(url.pathname, expires, secret)
      return await equal(url.search, `?expires=${expires}&signature=${expected}`)
    }),
  )
  if (!signed.includes(true)) return 'invalid'
  return now >= Number(expires) * 1000 ? 'expired' : 'valid'
}

async function signature(path: string, expires: string, secret: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', utf8(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const mac = await crypto.subtle.sign('HMAC', key, utf8(`file\n${path}\n${expires}`))
  return Buffer.from(mac).toString('base64url')
}

/** Compares in a time that does not depend on where the texts differ. */
async function equal(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([a, b].map((text) => crypto.subtle.digest('SHA-256', utf8(text))))
  return crypto.subtle.timingSafeEqual(left as ArrayBuffer, right as ArrayBuffer)
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
