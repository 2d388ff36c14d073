/**
 * Finds the head of an HTML text without a browser: by the tokenizer of the HTML standard (13.2.5) and the insertion
 * modes "initial" to "in head" (13.2.6.4.1 to .4), with scripting on. Every character is looked at a bounded number of
 * times, however the text is made.
 *
 * Known gap: a `template` that holds more than plain elements and raw text ends the head here.
 */

/** Offsets into the text. */
export type HeadRange = {
  /** Behind the doctype: what stands here is the head's first content. */
  start: number
  /** Where the head's content ends: what stands here is its last, but for what was not understood. */
  end: number
}

/** Elements that a head may hold and that have no content. */
const VOID = new Set(['html', 'head', 'base', 'basefont', 'bgsound', 'link', 'meta'])
/** Elements whose content is text up to their own end tag, with that tag's beginning. */
const RAW: Readonly<{ [name: string]: RegExp }> = {
  title: /<\/title(?=[\t\n\f\r />])/gi,
  style: /<\/style(?=[\t\n\f\r />])/gi,
  noscript: /<\/noscript(?=[\t\n\f\r />])/gi,
  noframes: /<\/noframes(?=[\t\n\f\r />])/gi,
}
/** The same inside a template, in which the rules of the body hold too. */
const RAW_IN_TEMPLATE: typeof RAW = {
  ...RAW,
  textarea: /<\/textarea(?=[\t\n\f\r />])/gi,
  xmp: /<\/xmp(?=[\t\n\f\r />])/gi,
  iframe: /<\/iframe(?=[\t\n\f\r />])/gi,
  noembed: /<\/noembed(?=[\t\n\f\r />])/gi,
}
/** Inside these the tokenizer or the tree follows other rules. */
const OTHER_RULES = new Set(['template', 'svg', 'math', 'select', 'frameset', 'plaintext', 'option'])
/** End tags that end the head; others are ignored there. */
const ENDS_HEAD = new Set(['head', 'body', 'html', 'br'])

type Tag = { name: string; isEnd: boolean; end: number }

/** Finds where head content may begin and where it ends. */
export function findHead(html: string): HeadRange {
  const before = skipTrivia(html, html.startsWith('\uFEFF') ? 1 : 0)
  const start = skipDoctype(html, before) ?? before
  let end = start
  for (;;) {
    const at = skipTrivia(html, end)
    const next = skipDoctype(html, at) ?? skipHeadElement(html, at)
    if (next === undefined) return { start, end: at }
    end = next
  }
}

/** The offset behind one element or ignored end tag at `at`; nothing if the head ends there, or the text before that does. */
function skipHeadElement(html: string, at: number): number | undefined {
  const tag = readTag(html, at)
  if (!tag) return undefined
  if (tag.isEnd) return ENDS_HEAD.has(tag.name) ? undefined : tag.end
  if (VOID.has(tag.name)) return tag.end
  if (tag.name === 'script') return endOfScript(html, tag.end)
  if (tag.name === 'template') return endOfTemplate(html, tag.end)
  const close = RAW[tag.name]
  return close && endOfRaw(html, tag, close)
}

/** Skips white space, comments and what is read as a comment. */
function skipTrivia(html: string, from: number): number {
  let at = from
  for (;;) {
    while (isSpace(html.charCodeAt(at))) at++
    const end = endOfComment(html, at)
    if (end === undefined) return at
    at = end
  }
}

const COMMENT_END = /--!?>/g
const EMPTY_COMMENT_END = /-?>/y
const DOCTYPE = /<!doctype/iy
/** `</` before anything but a letter is a comment up to the next `>`, as `<?` and `<!` are. */
const BOGUS_COMMENT = /<(?:\?|\/[^a-z]|!(?!doctype))/iy

/** The offset behind a comment at `at`; nothing if there is none, or it never ends. */
function endOfComment(html: string, at: number): number | undefined {
  if (!html.startsWith('<!--', at))
    return matches(BOGUS_COMMENT, html, at) ? behind(html, '>', at + 2) : undefined
  if (matches(EMPTY_COMMENT_END, html, at + 4)) return EMPTY_COMMENT_END.lastIndex
  COMMENT_END.lastIndex = at + 4
  return COMMENT_END.test(html) ? COMMENT_END.lastIndex : undefined
}

function skipDoctype(html: string, at: number): number | undefined {
  return matches(DOCTYPE, html, at) ? behind(html, '>', at) : undefined
}

/** Reads a tag at `at` up to its `>`, attributes included; nothing if there is none, or it never ends. */
function readTag(html: string, at: number): Tag | undefined {
  if (html[at] !== '<') return undefined
  const isEnd = html[at + 1] === '/'
  const from = at + (isEnd ? 2 : 1)
  if (!/[a-z]/i.test(html.charAt(from))) return undefined
  const nameEnd = endOfName(html, from)
  const end = endOfAttributes(html, nameEnd)
  return end === undefined ? undefined : { name: lowerCase(html.slice(from, nameEnd)), isEnd, end }
}

/** Only ASCII letters have a lower case in HTML; no element of ours has others. */
function lowerCase(name: string): string {
  return /[^a-z0-9]/i.test(name) ? name : name.toLowerCase()
}

function endOfName(html: string, from: number): number {
  let at = from
  for (let code = html.charCodeAt(at); !isSpace(code) && code !== SLASH && code !== GREATER; ) {
    if (Number.isNaN(code)) break
    code = html.charCodeAt(++at)
  }
  return at
}

const SLASH = 0x2f
const EQUALS = 0x3d
const GREATER = 0x3e
const QUOTE = 0x22
const APOSTROPHE = 0x27

/** The offset behind the `>` that ends a tag whose attributes begin at `from` (13.2.5.32 to .40). */
function endOfAttributes(html: string, from: number): number | undefined {
  let at = from
  while (at < html.length) {
    const code = html.charCodeAt(at)
    if (code === GREATER) return at + 1
    if (isSpace(code) || code === SLASH) {
      at++
      continue
    }
    // An attribute's name may begin with `=`.
    at++
    for (let next = html.charCodeAt(at); at < html.length; next = html.charCodeAt(++at)) {
      if (isSpace(next) || next === SLASH || next === GREATER || next === EQUALS) break
    }
    const value = skipSpaces(html, at)
    if (html.charCodeAt(value) !== EQUALS) continue
    const end = endOfValue(html, skipSpaces(html, value + 1))
    if (end === undefined) return undefined
    at = end
  }
  return undefined
}

function endOfValue(html: string, from: number): number | undefined {
  const first = html.charCodeAt(from)
  if (first === QUOTE) return behind(html, '"', from + 1)
  if (first === APOSTROPHE) return behind(html, "'", from + 1)
  let at = from
  while (at < html.length && !isSpace(html.charCodeAt(at)) && html.charCodeAt(at) !== GREATER) at++
  return at
}

/** The offset behind the end tag, which `close` finds, of the element that `tag` begins. */
function endOfRaw(html: string, tag: Tag, close: RegExp): number | undefined {
  close.lastIndex = tag.end
  const found = close.exec(html)
  return found ? readTag(html, found.index)?.end : undefined
}

/** The same for a script, in which `<!--` and a second script hide its end tag (13.2.5.18 to .31). */
function endOfScript(html: string, from: number): number | undefined {
  const marks = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi
  marks.lastIndex = from
  let state: 'data' | 'escaped' | 'double escaped' = 'data'
  for (let mark = marks.exec(html); mark; mark = marks.exec(html)) {
    const [text] = mark
    if (text === '<!--') {
      if (state === 'data') state = 'escaped'
      // Its dashes may end it as well.
      marks.lastIndex = mark.index + 2
    } else if (text === '-->') state = 'data'
    else if (text[1] !== '/') state = state === 'escaped' ? 'double escaped' : state
    else if (state === 'double escaped') state = 'escaped'
    else return readTag(html, mark.index)?.end
  }
  return undefined
}

/** The same for a template. */
function endOfTemplate(html: string, from: number): number | undefined {
  let at = from
  for (;;) {
    const open = html.indexOf('<', at)
    if (open < 0) return undefined
    const comment = endOfComment(html, open) ?? skipDoctype(html, open)
    const tag = comment === undefined ? readTag(html, open) : undefined
    if (tag?.isEnd && tag.name === 'template') return tag.end
    if (tag && OTHER_RULES.has(tag.name)) return undefined
    const next = tag && !tag.isEnd ? endOfContent(html, tag) : (comment ?? tag?.end ?? plainLess(html, open))
    if (next === undefined) return undefined
    at = next
  }
}

/** Behind an element's text if its content is text, else behind its tag. */
function endOfContent(html: string, tag: Tag): number | undefined {
  if (tag.name === 'script') return endOfScript(html, tag.end)
  const close = RAW_IN_TEMPLATE[tag.name]
  return close ? endOfRaw(html, tag, close) : tag.end
}

/** Behind a `<` that is text; nothing if it begins what never ends. */
function plainLess(html: string, at: number): number | undefined {
  return /[a-z!?/]/i.test(html.charAt(at + 1)) ? undefined : at + 1
}

function behind(html: string, text: string, from: number): number | undefined {
  const at = html.indexOf(text, from)
  return at < 0 ? undefined : at + text.length
}

function matches(sticky: RegExp, html: string, at: number): boolean {
  sticky.lastIndex = at
  return sticky.test(html)
}

function skipSpaces(html: string, from: number): number {
  let at = from
  while (isSpace(html.charCodeAt(at))) at++
  return at
}

/** ASCII white space of HTML: tab, line feed, form feed, carriage return, blank. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d
}
