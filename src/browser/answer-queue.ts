/**
 * Of one page: so many requests for files are answered at once, and the others wait. Each answer costs calls between
 * objects and to the browser, which all documents of a browser share.
 */
const MAX_ANSWERS_AT_ONCE = 8

/** Of these, so many are kept for what a page needs to be laid out: hosts of its pictures may be slow. */
const KEPT_FOR_LAYOUT = 2

/** What a page needs to be laid out, as the DevTools protocol names it. */
const LAYOUT_TYPES = new Set(['Stylesheet', 'Script', 'Font'])

type Work = () => Promise<void>

/** The answers to one page's requests, in their order, but what the page is laid out by comes first. */
export class AnswerQueue {
  readonly #layout: Work[] = []
  readonly #others: Work[] = []
  #layoutUnderWay = 0
  #othersUnderWay = 0

  /** Has a request of this type be answered by `work` in its turn. What `work` throws is ignored: the page may be gone. */
  add(type: string, work: Work): void {
    const line = LAYOUT_TYPES.has(type) ? this.#layout : this.#others
    line.push(work)
    this.#begin()
  }

  /** Forgets what has not begun. */
  clear(): void {
    this.#layout.length = 0
    this.#others.length = 0
  }

  #begin(): void {
    if (this.#layoutUnderWay + this.#othersUnderWay >= MAX_ANSWERS_AT_ONCE) return
    const layout = this.#layout.shift()
    if (layout) {
      this.#layoutUnderWay++
      this.#run(layout, () => this.#layoutUnderWay--)
    } else if (this.#othersUnderWay < MAX_ANSWERS_AT_ONCE - KEPT_FOR_LAYOUT) {
      const other = this.#others.shift()
      if (!other) return
      this.#othersUnderWay++
      this.#run(other, () => this.#othersUnderWay--)
    }
  }

  #run(work: Work, ended: () => void): void {
    const next = () => {
      ended()
      this.#begin()
    }
    work().then(next, next)
  }
}
