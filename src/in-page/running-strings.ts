/** Texts of the document in its page margins (`string-set`, `string()`; CSS GCPM 3, 1.1): one style of the page counter each. */

import { cssString, plainText } from './element-text'
import { elementsWith } from './elements-by-property'
import type { FurnitureStyles } from './furniture-types'
import { countersAt, type SetStrings } from './margins-factory'

/** The elements that set texts, in the order of the document. */
export function findStrings(sets: FurnitureStyles['sets']): SetStrings[] {
  if (sets.length === 0) return []
  const found = elementsWith('--platen-string-set')
  const counts = (value: string) =>
    sets[Number(value)]?.some(({ parts }) => parts.some((part) => part.counter))
  const counterAt = countersAt(
    new Set(found.flatMap(({ element, value }) => (counts(value) ? [element] : []))),
  )
  return found.flatMap(({ element, value }) => {
    const set = sets[Number(value)]
    if (!set) return []
    const values = set.map(({ name, parts }) => {
      const texts = parts.map(({ text, attr, counter, hidden }) => {
        if (text !== undefined) return text
        if (counter) return counterAt(element, counter)
        if (hidden) return (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 500)
        return attr ? element.getAttribute(attr) : plainText(element)
      })
      return [name, texts.join('')] as const
    })
    return [{ element, values: new Map(values) }]
  })
}

/** The styles of the page counter by which margins say these texts. */
export function stringStyles(
  strings: FurnitureStyles['strings'],
  found: SetStrings[],
  { pageOf, count }: { pageOf: (element: Element) => number | undefined; count: number },
): string {
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
  return rules.join('')
}
