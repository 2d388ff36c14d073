/** The page area, after the document's own `@page` rules (CSS Paged Media 3). */
import type { PageArea, Paper } from './contract'
import { document } from './document'
import { innerRules, readableRules } from './dom'

/** Measures the page area. A style sheet that cannot be read counts as having no page rules. */
export function measurePageArea(paper: Paper): PageArea {
  const units: Record<string, number> = {
    px: 1,
    in: 96,
    cm: 96 / 2.54,
    mm: 96 / 25.4,
    q: 96 / 101.6,
    pt: 96 / 72,
    pc: 16,
    em: 16,
    rem: 16,
  }
  const named: Record<string, readonly [number, number]> = {
    a5: [148, 210],
    a4: [210, 297],
    a3: [297, 420],
    b5: [176, 250],
    b4: [250, 353],
    letter: [215.9, 279.4],
    legal: [215.9, 355.6],
    ledger: [279.4, 431.8],
  }
  const pixels = (length: string, whole: number): number | undefined => {
    const match = /^([-+\d.]+)([a-z]*|%)$/i.exec(length.trim())
    if (!match) return undefined
    const [, number = '', unit = ''] = match
    if (unit === '%') return (Number(number) / 100) * whole
    if (unit === '') return Number(number) === 0 ? 0 : undefined
    const factor = units[unit.toLowerCase()]
    return factor === undefined ? undefined : Number(number) * factor
  }
  const sizeOf = (value: string): [number, number] | undefined => {
    const words = value.toLowerCase().split(/\s+/)
    const paperSize = words.map((word) => named[word]).find(Boolean)
    const lengths = words.map((word) => pixels(word, 0)).filter((length) => length !== undefined)
    const first = lengths[0]
    let size: [number, number] | undefined
    if (paperSize) size = [(paperSize[0] * 96) / 25.4, (paperSize[1] * 96) / 25.4]
    else if (first !== undefined) size = [first, lengths[1] ?? first]
    else if (words.includes('landscape') || words.includes('portrait')) size = [paper.width, paper.height]
    if (!size) return undefined
    const [short, long] = [Math.min(...size), Math.max(...size)]
    if (words.includes('landscape')) return [long, short]
    return words.includes('portrait') ? [short, long] : size
  }

  const sides = ['top', 'right', 'bottom', 'left'] as const
  const margins: Record<string, { length: string; important: boolean }> = {}
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
      if (paper.preferCssPageSize && sized) size = sizeOf(sized) ?? size
      for (const side of sides) {
        const length = rule.style.getPropertyValue(`margin-${side}`)
        const important = rule.style.getPropertyPriority(`margin-${side}`) === 'important'
        if (length && (important || !margins[side]?.important)) margins[side] = { length, important }
      }
      return
    }
    if (selector === ':blank') return
    const sets = (side: (typeof sides)[number]) =>
      paper.margins[side] === undefined && rule.style.getPropertyValue(`margin-${side}`) !== ''
    if (selector === ':first' && !sets('left') && !sets('right') && !sets('bottom') && !sized) {
      if (sets('top'))
        firstTop = pixels(rule.style.getPropertyValue('margin-top'), paper.height) ?? Number.NaN
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
  const margin = (side: (typeof sides)[number]) => {
    const whole = side === 'top' || side === 'bottom' ? height : width
    return paper.margins[side] ?? pixels(margins[side]?.length ?? '', whole) ?? paper.defaultMargin
  }
  const less = firstTop === 0 ? 0 : (firstTop - margin('top')) / paper.scale
  const [top, right, bottom, left] = [margin('top'), margin('right'), margin('bottom'), margin('left')]
  return {
    width: Math.max(1, (width - left - right) / paper.scale),
    height: Math.max(1, (height - top - bottom) / paper.scale),
    paper: { width, height },
    margins: { top, right, bottom, left },
    firstPageLess: less > 0 ? less : 0,
    tinted,
    // False for a first page with more space than the others, or with an unknown margin.
    uniform:
      uniform &&
      less >= 0 &&
      window.getComputedStyle(document.documentElement).writingMode === 'horizontal-tb',
  }
}
