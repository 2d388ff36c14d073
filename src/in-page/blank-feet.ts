/** What is left blank at the feet of pages, since what would stand there is kept whole and goes to the next. */
import type { PagedLayout } from './columns'

/** Pages that end where a break is forced, counted from 0. */
export function pagesOfForcedEnds({ layout, columns }: PagedLayout): Set<number> {
  const pages = new Set<number>()
  for (const { element, before, after } of layout.forced) {
    const fragments = columns.fragmentsOf(element)
    const [first] = fragments
    const last = fragments.at(-1)
    if (before && first) pages.add(first.page - 1)
    if (after && last) pages.add(last.page)
  }
  return pages
}

/**
 * How much of all pages but the last is blank at their feet, and how much of one at most, in pages. `filled`: how far
 * down each has anything, in CSS pixels. What a forced break leaves is meant.
 */
export function blankFeet(
  filled: readonly number[],
  height: number,
  forced: ReadonlySet<number>,
): { blank: number; maxBlank: number } {
  const feet = filled
    .slice(0, -1)
    .map((bottom, page) => (forced.has(page) ? 0 : Math.max(0, 1 - bottom / height)))
  return { blank: feet.reduce((sum, foot) => sum + foot, 0), maxBlank: Math.max(0, ...feet) }
}
