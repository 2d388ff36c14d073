/**
 * What the styles of a document come to together, those in its HTML and `css`: variables that nothing sets, markers that
 * nothing draws, page numbers and sizes outside of `@page`. Told before anything is rendered; most documents have none of
 * what is looked for, and are looked at once.
 */
import { nearestName } from '../text/nearest-name'
import { BoundedTokenizer } from './bounded-tokenizer'
import { type Declaration, readDeclarations } from './css-declarations'
import { withoutTexts } from './css-text'
import { withoutParts } from './document-mistakes'
import { findOddMarkers } from './list-markers'
import { MARGIN_BOX } from './paged-media'
import { withoutComments } from './preprocessed-styles'
import { findOtherKind } from './selector-kinds'
import { attributeRules, readSheets } from './style-mistakes'

/** Characters that are looked at. */
const MAX_LOOKED_AT = 200_000
const MAX_SHOWN = 40
const MAX_TOLD = 3

const WORTH_A_LOOK =
  /\bvar\(|list-style|\bcounters?\(|\bstring\(|(?<![\w-])size\s{0,9}:|(?<![\w-])border[a-z-]{0,9}\s{0,9}:|[\w\])]\s{0,9}\{/i
/** What may set variables that are not here. */
const ELSEWHERE = /<script\b|<link\b|@import\b/i

/** What the author of HTML and `css` is told. */
export function findJointMistakes(html: string, css = ''): string[] {
  const looked = html.slice(0, MAX_LOOKED_AT)
  const more = css.slice(0, MAX_LOOKED_AT)
  if (!WORTH_A_LOOK.test(looked) && !WORTH_A_LOOK.test(more)) return []
  const markup = withoutParts(looked, ['!--', 'script'])
  const own = [...readSheets(markup).map((sheet) => sheet.css), attributeRules(markup)].map(withoutComments)
  const rules = withoutTexts([...own, withoutComments(more)].join('\n'))
  const told = [
    ...(ELSEWHERE.test(looked) || ELSEWHERE.test(more) ? [] : [...findUnset(rules), ...findUncounted(rules)]),
    ...findOddMarkers(rules),
    ...findOutsidePages(rules),
    ...findUndrawnBorder(rules),
    ...(/<script\b/i.test(looked) ? [] : findOtherKind(withoutParts(markup, ['style']), rules)),
  ]
  const isHere = own.join('').trim() !== ''
  return told.map((mistake) => `${isHere ? 'html' : 'css'} has ${mistake}`)
}

/** Variables that are used without a value in their place, and that no rule sets: the declaration has no effect. */
function findUnset(rules: string): string[] {
  const set = [...rules.matchAll(/(--[\w-]{1,60})\s{0,9}(?=:|\{)/g)].map(([, name = '']) => name)
  const used = [...rules.matchAll(/\bvar\(\s{0,9}(--[\w-]{1,60})\s{0,9}\)/g)].map(([, name = '']) => name)
  const known = new Set(set)
  const unset = [...new Set(used)].filter((name) => !known.has(name))
  return unset.slice(0, MAX_TOLD).map((name) => {
    const meant = nearestName(name, [...known])
    return `var(${name}), which nothing sets: ${meant ? `did you mean ${meant}?` : `write :root { ${name}: … }`}`
  })
}

/** Counters that the browser, Platen or paged media keep by themselves. */
const KEPT = /^(?:pages?|list-item|footnote|footnote-call|footnote-marker)$/i

/** Counters that nothing counts, which print 0, and names of strings that nothing sets, which print nothing. */
function findUncounted(rules: string): string[] {
  const setBy = (property: RegExp) =>
    [...rules.matchAll(property)].flatMap(([, value = '']) => value.toLowerCase().split(/[\s,]+/))
  const counted = new Set(setBy(/counter-(?:reset|increment|set)\s{0,9}:([^;{}]{0,200})/gi))
  const strings = new Set(setBy(/string-set\s{0,9}:([^;{}]{0,200})/gi))
  const told = [
    ...rules.matchAll(/(?<![\w-])(counters?|string)\(\s{0,9}([a-z][\w-]{0,40})\s{0,9}[,)]/gi),
  ].flatMap(([, form = '', name = '']) => {
    const isString = form.toLowerCase() === 'string'
    const known = isString ? strings : counted
    if (known.has(name.toLowerCase()) || (!isString && KEPT.test(name))) return []
    const meant = nearestName(name, isString ? known : [...known, 'page', 'pages'])
    const remedy = meant
      ? `did you mean ${form}(${meant})?`
      : isString
        ? `write h1 { string-set: ${name} content() }`
        : `write h1 { counter-increment: ${name} }, or counter(page) for the number of the page`
    return [`${form}(${name}), which nothing ${isString ? 'sets' : 'counts'}: ${remedy}`]
  })
  return [...new Set(told)].slice(0, MAX_TOLD)
}

/** A border of a width and no style, where nothing gives it one: it is not drawn (CSS Backgrounds 3, 3.2). */
function findUndrawnBorder(rules: string): string[] {
  if (/border(?:-[a-z]{3,6}){0,2}-style\s{0,9}:/i.test(rules)) return []
  for (const [found, value = ''] of rules.matchAll(
    /(?<![\w-])border(?:-(?:top|right|bottom|left))?\s{0,9}:([^;{}]{1,120})/gi,
  )) {
    const words = value.replace(/!.*/, '').trim().toLowerCase().split(/\s+/)
    const isWide = words.some((word) =>
      /^(?:[\d.]{0,5}[1-9][\d.]{0,5}(?:px|pt|mm|cm|in|r?em)|thin|medium|thick)$/.test(word),
    )
    if (isWide && !/\bvar\(/i.test(value) && !words.some((word) => STYLES.has(word)))
      return [
        `${found.trim().slice(0, MAX_SHOWN)}, which is not drawn without a style: write ${found.trim().slice(0, MAX_SHOWN)} solid`,
      ]
  }
  return []
}

const STYLES = new Set(
  'solid dashed dotted double groove ridge inset outset none hidden inherit initial unset revert'.split(' '),
)

/** What a page alone has: its number, and its size. */
function findOutsidePages(rules: string): string[] {
  if (!/\bcounter\(|(?<![\w-])size\s{0,9}:/i.test(rules)) return []
  const outside = readDeclarations(rules, new BoundedTokenizer()).filter(
    ({ inPage, rule }) => !inPage && !MARGIN_BOX.test(rule),
  )
  const textOf = ({ from, to }: Declaration) =>
    rules.slice(from, to).replace(/\s+/g, ' ').slice(0, MAX_SHOWN).trim()
  const size = outside.find(
    (one) =>
      one.property === 'size' &&
      /^size ?: ?(?:[ab]\d|letter|legal|ledger|landscape|portrait|\d)/i.test(textOf(one)),
  )
  // Elements that are put into margins have the page's number, and a document may count by that name itself.
  const counts = /\brunning\(|counter-(?:reset|increment|set)\s{0,9}:[^;{}]{0,60}\bpages?\b/i.test(rules)
  const number = counts
    ? undefined
    : outside.find((one) => one.property === 'content' && NUMBER.test(rules.slice(one.valueFrom, one.to)))
  return [
    ...(size
      ? [`${textOf(size)} outside of @page, where it is not read: write @page { ${textOf(size)} }`]
      : []),
    ...(number
      ? [
          'counter(page) outside of @page, where it is 0: write @page { @bottom-center { content: counter(page) } }, or send "footer_html" in options',
        ]
      : []),
  ]
}

const NUMBER = /(?<![\w-])counter\(\s{0,9}pages?\s{0,9}[,)]/i
