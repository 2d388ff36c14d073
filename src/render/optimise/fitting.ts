/** Repairs of what is wider than the page: boxes, grids and tables. Pure. */
import type { Audit, WideTable } from './findings'

/** Print scale is never made smaller than this, nor a table. */
export const LEAST_SCALE = 0.7

/** What a rule contributes to a repair: style rules, the marks they reach, and the print scale they need. */
export type Part = { css: string; marks: string[]; scale?: number }

/** A style rule for the elements that the audit marked so. */
export const on = (name: string, declarations: string) => `[data-platen~="${name}"]{${declarations}}`

/** Narrower boxes first, then lines of boxes that wrap. */
const NARROWER: Readonly<Record<string, string>> = {
  too_wide: 'max-width:100%!important;min-width:0!important;box-sizing:border-box!important',
  'too_wide-block': 'width:auto!important',
  'too_wide-table': 'width:auto!important;table-layout:auto!important',
  'too_wide-picture': 'max-width:100%!important;height:auto!important;min-width:0!important',
  'too_wide-nowrap': 'white-space:normal!important',
  'too_wide-word': 'overflow-wrap:break-word!important',
  'too_wide-high': 'height:auto!important',
  'too_wide-row': 'flex-wrap:wrap!important',
}
const PICTURES =
  ':is([data-platen~="too_wide"],[data-platen*="too_wide-grid"]) :is(img,canvas,video){max-width:100%!important;height:auto!important}'

/** All that makes boxes narrower. Grids keep their columns, which may mean something, as long as those can be read. */
function narrower(grids: number[]): Part {
  const boxes = Object.entries(NARROWER).map(([name, declarations]) => on(name, declarations))
  const columns = grids.map((count) => {
    const tracks = count ? `${count},minmax(0,1fr)` : 'auto-fit,minmax(min(100%,11em),1fr)'
    const name = `too_wide-grid-${count}`
    return `${on(name, `grid-template-columns:repeat(${tracks})!important`)}[data-platen~="${name}"]>*{min-width:0!important}`
  })
  return {
    css: [...boxes, PICTURES, ...columns].join(''),
    marks: [...Object.keys(NARROWER), ...grids.map((count) => `too_wide-grid-${count}`)],
  }
}

/**
 * What is too wide: made narrower; else, where that does harm, everything made as small as it takes; else both, less
 * and less of each.
 */
export function fitWidth(
  { grids, contentWidth, page }: Audit,
  rung: number,
  mayScale: boolean,
): Part | undefined {
  if (rung === 0) return narrower(grids)
  if (!mayScale || rung > 3) return undefined
  const alone = Math.floor((page.width / contentWidth) * page.scale * 100) / 100
  if (rung === 1) return alone >= LEAST_SCALE ? { css: '', marks: [], scale: alone } : narrower(grids)
  return { ...narrower(grids), scale: rung === 2 ? 0.85 : 0.72 }
}

/** Tables: a little smaller, else with cells that wrap, else smaller, else turned, else with words that break. */
export function fitTables({ tables, page }: Audit, rung: number): Part | undefined {
  if (rung > 3) return undefined
  const frame = on('wide_table-frame', 'overflow:visible!important;max-width:100%!important')
  const css = tables.map((table) => {
    const name = `wide_table-${table.index}`
    const { own, cells } = fitTable(table, page, rung)
    return on(name, own) + (cells ? `[data-platen~="${name}"] :is(td,th){${cells}}` : '')
  })
  const number = '[data-platen~="wide_table-number"]{white-space:nowrap!important}'
  const marks = tables.map(({ index }) => `wide_table-${index}`)
  return {
    css: frame + css.join('') + (rung < 3 ? number : ''),
    marks: ['wide_table-frame', 'wide_table-number', ...marks],
  }
}

/** A little smaller is hardly seen. */
const HARDLY_SMALLER = 0.82
const NARROW =
  'display:table!important;max-width:100%!important;min-width:0!important;width:auto!important;table-layout:auto!important'
const WRAP =
  'white-space:normal!important;min-width:0!important;padding-left:4px!important;padding-right:4px!important'

/** What one table needs, of itself and of its cells. */
function fitTable(
  { natural, least, room, turnedHeight }: WideTable,
  page: Audit['page'],
  rung: number,
): { own: string; cells?: string } {
  const smaller = (width: number) => Math.floor((room / width) * 99) / 100
  const zoom = (width: number) => (smaller(width) < 1 ? `zoom:${smaller(width)}!important;` : '')
  if (smaller(natural) >= (rung === 0 ? HARDLY_SMALLER : LEAST_SCALE) && rung < 2)
    return { own: zoom(natural) }
  if (rung < 2 && smaller(least) >= LEAST_SCALE) return { own: zoom(least) + NARROW, cells: WRAP }
  if (rung < 3 && turnedHeight <= page.width) {
    const across = `height:${Math.floor(page.height) - 2}px!important;width:auto!important;max-width:none!important`
    return { own: `writing-mode:sideways-lr!important;${across};break-inside:avoid!important`, cells: WRAP }
  }
  const pieces = rung < 3 ? 'overflow-wrap:break-word!important' : 'overflow-wrap:anywhere!important'
  return { own: `zoom:${LEAST_SCALE}!important;${NARROW}`, cells: `${WRAP};${pieces}` }
}
