/**
 * Styles that a program was to turn into CSS: Sass, Less, Tailwind. A browser leaves out what it cannot read, often with
 * the rule that follows. Linear: each pattern is tried once.
 */

const MAX_SHOWN = 40

/** What is no CSS, by what it is; rules within rules are CSS (CSS Nesting), but for names that are put together. */
const FORMS: readonly RegExp[] = [
  /@(?:tailwind|apply|mixin|include|extend|use|forward|screen|theme)\b[^;{}\n]{0,20}/i,
  /@(?:if|else|each|for|while|return)\b(?=[ (])[^;{}\n]{0,20}/i,
  /\.[a-z][\w-]{0,40}\([^(){}\n]{0,60}\) when \(/i,
  /(?:^|[{;\n] {0,8})\.[a-z][\w-]{0,40} ?;/i,
  /~["'][^"'\n]{0,40}/,
  /(?:^|[}\s])%[a-z][\w-]{0,30} ?\{/i,
  /\b(?:math|color|map|list|string)\.[a-z][\w-]{0,20}\(/i,
  /:\s?\d{1,6}(?:px|mm|pt|r?em|%) (?:[*+] \d{1,4}(?:px|mm|pt|r?em|%)?|\/ \d{1,4})\s?[;}]/i,
  /&[-_][a-z][\w-]{0,30}(?=[^;{}]{0,60}\{)/i,
  /[#@]\{[$a-z][\w-]{0,30}\}/i,
  /(?:^|[{;\n] {0,8})\.[a-z][\w-]{0,40}\([^(){};\n]{0,60}\) ?;/i,
  /\b(?:darken|lighten|fade|percentage|transparentize|desaturate|spin|tint|shade)\([^;{}\n]{0,30}/i,
  /(?:^|[{;\s])(?:font|margin|padding|border|background): \{/i,
]

/** A variable of Sass or Less, up to its value. */
const VARIABLE = /(?:^|[\s{;}])[$@](?!page\b|font-)[a-z][\w-]{0,30}\s?:/i

/** A comment of one line; within a text or an address it follows something else. */
const LINE_COMMENT = /(?:^|[;{}])[ \t]{0,20}(\/\/[^\n]{0,40})/m

/** What is told of styles for a preprocessor; `where` is the field that has them. */
export function findPreprocessed(where: string, css: string): string[] {
  const comment = LINE_COMMENT.exec(css)?.[1]
  const found = variableOf(css) ?? FORMS.map((form) => form.exec(css)?.[0]).find((text) => text !== undefined)
  return [
    ...(found === undefined
      ? []
      : [`${where} has ${shown(found)}, which no browser reads: send the CSS that your program makes`]),
    ...(comment === undefined
      ? []
      : [
          `${where} has ${shown(comment)}, which is no comment in CSS and takes the rule after it along: write /* … */`,
        ]),
  ]
}

function variableOf(css: string): string | undefined {
  const at = VARIABLE.exec(css)?.index
  return at === undefined ? undefined : css.slice(at, at + MAX_SHOWN).split(/(?<=\w;)/, 1)[0]
}

/** Styles without their comments; an open one goes to the end. */
export function withoutComments(css: string): string {
  const [first = '', ...rest] = css.split('/*')
  return [first, ...rest.map((part) => part.split('*/').slice(1).join('*/'))].join('')
}

function shown(found: string): string {
  return found
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^[{;] ?/, '')
    .slice(0, MAX_SHOWN)
}
