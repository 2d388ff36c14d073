/** Runs inside the page (see `inpage.ts`): the margins of its `@page` rules, and the style sheets they stand in. */
import type { Node } from './dom'

declare const document: Node
declare const window: Node
declare const CSSPageRule: Node
declare const getComputedStyle: (element: Node) => Node

/** A style sheet from elsewhere as a `data:` address, by the address it has in the document. */
export type ReadSheets = { [address: string]: string }

/**
 * Raises `@page` margins that are smaller than a header or footer needs (heights in CSS pixels, 0: leave alone).
 *
 * A style sheet of another server is of another origin than the sandboxed document and cannot be read. One that is
 * linked is linked anew in CORS mode, which every asset is served for. There is no such mode for one that is imported:
 * its address is answered, and when this is asked again with its content that is imported in its place.
 */
export async function raiseMargins(
  heights: { header: number; footer: number },
  sheets: ReadSheets = {},
): Promise<string[]> {
  const pause = (ms: number) => new Promise((resolve) => window.setTimeout(resolve, ms))
  const readable = (sheet: Node) => {
    try {
      return Boolean(sheet?.cssRules)
    } catch {
      return false
    }
  }
  await Promise.all(
    [...document.querySelectorAll('link')]
      .filter((link) => link.sheet && !readable(link.sheet))
      .map(
        (link) =>
          new Promise((resolve) => {
            const twin = link.cloneNode()
            twin.crossOrigin = 'anonymous'
            twin.addEventListener('load', resolve)
            twin.addEventListener('error', resolve)
            link.replaceWith(twin)
          }),
      ),
  )
  const arrived = async (rule: Node) => {
    for (let tries = 0; tries < 100 && !rule.styleSheet; tries++) await pause(10)
  }
  const imported = async (rule: Node, at: number) => {
    const parent = rule.parentStyleSheet
    const text = rule.cssText.replace(/url\("(?:\\.|[^"\\])*"\)/, `url("${sheets[rule.styleSheet.href]}")`)
    // Before the other, since behind layers alone Chromium takes no import.
    parent.insertRule(text, at)
    parent.deleteRule(at + 1)
    const twin = parent.cssRules[at]
    await arrived(twin)
    const inside = readable(twin.styleSheet) ? [...twin.styleSheet.cssRules] : []
    await Promise.all(inside.filter(({ href }) => href).map(arrived))
    return twin
  }
  const edge = 15 + 10 // Chromium sets the header 0.4 cm from the paper's edge; and a gap to the text
  const needed = {
    top: heights.header && heights.header + edge,
    bottom: heights.footer && heights.footer + edge,
  }
  const unread: string[] = []
  const root = document.body ?? document.documentElement
  if (!root) return unread
  const probe = root.appendChild(document.createElement('div'))
  const pixels = (length: string) => {
    probe.style.cssText = `position:absolute;height:${length}`
    return Number.parseFloat(getComputedStyle(probe).height)
  }
  const raise = async (rules: Iterable<Node>) => {
    for (const [at, rule] of [...rules].entries()) {
      if (rule instanceof CSSPageRule) {
        for (const side of ['top', 'bottom'] as const) {
          const name = `margin-${side}`
          const set = rule.style.getPropertyValue(name)
          if (!needed[side] || !set || pixels(set) >= needed[side]) continue
          rule.style.setProperty(name, `${needed[side]}px`, rule.style.getPropertyPriority(name))
        }
      } else if (rule.styleSheet) {
        const { href } = rule.styleSheet
        const { styleSheet } = !readable(rule.styleSheet) && sheets[href] ? await imported(rule, at) : rule
        if (readable(styleSheet)) await raise(styleSheet.cssRules)
        else if (/^http/.test(href)) unread.push(href)
      } else if (rule.cssRules) await raise(rule.cssRules)
    }
  }
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets])
    if (readable(sheet)) await raise(sheet.cssRules)
  probe.remove()
  return unread
}
