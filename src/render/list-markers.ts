/** Markers of lists by a name that no browser knows and no rule makes: the entries are numbered instead (CSS Counter Styles 3, 2). */
import { nearestName } from '../text/nearest-name'

const MAX_SHOWN = 40
const MAX_TOLD = 2

/** CSS Counter Styles 3, 6 and 7, and what browsers had before. */
const STYLES = (
  'disc circle square decimal decimal-leading-zero lower-roman upper-roman lower-greek lower-latin lower-alpha upper-latin ' +
  'upper-alpha arabic-indic armenian upper-armenian lower-armenian bengali cambodian khmer cjk-decimal devanagari georgian ' +
  'gujarati gurmukhi hebrew kannada lao malayalam mongolian myanmar oriya persian tamil telugu thai tibetan urdu hiragana ' +
  'hiragana-iroha katakana katakana-iroha disclosure-open disclosure-closed cjk-earthly-branch cjk-heavenly-stem ethiopic ' +
  'ethiopic-halehame ethiopic-halehame-am ethiopic-halehame-ti-er ethiopic-halehame-ti-et ethiopic-numeric hangul ' +
  'hangul-consonant korean-hangul-formal korean-hanja-formal korean-hanja-informal japanese-formal japanese-informal ' +
  'simp-chinese-formal simp-chinese-informal trad-chinese-formal trad-chinese-informal cjk-ideographic'
).split(' ')
/** What a value of `list-style` may have beside them. */
const BESIDE = 'none inside outside inherit initial unset revert revert-layer important string'
const KNOWN = new Set([...STYLES, ...BESIDE.split(' ')])

/** What is meant by words that people write. */
const MEANT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['bullet', 'bullets', 'dot', 'dots', 'point', 'points', 'filled'].map((word) => [word, 'disc']),
  ),
  ...Object.fromEntries(
    ['number', 'numbers', 'numeric', 'numbered', 'ordered', '1'].map((word) => [word, 'decimal']),
  ),
  ...Object.fromEntries(
    ['letter', 'letters', 'alpha', 'latin', 'alphabetic'].map((word) => [word, 'lower-alpha']),
  ),
  ...Object.fromEntries(['box', 'boxes', 'block', 'rectangle'].map((word) => [word, 'square'])),
  ...Object.fromEntries(['dash', 'dashes', 'hyphen', 'line'].map((word) => [word, '"– "'])),
  ...Object.fromEntries(['check', 'checkmark', 'tick'].map((word) => [word, '"✓ "'])),
  ...{ roman: 'lower-roman', greek: 'lower-greek', hollow: 'circle', ring: 'circle' },
}

/** `rules` without their texts and comments. */
export function findOddMarkers(rules: string): string[] {
  const own = new Set([...rules.matchAll(/@counter-style\s{1,9}([\w-]{1,60})/gi)].map(([, name]) => name))
  const told = new Set<string>()
  for (const [found, value = ''] of rules.matchAll(
    /(?<![\w-])list-style(?:-type)?\s{0,9}:([^;{}]{1,100})/gi,
  )) {
    const words = /[(\\$]/.test(value) ? [] : value.split(/[\s!"]+/).filter(Boolean)
    const odd = words.find((word) => /^[a-z]/i.test(word) && !KNOWN.has(word.toLowerCase()) && !own.has(word))
    if (odd === undefined) continue
    const meant = MEANT[odd.toLowerCase()] ?? nearestName(odd.toLowerCase(), STYLES) ?? 'disc'
    told.add(
      `${found.replace(/\s+/g, ' ').slice(0, MAX_SHOWN).trim()}, a marker that no browser knows, so that numbers are printed: did you mean ${meant}?`,
    )
    if (told.size >= MAX_TOLD) break
  }
  return [...told]
}
