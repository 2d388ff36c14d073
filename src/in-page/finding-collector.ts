/** Runs inside the page: where findings are written down, and the elements that a repair would have to reach. */

import type { Node } from './dom'
import type { Finding, Kind } from './findings'
import type { Kit } from './kit'
import type { Marks } from './state'

declare const CSS: Node

export type Notebook = {
  /** Writes a finding down; `page` counts from 0. */
  note(kind: Kind, element: Node, measure: number, page?: number): void
  /** Remembers an element that a repair of this name has to reach, and the size (CSS pixels) that its rule needs. */
  mark(name: string, element: Node, size?: number): void
  findings(): Finding[]
  counts(): Partial<Record<Kind, number>>
}

/** A new notebook; the marks of the look before are forgotten. */
export function notebook(kit: Kit): Notebook {
  const MOST = 60
  const noted: { kind: Kind; element: Node; measure: number; page: number | undefined }[] = []
  const counts: Partial<Record<Kind, number>> = {}
  const marks: Marks = new Map()
  kit.memory().marks = marks

  const step = (element: Node): string => {
    const tag = element.localName
    if (element.id) return `#${CSS.escape(element.id)}`
    const classes = [...element.classList].slice(0, 2).map((name: string) => `.${CSS.escape(name)}`)
    const name = tag + classes.join('')
    let position = 1
    let like = 1
    for (let other = element.previousElementSibling; other; other = other.previousElementSibling) {
      if (other.localName === tag) position++
    }
    for (let other = element.nextElementSibling; other && like < 2; other = other.nextElementSibling) {
      if (other.localName === tag) like++
    }
    return position > 1 || like > 1 ? `${name}:nth-of-type(${position})` : name
  }
  const place = (element: Node): string => {
    const steps: string[] = []
    for (let at = element; at?.parentElement && steps.length < 3; at = at.parentElement) {
      steps.unshift(step(at))
      if (at.id) break
    }
    return steps.join(' > ').slice(0, 160) || element.localName
  }
  return {
    note(kind, element, measure, page) {
      counts[kind] = (counts[kind] ?? 0) + 1
      if ((counts[kind] ?? 0) <= MOST) noted.push({ kind, element, measure, page })
    },
    mark(name, element, size) {
      const marked = marks.get(name)
      if (marked) marked.set(element, size)
      else marks.set(name, new Map([[element, size]]))
    },
    findings: () =>
      noted.slice(0, 4 * MOST).map(({ kind, element, measure, page }) => ({
        kind,
        place: place(element),
        ...(page !== undefined && { page: page + 1 }),
        measure: Math.round(measure),
      })),
    counts: () => counts,
  }
}
