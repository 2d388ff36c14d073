/** Markup that nobody filled in, and how what is found in sources is told. Linear: each pattern is tried once. */
import { findMissing, findPlaces, tellPlaces } from '../text/unfilled'

/** Characters that are looked at. */
export const MAX_LOOKED_AT = 200_000
export const MAX_SHOWN = 40

/** Tags of template languages; what `remedy` says follows "is printed as it is". */
const PLACEHOLDERS: readonly { pattern: RegExp; remedy: string }[] = [
  {
    pattern:
      /\{\{-?\s{0,9}\$?[a-z_][\w.]{0,60}\s{0,9}(?:-?\}\}|\||\(['"])|\{%-?\s{0,9}(?:if|for|set|assign|block|include)\b/i,
    remedy:
      'put the value there, or store the page (PUT /v1/endpoints/{slug}) and send data to POST /v1/studio/{slug}',
  },
  {
    pattern: /\{[#:@/](?:if|each|else|await|html)\b[^{}]{0,20}\}/i,
    remedy: 'send the HTML that your program makes',
  },
  { pattern: /<\?(?:php|=)|<%[=-]?\s{0,9}@?[a-z_]/i, remedy: 'send the HTML that your template makes' },
  { pattern: /\$\{[a-z_][\w.]{0,60}\}/i, remedy: 'put the value there' },
]

/** Elements of a document about programs, whose text is shown as it was written. */
export const SHOWN = /<(?:pre|code|samp|kbd)\b/i

/** What is no text of the page, or is shown as it was written. */
export const NO_TEXT = ['!--', 'script', 'style', 'textarea', 'math'] as const

/** Tags that stand within a line. */
const INLINE = /^<\/?(?:a|abbr|b|bdi|em|font|i|mark|s|small|span|strong|sub|sup|u)\b/i

/** What was not filled in, in the markup of `where`; `inHeader` is what to do in a header. */
export function unfilled(where: string, markup: string, inHeader?: string): string[] {
  const text = textOf(markup)
  const missing = findMissing(text)
  return [
    ...PLACEHOLDERS.flatMap(({ pattern, remedy }) =>
      shownIf(
        pattern.exec(markup)?.[0],
        (tag) => `${where} has ${tag}, which is printed as it is: ${remedy}`,
      ),
    ),
    ...tellPlaces(where, findPlaces(text), inHeader),
    ...(missing === undefined ? [] : [`${where} has ${missing}`]),
  ]
}

/** Markup as text, whose blocks begin new lines. */
export function textOf(markup: string): string {
  return markup
    .replace(/<[a-z/!][^<>]{0,2000}>/gi, (tag) => (INLINE.test(tag) ? '' : '\n'))
    .replace(/&(?:nbsp|#160);/gi, ' ')
}

export function shownIf(found: string | undefined, tell: (shown: string) => string): string[] {
  return found === undefined ? [] : [tell(found.slice(0, MAX_SHOWN))]
}
