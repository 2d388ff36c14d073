/**
 * Long documents go to the page in parts: a message of megabytes keeps all other pages of the browser, which reads it in
 * one piece, waiting for up to a second.
 */
import { piecesOf } from '../text/text-pieces'

/** Characters of a part. */
const PART = 512 * 1024

/** Has all but the last part of `html` written, one part after another, and returns that. */
export async function writeBeginning(
  html: string,
  writePart: (part: string) => Promise<void>,
): Promise<string> {
  let last = ''
  for (const part of piecesOf(html, PART)) {
    if (last !== '') await writePart(last)
    last = part
  }
  return last
}
