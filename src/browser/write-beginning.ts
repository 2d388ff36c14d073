/**
 * Long documents go to the page in parts: a message of megabytes keeps all other pages of the browser, which reads it in
 * one piece, waiting for up to a second.
 */
import { piecesOf } from '../text/text-pieces'
import { ignore } from '../time/waiting'

/** Characters of a part. */
const PART = 512 * 1024

/**
 * Has all but the last part of `html` written, and returns that. The next part is on its way while one is read, and no more than
 * that.
 */
export async function writeBeginning(
  html: string,
  writePart: (part: string) => Promise<void>,
): Promise<string> {
  let last = ''
  let written: Promise<void> | undefined
  for (const part of piecesOf(html, PART)) {
    if (last !== '') {
      const writing = writePart(last)
      writing.catch(ignore)
      await written
      written = writing
    }
    last = part
  }
  await written
  return last
}
