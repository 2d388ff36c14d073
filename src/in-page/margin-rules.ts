/** Rules for boxes in page margins (CSS Paged Media 3, 6.4), which the types of the DOM lack. */
import { styleRules } from './dom'
import { document } from './true-document'

export type MarginRule = CSSRule & { name: string; style: CSSStyleDeclaration }

export function isMarginRule(rule: CSSRule): rule is MarginRule {
  return 'name' in rule && 'style' in rule
}

/** Those of all style sheets that can be read. */
export function* marginRules(): Generator<MarginRule> {
  for (const rule of styleRules(document.styleSheets)) {
    if (rule instanceof CSSPageRule) for (const box of rule.cssRules) if (isMarginRule(box)) yield box
  }
}
