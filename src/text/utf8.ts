/** Bytes that must be UTF-8. */

/** Their text, without a byte order mark at its start; undefined for bytes that are no UTF-8. */
export function textOfUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return undefined
  }
}

export function isUtf8(bytes: Uint8Array): boolean {
  return textOfUtf8(bytes) !== undefined
}
