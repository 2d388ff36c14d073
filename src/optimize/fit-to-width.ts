/** Repairs of boxes and grids that are wider than the page. Pure. */

import type { Audit } from '../in-page/findings'
import { fill, joined, lines, MIN_SCALE, on, type Part, ROOTS, taggedRules, ZOOM } from './repair-parts'

/** Narrower boxes first, then lines of boxes that wrap. */
const NARROWER: Readonly<Record<string, string>> = {
  too_wide: 'max-width:100%!important;min-width:0!important;box-sizing:border-box!important',
  'too_wide-block': 'width:auto!important',
  'too_wide-table': 'width:auto!important;table-layout:auto!important',
  // Where everything is printed smaller, the page has more CSS pixels than when the size was measured.
  'too_wide-filling': fill('calc(var(--platen-size) * var(--platen-more, 1))'),
  'too_wide-picture': 'max-width:100%!important;height:auto!important;min-width:0!important',
  'too_wide-zoom': ZOOM,
  'too_wide-nowrap': 'text-wrap-mode:wrap!important',
  'too_wide-word': 'overflow-wrap:break-word!important',
  // Text may need more height than before; what has none, as a bar of color, keeps its own.
  'too_wide-high': 'height:auto!important;min-height:var(--platen-size)!important',
  // Rows of a grid of twelve columns hang over both edges of what is around them, by what their columns are padded.
  'too_wide-hanging': 'max-width:calc(100% + var(--platen-size))!important',
  'too_wide-margin': 'margin-left:0!important;margin-right:0!important',
  'too_wide-row': 'flex-wrap:wrap!important',
}
const PICTURES =
  ':is([data-platen~="too_wide"],[data-platen*="too_wide-grid"]) :is(img,canvas,video){max-width:100%!important;height:auto!important}'

/**
 * All that makes boxes narrower. Grids keep their columns, which may mean something, as long as those can be read. `more`:
 * how many times as many CSS pixels the page will have.
 */
function narrower(grids: number[], more = 1): Part {
  const boxes = Object.entries(NARROWER).map(([name, declarations]) => on(name, declarations))
  const columns = grids.map((count) => {
    const tracks = count ? `${count},minmax(0,1fr)` : 'auto-fit,minmax(min(100%,11em),1fr)'
    const name = `too_wide-grid-${count}`
    return `${on(name, `grid-template-columns:repeat(${tracks})!important`)}[data-platen~="${name}"]>*{min-width:0!important}`
  })
  return {
    css: [
      ROOTS,
      more === 1 ? '' : `:root{--platen-more:${more.toFixed(3)}}`,
      ...boxes,
      PICTURES,
      ...columns,
    ].join(''),
    tags: [...Object.keys(NARROWER), ...grids.map((count) => `too_wide-grid-${count}`)],
  }
}

/** Tables of boxes keep their columns. */
const TABLES = joined(
  lines('too_wide-line'),
  taggedRules(
    {
      'too_wide-cells':
        'grid-template-columns:repeat(calc(var(--platen-size)/1px),minmax(0,auto))!important;width:auto!important;max-width:100%!important',
      'too_wide-cells-zoom': ZOOM,
    },
    '[data-platen~="too_wide-cells"]>*{min-width:0!important;text-wrap-mode:wrap!important}',
  ),
)

/** Slides become smaller as a whole. */
const SLIDES = taggedRules({ 'too_wide-slide': ZOOM }, ROOTS)

/**
 * What is too wide: made narrower; else, where that does harm, everything made as small as it takes, or slides alone if that
 * is too small; else both, less and less of each.
 */
export function fitWidth(
  { grids, contentWidth, page, shrink, hasSlides }: Audit,
  attempt: number,
  mayScale: boolean,
): Part | undefined {
  if (attempt === 0) return joined(narrower(grids), TABLES)
  const alone = Math.floor((page.width / contentWidth) * page.scale * 100) / 100
  // What slides cut at their sides is no content beyond the page, but they are as wide.
  const isEnough = mayScale && alone >= MIN_SCALE && page.scale / shrink >= MIN_SCALE
  if (attempt === 1 && hasSlides && !isEnough) return SLIDES
  if (!mayScale || attempt > 3) return undefined
  if (attempt === 1) return alone >= MIN_SCALE ? { css: '', tags: [], scale: alone } : narrower(grids)
  const scale = attempt === 2 ? 0.85 : 0.72
  return { ...narrower(grids, page.scale / scale), scale }
}
