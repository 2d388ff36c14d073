/** Leaders: a text that is repeated up to the end of its line, and spaced so that what follows ends where the line does. */

import { chosenBy, overrideStyle, styleRules } from './dom'
import { cssString } from './element-text'
import { document } from './true-document'

export type Leader = { holder: HTMLElement; property: string; pattern: string }

/** A line that has less room for it, in times of the text, has none. */
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
        found.set(holder, { holder, property: `--platen-leader-${index}`, pattern })
    }
  }
  return [...found.values()]
}

/** Gives all leaders the length that their lines have room for. */
export function fillLeaders(leaders: Leader[]): void {
  // Paper has no scroll bar.
  const restore = overrideStyle(document.documentElement, { overflow: 'hidden' })
  for (const { holder, property } of leaders) {
    // Widths as on paper, where letters do not stand on whole pixels.
    holder.style.setProperty('text-rendering', 'geometricPrecision')
    holder.style.setProperty(property, '""')
    holder.style.removeProperty('--platen-spacing')
  }
  const measured = leaders.map((leader) => ({ ...leader, room: roomBehind(leader.holder) }))
  const widths = measureTexts(leaders)
  for (const [at, { holder, property, pattern, room }] of measured.entries()) {
    const width = widths[at] ?? 0
    const times = width > 0 ? Math.min(MAX_REPEATS, Math.floor(room / width)) : 0
    if (times < MIN_REPEATS) continue
    holder.style.setProperty(property, cssString(pattern.repeat(times)))
    const spacing = (room - times * width) / (times * pattern.length)
    holder.style.setProperty('--platen-spacing', `${spacing.toFixed(4)}px`)
  }
  restore()
}

/** What is free of the line that an element ends on, in CSS pixels, less a hair. */
function roomBehind(holder: HTMLElement): number {
  let block: Element = holder
  while (block.parentElement && /^(?:inline$|contents)/.test(getComputedStyle(block).display))
    block = block.parentElement
  if (block === holder) return 0
  const style = getComputedStyle(block)
  const box = block.getBoundingClientRect()
  const last = [...holder.getClientRects()].at(-1)
  if (!last) return 0
  const pixels = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0
  const room =
    style.direction === 'rtl'
      ? last.left - box.left - pixels('padding-left') - pixels('border-left-width')
      : box.right - pixels('padding-right') - pixels('border-right-width') - last.right
  return Math.max(0, room - 0.3)
}

/** Widths of the repeated texts in CSS pixels, in the fonts of their elements. */
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
