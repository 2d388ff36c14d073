/** Applies a repair to the document, and checks that its text is still there. */

import { revert, state } from './audit-state'
import { finishEntrances } from './covering-boxes'
import { inlineStyle, native } from './dom'
import type { Repair } from './paper-types'
import { splitTable } from './split-table'
import { document } from './true-document'

/** Applies a repair; `undo` reverts it. */
export function applyRepair({ css, tags, title, lang, heads, splits = [] }: Repair): void {
  const steps: (() => void)[] = []
  state.repairs.push(steps)
  const root = document.documentElement
  const marked = state.tags
  // The audit that follows makes tags of its own, for the changed document.
  steps.push(() => {
    state.tags = marked
  })
  for (const name of tags) {
    for (const [element, size] of marked.get(name) ?? []) {
      const before = native(element).getAttribute('data-platen')
      steps.push(() =>
        before === null
          ? native(element).removeAttribute('data-platen')
          : native(element).setAttribute('data-platen', before),
      )
      native(element).setAttribute('data-platen', before ? `${before} ${name}` : name)
      if (/[-_]picture$/.test(name)) addViewBox(element, steps)
      if (size !== undefined) {
        const style = inlineStyle(element)
        const property = `--platen-${name}`
        steps.push(() => style?.removeProperty(property))
        style?.setProperty(property, `${size}px`)
      }
    }
  }
  for (const { tag, ends } of splits) {
    for (const table of marked.get(tag)?.keys() ?? [])
      if (table instanceof HTMLTableElement) splitTable(table, ends, steps)
  }
  if (css) {
    const style = document.createElement('style')
    style.textContent = `@layer platen{${css}}`
    // The layer must be the document's first; of two rules in it the later wins.
    const last = [...document.head.querySelectorAll('style[data-platen-style]')].at(-1)
    style.setAttribute('data-platen-style', '')
    steps.push(() => style.remove())
    document.head.insertBefore(style, last ? last.nextSibling : document.head.firstChild)
  }
  if (title !== undefined) {
    const before = document.querySelector('head > title')
    steps.push(() => {
      document.title = ''
      if (!before) document.querySelector('head > title')?.remove()
    })
    document.title = title
  }
  if (lang !== undefined) {
    steps.push(() => root.removeAttribute('lang'))
    root.setAttribute('lang', lang)
  }
  if (heads) {
    for (const row of marked.get('missing_repeated_head-row')?.keys() ?? []) {
      const { parentNode, nextSibling } = row
      const table = row.closest('table')
      if (!table) continue
      steps.push(() => {
        parentNode?.insertBefore(row, nextSibling)
        table.deleteTHead()
      })
      table.createTHead().append(row)
    }
  }
}

/** Gives a drawing without a view box its own size as one; it would be cut instead of scaled. */
function addViewBox(picture: Element, steps: (() => void)[]): void {
  if (!(picture instanceof SVGSVGElement) || picture.hasAttribute('viewBox')) return
  const { width, height } = picture
  steps.push(() => picture.removeAttribute('viewBox'))
  picture.setAttribute('viewBox', `0 0 ${width.baseVal.value} ${height.baseVal.value}`)
}

/** As the contract says. */
export function undo(kept = Number.POSITIVE_INFINITY): void {
  const { repairs, temporary } = state
  revert(temporary)
  for (let last = repairs.at(-1); last && repairs.length > kept; last = repairs.at(-1)) {
    revert(last)
    repairs.pop()
  }
  finishEntrances()
}

/** The text that can be read, without markup. */
export function visibleText(): string {
  return document.body.innerText
}

/** Whether `now` still has all words of `before`, in any line breaks. It may have more. */
export function keepsText(now: string, before: string): boolean {
  const solid = (text: string) => text.normalize('NFC').replace(/\s+/g, '')
  if (solid(now) === solid(before)) return true
  const counts = new Map<string, number>()
  const words = (text: string) => text.normalize('NFC').split(/\s+/).filter(Boolean)
  for (const word of words(now)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return words(before).every((word) => {
    const left = counts.get(word) ?? 0
    counts.set(word, left - 1)
    return left > 0
  })
}
