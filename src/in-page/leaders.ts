/**
 * Leaders: a text that is repeated up to the end of its line (CSS GCPM 3, 5.1), so that what follows ends where the line does.
 * Nothing breaks in a leader, nor before what follows it: a line that has no room for both takes its last word along. Lengths in
 * CSS pixels.
 */

import { chosenBy, overrideStyle, styleRules } from './dom'
import { cssString } from './element-text'
import { document } from './true-document'

export type Leader = { holder: HTMLElement; property: string; pattern: string }

/** What is before a leader in its line, so that it ends where all others do; `--platen-gap` in the styles. */
const GAP = '--platen-gap'
const MIN_GAP = 1

/** A line that has less room for it, in times of the text, is broken before its last word. */
const MIN_REPEATS = 2
const MAX_REPEATS = 2000

/** The elements whose generated content has leaders. */
export function findLeaders(patterns: string[]): Leader[] {
  const found = new Map<HTMLElement, Leader>()
  if (patterns.length === 0) return []
  for (const rule of styleRules(document.styleSheets)) {
    if (!(rule instanceof CSSStyleRule)) continue
    const index = /var\(--platen-leader-(\d{1,3})/.exec(rule.style.content)?.[1]
    const pattern = index === undefined ? undefined : patterns[Number(index)]
    if (pattern === undefined) continue
    for (const holder of chosenBy(rule.selectorText.replace(/::?(?:before|after)/g, '') || '*')) {
      if (holder instanceof HTMLElement)
        found.set(holder, { holder, property: `--platen-leader-${index}`, pattern: unbreakable(pattern) })
    }
  }
  return [...found.values()]
}

/** A text in which no line is broken (UAX 14). */
function unbreakable(text: string): string {
  return text.replace(/\s/g, '\u00a0').replace(/[-\u2010\u2012-\u2014/]/g, '$&\u2060')
}

/** Gives all leaders the length that their lines have room for. */
export function fillLeaders(leaders: Leader[]): void {
  // Paper has no scroll bar.
  const restore = overrideStyle(document.documentElement, { overflow: 'hidden' })
  for (const { holder, property, pattern } of leaders) {
    // Widths as on paper, where letters do not stand on whole pixels.
    holder.style.setProperty('text-rendering', 'geometricPrecision')
    holder.style.setProperty(property, cssString(pattern.repeat(MIN_REPEATS)))
    // What has a gap before it is not kerned.
    holder.style.setProperty(GAP, `${MIN_GAP}px`)
  }
  const rooms = roomsOf(leaders.map(({ holder }) => holder))
  const widths = measureTexts(leaders)
  for (const [at, { holder, property, pattern }] of leaders.entries()) {
    const [width = 0, room] = [widths[at], rooms[at]]
    if (room === undefined || width <= 0) {
      holder.style.removeProperty(property)
      holder.style.removeProperty(GAP)
      continue
    }
    const more = Math.min(MAX_REPEATS, Math.floor(room / width))
    holder.style.setProperty(property, cssString(pattern.repeat(MIN_REPEATS + more)))
    holder.style.setProperty(GAP, `${(MIN_GAP + room - more * width).toFixed(4)}px`)
  }
  restore()
}

type LineBox = { holder: HTMLElement; block: Element; isBlock: boolean }

/** What is free of the lines that elements end on, less a hair; undefined if they do not end on one. */
function roomsOf(holders: HTMLElement[]): (number | undefined)[] {
  const boxes = holders.map((holder): LineBox | undefined => {
    let block: Element = holder
    while (block.parentElement && /^(?:inline$|contents)/.test(getComputedStyle(block).display))
      block = block.parentElement
    const isBlock = block === holder
    const hasLines =
      !isBlock ||
      /^(?:block|list-item|flow-root|inline-block|table-cell)$/.test(getComputedStyle(block).display)
    return hasLines ? { holder, block, isBlock } : undefined
  })
  const behind = widthsBehind(boxes.flatMap((box) => (box?.isBlock ? [box] : [])))
  return boxes.map((box) => {
    const end = box && (behind.get(box) ?? edgesOf(box.holder))
    if (!box || !end) return undefined
    const { left, right } = contentEdges(box.block)
    const room = isRightToLeft(box.block) ? end.left - left : right - end.right
    return Math.max(0, room - 0.3)
  })
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

/** Widths of the repeated texts in the fonts of their elements. */
function measureTexts(leaders: Leader[]): number[] {
  const REPEATS = 50
  const probes = leaders.map(({ holder, pattern }) => {
    const probe = document.createElement('span')
    probe.style.cssText = 'position:absolute;visibility:hidden;white-space:pre'
    probe.textContent = pattern.repeat(REPEATS)
    holder.append(probe)
    return probe
  })
  const widths = probes.map((probe) => probe.getBoundingClientRect().width / REPEATS)
  for (const probe of probes) probe.remove()
  return widths
}
