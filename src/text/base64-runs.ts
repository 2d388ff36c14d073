/** Files that stand in a text as base64: photographs are often all but a few thousand of a document's characters. */

/** Shorter runs are as good as any other text. */
const MIN_RUN = 400

/** And the underscore, since four times as fast as the letters of base64 alone. */
const BASE64 = /[\w+/]*/y
const MARK = 'base64,'

/**
 * Where the long runs of base64 begin and end that stand behind a `base64,`; and one with which a part of a text begins, if
 * it `mayBegin` with one. Linear: the end of a run is looked for once.
 */
export function* base64Runs(
  text: string,
  { mayBegin = false } = {},
): Generator<[start: number, end: number]> {
  const marked = (from: number) => {
    const at = text.indexOf(MARK, from)
    return at < 0 ? undefined : at + MARK.length
  }
  let start = mayBegin ? 0 : marked(0)
  while (start !== undefined) {
    BASE64.lastIndex = start
    BASE64.test(text)
    const end = BASE64.lastIndex
    if (end - start >= MIN_RUN) yield [start, end]
    start = marked(end)
  }
}
