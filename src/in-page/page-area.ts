/** The page area, after the document's own `@page` rules (CSS Paged Media 3). */

import { innerRules, readableRules } from './dom'
import { lengthInPixels, pageSizeInPixels } from './page-lengths'
import type { PageArea, Paper } from './paper-types'
import { document } from './true-document'

/** Measures the page area. A style sheet that cannot be read counts as having no page rules. */
export function measurePageArea(paper: Paper): PageArea {
  const sides = ['top', 'right', 'bottom', 'left'] as const
  const margins: Record<string, { length: string; important: boolean }> = {}
  /** Of left and right pages, where they are told apart. */
  const facing: Record<':left' | ':right', Record<string, string>> = { ':left': {}, ':right': {} }
  let firstTop = 0
  let uniform = true
  let size: [number, number] = [paper.width, paper.height]
  let tinted = false
  const readPage = (rule: CSSPageRule) => {
    const selector = String(rule.selectorText).trim()
    tinted ||= /^(?!initial|none)./.test(
      rule.style.getPropertyValue('background-color') + rule.style.getPropertyValue('background-image'),
    )
    const sized = rule.style.getPropertyValue('size')
    if (selector === '') {
      if (paper.preferCssPageSize && sized) size = pageSizeInPixels(sized, paper) ?? size
      for (const side of sides) {
        const length = rule.style.getPropertyValue(`margin-${side}`)
        const important = rule.style.getPropertyPriority(`margin-${side}`) === 'important'
        if (length && (important || !margins[side]?.important)) margins[side] = { length, important }
      }
      return
    }
    // Rules for single pages (`nth-pages.ts`) move nothing.
    if (selector === ':blank' || selector.startsWith('platen-nth-')) return
    const sets = (side: (typeof sides)[number]) =>
      paper.margins[side] === undefined && rule.style.getPropertyValue(`margin-${side}`) !== ''
    if (selector === ':first' && !sets('left') && !sets('right') && !sets('bottom') && !sized) {
      if (sets('top'))
        firstTop = lengthInPixels(rule.style.getPropertyValue('margin-top'), paper.height) ?? Number.NaN
      return
    }
    const isFacing = selector === ':left' || selector === ':right'
    if (isFacing && !sets('top') && !sets('bottom') && !sized) {
      for (const side of sides)
        if (sets(side)) facing[selector][side] = rule.style.getPropertyValue(`margin-${side}`)
      return
    }
    if ((paper.preferCssPageSize && sized) || sides.some(sets)) uniform = false
  }
  const read = (rules: CSSRuleList | undefined) => {
    for (const rule of rules ?? []) {
      if (rule instanceof CSSPageRule) readPage(rule)
      else if (rule instanceof CSSImportRule) {
        if (rule.styleSheet) readSheet(rule.styleSheet)
      } else if (!(rule instanceof CSSMediaRule) || window.matchMedia(rule.media.mediaText).matches) {
        read(innerRules(rule))
      }
    }
  }
  const readSheet = (sheet: CSSStyleSheet) => {
    if (sheet.disabled || (sheet.media?.mediaText && !window.matchMedia(sheet.media.mediaText).matches))
      return
    read(readableRules(sheet))
  }
  for (const sheet of document.styleSheets) readSheet(sheet)

  const [width, height] = size
  const margin = (side: (typeof sides)[number], own = margins[side]?.length ?? '') => {
    const whole = side === 'top' || side === 'bottom' ? height : width
    return paper.margins[side] ?? lengthInPixels(own, whole) ?? paper.defaultMargin
  }
  const across = (page: keyof typeof facing) => ({
    left: margin('left', facing[page].left),
    right: margin('right', facing[page].right),
  })
  // The first page is a right one. Most books have the same margins on both, mirrored.
  const [left, right] = [across(':left'), across(':right')]
  if (Math.abs(left.left + left.right - right.left - right.right) > 0.1) uniform = false
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
      uniform &&
      less >= 0 &&
      window.getComputedStyle(document.documentElement).writingMode === 'horizontal-tb',
  }
}
