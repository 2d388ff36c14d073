/** Texts of the document in its page margins (`string-set`, `string()`; CSS GCPM 3, 1.1): one style of the page counter each. */

import { document } from './document'
import { chosenBy, styleRules } from './dom'
import { cssString, plainText } from './element-text'
import type { FurnitureStyles } from './furniture-types'

/** An element, and the texts that it sets by their names. */
export type SetStrings = { element: Element; values: Map<string, string> }

const PROPERTY = '--platen-string-set'

/** The elements that set texts, in the order of the document. */
export function findStrings(sets: FurnitureStyles['sets']): SetStrings[] {
  // A tab may have printed another document before.
  sheet = undefined
  if (sets.length === 0) return []
  try {
    CSS.registerProperty({ name: PROPERTY, syntax: '*', inherits: false })
  } catch {
    // It knows it from there.
  }
  const selectors = [...styleRules(document.styleSheets)].flatMap((rule) =>
    rule instanceof CSSStyleRule && rule.style.getPropertyValue(PROPERTY) !== '' ? [rule.selectorText] : [],
  )
  const elements = new Set(selectors.flatMap((selector) => [...chosenBy(selector)]))
  // In their order, which the selectors do not have.
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const value = elements.has(element) ? getComputedStyle(element).getPropertyValue(PROPERTY).trim() : ''
    const set = value === '' ? undefined : sets[Number(value)]
    if (!set || element.getClientRects().length === 0) return []
    const values = set.map(({ name, parts }) => {
      const texts = parts.map(
        ({ text, attr }) => text ?? (attr ? element.getAttribute(attr) : plainText(element)),
      )
      return [name, texts.join('')] as const
    })
    return [{ element, values: new Map(values) }]
  })
}

let sheet: HTMLStyleElement | undefined

/** Writes what each page's margins say. Returns 1 if that is not what they said. */
export function fillStrings(
  strings: FurnitureStyles['strings'],
  found: SetStrings[],
  { pageOf, count }: { pageOf: (element: Element) => number | undefined; count: number },
): number {
  const rules = strings.map(({ name, which }, index) => {
    const byPage = new Map<number, string[]>()
    for (const { element, values } of found) {
      const value = values.get(name)
      const page = pageOf(element)
      if (value === undefined || page === undefined) continue
      const known = byPage.get(page)
      if (known) known.push(value)
      else byPage.set(page, [value])
    }
    let entry = ''
    const symbols = Array.from({ length: count }, (_, at) => {
      const set = byPage.get(at + 1) ?? []
      const before = entry
      entry = set.at(-1) ?? entry
      const shown = { first: set[0] ?? before, last: entry, 'first-except': set.length > 0 ? '' : before }
      return cssString(shown[which].slice(0, 300))
    })
    return `@counter-style platen-string-${index}{system:fixed 1;symbols:${symbols.join(' ')}}`
  })
  const css = rules.join('')
  if (sheet?.textContent === css) return 0
  if (!sheet) {
    sheet = document.createElement('style')
    document.head.append(sheet)
  }
  sheet.textContent = css
  return 1
}
