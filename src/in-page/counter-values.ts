/** Values of the document's own counters (CSS Lists 3, 4), which the DOM does not tell. */

import { formatCounter } from './counter-format'
import { chosenBy, inOrder, styleRules } from './dom'
import type { CounterUse } from './furniture-types'
import { document } from './true-document'

/** A counter that counts for what is in `scope`; for all if there is none. */
type Instance = { value: number; scope: Element | null }

/** What counters say at some elements, with what these and the text before them set. All are asked for at once. */
export function countersAt(
  asked: ReadonlySet<Element>,
): (element: Element, { name, style }: CounterUse) => string {
  const open = new Map<string, Instance[]>()
  const found = new Map<Element, Map<string, number>>()
  for (const element of asked.size === 0 ? [] : inOrder([...setters(), ...asked])) {
    if (!element.checkVisibility()) continue
    for (const instances of open.values()) leaveScopes(instances, element)
    count(open, getComputedStyle(element), element.parentElement)
    const before = getComputedStyle(element, '::before')
    if (before.content !== 'none' && before.content !== 'normal') count(open, before, element)
    if (asked.has(element))
      found.set(element, new Map([...open].map(([name, instances]) => [name, instances.at(-1)?.value ?? 0])))
  }
  return (element, { name, style }) => formatCounter(found.get(element)?.get(name) ?? 0, style)
}

/** The elements that may set one. */
function* setters(): Generator<Element> {
  for (const rule of styleRules(document.styleSheets)) {
    if (!(rule instanceof CSSStyleRule)) continue
    const { counterReset, counterIncrement, counterSet } = rule.style
    if (counterReset || counterIncrement || counterSet)
      yield* chosenBy(rule.selectorText.replace(/::?(?:before|after)/g, '') || '*')
  }
  yield* document.querySelectorAll('[style*="counter-"]')
}

function leaveScopes(instances: Instance[], element: Element): void {
  for (let last = instances.at(-1); last?.scope && !last.scope.contains(element); last = instances.at(-1))
    instances.pop()
}

function count(open: Map<string, Instance[]>, style: CSSStyleDeclaration, scope: Element | null): void {
  const instanceOf = (name: string, isNew: boolean): Instance => {
    const instances = open.get(name) ?? []
    open.set(name, instances)
    const last = instances.at(-1)
    if (last && (!isNew || last.scope === scope)) return last
    const made = { value: 0, scope }
    instances.push(made)
    return made
  }
  for (const [name, value] of pairs(style.counterReset)) instanceOf(name, true).value = value
  for (const [name, value] of pairs(style.counterIncrement)) instanceOf(name, false).value += value
  for (const [name, value] of pairs(style.counterSet)) instanceOf(name, false).value = value
}

function pairs(computed: string): [name: string, value: number][] {
  const words = computed.split(' ')
  return words.flatMap((name, at): [string, number][] =>
    at % 2 === 0 && words[at + 1] !== undefined ? [[name, Number(words[at + 1])]] : [],
  )
}
