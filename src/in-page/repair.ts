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
      native(element).setAttribute('data-platen', before ? `${before} ${name}` : name)
      steps.push(() =>
        before === null
          ? native(element).removeAttribute('data-platen')
          : native(element).setAttribute('data-platen', before),
      )
      if (/[-_]picture$/.test(name)) steps.push(addViewBox(element))
      if (size !== undefined) {
        const style = inlineStyle(element)
        const property = `--platen-${name}`
        style?.setProperty(property, `${size}px`)
        steps.push(() => style?.removeProperty(property))
      }
    }
  }
  for (const { tag, ends } of splits) {
    for (const table of marked.get(tag)?.keys() ?? [])
      if (table instanceof HTMLTableElement) steps.push(splitTable(table, ends))
  }
  if (css) {
    const style = document.createElement('style')
    style.textContent = `@layer platen{${css}}`
    // The layer must be the document's first; of two rules in it the later wins.
    const last = [...document.head.querySelectorAll('style[data-platen-style]')].at(-1)
    style.setAttribute('data-platen-style', '')
    document.head.insertBefore(style, last ? last.nextSibling : document.head.firstChild)
    steps.push(() => style.remove())
  }
  if (title !== undefined) {
    const before = document.querySelector('head > title')
    document.title = title
    steps.push(() => {
      document.title = ''
      if (!before) document.querySelector('head > title')?.remove()
    })
  }
  if (lang !== undefined) {
    root.setAttribute('lang', lang)
    steps.push(() => root.removeAttribute('lang'))
  }
  if (heads) {
    for (const row of marked.get('missing_repeated_head-row')?.keys() ?? []) {
      const { parentNode, nextSibling } = row
      const head = row.closest('table')?.createTHead()
      if (!head) continue
      head.append(row)
      steps.push(() => {
        parentNode?.insertBefore(row, nextSibling)
        head.remove()
      })
    }
  }
}

/** Gives a drawing without a view box its own size as one; it would be cut instead of scaled. Returns how to undo it. */
function addViewBox(picture: Element): () => void {
  if (!(picture instanceof SVGSVGElement) || picture.hasAttribute('viewBox')) return () => undefined
  const { width, height } = picture
  picture.setAttribute('viewBox', `0 0 ${width.baseVal.value} ${height.baseVal.value}`)
  return () => picture.removeAttribute('viewBox')
}

/** Undoes the last repair, or all of them, and what an interrupted audit left behind. */
export function undo(which: 'last' | 'all'): void {
  const { repairs, temporary } = state
  revert(temporary)
  do revert(repairs.pop() ?? [])
  while (which === 'all' && repairs.length > 0)
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
