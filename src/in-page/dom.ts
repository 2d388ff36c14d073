/** What the DOM's types leave open: properties that only some elements or rules have. */

/** HTML, SVG and MathML elements have a style; elements of other namespaces do not. */
export function inlineStyle(element: Element): CSSStyleDeclaration | undefined {
  return 'style' in element ? (element as Element & ElementCSSInlineStyle).style : undefined
}

/** The rules inside a rule such as `@media`; nothing for a rule that holds none. */
export function innerRules(rule: CSSRule): CSSRuleList | undefined {
  return 'cssRules' in rule ? (rule as CSSGroupingRule).cssRules : undefined
}
