/**
 * Footnotes as such in the tags of a file (ISO 32000-1 14.8.4.3.2; ISO 14289-1 7.9): Chromium has no tag for them, but writes the
 * language of each part, by which the page has marked them (`in-page/footnotes.ts`). What comes instead is as long, so
 * that nothing moves in the file.
 */

const MARKED = '/S /NonStruct\n/Lang (x-platen-note-'
const NOTE = '/S /Note     \n/ID   (x-platen-note-'
/** All that may stand before the end of a piece and be the beginning of one. */
const OVERLAP = MARKED.length - 1

/** The file, whose notes are told from other parts and have ids. */
export async function* withNoteTags(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = new Uint8Array()
  for await (const piece of file) {
    // Of its own: who takes a piece may take its memory.
    const whole = Buffer.from(new Uint8Array(rest.length + piece.length).buffer)
    whole.set(rest)
    whole.set(piece, rest.length)
    for (let at = whole.indexOf(MARKED, 0, 'latin1'); at >= 0; at = whole.indexOf(MARKED, at, 'latin1'))
      whole.write(NOTE, at, 'latin1')
    const end = Math.max(0, whole.length - OVERLAP)
    rest = Uint8Array.from(whole.subarray(end))
    if (end > 0) yield Uint8Array.from(whole.subarray(0, end))
  }
  if (rest.length > 0) yield rest
}
