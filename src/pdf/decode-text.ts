/** Text strings of any length (ISO 32000-1 7.9.2.2). */
import { hasUtf16BOM, PDFHexString, type PDFObject, PDFString, pdfDocEncodingDecode } from 'pdf-lib'

/**
 * Characters of a file that pdf-lib decodes at once: it passes each to a function as an argument, which is a RangeError for
 * some 100,000.
 */
const PIECE = 2 ** 14

/** The text of an object; undefined if it is no text string. */
export function textOf(value: PDFObject | undefined): string | undefined {
  return isTextString(value) ? decodeText(value) : undefined
}

/** Whether an object is a text string. */
export function isTextString(value: unknown): value is PDFString | PDFHexString {
  return value instanceof PDFString || value instanceof PDFHexString
}

/** The text of a string, however long it is. */
export function decodeText(value: PDFString | PDFHexString): string {
  if (value.asString().length <= PIECE) return value.decodeText()
  const bytes = value.asBytes()
  if (hasUtf16BOM(bytes)) return new TextDecoder(bytes[0] === 0xfe ? 'utf-16be' : 'utf-16le').decode(bytes)
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE)
    pieces.push(pdfDocEncodingDecode(bytes.subarray(at, at + PIECE)))
  return pieces.join('')
}
