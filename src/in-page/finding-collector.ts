/** Collects findings, and the elements that a repair would have to reach. */

import { state, type Tags } from './audit-state'
import { native, parentOf } from './dom'
import type { Kind, LayoutFinding } from './findings'
import type { Reported } from './reported'

const MAX_PER_KIND = 60
const MAX_FINDINGS = 240

export type FindingCollector = {
  /** Adds a finding; `page` counts from 0. */
  report(kind: Kind, element: Element, measure: number, page?: number): void
  /** Tags an element for repairs with this name, with the size (CSS pixels) that their rule needs. */
  tag(name: string, element: Element, size?: number): void
  findings(): LayoutFinding[]
  /** The same, at most 60 of a kind, each with its element. */
  reported(): readonly Reported[]
  counts(): Partial<Record<Kind, number>>
}

/** Starts an audit: the tags of the audit before are dropped. */
export function collectFindings(): FindingCollector {
  const reported: Reported[] = []
  const counts: Partial<Record<Kind, number>> = {}
  const tags: Tags = new Map()
  state.tags = tags

  const step = (element: Element): string => {
    const { localName: tag, id, classList } = native(element)
    if (id) return `#${CSS.escape(id)}`
    const classes = [...classList].slice(0, 2).map((name) => `.${CSS.escape(name)}`)
    const name = tag + classes.join('')
    let position = 1
    let like = 1
    for (
      let other = native(element).previousElementSibling;
      other;
      other = native(other).previousElementSibling
    ) {
      if (native(other).localName === tag) position++
    }
    for (
      let other = native(element).nextElementSibling;
      other && like < 2;
      other = native(other).nextElementSibling
    ) {
      if (native(other).localName === tag) like++
    }
    return position > 1 || like > 1 ? `${name}:nth-of-type(${position})` : name
  }
  const place = (element: Element): string => {
    const steps: string[] = []
    for (
      let at = element, above = parentOf(at);
      above && steps.length < 3;
      at = above, above = parentOf(at)
    ) {
      steps.unshift(step(at))
      if (native(at).id) break
    }
    return steps.join(' > ').slice(0, 160) || native(element).localName
  }
  return {
    report(kind, element, measure, page) {
      counts[kind] = (counts[kind] ?? 0) + 1
      if ((counts[kind] ?? 0) <= MAX_PER_KIND) reported.push({ kind, element, measure, page })
    },
    tag(name, element, size) {
      const tagged = tags.get(name)
      if (tagged) tagged.set(element, size)
      else tags.set(name, new Map([[element, size]]))
    },
    findings: () =>
      reported.slice(0, MAX_FINDINGS).map(({ kind, element, measure, page }) => ({
        kind,
        place: place(element),
        ...(page !== undefined && { page: page + 1 }),
        measure: Math.round(measure),
      })),
    reported: () => reported,
    counts: () => counts,
  }
}
