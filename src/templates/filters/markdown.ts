/** The `markdown` filter: notes in a small, safe part of Markdown. */
import { escapeHtml } from '../../text/markup'

/**
 * The part of Markdown that letters, contracts and notes need: paragraphs, line breaks, headings, bulleted and numbered
 * lists, quotes, rules, **strong**, *emphasis*, `code` and links to http(s), mailto and tel.
 *
 * Every block finds its own writing direction. HTML in the text prints as text: everything is escaped first and only
 * our own tags are added.
 */
export function markdown(text: string): string {
  return blocks(text.replace(/\r\n?/g, '\n'), 0)
}

/** Quotes in quotes deeper than this are printed as text: recursion has an end. */
const MAX_QUOTE_DEPTH = 3

function blocks(text: string, depth: number): string {
  return blocksOf(text)
    .map((part) => block(part, depth))
    .join('')
}

function blocksOf(text: string) {
  return text
    .split(/\n[ \t]*\n/)
    .flatMap(splitAtHeadings)
    .filter((part) => part.trim() !== '')
}

/** A heading ends at its line even if no blank line follows it. */
function splitAtHeadings(part: string) {
  const parts: string[][] = [[]]
  for (const line of part.split('\n')) {
    const isHeading = /^#{1,4} /.test(line)
    if (isHeading) parts.push([line], [])
    else parts.at(-1)?.push(line)
  }
  return parts.map((lines) => lines.join('\n'))
}

function block(source: string, depth: number): string {
  const text = source.replace(/^\n+/, '').trimEnd()
  const heading = /^(#{1,4}) ([^\n]*)$/.exec(text)
  if (heading) {
    // A document's own title is its h1.
    const level = Math.min((heading[1] ?? '').length + 1, 4)
    return `<h${level} dir="auto">${inline(heading[2] ?? '')}</h${level}>`
  }
  if (/^(?:-{3,}|\*{3,})$/.test(text)) return '<hr>'
  const lines = text.split('\n')
  if (depth < MAX_QUOTE_DEPTH && lines.every((line) => line.startsWith('>'))) {
    const quoted = lines.map((line) => line.replace(/^> ?/, '')).join('\n')
    return `<blockquote>${blocks(quoted, depth + 1)}</blockquote>`
  }
  return (
    list(lines, /^\s{0,3}[-*+] +/, 'ul') ?? list(lines, /^\s{0,3}\d{1,4}[.)] +/, 'ol') ?? paragraph(lines)
  )
}

/** Consecutive items; a line without a marker continues the item before it. */
function list(lines: string[], marker: RegExp, tag: 'ul' | 'ol') {
  if (!marker.test(lines[0] ?? '')) return undefined
  const items: string[] = []
  for (const line of lines) {
    if (marker.test(line)) items.push(line.replace(marker, ''))
    else items.push(`${items.pop()} ${line.trim()}`)
  }
  const start = tag === 'ol' ? Number.parseInt(lines[0] ?? '1', 10) : 1
  const attribute = tag === 'ol' && start !== 1 ? ` start="${start}"` : ''
  return `<${tag}${attribute}>${items.map((item) => `<li dir="auto">${inline(item)}</li>`).join('')}</${tag}>`
}

function paragraph(lines: string[]) {
  return `<p dir="auto">${lines.map((line) => inline(line.trim())).join('<br>')}</p>`
}

function inline(text: string) {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^[\]]{1,500})\]\(((?:https?:\/\/|mailto:|tel:)[^\s()]{1,2000})\)/g, '<a href="$2">$1</a>')
    .replace(/\*\*(?=\S)([^*]+?)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])[*_](?=\S)([^*_]+?)[*_](?![\w*])/g, '<em>$1</em>')
}
