/**
 * On which pages things will stand, before anything is printed: the document is laid out in columns, as for `goCreditMode`.
 * Nobody trusts the guess: the print that is made with it says where they do stand.
 */
import { revert, state } from './audit-state'
import { type BrokenBy, type Columns, countPages, layOutInColumns } from './columns'
import { chosenBy, runsRightToLeft, styleRules } from './dom'
import { forcedBreaks } from './forced-breaks'
import type { PrintedPages } from './furniture-types'
import { textRect } from './overflow'
import { measurePageArea } from './page-area'
import type { PageArea, Paper } from './paper-types'
import { MAX_SHRINK } from './smallest-sizes'
import { document } from './true-document'

/** Parts of tables, which are as wide as the table at the most. */
const TABLE_PART = ':is(thead,tbody,tfoot,tr,td,th,caption,colgroup)'
/** What mostly is wider than its page, if anything is, and the most of it that is looked at. */
const MAYBE_WIDE = `table,pre,img,svg,canvas,video,iframe,:is(body>*,body>*>*,body>*>*>*):not(${TABLE_PART})`
const MAX_MAYBE_WIDE = 1000

const OUT_OF_FLOW = /^(?:absolute|fixed)$/

/** `isPlaced`: whether boxes are positioned out of the flow, as absolute ones are. */
type Breaks = BrokenBy & { isPlaced: boolean }

/** What is looked for, each with the fragment that stands for it, and whether it matters how many pages there are. */
type Sought = { elements: readonly (readonly [element: Element, fragment: string])[]; isCounted: boolean }

/** Nothing for a document whose pages differ. Its `count` is 0 if nobody asks for it. */
export function guessPages(sought: Sought, paper: Paper): PrintedPages | undefined {
  const page = measurePageArea(paper)
  if (!page.uniform) return undefined
  const breaks = findBreaks()
  const { guessed, widest } = pagesInColumns(sought, breaks, page)
  const shrink = Math.min(MAX_SHRINK, widest / page.width)
  if (shrink <= 1.001) return guessed
  const shrunk = { ...page, width: page.width * shrink, height: page.height * shrink }
  return pagesInColumns(sought, breaks, shrunk).guessed
}

/** `widest`: how far its content reaches from the edge of its pages, in CSS pixels. */
function pagesInColumns(
  { elements, isCounted }: Sought,
  breaks: Breaks,
  page: PageArea,
): { guessed: PrintedPages; widest: number } {
  try {
    const columns = layOutInColumns(breaks, page)
    const found = elements.flatMap(([element, fragment]) => {
      const [first] = columns.fragmentsOf(element)
      return first ? [[fragment, first.page + 1] as const] : []
    })
    return {
      guessed: { pages: Object.fromEntries(found), tops: {}, count: isCounted ? countPages(columns) : 0 },
      widest: mayBeWide(columns, page, breaks) ? reachOf(columns, page) : 0,
    }
  } finally {
    revert(state.temporary)
  }
}

/**
 * Whether anything may be wider than a page: the body, or what is in its flow, which is its overflow in all columns. (In
 * quirks mode that is the window's.) To ask each box takes nearly as long as the layout.
 */
function mayBeWide(columns: Columns, { width }: PageArea, { isPlaced }: Breaks): boolean {
  if (runsRightToLeft()) return false
  const { scrollWidth, clientWidth } = document.body
  const isBodyWide = columns.fragmentsOf(document.body).some(({ end }) => end > width + 1)
  return isPlaced || isBodyWide || scrollWidth > clientWidth
}

/** How far what may be wide reaches, unless something around it cuts it off. */
function reachOf(columns: Columns, { width }: PageArea): number {
  let reach = width
  for (const element of [...document.querySelectorAll(MAYBE_WIDE)].slice(0, MAX_MAYBE_WIDE)) {
    const end = columns.fragmentsOf(element).reduce((most, fragment) => Math.max(most, fragment.end), 0)
    // The lines of code are wider than their box.
    const more =
      element.localName === 'pre' ? textRect(element).width - element.getBoundingClientRect().width : 0
    if (end + more > reach + 1 && !isCut(element)) reach = end + more
  }
  return reach
}

function isCut(element: Element): boolean {
  for (let around: Element | null = element; around; around = around.parentElement)
    if (
      around !== document.body &&
      around !== document.documentElement &&
      getComputedStyle(around).overflowX !== 'visible'
    )
      return true
  return false
}

/** What styles say of breaks, of what does not break in columns and of positions. Style sheets that cannot be read say nothing. */
function findBreaks(): Breaks {
  const candidates = new Set<Element>(document.querySelectorAll('[style]'))
  for (const rule of styleRules(document.styleSheets)) {
    if (!(rule instanceof CSSStyleRule)) continue
    const { breakBefore, breakAfter, overflowX, overflowY, page, position } = rule.style
    if (breakBefore || breakAfter || overflowX || overflowY || page || OUT_OF_FLOW.test(position))
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
    isPlaced: styled.some(({ style }) => OUT_OF_FLOW.test(style.position)),
  }
}
