/** Style sheets that nest their blocks so deeply that the browser's own parser ends the page. */
import { styleElements } from './paged-media'

/** Blocks within one another; Chromium bears 3,000, and not 10,000. Nobody writes more than a few. */
export const MAX_DEPTH = 1_000

/** Whether a document's style elements, or its `css`, nest more blocks than `MAX_DEPTH`. Linear. */
export function nestsTooDeep(html: string, css = ''): boolean {
  if (isDeep(css)) return true
  for (const { from, to } of styleElements(html)) if (isDeep(html.slice(from, to))) return true
  return false
}

function isDeep(css: string): boolean {
  let depth = 0
  for (const [bracket] of css.matchAll(/[{}]/g)) {
    if (bracket === '}') depth = Math.max(0, depth - 1)
    else if (++depth > MAX_DEPTH) return true
  }
  return false
}
