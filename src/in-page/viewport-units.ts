/**
 * Viewport units as the print sees them. If Chromium makes everything smaller to print it, the viewport of `vh` and `vw`
 * is as much larger: 100vh stays a page's height. The window keeps its size, so the numbers are changed instead.
 *
 * The styles were parsed already, and are read as the browser writes them (CSSOM, 6.7.2): without escapes, and with double
 * quotes around texts and addresses. So a pattern finds the lengths (docs/decisions/libraries.md).
 */

import { styleRules } from './dom'
import { document } from './true-document'

/** A text or address, which is skipped, or a length. */
const UNITS =
  /"(?:[^"\\]|\\.)*"|(?<![\w.#-])(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})([dsl]?v(?:h|w|i|b|min|max))\b/gi

/** The text with what `convert` makes of each length. */
function withLengths(css: string, convert: (number: number, unit: string) => string): string {
  return css.replace(UNITS, (all, number: string | undefined, unit: string) =>
    number === undefined ? all : convert(Number(number), unit),
  )
}

/** Every style of the document that may have such a unit: those of its rules, and of its elements. */
function* stylesWithUnits(): Generator<CSSStyleDeclaration> {
  for (const rule of styleRules([...document.styleSheets, ...document.adoptedStyleSheets])) {
    if (rule instanceof CSSStyleRule) yield rule.style
  }
  for (const element of document.querySelectorAll('[style*=v]')) {
    if (element instanceof HTMLElement || element instanceof SVGElement) yield element.style
  }
}

/** Multiplies all lengths in viewport units by `factor`. `steps` get how to undo each change, before it is made. */
export function scaleViewportUnits(factor: number, steps: (() => void)[]): void {
  for (const style of stylesWithUnits()) {
    const { cssText } = style
    const scaled = withLengths(cssText, (number, unit) => `${number * factor}${unit}`)
    if (scaled === cssText) continue
    steps.push(() => {
      style.cssText = cssText
    })
    style.cssText = scaled
  }
}

/** Keeps all lengths in parts of the window's height, which the print takes for those of a page, as they are now. */
export function freezeViewportHeight(): void {
  const { innerHeight: height, innerWidth: width } = window
  const sides: Record<string, number> = {
    h: height,
    b: height,
    min: Math.min(width, height),
    max: Math.max(width, height),
  }
  for (const style of stylesWithUnits()) {
    if (!/v(?:h|b|min|max)\b/i.test(style.cssText)) continue
    for (const name of [...style]) {
      const value = style.getPropertyValue(name)
      const frozen = withLengths(value, (number, unit) => {
        const side = sides[unit.toLowerCase().replace(/^[dsl]?v/, '')]
        return side === undefined ? `${number}${unit}` : `${(number / 100) * side}px`
      })
      if (frozen !== value) style.setProperty(name, frozen, style.getPropertyPriority(name))
    }
  }
}
