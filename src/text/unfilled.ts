/**
 * What a program left in a text that people read where a value was meant: the place itself, as a template language
 * writes it ("Dear {name}"), or the word for no value ("Dear undefined"). Documents about programs show both on purpose,
 * and are known by their words. Linear: each pattern goes over the text once.
 */
import { isAddress } from './file-name'
import { isValueName } from './value-names'

/** Places that are told by name. */
const MAX_TOLD = 3
const MAX_SHOWN = 40
/** Characters of a label that are shown. */
const MAX_BEFORE = 20
/** Places of one form that are looked at. */
const MAX_LOOKED_AT = 200

/** Words of documents that explain templates, and of those that explain values. */
const ABOUT_TEMPLATES =
  /\b(?:templates?|templating|placeholders?|platzhalter|variables|syntax|braces|javascript|typescript|python|php|liquid|jinja2?|handlebars|mustache|twig|regex)\b/i
const ABOUT_VALUES =
  /\b(?:javascript|typescript|python|php|java|json|sql|databases?|programming|booleans?|strings|nullable|typeof)\b/i

/** Places that their form tells alone, as Smarty, Ruby, Mailchimp and Python write them. */
const FORMS = [
  /\{\$[a-z_][\w.]{0,60}\}/gi,
  /#\{[a-z_][\w.]{0,60}\}/gi,
  /\*\|[A-Z][A-Z0-9_:]{1,40}\|\*/g,
  /%\([a-z_]\w{0,60}\)s/gi,
  /\{[dc]\.[a-z_][\w.[\]]{0,60}\}/gi,
  /\[(?:Your|Insert|Enter|Company|Client|Customer|Recipient)(?: [\w ]{1,30})?\](?![([:])/g,
  /(?<=\b(?:Dear|Hello|Hi|Hallo) )\[[A-Za-z][\w ]{1,40}\]/g,
]

/** Places that may be something else, but for the name in them; nor are they a part of an address or a formula. */
const NAMED = [
  /(?<![\w$#%{/\\^@=])\{ ?([a-z_][\w.]{1,60}) ?\}(?!\})/gi,
  /\[\[([a-z_][\w. ]{1,60})\]\]/gi,
  /(?<![\w%])%([a-z_][\w.]{1,60})%(?!\w)/gi,
]

/** What a program writes for no value, as a whole text and letter by letter: Null and Nan are names. */
export const NO_VALUE = /^(?:undefined|null|NaN|\[object Object\])$/

/** A place as Liquid, Jinja, JavaScript or ERB write it: no text has one that was filled in. */
const TAG = /\{\{-?\s{0,9}[a-z_][\w.]{0,60}\s{0,9}-?\}\}|\$\{[a-z_][\w.]{0,60}\}|<%=\s{0,9}[a-z_]/i

/** What no value has that a program put together, but a text may: a name in braces, or no value as a part of a path. */
const IN_VALUE =
  /\{\s{0,9}[a-z_][\w.]{0,60}\s{0,9}\}|\[object Object\]|(?<=\/)(?:undefined|null|NaN)(?=$|[/?#])/i

/** The same of an address, which is URL-encoded, and has nothing in such marks that stands alone between its signs. */
const IN_ADDRESS =
  /(?:%7B){1,2}\s?[a-z_][\w.]{0,60}\s?(?:%7D){1,2}|<[a-z_]{1,40}>|(?<=[/=])(?:\[[a-z_]\w{1,40}\]|%[a-z_]\w{1,40}%|undefined|null|NaN)(?=$|[/&?#])|(?<=\/):[a-z_]\w{1,40}(?=$|[/?#])/i

/** Characters of a value that are looked at. */
const MAX_VALUE = 4000

/** Variables of Windows, which texts about it name. */
const OF_WINDOWS = /^%(?:USERNAME|DATE|[A-Z]{2,20}PROFILE)%$/

/** The places in a text without markup that nothing was put into, each once. */
export function findPlaces(text: string): string[] {
  if (!/[{[%*]/.test(text) || ABOUT_TEMPLATES.test(text)) return []
  const named = NAMED.flatMap((form) =>
    found(text, form).filter(([place, name = '']) => !OF_WINDOWS.test(place) && isValueName(name.trim())),
  )
  return [...new Set([...FORMS.flatMap((form) => found(text, form)), ...named].map(([place]) => place))]
}

/** The first place of a template language in a text. */
export function findTag(text: string): string | undefined {
  return TAG.exec(text)?.[0]
}

/** What a program left in a value of few words, where a value was meant: a place, or a word for none. */
export function findInValue(value: string): string | undefined {
  const text = value.slice(0, MAX_VALUE).trim()
  if (NO_VALUE.test(text)) return text
  return findTag(text) ?? (IN_VALUE.exec(text) ?? (isAddress(text) ? IN_ADDRESS.exec(text) : null))?.[0]
}

function found(text: string, form: RegExp): RegExpExecArray[] {
  return [...text.matchAll(form)].slice(0, MAX_LOOKED_AT)
}

/** What is told of the value of a field: `data has {id}: put the value there`. */
export function tellInValue(where: string, value: string | undefined): string[] {
  const place = value === undefined ? undefined : findInValue(value)
  return place === undefined ? [] : [`${where} has ${place.slice(0, MAX_SHOWN)}: put the value there`]
}

/** What is told of places in `where`; `remedy` is what to do about them. */
export function tellPlaces(
  where: string,
  places: readonly string[],
  remedy = 'put the value there',
): string[] {
  const shown = shownPlaces(places)
  return shown === undefined ? [] : [`${where} has ${shown}: ${remedy}`]
}

/** `{name}, {total} and 2 more, which are printed as they are`; nothing if there is no place. */
export function shownPlaces(places: readonly string[]): string | undefined {
  const shown = places.slice(0, MAX_TOLD).map((place) => place.slice(0, MAX_SHOWN))
  if (shown.length === 0) return undefined
  if (shown.length === 1) return `${shown[0]}, which is printed as it is`
  const more = places.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}, which are printed as they are`
}

/** No value where one was certainly meant: behind a salutation, beside a currency, in a date; and a salutation of nobody. */
const CERTAIN = [
  /\b(?:[Dd]ear|[Hh]ello|[Hh]i|[Hh]ey|[Hh]allo|[Ll]iebe[rs]?|[Gg]eehrte[rs]?|[Bb]onjour|[Cc]h(?:er|ère)|[Hh]ola|[Ee]stimad[oa]|[Gg]entile|[Bb]este|[Gg]eachte|[Pp]rezad[oa]|[Ss]zanown[ya])\s{1,9}(?:(?:Mr|Mrs|Ms|Herr|Frau|Madame|Monsieur)\b\.?\s{1,9})?(?:undefined|null|NaN|None|nil)\b/,
  /\b(?:Dear|[Gg]eehrte[rs]?|Liebe[rs]?|Estimad[oa]|Gentile|Geachte|Prezad[oa])\s{1,9},(?!\S)/,
  /[€£¥]\s?(?:NaN|undefined|null)\b|\$\s?(?:NaN|undefined)\b|\b(?:NaN|undefined)\s?(?:[€£¥$%]|(?:EUR|USD|GBP|CHF)\b)/,
  /\bNaN[-/.]NaN\b/,
  /\b(?:undefined undefined|null null)\b/,
]

/** The same where one is likely to have been meant: behind a label, or the sign of a number. */
const LIKELY = [
  /(?:\b[Nn][or]\.|\b[Ii]nvoice|\b[Oo]rder|\b[Rr]echnung|\b[Ff]actur[ae]|\b[Ff]attura|#)\s?(?:undefined|NaN)\b/,
  /(?<!\b(?:[Dd]efault|[Tt]ypes?|[Vv]alues?|[Rr]eturns?|[Rr]esults?|[Oo]utput)):\s{1,3}(?:undefined|NaN|null)(?=\s{0,9}(?:[\n,;|]|$))/,
  /\bInvalid Date\b/,
]

/** All that stands in an element or a cell. */
const ALONE = /(?:^|[\n\t]) {0,9}(undefined|NaN|null|Invalid Date) {0,9}(?=[\n\t]|$)/

/** What is told of a word for no value in a text without markup, whose elements are divided by line ends. */
export function findMissing(text: string): string | undefined {
  if (!/undefined|NaN|null|None|nil|Invalid Date|\s,/.test(text)) return undefined
  const certain = firstOf(text, CERTAIN)
  if (certain !== undefined) return certain
  if (ABOUT_VALUES.test(text)) return undefined
  const [, alone] = ALONE.exec(text) ?? []
  if (alone !== undefined) return `"${alone}" as the text of an element: a program wrote it for no value`
  return firstOf(text, LIKELY)
}

/** What the first of the patterns finds, with the line's few letters before it. */
function firstOf(text: string, patterns: readonly RegExp[]): string | undefined {
  const match = patterns.map((pattern) => pattern.exec(text)).find((one) => one !== null)
  if (!match) return undefined
  const before = text.slice(Math.max(0, match.index - MAX_BEFORE), match.index)
  const label = match[0].startsWith(':') ? before.slice(before.lastIndexOf('\n') + 1) : ''
  const shown = JSON.stringify(`${label}${match[0]}`.replace(/\s+/g, ' ').trim())
  return match[0].endsWith(',') ? `${shown} and no name` : `${shown}: a program wrote it for no value`
}
