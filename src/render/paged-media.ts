/**
 * What style sheets ask of pages and the browser does not do: it drops what it does not know without a word, so the
 * text itself is read, by the tokenizer of CSS Syntax 3 (4.3). Known gap: styles that scripts bring.
 */
import { tokenTypes } from 'css-tree/tokenizer'
import { hasInTurns } from '../memory/has-in-turns'
import { BoundedTokenizer } from './bounded-tokenizer'
import { parsePageSize, type Size } from './parse-page-size'

const { Ident, Function: FUNCTION, AtKeyword, Colon, Semicolon, WhiteSpace, Comment } = tokenTypes
const { LeftCurlyBracket, RightCurlyBracket } = tokenTypes

/**
 * Properties of CSS Generated Content for Paged Media, Paged Media 3, Page Floats, Text 4, Rhythmic Sizing, Regions and Logical
 * Page Template drafts that no part of Chromium knows.
 */
export const PROPERTIES = new Set([
  ...['string-set', 'bookmark-level', 'bookmark-label', 'bookmark-state'],
  ...['footnote-display', 'footnote-policy', 'float-reference', 'float-defer', 'float-offset'],
  ...['bleed', 'marks', 'margin-inside', 'margin-outside', 'flow', 'flow-into', 'flow-from'],
  ...['hyphenate-limit-lines', 'hyphenate-limit-last', 'hyphenate-limit-zone', 'line-grid', 'line-snap'],
])
/** Properties that only other programs have. */
export const OF_OTHERS = /^(?:-(?:prince|ah|ro|weasy|vivliostyle|oeb)|prince)-/
/** Functions, with the property that they stand in, or any. */
const FUNCTIONS: { [name: string]: string | undefined } = {
  running: 'position',
  element: 'content',
  string: 'content',
  ...{ 'target-counter': undefined, 'target-counters': undefined, 'target-text': undefined },
  ...{ leader: undefined, 'device-cmyk': undefined, cmyk: undefined },
  ...{ 'snap-block': 'float', 'snap-inline': 'float' },
}
/** Values of `float` that are for pages. */
export const FLOATS = new Set([
  'footnote',
  'footnotes',
  'prince-footnote',
  '-prince-footnote',
  'top',
  'bottom',
  'top-corner',
  'bottom-corner',
  'snap-block',
  'snap-inline',
])
/** Pages that the browser tells apart. */
const PAGE_SELECTORS = new Set(['first', 'left', 'right'])
/** Boxes in page margins (CSS Paged Media 3, 6.4), and the area of footnotes, which is ours. */
export const MARGIN_BOX =
  /^(?:(?:top|bottom)-(?:(?:left|right)(?:-corner)?|center)|(?:left|right)-(?:top|middle|bottom)|footnote)$/
/** The page counter is set by `@page` and by the root; other elements set it for their own content alone. */
const COUNTER_SETTERS = new Set(['counter-reset', 'counter-set'])
const MAY_BE_ROOT = /html|root|body|\*/i
/** Most style sheets have none of it. No more characters than `LONGEST` are looked at together. */
const LONGEST = 30
const MAY_HAVE =
  /@page|string-set|counter-(?:re)?set|bookmark-|footnote|float-(?:reference|defer|offset)|running\(|target-|leader\(|cmyk\(|float\s{0,3}:\s{0,3}(?:top|bottom|snap)|margin-(?:in|out)side|\bflow\s{0,3}:|flow-(?:into|from)|hyphenate-limit|line-(?:grid|snap)|prince-|-(?:ah|ro|weasy|vivliostyle|oeb)-/i
export const STYLE_ATTRIBUTE = /\sstyle\s{0,3}=\s{0,3}("[^"]*"|'[^']*')/gi
/** Inches by which sizes may differ that are the same: they are rounded. */
const LITTLE = 0.02
/** Scripts that lay out pages by themselves, and know all of it. */
export const OWN_LAYOUT = /pagedjs|paged\.(?:polyfill|min|esm|js)|vivliostyle/i

/** Reads the style sheets of one document, as far as `BoundedTokenizer` does: what stands behind is not warned of. */
export class PagedMedia {
  readonly #tokenizer = new BoundedTokenizer()
  readonly #unknown = new Set<string>()
  readonly #sizes = new Set<string>()

  private constructor(
    private readonly html: string,
    private readonly paper: Size | undefined,
  ) {}

  /**
   * Reads the styles in a document; others have their turn while a long one is searched. `paper`, in inches, is what is
   * printed on; nothing if the document's own size holds, or is not meant to.
   */
  static async of(html: string, paper: Size | undefined): Promise<PagedMedia> {
    const pagedMedia = new PagedMedia(html, paper)
    if (!(await hasInTurns(html, MAY_HAVE, LONGEST))) return pagedMedia
    for (const { from, to } of styleElements(html)) pagedMedia.#scan(html.slice(from, to))
    for (const [, attribute = ''] of html.matchAll(STYLE_ATTRIBUTE))
      pagedMedia.read(`*{${attribute.slice(1, -1)}}`)
    return pagedMedia
  }

  /** Reads one style sheet. */
  read(css: string): void {
    if (MAY_HAVE.test(css)) this.#scan(css)
  }

  #scan(css: string): void {
    const scan = new Scan(css, this.#unknown, this.#sizes)
    this.#tokenizer.read(css, (type, start, end) => scan.token(type, start, end))
  }

  /** Whether a page size among them is larger than the paper, if that is compared. */
  get hasLargerPages(): boolean {
    const { paper } = this
    if (!paper) return false
    return [...this.#sizes].some((value) => isLarger(parsePageSize(value, paper), paper))
  }

  /** `isShrunk`: its pages are larger than the paper, and were printed smaller. */
  warningsFor({ isShrunk }: { isShrunk?: true | undefined }): string[] {
    const isIgnored = this.#unknown.size > 0 && !OWN_LAYOUT.test(this.html)
    const names = isIgnored ? [...this.#unknown].slice(0, 12) : []
    const unknown = names.length > 0 ? [`CSS that this browser ignores: ${names.join(', ')}`] : []
    const { paper } = this
    if (!paper) return unknown
    const other = [...this.#sizes].filter((value) => !isSame(parsePageSize(value, paper), paper)).slice(0, 3)
    const becomes = isShrunk
      ? `is printed smaller, on paper of ${inches(paper)}: set prefer_css_page_size to true for paper of that size, or to false for pages as large as the paper`
      : `does not hold, the paper is ${inches(paper)}: set prefer_css_page_size to true, or to false if that is meant`
    return [
      ...unknown,
      ...other.map((value) => `the document's own @page size (${value.slice(0, 40)}) ${becomes}`),
    ]
  }
}

function isLarger(size: Size | undefined, paper: Size): boolean {
  return (
    size !== undefined &&
    !isSame(size, paper) &&
    size.width > paper.width - LITTLE &&
    size.height > paper.height - LITTLE &&
    size.width > size.height === paper.width > paper.height
  )
}

function isSame(size: Size | undefined, paper: Size): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) < LITTLE
  return !size || (near(size.width, paper.width) && near(size.height, paper.height))
}

function inches({ width, height }: Size): string {
  return `${Math.round(width * 100) / 100} x ${Math.round(height * 100) / 100} in`
}

/** Where the contents of style elements stand. */
export function* styleElements(html: string): Generator<{ from: number; to: number }> {
  const close = /<\/style/gi
  const open = /<style[\s>]/gi
  for (let tag = open.exec(html); tag; tag = open.exec(html)) {
    const from = html.indexOf('>', tag.index) + 1
    if (from === 0) return
    close.lastIndex = from
    const to = close.exec(html)?.index ?? html.length
    yield { from, to }
    open.lastIndex = to
  }
}

class Scan {
  /** At-rules of the blocks that are open, and of the prelude that is read. */
  readonly #blocks: string[] = []
  #rule = ''
  #preludeFrom = 0
  #mayBeRoot = false
  #word = ''
  #property = ''
  #valueFrom = 0
  #isBehindColon = false

  constructor(
    private readonly css: string,
    private readonly unknown: Set<string>,
    private readonly sizes: Set<string>,
  ) {}

  token(type: number, start: number, end: number): void {
    if (type === WhiteSpace || type === Comment) return
    this.#take(type, start, end)
    this.#isBehindColon = type === Colon
  }

  #take(type: number, start: number, end: number): void {
    if (type === Ident) this.#ident(this.css.slice(start, end).toLowerCase())
    else if (type === FUNCTION) this.#function(this.css.slice(start, end - 1).toLowerCase())
    else if (type === AtKeyword) {
      this.#endDeclaration(start)
      this.#rule = this.css.slice(start + 1, end).toLowerCase()
      if (this.#inPage() && !MARGIN_BOX.test(this.#rule)) this.unknown.add(`@${this.#rule} in @page`)
    } else if (type === Colon) this.#colon(end)
    else if (type === Semicolon || type === RightCurlyBracket) {
      this.#endDeclaration(start)
      this.#rule = ''
      this.#preludeFrom = end
      if (type === RightCurlyBracket) this.#blocks.pop()
    } else if (type === LeftCurlyBracket) {
      this.#blocks.push(this.#rule)
      this.#mayBeRoot = MAY_BE_ROOT.test(this.css.slice(this.#preludeFrom, start))
      this.#preludeFrom = end
      this.#rule = this.#property = this.#word = ''
    }
  }

  #ident(word: string): void {
    if (this.#rule === 'page' && this.#isBehindColon && !PAGE_SELECTORS.has(word))
      this.unknown.add(`@page :${word}`)
    if (this.#property === 'float' && FLOATS.has(word))
      this.unknown.add(`float: ${word}${/.footnote|footnotes/.test(word) ? ' (it is "footnote")' : ''}`)
    if (word === 'page' && COUNTER_SETTERS.has(this.#property) && !this.#mayBeRoot && !this.#inPage())
      this.unknown.add(`${this.#property}: page of an element`)
    if (this.#property === '') this.#word = word
  }

  #inPage(): boolean {
    return this.#blocks.includes('page')
  }

  #function(name: string): void {
    if (this.#rule === 'supports') return
    if (this.#rule === 'page') this.unknown.add(`@page :${name}()`)
    if (!Object.hasOwn(FUNCTIONS, name)) return
    const property = FUNCTIONS[name]
    if (property === undefined || property === this.#property)
      this.unknown.add(property ? `${property}: ${name}()` : `${name}()`)
  }

  /** What stands before it may be a property, or part of a selector, which no name of ours is. */
  #colon(end: number): void {
    if (this.#rule !== '' || this.#blocks.length === 0 || this.#property !== '') return
    this.#property = this.#word
    this.#valueFrom = end
    if (PROPERTIES.has(this.#property) || OF_OTHERS.test(this.#property)) this.unknown.add(this.#property)
  }

  #endDeclaration(end: number): void {
    if (this.#property === 'size' && this.#blocks.at(-1) === 'page') {
      this.sizes.add(this.css.slice(this.#valueFrom, end).replace('!important', '').trim())
    }
    this.#property = this.#word = ''
  }
}
