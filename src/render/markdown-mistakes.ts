/**
 * Markdown that prints, but not as its author expects: another form of document, and what other programs read in a text
 * and we print as it is written. Told before anything is rendered. Linear: each pattern is tried once.
 */

import { MAX_FRONT_MATTER } from '../text/front-matter'
import { findMissing, findPlaces, tellPlaces } from '../text/unfilled'
import { findMarkdownSlips, findOpenFence } from './markdown-slips'

/** Characters that are looked at. */
const MAX_LOOKED_AT = 200_000
const MAX_SHOWN = 40

/** What a caller is told of `markdown` that is something else. */
export function findMarkdownMistakes(markdown = '', { wait_for }: { wait_for?: unknown } = {}): string[] {
  const waits = wait_for === undefined ? [] : ['wait_for has no effect: markdown runs no scripts']
  const text = markdown.slice(0, MAX_LOOKED_AT)
  const other = notMarkdown(text)
  return [...(other.length > 0 ? other : [...fieldsInFront(text), ...otherDialects(text)]), ...waits]
}

function notMarkdown(markdown: string): string[] {
  const text = markdown.trim()
  if (text === '') return ['markdown is blank: the page is empty']
  if (/^<(?:!doctype|html)\b/i.test(text)) return ['markdown is an HTML document: send it as "html"']
  if (/^(https?:\/\/|www\.)\S*$/i.test(text))
    return ['markdown is an address, which is not fetched: send the text, or "url" for a page of HTML']
  if (/^`{3,9}(?:markdown|md)\s/i.test(text))
    return ['markdown stands in a fence (```markdown) and is printed as code: send what is within']
  if (/^@?[\w./-]{1,200}\.(?:md|markdown)$/i.test(text))
    return ['markdown is the name of a file; send what the file holds']
  if (!markdown.includes('\n') && /\\n(?:\\n|#|-|\*|\d)/.test(text))
    return ['markdown has \\n in place of line ends: it was escaped twice on its way here']
  return []
}

/** Fields of front matter that say how a document is printed, and where that is said here. */
const PRINTING: Readonly<Record<string, string>> = {
  style: 'send it as "style"',
  theme: 'send it as "style"',
  css: 'send the rules as "css"',
  stylesheet: 'send the rules as "css"',
  paper: 'send options.paper',
  papersize: 'send options.paper',
  pagesize: 'send options.paper',
  orientation: 'send options.orientation',
  landscape: 'send "orientation": "landscape" in options',
  margin: 'send options.margin_top and so on',
  margins: 'send options.margin_top and so on',
  geometry: 'send options.margin_top and so on',
  toc: 'send "toc": true in options',
  header: 'send options.header_html',
  footer: 'send options.footer_html',
  fontsize: 'send css such as "body { font-size: 10pt }"',
  mainfont: 'send css such as "body { font-family: serif }"',
}

function fieldsInFront(markdown: string): string[] {
  const text = markdown.slice(0, MAX_FRONT_MATTER)
  const end = /^---\r?\n/.test(text) ? text.indexOf('\n---', 3) : -1
  if (end < 0) return []
  return text
    .slice(4, end)
    .split('\n')
    .flatMap((line) => {
      const [name = ''] = line.split(':', 1)
      const plain = name.replace(/[-_ ]/g, '').toLowerCase()
      return line.includes(':') && Object.hasOwn(PRINTING, plain)
        ? [`front matter: ${name.trim().slice(0, MAX_SHOWN)} is not read there; ${PRINTING[plain]}`]
        : []
    })
}

/** What other programs read, and how it is written here; `found` is the pattern's match. */
const DIALECTS: readonly { pattern: RegExp; say: (found: string) => string }[] = [
  {
    pattern: /^\s{0,3}(?:\[TOC\]|\[\[_?TOC_?\]\]|\$\{toc\}|\{:toc\})\s{0,9}$/im,
    say: (found) =>
      `markdown has ${found}, which is printed: send "toc": true in options, and <nav id="toc"></nav> where the list is to stand`,
  },
  {
    pattern: /^\s{0,3}(?:\\(?:newpage|pagebreak|clearpage)|={3,9}page ?break={3,9})\s{0,9}$/im,
    say: (found) =>
      `markdown has ${found}, which is printed: a new page is <div style="break-before: page"></div>`,
  },
  {
    pattern: /!?\[\[(?!_?TOC_?\])[^\][\n]{1,80}\]\](?!\()/i,
    say: (found) =>
      `markdown has ${found}, a link of wikis, which is printed: write ![](picture.png) or [text](address)`,
  },
  {
    // Plain brackets are escaped so, too.
    pattern: /\\[([][^\n\\^=]{0,80}(?:[\^=]|\\[a-z]{2})/i,
    say: () => 'markdown has formulas between \\( and \\), which are printed: write $x^2$, or $$x^2$$',
  },
  {
    pattern: /^:{3,9}\s{0,3}\{?\.?[a-z]{2,20}/im,
    say: (found) => `markdown has ${found}, a box of other programs, which is printed: write "> [!NOTE]"`,
  },
  {
    pattern: /\{%-?\s{0,9}[a-z]{2,20}\b|\{\{-?\s{0,9}[a-z_][\w.]{0,60}\s{0,9}(?:-?\}\}|\|)/i,
    say: (found) =>
      `markdown has ${found}, which is printed as it is: put the value there, or use a template of your own, whose filter "markdown" prints a text`,
  },
]

/** Languages of diagrams that are printed as code. */
const OTHER_DIAGRAMS =
  /^(?:`{3,9}|~{3,9})\s{0,9}(plantuml|puml|dot|graphviz|d2|ditaa|blockdiag|vega|vega-lite)\b/im

function otherDialects(markdown: string): string[] {
  const [, diagram] = OTHER_DIAGRAMS.exec(markdown) ?? []
  const text = withoutCode(markdown)
  return [
    ...findOpenFence(markdown),
    ...findMarkdownSlips(text),
    ...(text.length === markdown.length ? unfilled(text) : []),
    ...DIALECTS.flatMap(({ pattern, say }) => {
      const found = pattern.exec(text)?.[0]
      return found === undefined ? [] : [say(found.trim().slice(0, MAX_SHOWN))]
    }),
    ...(diagram === undefined
      ? []
      : [`markdown has a diagram in ${diagram}, which is printed as code: those in mermaid are drawn`]),
  ]
}

/** What was not filled in, in a text without code; links of wikis are told as such. */
function unfilled(text: string): string[] {
  const places = findPlaces(text).filter((place) => !place.startsWith('[['))
  const missing = findMissing(text)
  return [...tellPlaces('markdown', places), ...(missing === undefined ? [] : [`markdown has ${missing}`])]
}

/** The text without fences, indented lines and code within lines. */
function withoutCode(markdown: string): string {
  let fence: string | undefined
  const lines = markdown.split('\n').map((line) => {
    const [, mark] = /^\s{0,3}(`{3}|~{3})/.exec(line) ?? []
    if (fence !== undefined) {
      if (mark === fence) fence = undefined
      return ''
    }
    fence = mark
    return mark !== undefined || /^(?: {4}|\t)/.test(line) ? '' : line
  })
  return lines.join('\n').replace(/`[^`\n]{1,300}`/g, ' ')
}
