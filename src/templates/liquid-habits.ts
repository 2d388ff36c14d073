/** What other template languages write and Liquid takes for something else: it prints, and not what is meant. */

import { findPlaces, shownPlaces } from '../text/unfilled'

/** Characters that are looked at. */
const MAX_LOOKED_AT = 200_000
const MAX_SHOWN = 40
const MAX_PLACES = 20

/** `remedy` follows what was found. */
const HABITS: readonly { pattern: RegExp; remedy: string }[] = [
  { pattern: /\bloop\.(?:index0?|first|last|length)\b/, remedy: 'is Jinja: in Liquid it is forloop' },
  {
    pattern: /\{%-?\s{0,9}for\s{1,9}\w{1,40}\s{1,9}in\s{1,9}range\(/,
    remedy: 'is Python: in Liquid it is (1..5)',
  },
  {
    pattern:
      /\bdate:\s{0,9}["'](?:[^"']{0,20}(?:YYYY|DD|MM|%[a-zA-Z])[^"']{0,20}|(?:[dmjnYyHis][./ :-]){1,5}[dmjnYyHis])["']/,
    remedy:
      'is not read, and the long form is printed: a date takes "short", "medium", "long", "full", "month", "day", "weekday", "year", "time" or "datetime"',
  },
  {
    pattern: /\{\{-?\s{0,9}[A-Za-z_][\w.]{0,60}\s{1,9}(?!contains\b|and\b|or\b)(?:[A-Za-z_][\w.]{0,60}|["'])/,
    remedy: 'prints its first word alone: Liquid has filters, as in {{ price | money }}',
  },
  {
    pattern: /\{\{-?\s{0,9}this\.\w/,
    remedy: 'is Handlebars: name the item, {% for line in lines %}{{ line.name }}',
  },
  {
    pattern: /\{#[^{}\n]{0,60}#\}/,
    remedy: 'is Jinja, and is printed: in Liquid it is {% comment %} ... {% endcomment %}',
  },
  { pattern: /<%[=-]?\s{0,9}[a-z_]/i, remedy: 'is printed as it is: in Liquid it is {{ name }}' },
]

/** What the owner of a page is told of habits from elsewhere. Linear: each pattern is tried once. */
export function findForeignHabits(page: string): string[] {
  const text = page.slice(0, MAX_LOOKED_AT)
  const habits = HABITS.flatMap(({ pattern, remedy }) => {
    const [found] = pattern.exec(text) ?? []
    return found === undefined ? [] : [`page has ${found.slice(0, MAX_SHOWN)}, which ${remedy}`]
  })
  return [...habits, ...findForeignPlaces(text)]
}

/** Elements whose text is code, or is filled by it. */
const CODE = /<(?:script|style|pre|code|samp|kbd|textarea)\b/i

/** Places as other languages write them; one that a filter of the page names is filled by it. */
function findForeignPlaces(page: string): string[] {
  if (CODE.test(page)) return []
  const ours: string[] = []
  const text = page
    .replace(/\{\{[^{}]{0,500}\}\}|\{%[^%]{0,500}%\}/g, (tag) => {
      ours.push(tag)
      return ' '
    })
    .replace(/<[a-z/][^<>]{0,2000}>/gi, ' ')
  const tags = ours.join(' ')
  const places = shownPlaces(
    [...findPlaces(text), ...javascriptPlaces(text)].filter((place) => !tags.includes(place)),
  )
  return places === undefined ? [] : [`page has ${places}: in Liquid it is {{ name }}`]
}

/** `${name}`, as JavaScript writes it. */
function javascriptPlaces(text: string): string[] {
  return text.match(/\$\{[a-z_][\w.]{0,60}\}/gi)?.slice(0, MAX_PLACES) ?? []
}
