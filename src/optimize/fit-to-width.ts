/** Repairs of what is wider than the page: boxes, grids and tables. Pure. */
import type { Audit, WideTable } from '../in-page/findings'

/** Print scale is never made smaller than this, nor a table. */
export const MIN_SCALE = 0.7

/** What a rule contributes to a repair: style rules, the tags they reach, and the print scale they need. */
export type Part = { css: string; tags: string[]; scale?: number }

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
  'too_wide-margin': 'margin-left:0!important;margin-right:0!important',
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
    tags: [...Object.keys(NARROWER), ...grids.map((count) => `too_wide-grid-${count}`)],
  }
}

/**
 * What is too wide: made narrower; else, where that does harm, everything made as small as it takes; else both, less
 * and less of each.
 */
export function fitWidth(
  { grids, contentWidth, page }: Audit,
  attempt: number,
  mayScale: boolean,
): Part | undefined {
  if (attempt === 0) return narrower(grids)
  if (!mayScale || attempt > 3) return undefined
  const alone = Math.floor((page.width / contentWidth) * page.scale * 100) / 100
  if (attempt === 1) return alone >= MIN_SCALE ? { css: '', tags: [], scale: alone } : narrower(grids)
  return { ...narrower(grids), scale: attempt === 2 ? 0.85 : 0.72 }
}

/**
 * Tables: a little smaller, else with cells that wrap, else smaller, else with what stood beside them above, else turned,
 * else with words that break.
 */
export function fitTables({ tables, page }: Audit, attempt: number): Part | undefined {
  if (attempt > 3) return undefined
  const fits = tables.map((table) => ({
    name: `wide_table-${table.index}`,
    ...fitTable(table, page, attempt),
  }))
  const css = fits.map(
    ({ name, own, cells }) => on(name, own) + (cells ? `[data-platen~="${name}"] :is(td,th){${cells}}` : ''),
  )
  const alone = fits.some(({ alone }) => alone)
  const frame = on('wide_table-frame', 'overflow:visible!important;max-width:100%!important')
  const above = alone
    ? on('wide_table-beside', 'display:block!important;height:auto!important') +
      on('wide_table-item', 'width:auto!important;max-width:100%!important;margin-left:0!important') +
      on(
        'wide_table-neighbour',
        'display:block!important;position:relative!important;inset:auto!important;width:auto!important;max-width:none!important;height:auto!important;max-height:none!important;columns:var(--platen-size)!important',
      )
    : ''
  // As specific as the rule for all cells.
  const number = attempt < 3 ? `:is(td,th)${on('wide_table-number', 'white-space:nowrap!important')}` : ''
  const long = `:is(td,th)${on('wide_table-long', 'overflow-wrap:anywhere!important')}`
  return {
    css: frame + above + css.join('') + number + long,
    tags: [
      ...['wide_table-frame', 'wide_table-number', 'wide_table-long', ...(alone ? BESIDE : [])],
      ...fits.map(({ name }) => name),
    ],
  }
}

/** What stood beside a table is above it, in columns of its own width. */
const BESIDE = ['wide_table-beside', 'wide_table-item', 'wide_table-neighbour']

/** A little smaller is hardly seen. */
const HARDLY_SMALLER = 0.82
const NARROW =
  'display:table!important;max-width:100%!important;min-width:0!important;width:auto!important;table-layout:auto!important'
const WRAP =
  'white-space:normal!important;min-width:0!important;padding-left:4px!important;padding-right:4px!important'

/** What one table needs, of itself and of its cells; `alone` where nothing may stand beside it. */
function fitTable(
  { natural, minWidth, room, roomAlone, turnedHeight }: WideTable,
  page: Audit['page'],
  attempt: number,
): { own: string; cells?: string; alone?: boolean } {
  const smaller = (width: number, room: number) => Math.floor((room / width) * 99) / 100
  const zoom = (factor: number) => (factor < 1 ? `zoom:${factor}!important;` : '')
  const asIs = smaller(natural, room)
  if (attempt < 2 && asIs >= (attempt === 0 ? HARDLY_SMALLER : MIN_SCALE)) return { own: zoom(asIs) }
  const wrapped = smaller(minWidth, room)
  if (attempt < 2 && wrapped >= MIN_SCALE) return { own: zoom(wrapped) + NARROW, cells: WRAP }
  const alone = smaller(minWidth, roomAlone)
  if (attempt < 3 && roomAlone > room && alone >= MIN_SCALE) {
    return { own: zoom(alone) + NARROW, cells: WRAP, alone: true }
  }
  if (attempt < 3 && turnedHeight <= page.width) {
    const across = `height:${Math.floor(page.height) - 2}px!important;width:auto!important;max-width:none!important`
    return { own: `writing-mode:sideways-lr!important;${across};break-inside:avoid!important`, cells: WRAP }
  }
  const pieces = attempt < 3 ? 'overflow-wrap:break-word!important' : 'overflow-wrap:anywhere!important'
  return { own: `zoom:${MIN_SCALE}!important;${NARROW}`, cells: `${WRAP};${pieces}` }
}
