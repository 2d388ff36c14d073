/** Empty cells of tables in a tagged document. */

import { innerRules, native, parentOf, readableRules } from './dom'
import { document } from './true-document'

const SHOWN = 'img,svg,canvas,video,object,iframe,input,textarea,select,button,progress,meter,hr,math'

/** Each is looked up in the whole document. */
const MAX_SELECTORS = 100

/**
 * Puts an invisible space into each empty cell. Chromium tags what is painted alone: a cell without anything, or a
 * border or color, would be missing in the tags, and those after it would stand in the wrong column. Where a rule for
 * empty elements would no longer hold, cells stay as they are: the looks of a document come before its tags.
 */
export function fillEmptyCells(): void {
  const before = matchesOf(emptySelectors())
  const filled = new Map<Element, Element>()
  for (const cell of document.querySelectorAll('td,th')) {
    if (cell.textContent?.trim() || cell.querySelector(SHOWN)) continue
    const space = document.createElement('span')
    // It takes no part in the layout.
    space.style.cssText = 'position:absolute;font-size:1px'
    space.textContent = '\u00a0'
    cell.append(space)
    filled.set(cell, space)
  }
  const spaces = new Set(filled.values())
  const changed = () => differences(before).filter((element) => !spaces.has(element))
  for (const element of changed()) filled.get(element)?.remove()
  // What still differs depends on another cell of its table.
  const tables = new Set(changed().map((element) => native(element).closest('table') ?? parentOf(element)))
  if (tables.size === 0) return
  for (const [cell, space] of filled) {
    for (let around = parentOf(cell); around; around = parentOf(around)) {
      if (tables.has(around)) space.remove()
    }
  }
}

/** Elements that other rules hold for than before. */
function differences(before: Map<string, Set<Element>>): Element[] {
  const now = matchesOf([...before.keys()])
  return [...before].flatMap(([selector, old]) => {
    const matched = now.get(selector) ?? new Set()
    return [
      ...[...old].filter((element) => !matched.has(element)),
      ...[...matched].filter((element) => !old.has(element)),
    ]
  })
}

function matchesOf(selectors: readonly string[]): Map<string, Set<Element>> {
  const matches = new Map<string, Set<Element>>()
  for (const selector of selectors) {
    try {
      matches.set(selector, new Set(document.querySelectorAll(selector)))
    } catch {
      // It holds what only a style sheet may have.
    }
  }
  return matches
}

/** Selectors of the document's rules that depend on what is empty, without pseudo-elements. */
function emptySelectors(): string[] {
  const found = new Set<string>()
  const read = (rules: CSSRuleList, parent: string) => {
    for (const rule of rules) {
      let selector = parent
      if (rule instanceof CSSStyleRule) {
        selector = nested(rule.selectorText, parent)
        if (selector.includes(':empty')) found.add(selector.replace(/::?(?:before|after)\b/g, ''))
      }
      const inner = rule instanceof CSSImportRule ? readableRules(rule.styleSheet) : innerRules(rule)
      if (inner) read(inner, selector)
    }
  }
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    const rules = readableRules(sheet)
    if (rules) read(rules, '')
  }
  return [...found].slice(0, MAX_SELECTORS)
}

/** A selector of a rule that stands in another one. */
function nested(selector: string, parent: string): string {
  return parent === '' ? selector : selector.replace(/&/g, `:is(${parent})`)
}
