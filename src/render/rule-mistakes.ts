/**
 * Rules that a browser leaves out in silence, with all that they hold: selectors that are none (Selectors 4, 3.9), at-rules
 * and media that nobody knows, boxes of a page's margins outside of `@page`. Linear: each pattern is tried once.
 */
import parse from 'css-tree/parser'
import { countEdits, nearestName } from '../text/nearest-name'
import { preludeOf, withoutTexts } from './css-text'
import { MARGIN_BOX } from './paged-media'
import { PSEUDO_CLASSES } from './selector-mistake'

const MAX_SHOWN = 40
const MAX_TOLD = 3
/** Rules of one text that are looked at. */
const MAX_RULES = 500
const MAX_SELECTOR = 300
/** Characters of an at-rule's name. */
const MAX_NAME = 30

const AT_RULES = (
  'media page font-face import charset namespace supports layer container keyframes counter-style property scope ' +
  'starting-style font-feature-values font-palette-values position-try view-transition document viewport'
).split(' ')
/** What stands within other at-rules. */
const INNER =
  /^(?:-|swash|annotation|ornaments|stylistic|styleset|character-variant|historical-forms|footnote|color-profile|function|namespace)/
const MEDIA_TYPES = new Set(
  'all print screen speech aural braille embossed handheld projection tty tv'.split(' '),
)

type Block = { prelude: string; parents: readonly string[] }

/** What is told of the rules in `where`, without comments. */
export function findRuleFaults(where: string, css: string): string[] {
  const plain = withoutTexts(css)
  const told = new Set<string>()
  for (const block of blocksOf(plain)) {
    const fault = block.prelude.startsWith('@') ? atRuleFault(block) : selectorFault(block)
    if (fault !== undefined) told.add(`${where} has ${fault}`)
    if (told.size >= MAX_TOLD) break
  }
  const others = [calcFault(plain), openFault(plain), fontFault(css), counterFault(plain)]
  return [...told, ...others.flatMap((fault) => (fault === undefined ? [] : [`${where} has ${fault}`]))]
}

/** What stands before each brace, and before those around it. */
function* blocksOf(css: string): Generator<Block> {
  const parents: string[] = []
  for (const part of css.split('{', MAX_RULES).slice(0, -1)) {
    for (const _ of part.matchAll(/\}/g)) parents.pop()
    const prelude = preludeOf(part)
    yield { prelude, parents: [...parents] }
    parents.push(prelude)
  }
}

function atRuleFault({ prelude, parents }: Block): string | undefined {
  const [at = '', name = ''] = /^@([a-z-]{1,40})/i.exec(prelude) ?? []
  const lower = name.toLowerCase()
  if (MARGIN_BOX.test(lower))
    return parents.length === 0 && lower !== 'footnote'
      ? `${at} outside of @page, where it is not read: write @page { ${at} { ... } }`
      : undefined
  if (lower === 'import' || lower === 'charset')
    return `${prelude.replace(/\s+/g, ' ').slice(0, MAX_SHOWN)}, which runs into the rule behind it: it ends with a semicolon`
  if (lower === 'media') return mediaFault(prelude)
  if (lower === 'page') return pageFault(prelude)
  if (AT_RULES.includes(lower) || INNER.test(lower) || lower.length > MAX_NAME) return undefined
  if (/^(?:print|paper|pdf)$/.test(lower)) return `${at}, which no browser knows: it is @media print`
  const meant = nearestName(lower, AT_RULES)
  return meant && `${at}, which no browser knows: did you mean @${meant}?`
}

function mediaFault(prelude: string): string | undefined {
  const list = prelude.slice('@media'.length).split(',')
  const [word] =
    /\((?:min-|max-)?(?:width|height)\s{0,3}:\s{0,3}([a-z]{2,20})\s{0,3}\)/i.exec(prelude)?.slice(1) ?? []
  if (word)
    return `@media with a width of ${word}, which is no length, so that its rules never hold: write one such as 600px`
  const [bare] =
    /^@media\s{1,9}((?:min|max)-(?:width|height)\s{0,3}:\s{0,3}[\w.]{1,20})$/i.exec(prelude)?.slice(1) ?? []
  if (bare) return `@media ${bare}, which is not read: write @media (${bare})`
  const unknown = list.flatMap((query) => {
    const [, type = ''] = /^\s{0,9}(?:(?:only|not)\s{1,9})?([a-z-]{2,30})(?=\s|$)/i.exec(query) ?? []
    return type === '' || MEDIA_TYPES.has(type.toLowerCase()) || /^not$/i.test(type) ? [] : [type]
  })
  const [first] = unknown
  if (first === undefined || unknown.length < list.length) return undefined
  const meant = /^scr/i.test(first) ? 'screen' : 'print'
  return `@media ${first}, which is no medium, so that its rules never hold: it is @media ${meant}`
}

function pageFault(prelude: string): string | undefined {
  const [, name = ''] = /^@page\s{1,9}(first|left|right|blank)$/i.exec(prelude) ?? []
  if (name === '') return undefined
  return `@page ${name}, a page of that name, which nothing is put on: write @page :${name.toLowerCase()}`
}

function selectorFault({ prelude, parents }: Block): string | undefined {
  // Steps of an animation, descriptors, nested rules and other notations have forms of their own.
  if (prelude === '' || prelude.length > MAX_SELECTOR || /[$@<%&!\\]|^[>+~]|::?-/.test(prelude))
    return undefined
  if (parents.some((parent) => /^@(?!media|supports|layer|container)/.test(parent))) return undefined
  const shown = prelude.replace(/\s+/g, ' ').slice(0, MAX_SHOWN)
  const left = `${shown} { ... }, which is left out as a whole`
  if (/^,|,\s{0,9},|,$/.test(prelude)) return `${left}: it has a comma too many`
  const [digit] = /[.#]\d[\w-]{0,30}/.exec(prelude) ?? []
  if (digit) return `${left}: the name of a class or id begins with a letter, unlike ${digit}`
  if (/[.#]\s/.test(prelude)) return `${left}: no space stands behind a dot or #`
  const pseudo = pseudoFault(prelude)
  if (pseudo) return `${left}: ${pseudo}`
  return isSelector(prelude) ? undefined : `${left}: that is no selector`
}

const PSEUDO_ELEMENTS = [
  ...['before', 'after', 'first-line', 'first-letter', 'marker', 'placeholder', 'selection', 'backdrop'],
  ...['target-text', 'file-selector-button', 'details-content', 'footnote-call', 'footnote-marker'],
]

/** A name behind a colon that nothing has, if it is nearly one that something has: others may be newer than this list. */
function pseudoFault(selector: string): string | undefined {
  for (const [, name = ''] of selector.matchAll(/:([a-z][a-z-]{4,30})/gi)) {
    const lower = name.toLowerCase()
    if (PSEUDO_CLASSES.has(lower) || PSEUDO_ELEMENTS.includes(lower)) continue
    const meant = nearestName(lower, [...PSEUDO_CLASSES, ...PSEUDO_ELEMENTS])
    if (meant !== undefined && countEdits(lower, meant) <= 2) return `did you mean :${meant}?`
  }
  return undefined
}

function isSelector(text: string): boolean {
  try {
    parse(text, { context: 'selectorList' })
    return true
  } catch {
    return false
  }
}

/** A sum without spaces around its sign, which is read as one number behind another (CSS Values 4, 10.1). */
function calcFault(css: string): string | undefined {
  const from = css.search(
    /\bcalc\([^;{}]{0,80}?(?:\d(?:px|mm|cm|in|pt|r?em|v[wh])?|%|\))\s{0,3}[+-](?=[\d(.])/i,
  )
  if (from < 0) return undefined
  const value = css.slice(from, from + 120).split(/[;{}]/, 1)[0] ?? ''
  const meant = value
    .replace(/var\([^()]{0,60}\)/g, (name) => name.replaceAll('-', '\u0001'))
    .replace(/(?<=[\d%)a-z])\s{0,3}([+-])\s{0,3}(?=[\d(.])/gi, ' $1 ')
    .replaceAll('\u0001', '-')
  if (meant === value) return undefined
  return `${value.slice(0, MAX_SHOWN).trim()}, which is not read: write ${meant.slice(0, MAX_SHOWN + 10).trim()}, with spaces around the sign`
}

/** A text or an address without its end, which takes what follows along. `css` has none that are whole. */
function openFault(css: string): string | undefined {
  const [found] = /["'][^\n]{0,40}|url\([^()\n]{0,40}(?=[;}\n])/.exec(css.replaceAll('""', '')) ?? []
  return (
    found &&
    `${found.trim().slice(0, MAX_SHOWN)}, which does not end in its line: what follows it is lost with it`
  )
}

/** The file of a font that is named alone (CSS Fonts 4, 4.3). */
function fontFault(css: string): string | undefined {
  const [, file] =
    /@font-face\s{0,9}\{[^{}]{0,600}?[\s;{]src\s{0,3}:\s{0,3}(["']?[\w.:/-]{3,100}["']?)\s{0,3}[;}]/i.exec(
      css,
    ) ?? []
  return (
    file && `src: ${file.slice(0, MAX_SHOWN)}, which is not read: write src: url(${file.slice(0, MAX_SHOWN)})`
  )
}

/** A counter that nothing counts, by what other programs call the page's. */
function counterFault(css: string): string | undefined {
  const [found, name = ''] =
    /\bcounter\(\s{0,3}(page-?num(?:ber)?|page_number|pagenum|pageno|current-?page|total-?pages?|total|num-?pages|page-?count|topage|last-?page)\b/i.exec(
      css,
    ) ?? []
  if (found === undefined || /counter-(?:reset|increment|set)/i.test(css)) return undefined
  return `${found}), which nothing counts, and is 0: it is counter(${/total|num-?pages|count|topage|last/i.test(name) ? 'pages' : 'page'})`
}
