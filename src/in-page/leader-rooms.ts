/**
 * What is free in the lines that elements with leaders end on, in CSS pixels: of the line of a block, or of the row of a flex
 * container in which the element, or what is generated in it, is an item as wide as its content.
 */

import { overrideStyle } from './dom'
import { isFlexRowOfLine } from './flex-rows'

type LineBox = { holder: HTMLElement; block: Element; isBlock: boolean }

const HAIR = 0.3

/** What is free for each, less a hair; undefined if they do not end on a line. */
export function roomsOf(holders: HTMLElement[]): (number | undefined)[] {
  const boxes = holders.map((holder): LineBox => {
    let block: Element = holder
    while (block.parentElement && /^(?:inline$|contents)/.test(getComputedStyle(block).display))
      block = block.parentElement
    return { holder, block, isBlock: block === holder }
  })
  const rows = boxes.map(({ block }) => rowOf(block))
  const free = freeInRows(new Set(rows.flatMap((row) => row ?? [])))
  const inBlocks = boxes.filter((box, at) => box.isBlock && !rows[at] && hasLines(box.block))
  const behind = widthsBehind(inBlocks)
  return boxes.map((box, at) => {
    const row = rows[at]
    if (row) return Math.max(0, (free.get(row) ?? 0) - HAIR)
    const end = box.isBlock ? behind.get(box) : edgesOf(box.holder)
    if (!end) return undefined
    const { left, right } = contentEdges(box.block)
    const room = isRightToLeft(box.block) ? end.left - left : right - end.right
    return Math.max(0, room - HAIR)
  })
}

function hasLines(block: Element): boolean {
  return /^(?:block|list-item|flow-root|inline-block|table-cell)$/.test(getComputedStyle(block).display)
}

/** The flex container whose row has room for a leader in `block`: itself, or that of which it is an item. */
function rowOf(block: Element): Element | undefined {
  if (isFlexRowOfLine(getComputedStyle(block))) return block
  const around = block.parentElement
  if (!around || !isFlexRowOfLine(getComputedStyle(around))) return undefined
  if (Number(getComputedStyle(block).flexGrow) > 0) return undefined
  const declared = block.computedStyleMap()
  const isAsContent = ['width', 'flex-basis'].every((name) =>
    /^(?:auto|content)$/.test(String(declared.get(name))),
  )
  return isAsContent ? around : undefined
}

/** How much wider flex containers are than all that is in them. */
function freeInRows(rows: Set<Element>): Map<Element, number> {
  const widthsOf = () => [...rows].map((row) => [row, row.getBoundingClientRect().width] as const)
  const whole = new Map(widthsOf())
  const undo = [...rows].map((row) =>
    overrideStyle(row, { width: 'max-content', 'min-width': '0', 'max-width': 'none', flex: 'none' }),
  )
  const free = new Map(widthsOf().map(([row, width]) => [row, (whole.get(row) ?? 0) - width]))
  for (const take of undo) take()
  return free
}

/** Where what an element has in its last line begins and ends: in parts, where directions change. */
function edgesOf(holder: HTMLElement): { left: number; right: number } | undefined {
  const rects = [...holder.getClientRects()]
  const last = rects.at(-1)
  if (!last) return undefined
  const line = rects.filter(({ top, bottom }) => top < last.bottom && bottom > last.top)
  return {
    left: Math.min(...line.map(({ left }) => left)),
    right: Math.max(...line.map(({ right }) => right)),
  }
}

/** Where what is behind the content of blocks ends: set at the end of its line it tells its width. */
function widthsBehind(boxes: LineBox[]): Map<LineBox, { left: number; right: number }> {
  if (boxes.length === 0) return new Map()
  const probes = boxes.map((box) => {
    const probe = document.createElement('span')
    box.holder.append(probe)
    return { box, probe }
  })
  const starts = probes.map(({ probe }) => probe.getBoundingClientRect())
  const undo = boxes.map(({ holder }) =>
    overrideStyle(holder, { 'text-align': 'end', 'text-align-last': 'end' }),
  )
  const ends = new Map(
    probes.map(({ box, probe }, at) => {
      const { left, right } = contentEdges(box.block)
      const end = probe.getBoundingClientRect()
      const start = starts[at] ?? end
      return [box, { left: start.left - (end.left - left), right: start.right + (right - end.right) }]
    }),
  )
  for (const take of undo) take()
  for (const { probe } of probes) probe.remove()
  return ends
}

function contentEdges(block: Element): { left: number; right: number } {
  const style = getComputedStyle(block)
  const box = block.getBoundingClientRect()
  const pixels = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0
  return {
    left: box.left + pixels('padding-left') + pixels('border-left-width'),
    right: box.right - pixels('padding-right') - pixels('border-right-width'),
  }
}

function isRightToLeft(block: Element): boolean {
  return getComputedStyle(block).direction === 'rtl'
}
