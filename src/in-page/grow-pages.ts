/** Pages with a bleed or marks outside them: the sheet is larger than the page, and what stands on the page stays where it was. */

import { styleRules } from './dom'
import { isMarginRule, type MarginRule } from './margin-rules'
import { measurePageArea } from './page-area'
import { lengthInPixels, pageSizeInPixels } from './page-lengths'
import type { Paper } from './paper-types'
import { document } from './true-document'

const SIDES = ['top', 'right', 'bottom', 'left'] as const

/** As in the contract. What the service itself has put in front of the document's styles is of that size already. */
export function growPages(paper: Paper, outset: number, bleed = 0): void {
  const { paper: page } = measurePageArea(paper)
  for (const rule of styleRules([...document.styleSheets, ...document.adoptedStyleSheets])) {
    if (!(rule instanceof CSSPageRule) || isOurs(rule)) continue
    growMargins(rule.style, { page, outset })
    for (const box of rule.cssRules) if (isMarginRule(box)) growBox(box, { page, outset, bleed })
    if (paper.preferCssPageSize) growSize(rule.style, { paper, outset })
  }
}

function isOurs({ parentStyleSheet }: CSSRule): boolean {
  const owner = parentStyleSheet?.ownerNode
  return owner instanceof HTMLElement && owner.dataset.platenStyle === 'start'
}

function growMargins(
  style: CSSPageRule['style'],
  { page, outset }: { page: { width: number; height: number }; outset: number },
): void {
  for (const side of SIDES) {
    const name = `margin-${side}`
    const margin = style.getPropertyValue(name)
    if (margin === '') continue
    const whole = side === 'top' || side === 'bottom' ? page.height : page.width
    const pixels = margin === 'auto' ? 0 : lengthInPixels(margin, whole)
    const grown = pixels === undefined ? `calc(${margin} + ${outset}px)` : `${pixels + outset}px`
    style.setProperty(name, grown, style.getPropertyPriority(name))
  }
}

/**
 * Has a box keep its own distance from the page's edge. Where it has none, its background reaches into the bleed: else a cut
 * that is off by a hair leaves a white line. Its content stays where it was.
 */
function growBox(
  { name, style }: MarginRule,
  { page, outset, bleed }: { page: { width: number; height: number }; outset: number; bleed: number },
): void {
  const paints = ['background-color', 'background-image'].some((property) =>
    /^(?!transparent|none|initial|unset)./.test(style.getPropertyValue(property)),
  )
  for (const side of SIDES) {
    if (!name.startsWith(side) && !(name.endsWith('corner') && name.includes(`-${side}-`))) continue
    const margin = style.getPropertyValue(`margin-${side}`)
    const own = lengthInPixels(margin, page.width) ?? 0
    const reaches = paints && bleed > 0 && own === 0 && style.getPropertyValue(`border-${side}-width`) === ''
    const set = (property: string, value: string) => {
      style.setProperty(property, value, style.getPropertyPriority(`margin-${side}`))
    }
    if (reaches) {
      set(`margin-${side}`, `${outset - bleed}px`)
      set(`border-${side}`, `${bleed}px solid transparent`)
    } else if (margin !== '') set(`margin-${side}`, `${own + outset}px`)
  }
}

function growSize(style: CSSPageRule['style'], { paper, outset }: { paper: Paper; outset: number }): void {
  const asked = style.getPropertyValue('size')
  const size = asked && pageSizeInPixels(asked, paper)
  if (!size) return
  const [width, height] = size.map((side) => `${side + 2 * outset}px`)
  style.setProperty('size', `${width} ${height}`, style.getPropertyPriority('size'))
}
