/** What a caller may ask of Markdown, and its limits. */

/** The looks of a printed Markdown text; the first is the default. */
export const MARKDOWN_STYLES = ['report', 'letter', 'manual'] as const
export type MarkdownStyle = (typeof MARKDOWN_STYLES)[number]

/** Characters. */
export const MAX_MARKDOWN = 200_000
/** What a line costs does not depend on its length. */
const MAX_LINES = 20_000
/** Signs of a footnote, `[^` and `^[`: notes are put together in time by the square of their number. */
const MAX_NOTE_SIGNS = 2000

/** What is wrong with the size of a text; `undefined` if it can be translated. */
export function markdownExcess(text: string): string | undefined {
  if (hasMore(text, '\n', MAX_LINES)) return `must not have more than ${MAX_LINES} lines`
  if (hasMore(text, '[^', MAX_NOTE_SIGNS) || hasMore(text, '^[', MAX_NOTE_SIGNS))
    return `must not have more than ${MAX_NOTE_SIGNS} signs of footnotes ([^ or ^[)`
  return undefined
}

function hasMore(text: string, sign: string, most: number): boolean {
  let found = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + sign.length))
    if (++found > most) return true
  return false
}
