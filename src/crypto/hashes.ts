/**
 * Hashes, signatures and their comparison. The canonical hash recognizes an idempotent repeat and finds the result of an
 * identical request.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '../errors'

/** Deeper bodies would exhaust the stack; no document needs them. */
const MAX_DEPTH = 1_000

/**
 * SHA-256 of a value's canonical JSON, in hexadecimal: the order of fields does not matter, absent and undefined are the
 * same, and files count by their bytes. So a multipart request, whose boundary differs each time, equals its repeat.
 * Throws `invalid_request` for a value nested deeper than 1,000 levels.
 */
export function canonicalHash(value: unknown): string {
  return sha256(JSON.stringify(canonical(value, 0)) ?? '')
}

/** SHA-256 of text (as UTF-8) or bytes, in hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/** HMAC-SHA-256 of a text (as UTF-8). */
export function hmacSha256(key: string | Uint8Array, text: string): Uint8Array {
  return createHmac('sha256', key).update(text).digest()
}

/** Whether two texts are equal. The time taken depends neither on where they differ nor on how long the expected one is. */
export function equalInConstantTime(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

function canonical(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) {
    throw new Problem('invalid_request', { detail: `The body is nested deeper than ${MAX_DEPTH} levels.` })
  }
  if (value instanceof Uint8Array) return { sha256: sha256(value) }
  if (Array.isArray(value)) return value.map((item) => canonical(item, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return {
    fields: fields
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, canonical(field, depth + 1)]),
  }
}
