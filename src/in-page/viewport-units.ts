/**
 * Viewport units as the print sees them. If Chromium makes everything smaller to print it, the viewport of `vh` and `vw`
 * is as much larger: 100vh stays a page's height. The window keeps its size, so the numbers are changed instead.
 */
import { document } from './document'
import { styleRules } from './dom'

const UNITS = /(?<![\w.#-])(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})([dsl]?v(?:h|w|i|b|min|max))\b/gi

/** Multiplies all lengths in viewport units by `factor`. Returns how to undo each change. */
export function scaleViewportUnits(factor: number): (() => void)[] {
  const steps: (() => void)[] = []
  const scale = (style: CSSStyleDeclaration) => {
    const { cssText } = style
    const scaled = cssText.replace(
      UNITS,
      (_, number: string, unit: string) => `${Number(number) * factor}${unit}`,
    )
    // An address may have such letters, too.
    if (scaled === cssText || cssText.includes('url(')) return
    style.cssText = scaled
    steps.push(() => {
      style.cssText = cssText
    })
  }
  for (const rule of styleRules([...document.styleSheets, ...document.adoptedStyleSheets])) {
    if (rule instanceof CSSStyleRule) scale(rule.style)
  }
  for (const element of document.querySelectorAll('[style*=v]')) {
    if (element instanceof HTMLElement || element instanceof SVGElement) scale(element.style)
  }
  return steps
}

/** Lengths in parts of a window's height, which the print takes for those of a page. */
const HEIGHTS = /(?<![\w.#-])(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})[dsl]?v(?:h|b|min|max)\b/gi

/** Keeps all lengths in parts of the window's height as they are now. */
export function freezeViewportHeight(): void {
  const { innerHeight: height, innerWidth: width } = window
  const sides: Record<string, number> = { min: Math.min(width, height), max: Math.max(width, height) }
  const freeze = (style: CSSStyleDeclaration) => {
    if (!/v(?:h|b|min|max)\b/i.test(style.cssText)) return
    for (const name of [...style]) {
      const value = style.getPropertyValue(name)
      const frozen = value.replace(HEIGHTS, (length, number: string) => {
        const side = sides[/(?:min|max)$/i.exec(length)?.[0].toLowerCase() ?? ''] ?? height
        return `${(Number(number) / 100) * side}px`
      })
      // An address may have such letters, too.
      if (frozen !== value && !value.includes('url('))
        style.setProperty(name, frozen, style.getPropertyPriority(name))
    }
  }
  for (const rule of styleRules([...document.styleSheets, ...document.adoptedStyleSheets])) {
    if (rule instanceof CSSStyleRule) freeze(rule.style)
  }
  for (const element of document.querySelectorAll('[style*=v]')) {
    if (element instanceof HTMLElement || element instanceof SVGElement) freeze(element.style)
  }
}
