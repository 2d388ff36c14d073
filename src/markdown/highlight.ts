/**
 * Colours for code in print: comments, strings, numbers, words of the language. One pass over the text, whatever it holds:
 * libraries that know grammars take time by the square of a line's length (`docs/decisions/markdown.md`).
 */
import { escapeHtml } from '../text/markup'
import { type Language, languageOf } from './code-languages'

/** Characters of one block; what is longer is printed without colours. */
const MAX_HIGHLIGHTED = 50_000

const WORD = /[\p{L}_$@][\p{L}\p{N}_$-]*/uy
const PLAIN_WORD = /[\p{L}_$@][\p{L}\p{N}_$]*/uy
const NUMBER = /\d[\w.]*/y
const SPACE = /\s+/y

/** The HTML of a block of code, as marked in its fence; without colours for languages that are not known. */
export function highlight(code: string, name: string): string {
  const language = languageOf(name)
  if (!language || code.length > MAX_HIGHLIGHTED) return escapeCode(code)
  return language === 'diff' ? highlightDiff(code) : highlightTokens(code, language)
}

/** Text of code as HTML, in a form that nothing takes for a script: see `mayRunScripts` of `render/compose-document.ts`. */
export function escapeCode(code: string): string {
  return escapeHtml(code).replaceAll('=', '&#61;').replaceAll(':', '&#58;')
}

function highlightDiff(code: string): string {
  const classes: Readonly<Record<string, string>> = { '+': 'ins', '-': 'del', '@': 'com' }
  return code
    .split('\n')
    .map((line) => marked(classes[line[0] ?? ''], line))
    .join('\n')
}

function highlightTokens(code: string, language: Language): string {
  const html: string[] = []
  let plain = 0
  for (let at = 0; at < code.length; ) {
    const { end, kind } = tokenAt(code, at, language)
    if (kind !== undefined) {
      html.push(escapeCode(code.slice(plain, at)), marked(kind, code.slice(at, end)))
      plain = end
    }
    at = end
  }
  html.push(escapeCode(code.slice(plain)))
  return html.join('')
}

type Token = { end: number; kind?: string | undefined }

/** The token that begins at a place: it is never empty. */
function tokenAt(code: string, at: number, language: Language): Token {
  const { lineComments, blockComments, strings, hyphens, tags, keys } = language
  const space = matchEnd(SPACE, code, at)
  if (space > at) return { end: space }
  if (lineComments.some((start) => startsComment(code, at, start)))
    return { end: endOf(code, '\n', at, 0), kind: 'com' }
  for (const [start, end] of blockComments) {
    if (code.startsWith(start, at))
      return { end: endOf(code, end, at + start.length, end.length), kind: 'com' }
  }
  const quote = strings.find((each) => code.startsWith(each, at))
  if (quote !== undefined) {
    const end = endOfString(code, at, quote)
    return { end, kind: keys && followedBy(code, end, ':') ? 'key' : 'str' }
  }
  if (tags && code[at] === '<') {
    const end = matchEnd(TAG, code, at)
    if (end > at) return { end, kind: 'kw' }
  }
  const number = matchEnd(NUMBER, code, at)
  if (number > at) return { end: number, kind: 'num' }
  const end = matchEnd(hyphens ? WORD : PLAIN_WORD, code, at)
  if (end === at) return { end: at + 1 }
  return { end, kind: kindOfWord(code, at, end, language) }
}

const TAG = /<\/?[a-zA-Z][\w:-]*/y

function kindOfWord(
  code: string,
  at: number,
  end: number,
  { words, keys, folded }: Language,
): string | undefined {
  const word = code.slice(at, end)
  if (words.has(folded ? word.toLowerCase() : word)) return 'kw'
  if (keys && followedBy(code, end, ':')) return 'key'
  return code[end] === '(' || (word[0] === '@' && word.length > 1) ? 'fn' : undefined
}

/** A sign that begins a comment, and does not stand within a word: `#` of a colour or of an address. */
function startsComment(code: string, at: number, start: string): boolean {
  if (!code.startsWith(start, at)) return false
  return start !== '#' || at === 0 || /\s/.test(code[at - 1] ?? '')
}

/** Where a string ends: at its quote, or with its line if the quote is of one character. */
function endOfString(code: string, at: number, quote: string): number {
  for (let end = at + quote.length; end < code.length; end++) {
    if (code[end] === '\\') end++
    else if (code.startsWith(quote, end)) return end + quote.length
    else if (code[end] === '\n' && quote.length === 1 && quote !== '`') return end
  }
  return code.length
}

function endOf(code: string, mark: string, from: number, length: number): number {
  const found = code.indexOf(mark, from)
  return found < 0 ? code.length : found + length
}

function followedBy(code: string, at: number, sign: string): boolean {
  return code[at] === sign || (code[at] === ' ' && code[at + 1] === sign)
}

/** Where a sticky pattern's match at a place ends; the place itself if there is none. */
function matchEnd(pattern: RegExp, code: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(code) ? pattern.lastIndex : at
}

function marked(kind: string | undefined, text: string): string {
  return kind === undefined ? escapeCode(text) : `<span class="${kind}">${escapeCode(text)}</span>`
}
