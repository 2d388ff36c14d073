/** The margins of the `@page` rules, and the style sheets that they stand in. */
import type { HeaderFooterHeights, ReadSheets } from './contract'
import { innerRules, readableRules } from './dom'
import { document } from './true-document'

/**
 * Raises `@page` margins that are smaller than a header or footer needs (heights in CSS pixels, 0: leave alone).
 *
 * A style sheet of another server is of another origin than the sandboxed document and cannot be read. One that is
 * linked is linked again in CORS mode, which every asset is served for. There is no such mode for one that is imported:
 * its address is returned. Call this again with its content, which is then imported in its place.
 */
export async function raiseMargins(heights: HeaderFooterHeights, sheets: ReadSheets): Promise<string[]> {
  raised = false
  const unread = await raiseAll(heights, sheets)
  raised = unread.length === 0
  return unread
}

let raised = false

/** Whether `raiseMargins` was called, has ended, and read all sheets. */
export function areMarginsRaised(): boolean {
  return raised
}

async function raiseAll(heights: HeaderFooterHeights, sheets: ReadSheets): Promise<string[]> {
  await Promise.all(
    [...document.querySelectorAll('link')]
      .filter((link) => link.sheet && !isReadable(link.sheet))
      .map(linkReadably),
  )
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
  const raise = async (rules: CSSRuleList) => {
    for (const [at, rule] of [...rules].entries()) {
      if (rule instanceof CSSPageRule) {
        for (const side of ['top', 'bottom'] as const) {
          const name = `margin-${side}`
          const set = rule.style.getPropertyValue(name)
          if (!needed[side] || !set || pixels(set) >= needed[side]) continue
          rule.style.setProperty(name, `${needed[side]}px`, rule.style.getPropertyPriority(name))
        }
      } else if (rule instanceof CSSImportRule) {
        if (!rule.styleSheet) continue
        const href = rule.styleSheet.href ?? ''
        const content = isReadable(rule.styleSheet) ? undefined : sheets[href]
        const { styleSheet } = content ? await replaceImport(rule, at, content) : rule
        if (isReadable(styleSheet)) await raise(styleSheet.cssRules)
        else if (/^http/.test(href)) unread.push(href)
      } else {
        const inner = innerRules(rule)
        if (inner) await raise(inner)
      }
    }
  }
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets])
    if (isReadable(sheet)) await raise(sheet.cssRules)
  probe.remove()
  return unread
}

/**
 * Links a style sheet again in CORS mode. The first link goes when the second has come: without its styles in between, animations
 * would begin again, and scripts would see another layout.
 */
async function linkReadably(link: HTMLLinkElement): Promise<void> {
  const twin = link.cloneNode() as HTMLLinkElement
  twin.crossOrigin = 'anonymous'
  const hasCome = new Promise<boolean>((resolve) => {
    twin.addEventListener('load', () => resolve(true))
    twin.addEventListener('error', () => resolve(false))
  })
  link.after(twin)
  const leaving = (await hasCome) ? link : twin
  leaving.remove()
}

/** Imports `content` (a `data:` address) in the place of a rule whose style sheet cannot be read. */
async function replaceImport(rule: CSSImportRule, at: number, content: string): Promise<CSSImportRule> {
  const parent = rule.parentStyleSheet
  if (!parent) return rule
  // Before the other, since behind layers alone Chromium takes no import. Its address is written by the browser, in quotes.
  parent.insertRule(rule.cssText.replace(/url\("(?:\\.|[^"\\])*"\)/, `url("${content}")`), at)
  const twin = parent.cssRules[at]
  if (!(twin instanceof CSSImportRule)) return rule
  // Its content is at hand, so it does arrive, but a busy machine may take its time.
  await sheetArrived(twin, 5_000)
  const inside = isReadable(twin.styleSheet) ? [...twin.styleSheet.cssRules] : []
  await Promise.all(
    inside.filter((inner) => inner instanceof CSSImportRule).map((inner) => sheetArrived(inner, 1_000)),
  )
  // The first one goes only then, as a link does.
  const first = [...parent.cssRules].indexOf(rule)
  if (first >= 0) parent.deleteRule(first)
  return twin
}

/** Waits up to `maxMs` milliseconds. */
async function sheetArrived(rule: CSSImportRule, maxMs: number): Promise<void> {
  for (let waited = 0; waited < maxMs && !rule.styleSheet; waited += 10) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function isReadable(sheet: CSSStyleSheet | null): sheet is CSSStyleSheet {
  return readableRules(sheet) !== undefined
}
