/**
 * Declarations that a browser leaves out in silence, since their property does not take the value (CSS Syntax 3, 9): each
 * is told with one that it takes. `declaration-mistakes.ts` has those that are no declarations at all.
 */
import { nearestName } from '../text/nearest-name'
import { BoundedTokenizer } from './bounded-tokenizer'
import { type Declaration, readDeclarations } from './css-declarations'
import { propertyFault, propertyNames } from './css-lexer'
import { findDeclarationMistakes } from './declaration-mistakes'
import { FLOATS, MARGIN_BOX, OF_OTHERS, PROPERTIES } from './paged-media'
import { findUnitless } from './unitless-lengths'
import { valueRemedy } from './value-remedy'

/** Declarations of one text that are compared: more than any sheet that was written by hand has. */
const MAX_COMPARED = 300
const MAX_VALUE = 120
const MAX_SHOWN = 60
const MAX_TOLD = 3
/** Declarations that were found right, so that a document's sheet is compared once. */
const MAX_KNOWN = 2000
const known = new Set<string>()

/** Rules in which declarations are those of elements and pages. */
const OF_ELEMENTS = new Set(['', 'page', 'media', 'supports', 'layer', 'container', 'scope', 'keyframes'])
/** What the dictionary does not know: other programs' values, hacks for old browsers, values that are put together later. */
const NOT_COMPARED =
  /(?:^|[\s,(])-(?:webkit|moz|ms|o|prince|ro|ah|weasy|epub)-|\\|!\s{0,3}ie|progid|expression\(|(?:var|env|attr|if|sibling-\w{1,9}|anchor(?:-size)?|calc-size|random|image-set|cross-fade|element|running|string|target-\w{1,9}|leader|device-cmyk|cmyk|snap-\w{1,9}|paint|symbols|url)\(|\(\s{0,3}from\s|[{}<>@]|\$|__/i
/** Properties whose values this service has more of, or browsers more than the dictionary. */
const OURS =
  /^(?:page|size|zoom|filter|src|speak.*|mask.*|-.*|font-variant.*|text-size-adjust|color-interpolation|border-shape|(?:column|row|gap)-rule-.*)$/
/** Properties that are none of elements, and what is said of them elsewhere. */
const TOLD_ELSEWHERE = new Set(['orientation', ...PROPERTIES])

/** What is told of declarations in `where`, without comments; `standards`: the document is of that mode. */
export function findPropertyMistakes(where: string, css: string, standards: boolean): string[] {
  const declarations = readDeclarations(css, new BoundedTokenizer())
  const told = new Set<string>()
  let compared = 0
  for (const declaration of declarations) {
    if (told.size >= MAX_TOLD || compared >= MAX_COMPARED) break
    const text = textOf(declaration, css)
    if (text === undefined || known.has(text)) continue
    compared++
    const mistake = mistakeOf(declaration, text, { css, standards })
    if (mistake === undefined) remember(text)
    else if (!isFallback(declaration, declarations, css) && !isToldElsewhere(text, standards))
      told.add(`${where} has ${mistake}`)
  }
  return [...told]
}

function remember(text: string): void {
  if (known.size >= MAX_KNOWN) known.clear()
  known.add(text)
}

/** `property: value` as it is compared; nothing for what is not. */
function textOf({ property, from, valueFrom, to, rule }: Declaration, css: string): string | undefined {
  if (!OF_ELEMENTS.has(rule) && !MARGIN_BOX.test(rule) && !/keyframes$/.test(rule)) return undefined
  // Another sign in front is a hack, and a word between is told elsewhere.
  const isPlain = /[{;}\s/]/.test(css[from - 1] ?? ' ')
  if (!isPlain || css.slice(from + property.length, valueFrom).trim() !== ':') return undefined
  if (to - valueFrom > MAX_VALUE || OURS.test(property) || TOLD_ELSEWHERE.has(property)) return undefined
  const value = css
    .slice(valueFrom, to)
    .replace(/!\s{0,9}important\s{0,9}$/i, '')
    .trim()
  if (property === 'float' && FLOATS.has(value.toLowerCase())) return undefined
  return value === '' || NOT_COMPARED.test(value) || OF_OTHERS.test(property)
    ? undefined
    : `${property}: ${value}`
}

/** What is wrong with a declaration, and what is right. */
function mistakeOf(
  { property, inPage, from, to }: Declaration,
  text: string,
  { css, standards }: { css: string; standards: boolean },
): string | undefined {
  const value = text.slice(property.length + 2)
  const fault = isPageBreak(property, value) ? { syntax: '' } : propertyFault(property, value)
  if (fault === undefined) return undefined
  const shown = css.slice(from, to).replace(/\s+/g, ' ').slice(0, MAX_SHOWN).trim()
  if (fault === 'unknown property') {
    const meant = nearestName(property, propertyNames())
    return meant === undefined || property.length < 5
      ? undefined
      : `${shown}, which is not read: did you mean ${meant}?`
  }
  const remedy = valueRemedy(property, value, fault.syntax)
  // In quirks mode a length may be without a unit, but not in rules for pages (HTML, quirks mode).
  const isQuirk = !standards && !inPage && /(?:^|\s)-?[\d.]+(?:\s|$)/.test(value) && /\dpx/.test(remedy)
  return isQuirk ? undefined : `${shown}, which is not read: ${remedy}`
}

/** `always` is of the properties that came before these (CSS Fragmentation 3, 3.4): Chromium leaves it out here. */
function isPageBreak(property: string, value: string): boolean {
  return /^break-(?:after|before)$/.test(property) && /^(?:always|all)$/i.test(value)
}

/** Whether the same rule has another value for browsers that do not know this one. */
function isFallback(
  { property, block, from }: Declaration,
  all: readonly Declaration[],
  css: string,
): boolean {
  return all.some(
    (other) =>
      other.block === block &&
      other.property === property &&
      other.from !== from &&
      propertyFault(property, css.slice(other.valueFrom, other.to).trim()) === undefined,
  )
}

function isToldElsewhere(text: string, standards: boolean): boolean {
  const rule = `x{${text};}`
  return findDeclarationMistakes('', rule).length > 0 || (standards && findUnitless('', rule).length > 0)
}
