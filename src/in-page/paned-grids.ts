/**
 * Data grids that do not say that they are any: boxes side by side that cut what they hold, with the same rows. Columns that
 * stay in place are in one of them, those that scroll in the next.
 */
import { adjoins, SAME_PLACE } from './adjoining-panes'
import { commonAncestor, native, parentOf } from './dom'
import { hiddenHeight, hiddenWidth, isPane, ROWS, TOLD_ROWS } from './grid-panes'
import { document } from './true-document'

/** Most documents have no such boxes: to look for their rows takes many times as long. */
const NAMED_CELLS = 'div[class*=row i]>div[class*=cell i]'
/** Rows that are looked at. */
const MAX_ROWS = 2000
/** What a box may cut without loss, in CSS pixels: room below letters. */
const LITTLE = 8
/** Heads and feet of a grid have no more rows, in all panes. */
const MAX_HEAD_ROWS = 6
const MAX_LEVELS = 3

type Box = { left: number; right: number; top: number }
type Pane = { element: Element; box: Box; rows: Element[] }

/** The boxes around the panes of such grids, if a part of one is hidden. */
export function panedGrids(): Element[] {
  const grids = new Set<Element>()
  const selector = document.querySelector(NAMED_CELLS) ? ROWS : TOLD_ROWS
  const panes = panesOf([...document.querySelectorAll(selector)].slice(0, MAX_ROWS))
  for (const pane of panes) {
    for (const other of panes) {
      if (!adjoins(pane.box, other.box) || !(hides(pane) || hides(other)) || !haveSameRows(pane, other))
        continue
      const around = commonBox(pane.element, other.element)
      if (around && !holdsCode(around)) grids.add(withHeads(around))
    }
  }
  return [...grids]
}

/** The nearest boxes that cut rows, if there are several. */
function panesOf(rows: readonly Element[]): Pane[] {
  const known = new Map<Element, Element | undefined>()
  const inPanes = Map.groupBy(rows, (row) => paneOf(row, known))
  inPanes.delete(undefined)
  if (inPanes.size < 2) return []
  return [...inPanes].flatMap(([element, rows]) =>
    element ? [{ element, box: shownOf(element), rows }] : [],
  )
}

function paneOf(row: Element, known: Map<Element, Element | undefined>): Element | undefined {
  const around = parentOf(row)
  if (!around || around === document.body) return undefined
  if (known.has(around)) return known.get(around)
  const pane = isPane(around) ? around : paneOf(around, known)
  known.set(around, pane)
  return pane
}

/** What the boxes around a pane leave of it: a bar to scroll with may be beside what they show. */
function shownOf(pane: Element): Box {
  let { left, right, top } = native(pane).getBoundingClientRect()
  for (let at = parentOf(pane); at && at !== document.body; at = parentOf(at)) {
    if (getComputedStyle(at).overflowX === 'visible') continue
    const box = native(at).getBoundingClientRect()
    left = Math.max(left, box.left)
    right = Math.min(right, box.right)
    top = Math.max(top, box.top)
  }
  return { left, right, top }
}

function hides({ element }: Pane): boolean {
  return hiddenWidth(element) > LITTLE || hiddenHeight(element) > LITTLE
}

function haveSameRows(one: Pane, other: Pane): boolean {
  const [tops, others] = [topsOf(one), topsOf(other)]
  const isSame = (top: number, at: number) => Math.abs(top - (others[at] ?? Number.NaN)) < SAME_PLACE
  return tops.length > 1 && tops.length === others.length && tops.every(isSame)
}

function topsOf({ rows }: Pane): number[] {
  return rows
    .map((row) => native(row).getBoundingClientRect())
    .flatMap(({ top, height }) => (height > 0 ? [top] : []))
    .sort((one, other) => one - other)
}

/** The nearest box around two elements; nothing if that is the whole page. */
function commonBox(one: Element, other: Element): Element | undefined {
  const at = commonAncestor(parentOf(one) ?? one, other)
  return at && at !== document.body && at !== document.documentElement ? at : undefined
}

/** Whether the spaces of a text are shown, as in files that are compared side by side. */
function holdsCode(element: Element): boolean {
  return [...native(element).querySelectorAll('*')].some((part) => {
    const texts = [...native(part).childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    const text = texts.map(({ nodeValue }) => nodeValue ?? '').join('')
    if (!/\S/.test(text)) return false
    const { whiteSpace } = getComputedStyle(part)
    return whiteSpace === 'pre' || (whiteSpace.startsWith('pre-') && /^[ \t]|\S(?: {2}|\t)/.test(text))
  })
}

/** A box around a grid that holds nothing more than its heads and feet, which may be tables of their own. */
function withHeads(grid: Element): Element {
  let whole = grid
  for (let around = parentOf(grid), level = 0; around && level < MAX_LEVELS; level++) {
    if (around === document.body) break
    const heads = [...native(around).querySelectorAll(ROWS)].filter((row) => !native(grid).contains(row))
    if (heads.length > MAX_HEAD_ROWS) break
    if (heads.length > 0 && isAllText(around, [grid, ...heads])) whole = around
    around = parentOf(around)
  }
  return whole
}

/** Whether all text of an element is in some of its parts. */
function isAllText(element: Element, parts: readonly Element[]): boolean {
  const lengthOf = (part: Element) => native(part).textContent.replace(/\s+/g, '').length
  return lengthOf(element) === parts.reduce((sum, part) => sum + lengthOf(part), 0)
}
