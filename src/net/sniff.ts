/** Beginnings of files that tell what they are (WHATWG MIME Sniffing); `null` in a pattern is any byte. */
const SIGNATURES: readonly { type: string; pattern: readonly (number | null)[] }[] = [
  { type: 'image/png', pattern: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', pattern: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', pattern: ascii('GIF8') },
  { type: 'image/webp', pattern: [...ascii('RIFF'), null, null, null, null, ...ascii('WEBP')] },
  { type: 'application/zip', pattern: [0x50, 0x4b, 0x03, 0x04] },
  { type: 'application/gzip', pattern: [0x1f, 0x8b, 0x08] },
]

/** Readers accept a PDF whose header lies anywhere in the first 1,024 bytes (ISO 32000-1 annex H.3, note 13). */
const MAX_PDF_HEADER_OFFSET = 1_024

/**
 * The media type of a file by its content: what a server says about it is not asked. Text is told apart only
 * as far as messages need it (`text/html`); anything else is `application/octet-stream`.
 */
export function sniffType(bytes: Uint8Array): string {
  const found = SIGNATURES.find(({ pattern }) =>
    pattern.every((byte, index) => byte === null || bytes[index] === byte),
  )
  if (found) return found.type
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, MAX_PDF_HEADER_OFFSET))
  if (head.includes('%PDF-')) return 'application/pdf'
  if (/^\s*<(!doctype html|html|head|body)\b/i.test(head)) return 'text/html'
  return 'application/octet-stream'
}

function ascii(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0))
}
