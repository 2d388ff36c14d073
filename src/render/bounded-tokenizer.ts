/** The tokenizer of CSS Syntax 3 (4.3) over the style sheets of one document, as far as it is worth. */
import { tokenize } from 'css-tree/tokenizer'

/** Tokens that are read of one document: a tenth of a second, and more than any sheet of a person has. */
const MAX_TOKENS = 1_000_000

/** Thrown to end the tokenizer, which has no other way. */
class EnoughRead extends Error {}

export class BoundedTokenizer {
  #tokens = 0

  /** Reads one style sheet. What stands behind the last token that may be read is left out. */
  read(css: string, onToken: (type: number, start: number, end: number) => void): void {
    if (this.#tokens > MAX_TOKENS) return
    try {
      tokenize(css, (type, start, end) => {
        if (++this.#tokens > MAX_TOKENS) throw new EnoughRead()
        onToken(type, start, end)
      })
    } catch (error) {
      if (!(error instanceof EnoughRead)) throw error
    }
  }
}
