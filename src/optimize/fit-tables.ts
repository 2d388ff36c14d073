/** Repairs of tables that are wider than the page. Pure. */

import type { Audit, WideTable } from '../in-page/findings'
import { fill, LEAST_WIDTH, MIN_SCALE, on, type Part, ROOTS, UNSEEN } from './repair-parts'

/**
 * Tables: one way after the other, the next if the last did not help or did harm (`waysToFit`).
 */
export function fitTables({ tables, page }: Audit, attempt: number): Part | undefined {
  if (attempt >= MAX_ATTEMPTS) return undefined
  const fits = tables.map((table) => {
    const ways = waysToFit(table, page)
    return { name: `wide_table-${table.index}`, way: ways[Math.min(attempt, ways.length - 1)] ?? {} }
  })
  const css = fits.map(({ name, way: { own = '', cells } }) => {
    const within = `[data-platen~="${name}"] `
    return (
      on(name, own) +
      (cells ? `${within}:is(td,th){${cells}}${LINES.map((rule) => within + rule).join('')}` : '')
    )
  })
  const alone = fits.some(({ way }) => way.alone)
  const widened = fits.some(({ way }) => way.widened)
  const splits = fits.flatMap(({ name, way }) => (way.ends ? [{ tag: name, ends: way.ends }] : []))
  // As specific as the rule for all cells.
  const whole = fits.some(({ way }) => way.pieces)
    ? ''
    : `:is(td,th)${on('wide_table-number', 'white-space:nowrap!important')}`
  const rules = {
    'wide_table-frame': 'overflow:visible!important;max-width:100%!important',
    // Else the page would stay too wide for its other boxes, and be printed smaller.
    ...LEAST_WIDTH,
    ...UNSEEN,
    ...(alone && ABOVE),
    ...(widened && WIDENED),
  }
  return {
    css: [
      ROOTS,
      ...Object.entries(rules).map(([name, declarations]) => on(name, declarations)),
      ...css,
      whole,
      `:is(td,th)${on('wide_table-long', 'overflow-wrap:anywhere!important')}`,
    ].join(''),
    tags: [...Object.keys(rules), ...CELLS, ...fits.map(({ name }) => name)],
    ...(splits.length > 0 && { splits }),
  }
}

const MAX_ATTEMPTS = 6
/** What stood beside a table is above it, in columns of its own width. */
const ABOVE = {
  'wide_table-beside': 'display:block!important;height:auto!important',
  'wide_table-item': 'width:auto!important;max-width:100%!important;margin-left:0!important',
  'wide_table-neighbour':
    'display:block!important;position:relative!important;inset:auto!important;width:auto!important;max-width:none!important;height:auto!important;min-height:0!important;max-height:none!important;columns:var(--platen-size)!important',
}
/** The boxes around a table are as wide as the page. */
const WIDENED = {
  'wide_table-around':
    'width:auto!important;max-width:none!important;margin-left:0!important;margin-right:0!important',
  'wide_table-unpadded': 'padding-left:0!important;padding-right:0!important',
}

/** A little smaller is hardly seen. */
const HARDLY_SMALLER = 0.82
const NARROW =
  'display:table!important;max-width:100%!important;min-width:0!important;width:auto!important;table-layout:auto!important'
/** What is tagged within tables. */
const CELLS = [
  'wide_table-number',
  'wide_table-long',
  'wide_table-drawing',
  'wide_table-code',
  'wide_table-behind',
  'wide_table-line',
]
/** What keeps its lines whatever the cell says, as code and names do, and the room of drawings. */
const LINES = [
  on('wide_table-drawing', 'min-width:var(--platen-size)!important'),
  on('wide_table-line', 'white-space:inherit!important;overflow-wrap:inherit!important'),
  on(
    'wide_table-code',
    'white-space:pre-wrap!important;overflow-wrap:inherit!important;max-width:100%!important',
  ),
  // Else it would go below what stands before it in its line.
  on(
    'wide_table-behind',
    'width:auto!important;max-width:calc(100% - var(--platen-size) - 1px)!important;vertical-align:top!important',
  ),
]
const WRAP =
  'white-space:normal!important;min-width:0!important;padding-left:4px!important;padding-right:4px!important'

/** What one table needs, of itself, of its cells, and of what is around it. */
type Way = {
  own?: string
  cells?: string
  /** Nothing may stand beside it. */
  alone?: boolean
  /** The boxes around it become as wide as the page. */
  widened?: boolean
  /** Numbers may break as well. */
  pieces?: boolean
  /** It is split before these columns, and at its end. */
  ends?: number[]
}

/**
 * The ways to print a table whole, the least change first: a little smaller, with cells that wrap, over the page's
 * width, smaller, with what stood beside it above it, turned, as small as six points, split between its columns, with
 * words that break.
 */
function waysToFit(table: WideTable, page: Audit['page']): Way[] {
  const { natural, minWidth, room, roomAlone, roomWidened, turnedHeight, minZoom } = table
  const least = Math.max(minZoom * table.zoom, 0.3)
  /** No smaller than six points, as long as there is another way. */
  const readable = Math.max(least, MIN_SCALE)
  const zoomFor = (width: number, room: number) => Math.floor((room / width) * 99) / 100
  const zoom = (factor: number) => (factor < 1 ? `zoom:${factor}!important;` : '')
  const wider = roomWidened > room + 8
  // Around it there may be a box that is wider than the page.
  const filling = (room: number, factor: number) =>
    table.fills ? `;${fill(`${Math.floor(room / factor)}px`)}` : ''
  const ways: Way[] = []
  const asIs = (room: number, min: number, more: Way = {}) => {
    const factor = zoomFor(natural, room)
    if (factor >= min) ways.push({ own: zoom(factor * table.zoom), ...more })
  }
  const wrapped = (room: number, min: number, more: Way = {}) => {
    const factor = zoomFor(minWidth, room)
    if (factor >= min)
      ways.push({ own: zoom(factor) + NARROW + filling(room, Math.min(1, factor)), cells: WRAP, ...more })
  }
  asIs(room, HARDLY_SMALLER)
  if (wider) asIs(roomWidened, HARDLY_SMALLER, { widened: true })
  wrapped(room, readable)
  if (wider) wrapped(roomWidened, readable, { widened: true })
  if (roomAlone > room) wrapped(roomAlone, readable, { alone: true })
  if (turnedHeight <= page.width) {
    const across = `height:${Math.floor(page.height) - 2}px!important;width:auto!important;max-width:none!important`
    ways.push({
      own: `writing-mode:sideways-lr!important;${across};break-inside:avoid!important`,
      cells: WRAP,
    })
  }
  if (least < MIN_SCALE) wrapped(roomWidened, least, { widened: wider })
  const ends = splitColumns(table, roomWidened / Math.min(1, readable))
  if (ends) {
    const own = `${zoom(readable)}${NARROW};margin-bottom:12px!important`
    ways.push({ own, cells: WRAP, widened: wider, ends })
  }
  if (least > MIN_SCALE) wrapped(roomWidened, MIN_SCALE, { widened: wider })
  const broken = { own: `zoom:${MIN_SCALE}!important;${NARROW}`, widened: wider }
  ways.push({ ...broken, cells: `${WRAP};overflow-wrap:break-word!important` })
  ways.push({ ...broken, cells: `${WRAP};overflow-wrap:anywhere!important`, pieces: true })
  return ways
}

/**
 * Before which columns a table is split so that each part, with the first column, is at most `room` wide; undefined if
 * it cannot be split, or not into readable parts.
 */
function splitColumns({ columns }: WideTable, room: number): number[] | undefined {
  const [first = 0, ...others] = columns
  if (others.length < 2 || first + Math.max(...others) > room) return undefined
  const ends: number[] = []
  let used = first
  others.forEach((width, index) => {
    if (used + width > room) {
      ends.push(index + 1)
      used = first
    }
    used += width
  })
  return [...ends, columns.length]
}
