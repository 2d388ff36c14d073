/** What makes two requests the same one. */
import { createHash } from 'node:crypto'

/**
 * SHA-256 of a validated request, in hexadecimal: the order of fields does not matter, absent and undefined are the
 * same, and files count by their bytes. So a multipart request, whose boundary differs each time, equals its repeat.
 */
export function fingerprint(request: unknown): string {
  return sha256(JSON.stringify(canonical(request)) ?? '')
}

function canonical(value: unknown): unknown {
  if (value instanceof Uint8Array) return { sha256: sha256(value) }
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return {
    fields: fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, canonical(field)]),
  }
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
