/** Runs inside the page: a repair put into the document, and what tells whether its text is still there. */
import type { Node } from './dom'
import type { Kit } from './kit'

declare const document: Node

export type Repair = {
  /** Style rules; they stand in the document's first cascade layer, where `!important` beats all but that of a `style` attribute. */
  css: string
  /** Elements that the rules reach by `[data-platen~=name]`, as the audit marked them. */
  marks: string[]
  title?: string
  lang?: string
  /** Rows that read as a head become one. */
  heads?: boolean
}

/** Applies a repair; `undo` takes it back. */
export function apply(kit: Kit, { css, marks, title, lang, heads }: Repair): void {
  const memory = kit.memory()
  const steps: (() => void)[] = []
  memory.repairs.push(steps)
  const root = document.documentElement
  const marked = memory.marks
  // The look that follows makes marks of its own, for the document as it is then.
  steps.push(() => {
    memory.marks = marked
  })
  for (const name of marks) {
    for (const [element, size] of marked.get(name) ?? []) {
      const before = element.getAttribute('data-platen')
      element.setAttribute('data-platen', before ? `${before} ${name}` : name)
      steps.push(() =>
        before === null
          ? element.removeAttribute('data-platen')
          : element.setAttribute('data-platen', before),
      )
      if (/[-_]picture$/.test(name)) steps.push(kit.makeScalable(element))
      if (size !== undefined) {
        element.style.setProperty('--platen-size', `${size}px`)
        steps.push(() => element.style.removeProperty('--platen-size'))
      }
    }
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
      const head = row.closest('table').createTHead()
      head.append(row)
      steps.push(() => {
        parentNode.insertBefore(row, nextSibling)
        head.remove()
      })
    }
  }
}

/** A drawing without a view box is cut where another would become smaller: it gets its own size. Answers how to undo. */
export function makeScalable(picture: Node): () => void {
  if (picture.localName !== 'svg' || picture.hasAttribute('viewBox')) return () => undefined
  const { width, height } = picture
  picture.setAttribute('viewBox', `0 0 ${width.baseVal.value} ${height.baseVal.value}`)
  return () => picture.removeAttribute('viewBox')
}

/** Takes back the last repair, or all of them, and what a look that was given up left behind. */
export function undo(kit: Kit, which: 'last' | 'all'): void {
  const { repairs, looking } = kit.memory()
  kit.takeBack(looking)
  do kit.takeBack(repairs.pop() ?? [])
  while (which === 'all' && repairs.length > 0)
}

/** All that is to be read, as text without markup. */
export function visibleText(): string {
  return document.body.innerText
}

/** Whether `now` still has all of `before`, however it is broken into lines. More of it may be seen than before. */
export function holds(now: string, before: string): boolean {
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
