/**
 * Documents that print, but not as their author expects: text that is no HTML, and files by addresses that are never
 * fetched. Told before anything is rendered. Linear: each pattern is tried once, or looks at a few characters.
 */
import { plainLetters } from './plain-letters'

/** Text before the first tag that is looked at to say what it is instead. */
const MAX_LOOKED_AT = 20_000
/** Addresses that are told one by one. */
const MAX_TOLD = 10
const MAX_SHOWN = 80

/** What a caller is told of `html` if it is something else, or was escaped on its way. */
export function findHtmlMistakes(html: string): string[] {
  const text = html.slice(0, MAX_LOOKED_AT).trim()
  const markup = withoutParts(text, ['!--', 'script', 'style'])
  if (/^(?:MIME-Version|Content-Type|From|Received): /i.test(text))
    return ['html is a mail or an MHTML file: send its part of HTML, decoded']
  if (/^<\?xml /i.test(text) && !/<(?:html|svg|body|p|div|table)\b/i.test(text))
    return ['html is XML, whose tags no browser shows: make HTML of it, or send its values to a template']
  if (!/<[a-z!]/i.test(html)) return [`html has no tags${whatItIs(text)}`]
  if (/^```|^[^<`]{1,300}\n```html\s/i.test(text))
    return [
      'html stands in a fence (```html), as models write it: send what is within, which else prints with it',
    ]
  if (/<[a-z][a-z0-9]* [a-z-]+=\\["']/i.test(markup) && !/<[a-z][a-z0-9]* [a-z-]+=["']/i.test(markup))
    return ['html has backslashes before its quotes (class=\\"a\\"): it was escaped twice on its way here']
  if (text.startsWith('"<') && text.endsWith('>"'))
    return ['html stands in quotes: it was encoded as JSON twice, and they are printed']
  if (/^<(?:tr|td|th|tbody|thead)\b/i.test(markup.trim()))
    return [
      'html begins with a part of a table, and no browser shows one without <table>: put that around it',
    ]
  return findCut(html)
}

/** Elements that take all that follows for their text, and the end that each needs. */
const SWALLOWING: readonly (readonly [name: string, start: RegExp, end: RegExp])[] = [
  ['<title>', /<title\b/i, /<\/title/i],
  ['<style>', /<style\b/i, /<\/style/i],
  ['<script>', /<script\b/i, /<\/script/i],
  ['<textarea>', /<textarea\b/i, /<\/textarea/i],
  ['comment (<!--)', /<!--/, /-->/],
]

/** HTML that was cut off on its way, or in which an element was not closed. */
function findCut(html: string): string[] {
  const last = html.lastIndexOf('<')
  const tag = last > html.lastIndexOf('>') ? html.slice(last, last + 20) : ''
  if (/^<\/?[a-z]/i.test(tag)) return [`html ends within a tag (${tag}): it was cut off on its way here`]
  return SWALLOWING.flatMap(([name, start, end]) =>
    start.test(html) && !end.test(html)
      ? [`html has a ${name} that is not closed: all that follows is taken for its text`]
      : [],
  ).slice(0, 1)
}

/** What text without tags looks like. */
function whatItIs(text: string): string {
  if (/^(https?:\/\/|www\.)\S*$/i.test(text)) return ': it is an address; send it as "url"'
  if (/^([a-z]:[\\/]|file:|\.{0,2}\/)\S*$/i.test(text))
    return ': it is the path of a file; send what the file holds'
  if (/^@?[\w./-]{1,200}\.html?$/i.test(text)) return ': it is the name of a file; send what the file holds'
  if (/^%3C(?:[a-z!]|%21)/i.test(text)) return ': it is URL-encoded (%3C); send < and > as they are'
  if (/^\{\\rtf/.test(text)) return ': it is RTF, which is not read; save it as HTML'
  if (/^%PDF-/.test(text)) return ': it is a PDF; POST /v1/finish takes PDFs'
  if (/^[{[]\s{0,9}["{[]/.test(text)) return ': it is JSON; POST /v1/generate makes a document of data'
  if (/^data:/i.test(text)) return ': it is a data: address; send the HTML itself, as text'
  if (/^[a-z0-9+/=_\s-]*$/i.test(text) && isBase64(text))
    return ': it looks like base64; send the HTML itself, as text'
  if (/&(lt|#60|#x3c);[a-z!/]/i.test(text))
    return ': its tags are escaped (&lt;h1&gt;); send < and > as they are'
  if (/^\\documentclass|\\begin\{/.test(text)) return ': it is LaTeX, which is not read'
  if (/\[(?:b|i|u|url|img|quote)\b[^\]]{0,100}\]/i.test(text)) return ': it is BBCode; send HTML or Markdown'
  if (isMarkdown(text)) return ': it looks like Markdown; send it as "markdown"'
  return ': it prints as one paragraph of plain text'
}

/** Long, without the spaces of a text, and of both cases. */
function isBase64(text: string): boolean {
  const plain = text.replace(/\s/g, '')
  return plain.length >= 24 && !text.includes(' ') && /[a-z]/.test(plain) && /[A-Z]/.test(plain)
}

function isMarkdown(text: string): boolean {
  return (
    /^#{1,6} \S/m.test(text) ||
    /^(?:[-*+]|\d{1,3}\.) \S/m.test(text) ||
    /^(```|---|\| )/m.test(text) ||
    /\*\*\S/.test(text) ||
    /\]\(\S/.test(text)
  )
}

const ENDS = {
  '!--': /-->/g,
  script: /<\/script/gi,
  style: /<\/style/gi,
  textarea: /<\/textarea/gi,
  math: /<\/math/gi,
}

/** HTML without its comments (`!--`) or elements of these names, whose text is no markup. An open one goes to the end. */
export function withoutParts(html: string, names: readonly (keyof typeof ENDS)[]): string {
  const kept: string[] = []
  let from = 0
  for (const { index, 1: opened = '' } of html.matchAll(/<(!--|script|style|textarea|math)/gi)) {
    const name = names.find((each) => each === opened.toLowerCase())
    if (index < from || name === undefined) continue
    kept.push(html.slice(from, index))
    const end = ENDS[name]
    end.lastIndex = index
    if (!end.test(html)) return kept.join(' ')
    from = end.lastIndex
  }
  return [...kept, html.slice(from)].join(' ')
}

/** Schemes of files that are on the author's machine or in a mail; `c:\\` is a drive. An asset's name follows its colon. */
const NEVER_FETCHED =
  /\b(?:file|cid|ftp|ftps|s3|gs|mhtml|smb|blob|chrome-extension|moz-extension):|\basset:(?![a-z0-9])|\b[a-z]:[\\/]/gi
/** Attributes that name a file to be shown. */
const FILE_ATTRIBUTES = new Set(['src', 'srcset', 'poster', 'data', 'background', 'href', 'xlink:href'])
/** Elements whose `href` is a file; that of others is a link for readers, which may lead anywhere. */
const FILE_ELEMENTS = new Set(['image', 'use', 'feimage'])
/** Of a `link`, only these relations (`rel`) are fetched. */
const SHOWN_LINKS = new Set(['stylesheet', 'icon', 'preload'])
/** Characters before an address in which its attribute and its element are looked for. */
const MAX_TAG = 300
/** Places that are looked at in a document. */
const MAX_PLACES = 1000

/** A warning for each file that a document, its style or its header names by an address that is never fetched. */
export function findNeverFetched(parts: readonly (string | undefined)[]): string[] {
  const told = new Set<string>()
  let more = 0
  for (const whole of parts) {
    let places = 0
    const part = plainLetters(withoutParts(whole ?? '', ['!--', 'script'])).plain
    for (const { index, 0: scheme } of part.matchAll(NEVER_FETCHED)) {
      if (++places > MAX_PLACES) break
      if (!namesFile(part, index)) continue
      const [address = ''] = part.slice(index, index + MAX_SHOWN).split(/["')\s>]/, 1)
      const warning = `${address} is never fetched${remedy(scheme.toLowerCase())}`
      if (told.size < MAX_TOLD) told.add(warning)
      else if (!told.has(warning)) more++
    }
  }
  return more > 0 ? [...told, `${more} more files are never fetched`] : [...told]
}

/** Whether what stands before the address at `index` makes it that of a file: `url(`, or an attribute of an element that shows one. */
export function namesFile(text: string, index: number): boolean {
  const start = withoutQuote(text.slice(Math.max(0, index - MAX_TAG), index))
  if (start.toLowerCase().endsWith('url(')) return true
  if (!start.endsWith('=')) return false
  const words = start
    .slice(0, -1)
    .trimEnd()
    .split(/[\s"'/]/)
  const attribute = words.at(-1)?.toLowerCase() ?? ''
  const tag = start.slice(start.lastIndexOf('<') + 1)
  if (!FILE_ATTRIBUTES.has(attribute) || tag.includes('>')) return false
  const element = tag.split(/[\s/]/, 1)[0]?.toLowerCase() ?? ''
  if (!attribute.endsWith('href')) return true
  if (element !== 'link') return FILE_ELEMENTS.has(element)
  const after = text.slice(index, index + MAX_TAG).split('>', 1)[0] ?? ''
  return `${tag} ${after}`.split(/[\s"'=]/).some((word) => SHOWN_LINKS.has(word.toLowerCase()))
}

function withoutQuote(text: string): string {
  const trimmed = text.trimEnd()
  const quote = /(?:["']|&quot;|&#39;)$/.exec(trimmed)
  return quote ? trimmed.slice(0, quote.index).trimEnd() : trimmed
}

function remedy(scheme: string): string {
  if (scheme.startsWith('asset')) return ': the name follows the colon, as in asset:logo.svg'
  if (scheme === 'cid:') return ': it names a part of a mail; use a data: or https: address'
  if (/^(?:blob|chrome|moz)/.test(scheme))
    return ': it exists in your browser alone; put the file into the document as a data: address'
  if (/^(?:s3|gs)/.test(scheme))
    return ': it names a bucket, whose keys are not here; use a presigned https: address'
  if (scheme.startsWith('ftp')) return ': use an http:, https: or data: address'
  return ': it is on your machine, not here; put the file into the document as a data: address, or use https:'
}
