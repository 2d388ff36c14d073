/** A Markdown text as a complete HTML document: CommonMark with tables, strikethrough, footnotes, task lists and alerts. */
import { Problem } from '../errors'
import { type FrontMatter, isRightToLeft, readFrontMatter } from '../text/front-matter'
import { escapeHtml } from '../text/markup'
import type { MarkdownStyle } from './markdown-options'
import { type Parsed, parseMarkdown } from './parse-markdown'
import { styleSheet } from './style-sheet'

/** Characters that addresses and titles of links come to: a long one that is defined once may be used often. */
const MAX_LINKED = 8_000_000

/** Those of more formulas than are drawn. */
const MAX_DOLLARS = 8000

/** Milliseconds to translate a text, about. */
export function markdownMs(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  // A formula takes as long as some hundred characters.
  const dollars = Math.min(text.split('$').length, MAX_DOLLARS)
  return text.length / 1500 + lines / 200 + dollars / 8
}

/**
 * HTML in the text stays HTML, and runs no scripts (`RenderInput.inert`). Takes time by the length of the text,
 * whatever it holds; `markdownExcess` is to be asked before. `hasPages`: it is not printed on one sheet, whose foot is
 * that of the text. Throws `document_invalid` if links come to too much.
 */
export function markdownDocument(
  text: string,
  { style, footer, hasPages = true }: { style: MarkdownStyle; footer: boolean; hasPages?: boolean },
): { html: string; warnings: string[]; diagrams: true | undefined } {
  const { fields, body } = readFrontMatter(text)
  const parsed = parseMarkdown(body)
  if (parsed.linked > MAX_LINKED)
    throw new Problem('document_invalid', {
      detail: `The addresses of the links and images in markdown come to more than ${MAX_LINKED / 1e6} MB: define a long one once, and use it less often.`,
    })
  const { lang } = fields
  const title = fields.title ?? parsed.heading
  const content = `${titleBlock(fields, parsed)}${parsed.render({ pageNotes: hasPages && !fields.endNotes })}`
  const css = styleSheet({ style, content, title, footer })
  const direction = isRightToLeft(lang) ? ' dir="rtl"' : ''
  const head = `<meta charset="utf-8">${title === undefined ? '' : `<title>${escapeHtml(title)}</title>`}<style>${css}</style>`
  const html = `<!doctype html><html lang="${escapeHtml(lang)}"${direction}><head>${head}</head><body>${content}</body></html>`
  return { html, warnings: parsed.warnings, diagrams: parsed.hasDiagrams || undefined }
}

/** What front matter names, if the text has no title of its own. */
function titleBlock({ title, subtitle, author, date }: FrontMatter, { heading }: Parsed): string {
  if (title === undefined || heading !== undefined) return ''
  const byline = [author, date].filter((part) => part !== undefined).join(' · ')
  const parts = [
    `<h1>${escapeHtml(title)}</h1>`,
    subtitle === undefined ? '' : `<p class="subtitle">${escapeHtml(subtitle)}</p>`,
    byline === '' ? '' : `<p class="byline">${escapeHtml(byline)}</p>`,
  ]
  return `<header class="title-block">${parts.join('')}</header>`
}
