/** Tables that are made of boxes: lines of boxes that stand under each other, or a grid of short texts. */
import { native, parentOf } from './dom'
import type { FindingCollector } from './finding-collector'
import { isFlexRow } from './flex-rows'
import type { Layout } from './layout'
import { SMALLEST_TEXT } from './smallest-sizes'

const MIN_COLUMNS = 5
const MIN_LINES = 3
/** A longer text is no cell's. */
const MAX_LETTERS = 60
/** How far above a line the table may be: heads and bodies have boxes of their own. */
const MAX_LEVELS = 3
/** Lines that are looked at. */
const MAX_LINES = 2000
/** Columns that are nearer to each other, in CSS pixels, are one. */
const SAME_PLACE = 2
/** How wide a letter is, as a share of its size, in most fonts. Where it is wider and words break, the repair is not kept. */
const LETTER = 0.58
const BLOCKS = 'img,svg,canvas,video,table,ul,ol,p,h1,h2,h3,h4,h5,h6,input,textarea,select'

/** A table's room (CSS pixels), and how many CSS pixels of the paper one of them is. */
type Room = { width: number; scale: number }

type BoxTables = Layout['boxTables']
type Tables = { collector: FindingCollector; tables: BoxTables }

/** Tags a line of boxes that keeps its columns, with the zoom that it needs, if it is one of a table. */
export function tagLine({ collector, tables }: Tables, line: Element, room: Room, name: string): void {
  const around = parentOf(line)
  const count = native(line).children.length
  if (!around || count < MIN_COLUMNS) return
  const zoom = known(tables, around, count, () => {
    const peers = peersOf(line, count, tables)
    return peers && zoomOf(peers, native(line).scrollWidth, room)
  })
  if (zoom) collector.tag(name, line, zoom)
}

/** Tags a grid of so many columns likewise. */
export function tagCells({ collector, tables }: Tables, grid: Element, count: number, room: Room): void {
  const zoom = known(tables, grid, count, () => {
    const cells = [...native(grid).children]
    if (count < MIN_COLUMNS || cells.length < MIN_LINES * count || cells.length % count > 0) return undefined
    const lines = [cells.slice(0, count), cells.slice(-count)]
    if (!areColumns(lines)) return undefined
    return zoomOf(lines, native(grid).scrollWidth, room)
  })
  if (!zoom) return
  collector.tag('too_wide-cells', grid, count)
  collector.tag('too_wide-cells-zoom', grid, zoom)
}

function known(tables: BoxTables, box: Element, count: number, find: () => number | undefined) {
  const zooms = tables.zooms.get(box) ?? new Map<number, number | undefined>()
  tables.zooms.set(box, zooms)
  if (!zooms.has(count)) zooms.set(count, find())
  return zooms.get(count)
}

/** The cells of the first, a middle and the last line of the table that a line is part of; nothing if it is of none. */
function peersOf(line: Element, count: number, tables: BoxTables): Element[][] | undefined {
  let around = parentOf(line)
  for (let level = 0; around && level < MAX_LEVELS; level++, around = parentOf(around)) {
    const lines = linesIn(around, { name: native(line).localName, count }, tables)
    if (lines.length < MIN_LINES) continue
    const middle = lines[Math.floor(lines.length / 2)]
    const looked = [lines[0], middle, lines.at(-1), line].flatMap((box) =>
      box ? [[...native(box).children]] : [],
    )
    return areColumns(looked) ? looked : undefined
  }
  return undefined
}

/** Those in a box that are named so and have so many cells. Lines that have boxes of their own ask for the same ones. */
function linesIn(
  around: Element,
  { name, count }: { name: string; count: number },
  { lines }: BoxTables,
): Element[] {
  const known = lines.get(around) ?? new Map<string, Element[]>()
  lines.set(around, known)
  const key = `${count} ${name}`
  const found =
    known.get(key) ??
    [...native(around).querySelectorAll(name)]
      .slice(0, MAX_LINES)
      .filter((box) => native(box).children.length === count && isFlexRow(getComputedStyle(box)))
  known.set(key, found)
  return found
}

/** Whether lines of cells hold short texts alone, each under that of the line before. */
function areColumns(lines: Element[][]): boolean {
  const [first = []] = lines
  const places = first.map((cell) => native(cell).getBoundingClientRect().left)
  return lines.every((cells) =>
    cells.every((cell, at) => {
      const { left } = native(cell).getBoundingClientRect()
      const isShort = native(cell).textContent.trim().length <= MAX_LETTERS
      const isUnder = Math.abs(left - (places[at] ?? left)) < SAME_PLACE
      return isShort && isUnder && !native(cell).querySelector(BLOCKS)
    }),
  )
}

/**
 * Half of what is missing comes from smaller text, half from cells that wrap, and more from smaller text if words would
 * not stand in their columns else. Nothing if they do not stand there in the smallest text.
 */
function zoomOf(lines: Element[][], width: number, room: Room): number | undefined {
  const cells = lines.flat().map((cell) => ({ cell, style: getComputedStyle(cell) }))
  const sizes = cells.map(({ style }) => Number.parseFloat(style.fontSize))
  const least = SMALLEST_TEXT / (Math.min(...sizes) * room.scale)
  const columns = lines[0]?.length ?? 1
  const needs = Array.from({ length: columns }, (_, column) =>
    Math.max(...cells.filter((_, at) => at % columns === column).map(needOf)),
  )
  const most = room.width / needs.reduce((sum, need) => sum + need, 0)
  if (most < least) return undefined
  return Math.ceil(100 * Math.min(1, Math.max(least, Math.min(most, Math.sqrt(room.width / width))))) / 100
}

/** About how wide a cell must be, so that none of its words breaks. */
function needOf({ cell, style }: { cell: Element; style: CSSStyleDeclaration }): number {
  const words = native(cell).textContent.split(/\s+/)
  const letters = Math.max(...words.map((word) => word.length))
  const sides = [style.paddingLeft, style.paddingRight, style.borderLeftWidth, style.borderRightWidth]
  const room = sides.reduce((sum, side) => sum + Number.parseFloat(side), 0)
  return room + letters * LETTER * Number.parseFloat(style.fontSize)
}
