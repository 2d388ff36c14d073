/** On which pages boxes that clip show anything: what they hold goes on after their end, where nobody sees it. */
import type { PagedLayout } from './columns'
import { parentOf } from './dom'

/** Returns the last page on which what is in `element` can be seen. */
export function lastPages({ layout, columns }: PagedLayout): (element: Element) => number {
  const containers = new Set(layout.scrollContainers.map(({ element }) => element))
  const known = new Map<Element, number>()
  const lastPage = (element: Element): number => {
    let around = parentOf(element)
    while (around && !containers.has(around)) around = parentOf(around)
    if (!around) return Number.POSITIVE_INFINITY
    const found = known.get(around) ?? Math.min(ownLast(around), lastPage(around))
    known.set(around, found)
    return found
  }
  // One that has no box itself clips nothing.
  const ownLast = (container: Element) =>
    columns.fragmentsOf(container).at(-1)?.page ?? Number.POSITIVE_INFINITY
  return lastPage
}
