/** The page area, after the document's own `@page` rules (CSS Paged Media 3). */

import { innerRules, readableRules } from './dom'
import { lengthInPixels, pageSizeInPixels } from './page-lengths'
import type { PageArea, Paper } from './paper-types'
import { document } from './true-document'

const SIDES = ['top', 'right', 'bottom', 'left'] as const
type Side = (typeof SIDES)[number]
type PageStyle = CSSPageRule['style']

/** Measures the page area. A style sheet that cannot be read counts as having no page rules. */
export function measurePageArea(paper: Paper): PageArea {
  const rules = readPageRules(paper)
  const { size, margins, facing, firstTop, tinted } = rules
  const [width, height] = size
  const margin = (side: Side, own = margins[side]?.length ?? '') => {
    const whole = side === 'top' || side === 'bottom' ? height : width
    return paper.margins[side] ?? lengthInPixels(own, whole) ?? paper.defaultMargin
  }
  const across = (page: keyof typeof facing) => ({
    left: margin('left', facing[page].left),
    right: margin('right', facing[page].right),
  })
  // The first page is a right one. Most books have the same margins on both, mirrored.
  const [left, right] = [across(':left'), across(':right')]
  const areUneven = Math.abs(left.left + left.right - right.left - right.right) > 0.1
  const less = firstTop === 0 ? 0 : (firstTop - margin('top')) / paper.scale
  const [top, bottom] = [margin('top'), margin('bottom')]
  return {
    width: Math.max(1, (width - right.left - right.right) / paper.scale),
    height: Math.max(1, (height - top - bottom) / paper.scale),
    paper: { width, height },
    margins: { top, right: right.right, bottom, left: right.left },
    firstPageLess: less > 0 ? less : 0,
    tinted,
    // False for a first page with more space than the others, or with an unknown margin.
    uniform:
      rules.uniform &&
      !areUneven &&
      less >= 0 &&
      window.getComputedStyle(document.documentElement).writingMode === 'horizontal-tb',
  }
}

/** Reads the `@page` rules of all style sheets that can be read. */
export function readPageRules(paper: Paper): PageRules {
  const rules = new PageRules(paper)
  for (const sheet of document.styleSheets) rules.readSheet(sheet)
  return rules
}

/** What the `@page` rules of style sheets say, each read in its order. */
class PageRules {
  size: [width: number, height: number]
  /** Which pages the document gives a size of its own. */
  sized: 'none' | 'all' | 'some' = 'none'
  /** Lengths as they are declared. */
  readonly margins: Partial<Record<Side, { length: string; important: boolean }>> = {}
  /** Of left and right pages, where they are told apart. */
  readonly facing: Record<':left' | ':right', Partial<Record<Side, string>>> = { ':left': {}, ':right': {} }
  /** The top margin of the first page in pixels: 0 if it is as the others', NaN if it is unknown. */
  firstTop = 0
  /** Whether a page has a background. */
  tinted = false
  /** False once pages differ otherwise than first, left and right ones may. */
  uniform = true

  constructor(private readonly paper: Paper) {
    this.size = [paper.width, paper.height]
  }

  readSheet(sheet: CSSStyleSheet): void {
    if (sheet.disabled || (sheet.media?.mediaText && !window.matchMedia(sheet.media.mediaText).matches))
      return
    this.#readRules(readableRules(sheet))
  }

  #readRules(rules: CSSRuleList | undefined): void {
    for (const rule of rules ?? []) {
      if (rule instanceof CSSPageRule) this.#readPage(rule)
      else if (rule instanceof CSSImportRule) {
        if (rule.styleSheet) this.readSheet(rule.styleSheet)
      } else if (!(rule instanceof CSSMediaRule) || window.matchMedia(rule.media.mediaText).matches) {
        this.#readRules(innerRules(rule))
      }
    }
  }

  #readPage({ selectorText, style }: CSSPageRule): void {
    const selector = String(selectorText).trim()
    this.tinted ||= /^(?!initial|none)./.test(
      style.getPropertyValue('background-color') + style.getPropertyValue('background-image'),
    )
    if (selector === '') this.#readAllPages(style)
    // Rules for single pages (`nth-pages.ts`) move nothing.
    else if (selector !== ':blank' && !selector.startsWith('platen-nth-'))
      this.#readSomePages(selector, style)
  }

  #readAllPages(style: PageStyle): void {
    const sized = style.getPropertyValue('size')
    if (sized && this.sized === 'none') this.sized = 'all'
    if (this.paper.preferCssPageSize && sized) this.size = pageSizeInPixels(sized, this.paper) ?? this.size
    for (const side of SIDES) {
      const length = style.getPropertyValue(`margin-${side}`)
      const important = style.getPropertyPriority(`margin-${side}`) === 'important'
      if (length && (important || !this.margins[side]?.important)) this.margins[side] = { length, important }
    }
  }

  /** A rule of first, left, right or named pages: which of the margins that the caller left open it sets. */
  #readSomePages(selector: string, style: PageStyle): void {
    const { paper } = this
    const sized = style.getPropertyValue('size')
    if (sized) this.sized = 'some'
    const sets = (side: Side) =>
      paper.margins[side] === undefined && style.getPropertyValue(`margin-${side}`) !== ''
    if (selector === ':first' && !sets('left') && !sets('right') && !sets('bottom') && !sized) {
      if (sets('top'))
        this.firstTop = lengthInPixels(style.getPropertyValue('margin-top'), paper.height) ?? Number.NaN
    } else if ((selector === ':left' || selector === ':right') && !sets('top') && !sets('bottom') && !sized) {
      for (const side of SIDES)
        if (sets(side)) this.facing[selector][side] = style.getPropertyValue(`margin-${side}`)
    } else if ((paper.preferCssPageSize && sized) || SIDES.some(sets)) this.uniform = false
  }
}
