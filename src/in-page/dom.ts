/** What the DOM leaves open: names that a page puts over properties, and properties that only some elements or rules have. */

import { document } from './true-document'

const forms = new WeakMap<HTMLFormElement, HTMLFormElement>()

/**
 * A node with the browser's own properties, to read them or call them at once: of a form, its fields and pictures take the
 * place of what has their name (HTML, 4.10.3), so that `<input name="children">` is its `children`.
 */
export function native<Type extends Node>(node: Type): Type {
  if (!(node instanceof HTMLFormElement)) return node
  const known = forms.get(node) ?? withOwnProperties(node)
  forms.set(node, known)
  return known as Node as Type
}

function withOwnProperties(form: HTMLFormElement): HTMLFormElement {
  return new Proxy(form, {
    get(_, name) {
      const value: unknown = Reflect.get(HTMLFormElement.prototype, name, form)
      return typeof value === 'function' ? value.bind(form) : value
    },
  })
}

/** The element around an element. */
export function parentOf(element: Element): Element | null {
  return native(element).parentElement
}

/** The nearest element that holds two, which may be the first of them. */
export function commonAncestor(one: Element, other: Element): Element | null {
  let at: Element | null = one
  while (at && !native(at).contains(other)) at = parentOf(at)
  return at
}

/** HTML, SVG and MathML elements have a style; elements of other namespaces do not. */
export function inlineStyle(element: Element): CSSStyleDeclaration | undefined {
  return 'style' in element ? native(element as Element & ElementCSSInlineStyle).style : undefined
}

/** The rules inside a rule such as `@media`; nothing for a rule that holds none. */
export function innerRules(rule: CSSRule): CSSRuleList | undefined {
  return 'cssRules' in rule ? (rule as CSSGroupingRule).cssRules : undefined
}

/** The rules of style sheets in their order, each before those inside it, and those of imported sheets. */
export function* styleRules(sheets: Iterable<CSSStyleSheet>): Generator<CSSRule> {
  for (const sheet of sheets) yield* rulesWithin(readableRules(sheet))
}

function* rulesWithin(rules: CSSRuleList | undefined): Generator<CSSRule> {
  for (const rule of rules ?? []) {
    yield rule
    yield* rulesWithin(rule instanceof CSSImportRule ? readableRules(rule.styleSheet) : innerRules(rule))
  }
}

/** The rules of a style sheet; nothing for one of another origin. */
export function readableRules(sheet: CSSStyleSheet | null): CSSRuleList | undefined {
  try {
    return sheet?.cssRules
  } catch {
    return undefined
  }
}

/** The elements that a selector chooses; none if only a style sheet may have it. */
export function chosenBy(selector: string): Iterable<Element> {
  try {
    return document.querySelectorAll(selector)
  } catch {
    return []
  }
}

/** Elements in the order of the document: one walk over it, where comparing each two takes one over all before them. */
export function inOrder(elements: Iterable<Element>): Element[] {
  const wanted = new Set(elements)
  return wanted.size < 2 ? [...wanted] : [...document.querySelectorAll('*')].filter((one) => wanted.has(one))
}

/** What shows first behind an element. */
export function following(element: Element): Element | undefined {
  for (let around: Element | null = element; around; around = around.parentElement) {
    for (let next = around.nextElementSibling; next; next = next.nextElementSibling)
      if (next.getClientRects().length > 0) return next
  }
  return undefined
}

/** Whether an element is drawn: with a box, and neither hidden nor transparent, nor in something that is. */
export function isVisible(element: Element): boolean {
  return native(element).checkVisibility({ opacityProperty: true, visibilityProperty: true })
}

/** Whether there is something to read in an element: not the sign of a button, an arrow or a bullet. */
export function hasLetters(element: Element): boolean {
  return /[\p{L}\p{N}]/u.test(native(element).textContent)
}

/** Whether a computed color paints nothing. */
export function isTransparent(color: string): boolean {
  return /^(rgba\(.*, 0\)|transparent)$/.test(color)
}

/** Whether pages run from right to left: the body's direction is that of the pages (CSS Writing Modes 4, 8). */
export function runsRightToLeft(): boolean {
  return window.getComputedStyle(document.body).direction === 'rtl'
}

/**
 * Sets properties of an element's own style, `!important`. Returns how to put back what it had, which `steps` get before that
 * is done.
 */
export function overrideStyle(
  element: Element,
  css: Readonly<Record<string, string>>,
  steps: (() => void)[] = [],
): () => void {
  const style = inlineStyle(element)
  if (!style) return () => undefined
  const hadStyle = element.hasAttribute('style')
  // Property by property: an attribute's text does not hold all that scripts can set.
  const before = [...Object.keys(css), ...style].map(
    (name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const,
  )
  const putBack = () => {
    for (const name of Object.keys(css)) style.removeProperty(name)
    for (const [name, value, priority] of before) {
      if (value !== '' && style.getPropertyValue(name) !== value) style.setProperty(name, value, priority)
    }
    if (!hadStyle) element.removeAttribute('style')
  }
  steps.push(putBack)
  for (const [name, value] of Object.entries(css)) style.setProperty(name, value, 'important')
  return putBack
}
