/** What must not be parted from what follows it: half of a surrogate pair, half of a line end. */
const FIRST_HALF = /[\uD800-\uDBFF\r]/

/** A text in pieces of `size` characters or one more, so that none ends within a character or a line end; the last has the rest. */
export function* piecesOf(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + size
    const cut = FIRST_HALF.test(text.charAt(end - 1)) ? end + 1 : end
    yield text.slice(at, cut)
    at = cut
  }
}
