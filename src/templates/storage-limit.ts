/** What is stored as JSON in one row of D1, which holds 2,000,000 bytes with its key: more is refused, not lost. */
import type { FieldError } from '../errors'

/** Most bytes of UTF-8 that a stored template or endpoint may have as JSON. */
const MAX_SOURCE_BYTES = 1_500_000

/** The error of a source that is too large to store; it points to the field that has most of it. */
export function sizeError(source: Record<string, unknown>): FieldError | undefined {
  const size = sizeInStorage(source)
  if (size <= MAX_SOURCE_BYTES) return undefined
  const [largest] = Object.entries(source)
    .map(([field, value]) => ({ field, bytes: sizeInStorage(value) }))
    .sort((a, b) => b.bytes - a.bytes)
  const message =
    `All fields together may have ${figure(MAX_SOURCE_BYTES)} bytes as JSON and have ${figure(size)}: ` +
    `shorten ${largest?.field}, which has ${figure(largest?.bytes ?? 0)}.`
  return { pointer: `/${largest?.field}`, message }
}

/** Bytes of a value as JSON; `undefined` is left out of it. */
export function sizeInStorage(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}

function figure(count: number): string {
  return count.toLocaleString('en')
}
