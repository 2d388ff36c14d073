/**
 * On which pages things will stand, before anything is printed: the document is laid out in columns, as for `goCreditMode`.
 * Nobody trusts the guess: the print that is made with it says where they do stand.
 */
import { revert, state } from './audit-state'
import { type BrokenBy, layOutInColumns } from './columns'
import { chosenBy, styleRules } from './dom'
import { forcedBreaks } from './forced-breaks'
import type { PrintedPages } from './furniture-types'
import { measurePageArea } from './page-area'
import type { Paper } from './paper-types'
import type { Tracked } from './tracked-pages'
import { document } from './true-document'

/** Nothing for a document whose pages differ. Of one that is made smaller to fit on them, the guess is wrong: to ask costs more. */
export function guessPages(tracked: Tracked, paper: Paper): PrintedPages | undefined {
  const page = measurePageArea(paper)
  if (!page.uniform) return undefined
  try {
    const columns = layOutInColumns(findBreaks(), page)
    const found = [...tracked.all()].flatMap(([element, fragment]) => {
      const [first] = columns.fragmentsOf(element)
      return first ? [[fragment, first.page + 1] as const] : []
    })
    const blocks = [document.body, ...document.body.children]
    const last = blocks.reduce(
      (most, block) => Math.max(most, columns.fragmentsOf(block).at(-1)?.page ?? 0),
      0,
    )
    return { pages: Object.fromEntries(found), tops: {}, count: last + 1 }
  } finally {
    revert(state.temporary)
  }
}

/** What styles say of breaks, and of what does not break in columns. Style sheets that cannot be read say nothing. */
function findBreaks(): BrokenBy {
  const candidates = new Set<Element>(document.querySelectorAll('[style]'))
  for (const rule of styleRules(document.styleSheets)) {
    if (!(rule instanceof CSSStyleRule)) continue
    const { breakBefore, breakAfter, overflowX, overflowY, page } = rule.style
    if (breakBefore || breakAfter || overflowX || overflowY || page)
      for (const element of chosenBy(rule.selectorText)) candidates.add(element)
  }
  const styled = [...candidates].map((element) => ({ element, style: getComputedStyle(element) }))
  const isRoot = (element: Element) => element === document.body || element === document.documentElement
  return {
    forced: styled
      .map(({ element, style }) => ({ element, ...forcedBreaks(element, style) }))
      .filter(({ before, after }) => before || after),
    scrollContainers: styled.filter(
      ({ element, style }) =>
        !isRoot(element) && (style.overflowX !== 'visible' || style.overflowY !== 'visible'),
    ),
  }
}
