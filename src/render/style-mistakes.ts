/**
 * Styles that have no effect, or another than their author means: no rules at all, a brace too many or too few,
 * properties of another program. Told before anything is rendered. Linear: each pattern is tried once.
 */
import { isAddress, isPath } from '../text/file-name'
import { withoutTexts } from './css-text'
import { findDeclarationMistakes } from './declaration-mistakes'
import { withoutParts } from './document-mistakes'
import { styleElements } from './paged-media'
import { findPreprocessed, withoutComments } from './preprocessed-styles'
import { findPropertyMistakes } from './property-mistakes'
import { findRuleFaults } from './rule-mistakes'
import { findUnitless, isStandards } from './unitless-lengths'

/** Characters that are looked at. */
const MAX_LOOKED_AT = 200_000
const MAX_SHOWN = 40
/** Mistakes of a document's own style sheets that are told. */
const MAX_TOLD = 3

/** What a caller is told of `css` that has no effect; `standards`: in a document of that mode (`isStandards`). */
export function findCssMistakes(css: string | undefined, { standards = false } = {}): string[] {
  const text = withoutComments((css ?? '').slice(0, MAX_LOOKED_AT)).trim()
  if (text === '') return []
  if (/<\/?style\b/i.test(text))
    return ['css has a <style> tag, which ends its first rule: send the rules alone']
  if (/^```/.test(text)) return ['css stands in a fence (```css): send what is within']
  if (/^\{\s{0,20}"/.test(text)) return ['css is JSON: send rules such as "p { color: #333 }"']
  if (text.includes('{') || text.startsWith('@'))
    return [...findStylesOfPrince('css', text), ...findRuleMistakes('css', text, standards)]
  if (isAddress(text)) return ['css is an address, which is not fetched: send the rules, or @import "..."']
  if (isPath(text)) return ['css is the name of a file: send the rules that it holds']
  return ['css has no rules: send some such as "p { color: #333 }"']
}

/** The same of the styles in a document: its sheets, and its attributes. */
export function findStyleMistakes(html: string): string[] {
  const looked = html.slice(0, MAX_LOOKED_AT)
  const sheets = readSheets(withoutParts(looked, ['!--', 'script']))
  const standards = isStandards(html)
  const other = sheets.map(({ attributes }) => OTHER_LANGUAGE.exec(attributes)?.[0]).find(Boolean)
  return [
    ...findStylesOfPrince('html', looked),
    ...(other
      ? [`html has a <style> in ${other}, which no browser reads: send the CSS that your program makes`]
      : sheets
          .flatMap(({ css }) => findRuleMistakes('html', withoutComments(css), standards))
          .slice(0, MAX_TOLD)),
    ...findScriptProperty(looked),
    ...findAttributeMistakes(looked, standards),
  ]
}

/** The style elements of a document, which end at their own tag alone. */
export function readSheets(html: string): { attributes: string; css: string }[] {
  return [...styleElements(html)].map(({ from, to }) => ({
    attributes: html.slice(html.lastIndexOf('<', from), from - 1),
    css: html.slice(from, to),
  }))
}

const OTHER_LANGUAGE = /\b(?:scss|sass|less|stylus|postcss)\b/i

function findRuleMistakes(where: string, css: string, standards: boolean): string[] {
  const other = findPreprocessed(where, css)
  return [
    // Another notation has braces of its own.
    ...(other.length > 0 ? other : findBraces(where, css)),
    ...findProperties(where, css),
    ...findLateImport(where, css),
    // In another notation nothing is missing.
    ...(other.length > 0
      ? []
      : [
          ...findDeclarationMistakes(where, css),
          ...(standards ? findUnitless(where, css) : []),
          ...findRuleFaults(where, css),
          ...findPropertyMistakes(where, css, standards),
        ]),
  ]
}

/** An `@import` behind rules, where it is left out (CSS Cascade 5, 2). */
function findLateImport(where: string, css: string): string[] {
  const at = css.lastIndexOf('@import')
  const rule = css.indexOf('{')
  const late = rule >= 0 && at > rule ? css.slice(at, at + 60) : ''
  const [shown] = /^@import(?:\s{0,9}url\(|\s{1,9}["'])[^;{}\n]{0,30}/.exec(late) ?? []
  return shown === undefined
    ? []
    : [`${where} has ${shown.slice(0, MAX_SHOWN)} behind other rules, where it is not read: put it first`]
}

/** What style attributes have that is not read. */
function findAttributeMistakes(html: string, standards: boolean): string[] {
  const rules = attributeRules(withoutParts(html, ['!--', 'script', 'style']))
  return [
    ...(standards ? findUnitless('html', rules) : []),
    ...findPropertyMistakes('html', rules, standards),
  ]
}

/** The style attributes in `markup`, each a rule of its own: what stands twice in one may be for another browser. */
export function attributeRules(markup: string): string {
  const styles = [...markup.matchAll(STYLE_ATTRIBUTE)].map(([, double, single]) => double ?? single ?? '')
  return [...new Set(styles)].map((style) => `x{${style}}`).join('')
}

const STYLE_ATTRIBUTE = /\sstyle\s?=\s?(?:"([^"<>]{0,2000})"|'([^'<>]{0,2000})')/gi

/** Braces that do not match: each takes rules along. */
function findBraces(where: string, css: string): string[] {
  let open = 0
  for (const brace of withoutTexts(css).match(/[{}]/g) ?? []) {
    open += brace === '{' ? 1 : -1
    if (open < 0) return [`${where} has a } too many: it takes the rule after it along`]
  }
  return open > 0 && css.length < MAX_LOOKED_AT
    ? [`${where} has a { that is not closed: what follows is taken for a part of it`]
    : []
}

/** Names of properties as JavaScript has them. */
const OF_SCRIPTS =
  /(?:^|[{;\s"'])(?:fontSize|fontFamily|fontWeight|fontStyle|lineHeight|letterSpacing|textAlign|textDecoration|textTransform|backgroundColor|backgroundImage|border(?:Radius|Top|Right|Bottom|Left|Color|Width|Collapse)|(?:margin|padding)(?:Top|Right|Bottom|Left)|(?:max|min)(?:Width|Height)|flexDirection|justifyContent|alignItems|pageBreak(?:After|Before|Inside)|break(?:After|Before|Inside))\s?:/

function findProperties(where: string, css: string): string[] {
  const [script] = OF_SCRIPTS.exec(css) ?? []
  const name = script?.replace(/[^A-Za-z]/g, '')
  const [, width, height] =
    /\bsize\s?:\s?(\d{1,4}(?:\.\d{1,3})?) (\d{1,4}(?:\.\d{1,3})?)\s?[;}]/.exec(css) ?? []
  const unit = Number(width) < 30 && Number(height) < 50 ? 'in' : 'mm'
  return [
    ...(name
      ? [
          `${where} has ${name}, which no browser reads: it is ${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        ]
      : []),
    ...(width
      ? [
          `${where} has a size of ${width} ${height} without a unit, which is not read: "${width}${unit} ${height}${unit}"`,
        ]
      : []),
  ]
}

/** That a style attribute has a property as JavaScript names it. */
function findScriptProperty(markup: string): string[] {
  const [style] =
    /\sstyle\s?=\s?"[^"<>{]{0,300}?(?:fontSize|backgroundColor|textAlign|fontWeight|marginTop|fontFamily)\s?:/.exec(
      markup,
    ) ?? []
  return style === undefined ? [] : findProperties('html', style)
}

/** Properties of Prince, which no browser reads. */
const OF_PRINCE = /[\s;{]-?prince-[a-z-]{2,40}(?=\s{0,3}:)/i

/** What a caller is told of styles of another program. `where` names the field. */
function findStylesOfPrince(where: string, text: string): string[] {
  const found = OF_PRINCE.exec(text)?.[0].slice(1, MAX_SHOWN)
  if (found === undefined) return []
  const name = found.replace(/^-?prince-/i, '')
  const remedy = /^bookmark-/.test(name)
    ? `it is ${name} here`
    : 'leave it out, or use the property of CSS Paged Media'
  return [`${where} has ${found}, which has no effect: ${remedy}`]
}
