/** The text of a JSON body, which is UTF-8 (RFC 8259 8.1). */
import { Buffer } from 'node:buffer'
import { Problem } from '../errors'
import { textOfUtf8 } from '../text/utf8'

/** U+FFFD, and the same in UTF-8. */
const REPLACEMENT = '\ufffd'
const REPLACEMENT_BYTES = [0xef, 0xbf, 0xbd]

/** Throws `invalid_json` for bytes that are no UTF-8, saying what they are instead, or which byte (from 0) is the first. */
export function decodeUtf8(bytes: Uint8Array): string {
  const other = otherEncoding(bytes)
  if (other) throw notUtf8(other)
  const text = textOfUtf8(bytes)
  if (text !== undefined) return text
  throw notUtf8(
    `byte ${firstNoUtf8(bytes)} is not UTF-8: the text may be Latin-1 or Windows-1252, or was cut inside a character`,
  )
}

function notUtf8(what: string): Problem {
  return new Problem('invalid_json', { detail: `The body must be JSON in UTF-8; ${what}.` })
}

/** What the first bytes tell: JSON begins with two ASCII characters, neither of them NUL. */
function otherEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0x1f && second === 0x8b) return 'it is compressed (gzip). Send it without compression'
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (hasMark || first === 0 || second === 0)
    return 'it is UTF-16 or UTF-32. Encode it as UTF-8 before you send it'
  return undefined
}

/** Where the first character begins that is no UTF-8, from 0; the length if all are. */
function firstNoUtf8(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(bytes)
  let at = 0
  for (let from = 0; ; ) {
    // It stands for what is no UTF-8, unless the body itself has it.
    const next = text.indexOf(REPLACEMENT, from)
    at += Buffer.byteLength(text.slice(from, next < 0 ? undefined : next))
    if (next < 0 || !REPLACEMENT_BYTES.every((byte, index) => bytes[at + index] === byte)) return at
    at += REPLACEMENT_BYTES.length
    from = next + 1
  }
}
