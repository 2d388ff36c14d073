/**
 * The addresses in a style sheet, found by the tokenizer of CSS Syntax 3 (4.3): `url()` of either form, the strings
 * that `@import` and `image-set()` take for addresses, and what is written with escapes. One pass, whatever the text.
 */
import { tokenize, tokenTypes } from 'css-tree/tokenizer'
import { ident, string, url } from 'css-tree/utils'
import { Problem } from '../errors'

/** An address as it stands in a style sheet; `start` to `end` is the `url()`, or the string that is one. */
export type CssAddress = {
  start: number
  end: number
  /** Escapes resolved. */
  address: string
  /** The at-rule that it stands in, in lower case (`import`, `font-face` …); empty in a style rule or attribute. */
  rule: string
  /** The whole `@import` rule that it is the address of, and its conditions: layer, features and media. */
  imported?: { start: number; end: number; conditions: string }
}

export type CssAddresses = { css: string; found: CssAddress[] }

const { Function: FUNCTION, AtKeyword, String: STRING, Url, Semicolon, Comment, WhiteSpace } = tokenTypes
const { LeftCurlyBracket, RightCurlyBracket, LeftParenthesis, RightParenthesis } = tokenTypes

/** Functions whose strings are addresses. */
const TAKES_STRINGS = new Set(['image-set', '-webkit-image-set'])
/** At-rules whose `url()` names something and loads nothing. */
const NAMES_ONLY = new Set(['namespace', 'document', '-moz-document'])

/** Addresses of one style sheet: each takes some microseconds to find, and a document may name 1,000 files. */
const MAX_CSS_ADDRESSES = 10_000
/** Escapes of one style sheet; frameworks that name classes after their values have some 100,000. */
const MAX_CSS_ESCAPES = 500_000

/**
 * Finds every address; `css` is the text that the offsets are of: the given one, but for names with escapes.
 *
 * @throws Problem `document_invalid` for more than `MAX_CSS_ADDRESSES`, or very many escapes
 */
export function findAddresses(text: string): CssAddresses {
  assertFewEscapes(text)
  const css = text.includes('\\') ? withPlainNames(text) : text
  const scan = new Scan(css)
  tokenize(css, (type, start, end) => scan.token(type, start, end))
  return { css, found: scan.done() }
}

function assertFewEscapes(text: string): void {
  let escapes = 0
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at + 1)) {
    if (++escapes > MAX_CSS_ESCAPES) throw tooMany('escapes', MAX_CSS_ESCAPES)
  }
}

function tooMany(what: string, most: number): Problem {
  return new Problem('document_invalid', {
    detail: `A style sheet has more than ${most.toLocaleString('en')} ${what}. Split it, or leave out what is not used.`,
  })
}

/** The text with what `replace` returns in the place of each address, or of the whole rule of one that is imported. */
export function replaceAddresses(
  { css, found }: CssAddresses,
  replace: (address: CssAddress) => string | undefined,
  { wholeImports }: { wholeImports: boolean },
): string {
  const parts: string[] = []
  let from = 0
  for (const address of found) {
    const text = replace(address)
    if (text === undefined) continue
    const { start, end } = (wholeImports && address.imported) || address
    parts.push(css.slice(from, start), text)
    from = end
  }
  parts.push(css.slice(from))
  return parts.join('')
}

/** `url("…")`, of any text. */
export function cssUrl(address: string): string {
  return `url(${/["\\\p{Cc}]/u.test(address) ? string.encode(address) : `"${address}"`})`
}

/**
 * Style text that ends no element. `</` can only stand in strings, addresses and comments, so that the escape means the
 * same (CSS Syntax 3, 4.3.7).
 */
export function escapeEndTags(css: string): string {
  return css.replaceAll('</', '\\3c /')
}

/** Function and at-rule names without escapes, since the tokenizer knows `url(` only when it is written so. */
function withPlainNames(css: string): string {
  const parts: string[] = []
  let from = 0
  tokenize(css, (type, start, end) => {
    if (type !== FUNCTION && type !== AtKeyword) return
    const written = css.slice(start, end)
    if (!written.includes('\\')) return
    const plain = ident.decode(written)
    if (!/^(?:@[a-z-]+|[a-z-]+\($)/i.test(plain)) return
    parts.push(css.slice(from, start), plain)
    from = end
  })
  return parts.length === 0 ? css : parts.join('') + css.slice(from)
}

class Scan {
  readonly #found: CssAddress[] = []
  /** At-rules of the blocks that are open. */
  readonly #blocks: string[] = []
  /** Functions that are open; a parenthesis is one without a name. `text` is the string in a `url()`. */
  readonly #functions: { name: string; start: number; text?: string }[] = []
  /** The at-rule whose prelude is being read. */
  #rule = ''
  /** The `@import` that is being read. */
  #import: { start: number; address?: CssAddress } | undefined

  constructor(private readonly css: string) {}

  token(type: number, start: number, end: number): void {
    if (type === WhiteSpace || type === Comment) return
    if (type === FUNCTION || type === LeftParenthesis) {
      this.#functions.push({ name: this.css.slice(start, end - 1).toLowerCase(), start })
    } else if (type === STRING) this.#string(start, end)
    else if (type === Url) this.#add({ start, end, address: urlText(this.css.slice(start, end)) })
    else if (type === RightParenthesis) this.#closeFunction(end)
    else if (this.#functions.length > 0) return
    else if (type === AtKeyword) this.#beginRule(start, end)
    else if (type === Semicolon) this.#endRule(start, end)
    else if (type === LeftCurlyBracket) this.#openBlock()
    else if (type === RightCurlyBracket) this.#blocks.pop()
    // An `@import` whose first word is no address is none.
    else if (this.#import && !this.#import.address) this.#import = undefined
  }

  /** What is open ends with the text. */
  done(): CssAddress[] {
    const { length } = this.css
    if (this.#functions.at(-1)?.text !== undefined) this.#closeFunction(length)
    this.#endRule(length, length)
    return this.#found
  }

  #string(start: number, end: number) {
    const address = stringText(this.css.slice(start, end))
    const open = this.#functions.at(-1)
    if (open?.name === 'url') open.text ??= address
    else if (open ? TAKES_STRINGS.has(open.name) : this.#import && !this.#import.address) {
      this.#add({ start, end, address })
    }
  }

  #closeFunction(end: number) {
    const closed = this.#functions.pop()
    if (closed?.text !== undefined) this.#add({ start: closed.start, end, address: closed.text })
  }

  #add(place: Pick<CssAddress, 'start' | 'end' | 'address'>) {
    const rule = this.#rule || (this.#blocks.at(-1) ?? '')
    if (NAMES_ONLY.has(rule)) return
    if (this.#found.length >= MAX_CSS_ADDRESSES) throw tooMany('addresses', MAX_CSS_ADDRESSES)
    if (this.#import) this.#import.address ??= { ...place, rule }
    else this.#found.push({ ...place, rule })
  }

  #beginRule(start: number, end: number) {
    this.#rule = this.css.slice(start + 1, end).toLowerCase()
    this.#import = this.#rule === 'import' && this.#blocks.length === 0 ? { start } : undefined
  }

  #endRule(start: number, end: number) {
    const address = this.#import?.address
    if (this.#import && address) {
      const conditions = this.css.slice(address.end, start).trim()
      this.#found.push({ ...address, imported: { start: this.#import.start, end, conditions } })
    }
    this.#import = undefined
    this.#rule = ''
  }

  #openBlock() {
    this.#blocks.push(this.#rule)
    this.#import = undefined
    this.#rule = ''
  }
}

/** Most addresses have no escapes, and those of data are long. */
function urlText(written: string): string {
  return written.includes('\\')
    ? url.decode(written)
    : written.slice(4, written.endsWith(')') ? -1 : undefined).trim()
}

function stringText(written: string): string {
  if (written.includes('\\')) return string.decode(written)
  return written.slice(1, written.length > 1 && written.endsWith(written.charAt(0)) ? -1 : undefined)
}
