/**
 * Long documents go to the page in parts: a message of megabytes keeps all other pages of the browser, which reads it in
 * one piece, waiting for up to a second.
 */

/** Characters of a part. */
const PART = 512 * 1024
/** What must not be parted from what follows it: half of a surrogate pair, half of a line end. */
const FIRST_HALF = /[\uD800-\uDBFF\r]/

/** Has all but the last part of `html` written, one part after another, and returns that. */
export async function writeBeginning(
  html: string,
  writePart: (part: string) => Promise<void>,
): Promise<string> {
  let written = 0
  while (html.length - written > PART) {
    const end = written + PART
    const cut = FIRST_HALF.test(html.charAt(end - 1)) ? end + 1 : end
    await writePart(html.slice(written, cut))
    written = cut
  }
  return html.slice(written)
}
