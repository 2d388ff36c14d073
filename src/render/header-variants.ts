/**
 * Headers and footers that differ from page to page, or count from elsewhere. Chromium has one of each for all pages, so
 * the document is printed with room for the highest and without any; then they are printed over empty pages of the same
 * sizes, each kind once, and drawn over the document (`pdf/stamp/running-headers.ts`).
 */
import type { RenderOptions } from './render-options'

export type HeaderHtml = Pick<RenderOptions, 'header_html' | 'footer_html'>

/** What the first, the last and all other pages have; the first wins on a page that is both. */
export type RunningHeaderHtml = { first?: HeaderHtml; last?: HeaderHtml; others: HeaderHtml; start: number }

/** The headers and footers of a document that Chromium cannot print by itself; undefined if it can. */
export function runningHeadersOf(options: RenderOptions): RunningHeaderHtml | undefined {
  const { header_html, footer_html, page_number_start: start = 1 } = options
  const { header_first_html, footer_first_html, header_last_html, footer_last_html } = options
  const hasFirst = header_first_html !== undefined || footer_first_html !== undefined
  const hasLast = header_last_html !== undefined || footer_last_html !== undefined
  if (!hasFirst && !hasLast && (start === 1 || !(header_html || footer_html))) return undefined
  const others = { header_html, footer_html }
  const last = {
    header_html: header_last_html ?? header_html,
    footer_html: footer_last_html ?? footer_html,
  }
  const first = {
    header_html: header_first_html ?? header_html,
    footer_html: footer_first_html ?? footer_html,
  }
  return {
    ...(hasLast && { last }),
    // The number of a page 0 is not printed.
    ...((hasFirst || start === 0) && { first }),
    others,
    start,
  }
}

/** Everything that may stand at the head or the foot of a page, for which room is left. */
export function headerVariants({ first, last, others }: RunningHeaderHtml): HeaderHtml[] {
  return [others, first, last].filter((html) => html !== undefined)
}
