/**
 * Rules for single pages (`@page :nth()`, CSS GCPM 3, 5.2), which Chromium has for the first, odd and even ones alone. The
 * service calls them by names that no page has. When the pages are known, those that such rules are for are printed once
 * more while the rules hold for all: what they say of margin boxes and backgrounds moves nothing on the pages.
 */

import { chosenBy, styleRules } from './dom'
import type { FurnitureStyles, PageVariant } from './furniture-types'
import type { Tracked } from './tracked-pages'
import { document } from './true-document'

/** Prints more, for pages with different rules. */
const MAX_VARIANTS = 12
/** What would move the text of a page. */
const MOVING = ['margin-top', 'margin-right', 'margin-bottom', 'margin-left', 'size', 'padding', 'border']

/** Pages from the one that `start` begins on, up to the one that `next` begins on. */
type Group = { name: string; start: Element; next: Element | undefined }
type Pages = { pageOf: (element: Element) => number | undefined; count: number }

export class NthPages {
  readonly #groups: Group[]
  readonly warnings: string[]
  #active: HTMLStyleElement | undefined

  constructor(
    private readonly nths: NonNullable<FurnitureStyles['nths']>,
    tracked: Tracked,
  ) {
    const names = new Set(nths.flatMap(({ name }) => name ?? []))
    this.#groups = names.size > 0 ? findGroups(names) : []
    for (const { start, next } of this.#groups) {
      tracked.track(start)
      if (next) tracked.track(next)
    }
    const isMoving = nthRules().some(({ style }) =>
      MOVING.some((property) => style.getPropertyValue(property) !== ''),
    )
    this.warnings = isMoving ? ['@page :nth(): margins and sizes of single pages are left as they are'] : []
  }

  /** The pages that rules are for, those with the same rules together. */
  variants(pages: Pages): PageVariant[] {
    const places = this.#places(pages)
    const found = new Map<string, PageVariant>()
    for (let page = 1; page <= pages.count; page++) {
      const rules = this.nths.flatMap(({ a, b, name, isOfGroup }, index) => {
        const place = name === undefined ? page : places.get(name)?.get(page)
        const number = isOfGroup ? place : page
        return place !== undefined && number !== undefined && matches(number, a, b) ? [index] : []
      })
      if (rules.length === 0) continue
      const key = rules.join()
      const known = found.get(key)
      if (known) known.pages.push(page)
      else found.set(key, { rules, pages: [page] })
    }
    return [...found.values()].slice(0, MAX_VARIANTS)
  }

  /** Has these rules hold for all pages; none with an empty list. */
  activate(rules: number[]): void {
    this.#active?.remove()
    this.#active = undefined
    if (rules.length === 0) return
    const style = document.createElement('style')
    style.textContent = nthRules()
      .filter(({ index }) => rules.includes(index))
      .map(({ text, index }) => {
        const { name = '' } = this.nths[index] ?? {}
        // Over the rules for all pages, and those for left and right ones.
        return `@page ${name}:left{${text}}@page ${name}:right{${text}}`
      })
      .join('')
    document.head.append(style)
    for (const rule of style.sheet?.cssRules ?? [])
      if (rule instanceof CSSPageRule) for (const property of MOVING) rule.style.removeProperty(property)
    this.#active = style
  }

  /** The place of each page among those of a name: counted from the element that begins them. */
  #places({ pageOf, count }: Pages): Map<string, Map<number, number>> {
    const places = new Map<string, Map<number, number>>()
    for (const { name, start, next } of this.#groups) {
      const from = pageOf(start)
      if (from === undefined) continue
      const end = (next && pageOf(next)) ?? count + 1
      const known = places.get(name) ?? new Map<number, number>()
      for (let page = from; page < Math.max(end, from + 1); page++) known.set(page, page - from + 1)
      places.set(name, known)
    }
    return places
  }
}

/** Whether `number` is `a` times something from 0 on, and `b`. */
function matches(number: number, a: number, b: number): boolean {
  const rest = number - b
  return a === 0 ? rest === 0 : rest % a === 0 && rest / a >= 0
}

type NthRule = { index: number; text: string; style: CSSPageRule['style'] }

function nthRules(): NthRule[] {
  return [...styleRules(document.styleSheets)].flatMap((rule) => {
    if (!(rule instanceof CSSPageRule)) return []
    const index = /^platen-nth-(\d+)$/.exec(rule.selectorText)?.[1]
    const text = rule.cssText.slice(rule.cssText.indexOf('{') + 1, rule.cssText.lastIndexOf('}'))
    return index === undefined ? [] : [{ index: Number(index), text, style: rule.style }]
  })
}

/** The outermost elements whose pages have one of these names, in the order of the document. */
function findGroups(names: ReadonlySet<string>): Group[] {
  const found = new Set<Element>()
  for (const rule of styleRules(document.styleSheets)) {
    if (!(rule instanceof CSSStyleRule) || !names.has(rule.style.getPropertyValue('page'))) continue
    for (const element of chosenBy(rule.selectorText))
      if (names.has(pageName(element)) && element.getClientRects().length > 0) found.add(element)
  }
  return [...document.querySelectorAll('*')].flatMap((start) => {
    const name = pageName(start)
    const isOuter = found.has(start) && !(start.parentElement && pageName(start.parentElement) === name)
    return isOuter ? [{ name, start, next: following(start) }] : []
  })
}

function pageName(element: Element): string {
  return getComputedStyle(element).getPropertyValue('page')
}

/** What shows first behind an element. */
function following(element: Element): Element | undefined {
  for (let around: Element | null = element; around; around = around.parentElement) {
    for (let next = around.nextElementSibling; next; next = next.nextElementSibling)
      if (next.getClientRects().length > 0) return next
  }
  return undefined
}
