/**
 * Leaders: a text that is repeated up to the end of its line (CSS GCPM 3, 5.1), so that what follows ends where the line does.
 * Nothing breaks in a leader, nor before what follows it: a line that has no room for both takes its last word along. Lengths in
 * CSS pixels.
 */

import { chosenBy, overrideStyle, styleRules } from './dom'
import { cssString } from './element-text'
import { roomsOf } from './leader-rooms'
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
