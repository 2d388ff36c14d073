/**
 * Declarations that a browser leaves out in silence, since they are none: a sign that is missing or another one, names of
 * no property, a unit apart from its number. Linear: each pattern is tried once.
 */
import { withoutTexts } from './css-text'

const MAX_SHOWN = 40

/** A property, and what follows it in the place of a colon. */
const NO_COLON =
  /[{;]\s{0,40}((?:color|background(?:-color|-image)?|font(?:-size|-family|-weight|-style)?|(?:margin|padding)(?:-(?:top|right|bottom|left))?|width|height|border|display|text-align|line-height|position|float)(?:\s{0,3}=\s{0,3}|\s{1,3})[^\s:;{}=][^:;{}=\n]{0,39})(?=[;}])/i
/** A value that a comma divides from the next declaration. */
const COMMA =
  /:\s{0,3}[^:;{}()"',]{1,30},\s{0,20}(?:color|background-color|font-(?:size|family|weight)|margin|padding|width|height|border|display|text-align)\s{0,3}:/i
/** A declaration that runs into the next one. */
const NO_SEMICOLON =
  /:\s{0,3}[^:;{}()"',]{1,30}\s(?:color|background-color|font-(?:size|family|weight)|margin|padding|width|height|border|display|text-align)\s{0,3}:(?=\s)/i
const DECIMAL_COMMA =
  /(?:width|height|margin|padding|font-size|gap)\s{0,3}:\s{0,3}(\d{1,4},\d{1,3}(?:px|mm|cm|pt|in|r?em|%)?)(?=\s{0,3}[;}])/i
const QUOTED =
  /(?:width|height|margin|padding|font-size|gap|color)\s{0,3}:\s{0,3}(["'](?:[\d.]{1,8}(?:px|mm|cm|pt|in|r?em|%)?|#[\da-f]{3,8})["'])/i
const MARGIN_BOX = /@(?:top|bottom|left|right)(?=\s{0,3}\{)/i
const APART = /:\s{0,3}(?:[\w.%-]{1,12} ){0,3}\d{1,5}(?:\.\d{1,3})? (?:px|mm|cm|pt|r?em|%)(?=\s{0,3}[;}!])/i
/** A size of the shorthand `font`, which has a unit. */
const FONT =
  /\bfont\s?:\s?(?:(?:bold|italic|normal|[1-9]00) ){0,2}(?<!\d)([6-9]|[1-9]\d)(?:\/[\d.]{1,4})? (?=["'a-z])/i
const HASH = /:\s?(#(?:[\da-f]{1,2}|[\da-f]{5}|[\da-f]{7}|[\da-f]{9,12}))(?=\s?[;}!])/i
const IMPORTANT = /!\s{0,3}(?!important|default|global|optional|ie\b)[a-z]{3,14}(?=\s?[;}])/i
const VARIABLE = /\bvar\(\s?(?!--)-?[a-z][\w-]{0,30}/i
/** A word of a page's size that no browser knows. */
const SIZE =
  /@page[^{}@]{0,60}\{[^{}]{0,300}?(?<![\w-])size\s?:\s?(?:(?:a[345]|b[45]|jis-b[45]|letter|legal|ledger|portrait|landscape|auto) ?){0,2}(?!a[345]\b|b[45]\b|jis|letter\b|legal\b|ledger\b|portrait\b|landscape\b|auto\b|inherit\b|initial\b|var|calc)([a-z][\w-]{1,20})/i
/** Names that people expect, and what they mean. */
const NAMES: Readonly<Record<string, string>> = {
  colour: 'color',
  'background-colour': 'background-color',
  'border-colour': 'border-color',
  'font-color': 'color',
  'font-colour': 'color',
  'text-color': 'color',
  'bg-color': 'background-color',
  bgcolor: 'background-color',
  'text-size': 'font-size',
  'font-align': 'text-align',
  align: 'text-align',
  valign: 'vertical-align',
  'text-weight': 'font-weight',
  'font-decoration': 'text-decoration',
  'line-spacing': 'line-height',
  'page-break': 'break-before or break-after',
}
const NO_PROPERTY =
  /[{;]\s{0,40}(colour|background-colour|border-colour|font-colou?r|text-color|bg-color|bgcolor|text-size|font-align|align|valign|text-weight|font-decoration|line-spacing|page-break)\s{0,3}:/i

/** What is told of style rules in `where`, without their comments. */
export function findDeclarationMistakes(where: string, css: string): string[] {
  const plain = withoutTexts(css)
  const [, bare] = NO_COLON.exec(plain) ?? []
  const [comma] = COMMA.exec(plain) ?? []
  const [apart] = APART.exec(plain) ?? []
  const [, name = ''] = NO_PROPERTY.exec(plain) ?? []
  return [
    ...tell(
      NO_SEMICOLON.exec(plain)?.[0],
      (text) => `${where} has ${text}, which is not read: declarations end with a semicolon`,
    ),
    ...tell(
      DECIMAL_COMMA.exec(plain)?.[1],
      (text) => `${where} has ${text}, which is not read: a decimal point is a dot`,
    ),
    ...tell(
      QUOTED.exec(css)?.[1],
      (text) => `${where} has ${text}, which is not read: write it without quotes`,
    ),
    ...tell(
      MARGIN_BOX.exec(plain)?.[0],
      (text) =>
        `${where} has ${text}, which is no box of a page: it is ${text}-${/top|bottom/i.test(text) ? 'center' : 'middle'}`,
    ),
    ...tell(bare, (text) => `${where} has ${text}, which is not read: a colon stands behind the property`),
    ...tell(comma, (text) => `${where} has ${text}, which is not read: declarations end with a semicolon`),
    ...tell(
      apart,
      (text) => `${where} has ${text}, which is not read: a unit stands at its number, without a space`,
    ),
    ...tell(
      FONT.exec(css)?.[1],
      (text) => `${where} has a font of ${text} without a unit, which is not read: write ${text}px`,
    ),
    ...tell(
      HASH.exec(plain)?.[1],
      (text) => `${where} has ${text}, which is no color: a color has 3, 4, 6 or 8 digits`,
    ),
    ...tell(
      IMPORTANT.exec(plain)?.[0],
      (text) => `${where} has ${text}, which takes its declaration along: it is !important`,
    ),
    ...tell(
      VARIABLE.exec(plain)?.[0],
      (text) => `${where} has ${text}), which is not read: the name of a variable begins with --`,
    ),
    ...tell(
      SIZE.exec(plain)?.[1],
      (text) =>
        `${where} has a page size of ${text}, which no browser knows: write two lengths, such as "105mm 148mm"`,
    ),
    ...tell(
      name || undefined,
      (text) => `${where} has ${text}, which is not read: it is ${NAMES[text.toLowerCase()]}`,
    ),
  ]
}

function tell(found: string | undefined, say: (text: string) => string): string[] {
  const text = found
    ?.replace(/^:\s{0,3}/, '')
    .replace(/\s+/g, ' ')
    .slice(0, MAX_SHOWN)
    .trim()
  return text === undefined || text === '' ? [] : [say(text)]
}
