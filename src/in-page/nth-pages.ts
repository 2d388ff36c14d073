/**
 * Rules for single pages (`@page :nth()`, CSS GCPM 3, 5.2), which Chromium has for the first, odd and even ones alone. The
 * service calls them by names that no page has. When the pages are known, those that such rules are for are printed once
 * more while the rules hold for all: what they say of margin boxes and backgrounds moves nothing on the pages, nor do margins
 * that leave the text its width and height, and move it as a whole. A higher head of the first page of a chapter is room
 * before its text.
 */

import { chosenBy, following, styleRules } from './dom'
import type { FurnitureStyles, PageVariant } from './furniture-types'
import { measurePageArea } from './page-area'
import { lengthInPixels } from './page-lengths'
import type { PageArea, Paper } from './paper-types'
import type { Tracked } from './tracked-pages'
import { document } from './true-document'

/** Prints more, for pages with different rules. */
const MAX_VARIANTS = 12
/** What moves the text of a page. */
const MARGINS = ['margin-top', 'margin-right', 'margin-bottom', 'margin-left'] as const
const MOVING = [...MARGINS, 'size', 'padding', 'border']

/** Pages from the one that `start` begins on, up to the one that `next` begins on. */
type Group = { name: string; start: Element; next: Element | undefined }
type Pages = { pageOf: (element: Element) => number | undefined; count: number }

export class NthPages {
  readonly #groups: Group[]
  /** Rules whose margins move the text as a whole. */
  readonly #movesWhole = new Set<number>()
  #leavesMargins = false
  #active: HTMLStyleElement | undefined

  constructor(
    private readonly nths: NonNullable<FurnitureStyles['nths']>,
    tracked: Tracked,
    paper: Paper,
  ) {
    const names = new Set(nths.flatMap(({ name }) => name ?? []))
    this.#groups = names.size > 0 ? findGroups(names) : []
    for (const { start, next } of this.#groups) {
      tracked.track(start)
      if (next) tracked.track(next)
    }
    const area = measurePageArea(paper)
    const rules = nthRules()
    for (const rule of rules) {
      const move = moveOf(rule.style, area)
      if (move === 'whole') this.#movesWhole.add(rule.index)
      else if (typeof move === 'number' && this.#lowerFirst(rule.index, move)) continue
      else if (move !== undefined) this.#leavesMargins = true
    }
  }

  /** What is not done of the rules. */
  get warnings(): string[] {
    return this.#leavesMargins
      ? [
          '@page :nth(): sizes of single pages, and margins that leave their text another width or height, are left as they are',
        ]
      : []
  }

  /** Room before the text of the first page of each chapter. Returns whether the rule is for such pages, and they can have it. */
  #lowerFirst(index: number, more: number): boolean {
    const { a, b, name, isOfGroup } = this.nths[index] ?? { a: 1, b: 1, name: undefined, isOfGroup: false }
    if (a !== 0 || b !== 1 || !isOfGroup) return false
    const starts = this.#groups.filter((group) => group.name === name).map(({ start }) => start)
    if (starts.some((start) => getComputedStyle(start).display !== 'block')) return false
    for (const start of starts) {
      const room = document.createElement('div')
      room.style.cssText = `height:${more}px;break-after:avoid`
      start.prepend(room)
    }
    return true
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
    const active = nthRules().filter(({ index }) => rules.includes(index))
    for (const [at, rule] of [...(style.sheet?.cssRules ?? [])].entries()) {
      const { index = -1 } = active[Math.floor(at / 2)] ?? {}
      if (!(rule instanceof CSSPageRule) || this.#movesWhole.has(index)) continue
      for (const property of MOVING) rule.style.removeProperty(property)
    }
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

/** How a rule moves the text: as a whole, down by so many CSS pixels, or in another way; undefined if it does not. */
function moveOf(style: CSSPageRule['style'], area: PageArea): 'whole' | 'other' | number | undefined {
  const names = MOVING.filter((property) => style.getPropertyValue(property) !== '')
  if (names.length === 0) return undefined
  const { paper, margins, uniform } = area
  const more = (side: keyof typeof margins) => {
    const whole = side === 'top' || side === 'bottom' ? paper.height : paper.width
    const value = style.getPropertyValue(`margin-${side}`)
    return value === '' ? 0 : (lengthInPixels(value, whole) ?? Number.NaN) - margins[side]
  }
  if (!uniform || names.some((name) => !MARGINS.some((margin) => margin === name))) return 'other'
  const [top, right, bottom, left] = [more('top'), more('right'), more('bottom'), more('left')]
  const isNone = (length: number) => Math.abs(length) < 0.1
  if (isNone(top + bottom) && isNone(left + right)) return 'whole'
  return top > 0 && [right, bottom, left].every(isNone) ? top : 'other'
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
