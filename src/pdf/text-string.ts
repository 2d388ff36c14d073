/** Texts as a file has them (ISO 32000-2, 7.9.2.2). */
import { PDFHexString } from 'pdf-lib'

/**
 * A text string: one byte a character where all are of ASCII, else UTF-16. Readers write what somebody fills in so too, and
 * some of them compare bytes.
 */
export function textString(text: string): PDFHexString {
  return /^[\t\n\r\x20-\x7e]*$/.test(text)
    ? PDFHexString.of(Buffer.from(text, 'latin1').toString('hex').toUpperCase())
    : PDFHexString.fromText(text)
}
