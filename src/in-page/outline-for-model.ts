/** The outline of a document for the model: its structure and sizes, and few of its words. */

import { native } from './dom'
import { document } from './true-document'

/** The elements as an indented list of at most `limit` characters; equal neighbours are counted, not repeated. */
export function outline(limit: number): string {
  const lines: string[] = []
  let length = 0
  const shape = (element: Element): string => {
    const { localName, id, classList, textContent } = native(element)
    const { width, height } = native(element).getBoundingClientRect()
    const style = window.getComputedStyle(element)
    const classes = [...classList].slice(0, 3).map((name) => `.${name.slice(0, 30)}`)
    const named = id ? `#${id.slice(0, 30)}` : ''
    const words = /^(h[1-6]|caption|th|summary)$/.test(localName)
      ? ` "${textContent.replace(/\s+/g, ' ').trim().slice(0, 30)}"`
      : ''
    const how = [style.display, style.position]
      .filter((value) => !/^(block|inline|static)$/.test(value))
      .join(' ')
    return `${localName}${named}${classes.join('')} ${Math.round(width)}x${Math.round(height)} ${how}${words}`
  }
  const walk = (element: Element, depth: number) => {
    if (length > limit || depth > 12) return
    let last = ''
    let times = 0
    const countRepeats = () => {
      if (times > 0) lines.push(`${' '.repeat(depth)}(and ${times} more like it)`)
      times = 0
    }
    for (const child of native(element).children) {
      const { localName, className } = native(child)
      if (/^(script|style|link|meta|template|noscript|br)$/.test(localName)) continue
      const name = `${localName}.${className}`
      if (name === last) {
        times++
        continue
      }
      countRepeats()
      last = name
      const line = `${' '.repeat(depth)}${shape(child).trimEnd()}`
      lines.push(line)
      length += line.length + 1
      if (localName !== 'svg') walk(child, depth + 1)
      if (length > limit) return
    }
    countRepeats()
  }
  walk(document.body, 0)
  return lines.join('\n').slice(0, limit)
}
