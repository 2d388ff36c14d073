/** What shows the page, a counter or the text of another element (CSS Generated Content 3, 2.6). */

import { chosenBy, inOrder, styleRules } from './dom'
import { cssString } from './element-text'
import type { CounterUse, FurnitureStyles } from './furniture-types'
import { document } from './true-document'

/** Links to nothing that are looked at, and what shows whether one has a number. */
const MAX_LOST = 100
const LOST = 'platen-lost'

/** What shows a page number; if `style` is undefined, another counter of the target, or its text. */
export type PageNumber = {
  target: Element
  style: string | undefined
  counter?: CounterUse | undefined
  last: string
  write: (value: string) => void
}

/** Numbers that were not printed yet are two digits wide, as most. */
export const UNKNOWN = '00'

/** Of links that show the page of what is not there, the first. */
export function lostTargets(targets: FurnitureStyles['targets']): string[] {
  for (const [index, { source }] of targets.entries()) {
    const lost = 'id' in source ? lostId(source.id) : lostLink(source.attr, `--platen-target-${index}`)
    if (lost !== undefined) return [`target-counter: nothing has the id ${JSON.stringify(lost.slice(0, 40))}`]
  }
  return []
}

function lostId(id: string): string | undefined {
  return document.getElementById(id) ? undefined : id
}

/** The id that an attribute names in vain, of an element that shows `property` before or after its content. */
function lostLink(attribute: string, property: string): string | undefined {
  const links = [...document.querySelectorAll<HTMLElement>(`[${CSS.escape(attribute)}^="#"]`)]
  const lost = links.filter((link) => {
    const value = link.getAttribute(attribute) ?? ''
    return value.length > 1 && !targetOf(value)
  })
  const shown = lost.slice(0, MAX_LOST).find((link) => {
    link.style.setProperty(property, cssString(LOST))
    const contents = ['::before', '::after'].map((part) => getComputedStyle(link, part).content)
    link.style.removeProperty(property)
    return contents.some((content) => content.includes(LOST))
  })
  return shown?.getAttribute(attribute)?.slice(1)
}

/** The elements that a use of `target-counter()` or `target-text()` may be of, with what they lead to. */
export function findUses(
  { source, style, counter }: FurnitureStyles['targets'][number],
  property: string,
): PageNumber[] {
  const use = (holder: Element, target: Element | null): PageNumber[] => {
    if (!target || !(holder instanceof HTMLElement)) return []
    return [
      {
        target,
        style,
        counter,
        last: UNKNOWN,
        write: (value) => holder.style.setProperty(property, cssString(value)),
      },
    ]
  }
  if ('id' in source) return use(document.documentElement, document.getElementById(source.id))
  return holdersOf(property, `[${CSS.escape(source.attr)}]`).flatMap((holder) =>
    use(holder, targetOf(holder.getAttribute(source.attr) ?? '')),
  )
}

/** Those of what `selector` finds that rules may show `property` of; all if no rule does that can be read. */
function holdersOf(property: string, selector: string): Element[] {
  const showing = [...styleRules(document.styleSheets)].flatMap((rule) =>
    rule instanceof CSSStyleRule && rule.style.content.includes(`var(${property},`)
      ? [rule.selectorText]
      : [],
  )
  if (showing.length === 0) return [...document.querySelectorAll(selector)]
  const chosen = showing.flatMap((text) => [
    ...chosenBy(text.replace(/::?(?:before|after|marker)/g, '') || '*'),
  ])
  return inOrder(new Set(chosen.filter((element) => element.matches(selector))))
}

function targetOf(value: string): Element | null {
  if (!value.startsWith('#') || value.length < 2) return null
  const fragment = value.slice(1)
  try {
    return document.getElementById(fragment) ?? document.getElementById(decodeURIComponent(fragment))
  } catch {
    return null
  }
}
