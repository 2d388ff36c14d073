/**
 * The page margins that a document sets itself, read from its text: a guess of the area that it is laid out in, since
 * each change of the window costs a layout and a round trip.
 */
import { parseLength } from './length'
import type { RenderOptions } from './render-options'

type Margins = { [Side in 'margin_top' | 'margin_right' | 'margin_bottom' | 'margin_left']?: number }

const PAGE_MARGIN = /@page\s{0,9}\{\s{0,99}margin\s{0,9}:([^;{}]{1,60})[;}]/gi
/** What makes the layout depend on the window that the document loads in. */
const DEPENDS_ON_WINDOW = /@import|<link|\bmedia\s{0,3}=|@media(?!\s{1,9}(?:print|screen)\s{0,9}\{)/i

/** Options with the margins that `html` sets where they set none, as far as it says so plainly. */
export function withOwnMargins(options: RenderOptions, html: string): RenderOptions {
  const value = [...html.matchAll(PAGE_MARGIN)].at(-1)?.[1]
  if (value === undefined || DEPENDS_ON_WINDOW.test(html)) return options
  const asked: Margins = {}
  for (const side of ['margin_top', 'margin_right', 'margin_bottom', 'margin_left'] as const) {
    if (options[side] !== undefined) asked[side] = options[side]
  }
  return { ...options, ...marginsOf(value), ...asked }
}

/** The margins in inches that a value of `margin` sets; none if it has other lengths than those of a request. */
function marginsOf(value: string): Margins {
  const lengths = value
    .trim()
    .split(/\s+/)
    .map((text) => (text === '0' ? 0 : parseLength(text)))
  const [top, right = top, bottom = top, left = right] = lengths
  if (lengths.length > 4 || lengths.includes(undefined)) return {}
  if (top === undefined || right === undefined || bottom === undefined || left === undefined) return {}
  return { margin_top: top, margin_right: right, margin_bottom: bottom, margin_left: left }
}
