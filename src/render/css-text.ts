/** Pieces of CSS as text, for those who look for a pattern in it. */

/** CSS without what stands in its texts and addresses, which may have any sign: each is an empty text. */
export function withoutTexts(css: string): string {
  return css.replace(/"[^"\n]{0,999}"|'[^'\n]{0,999}'|url\([^()\n]{0,999}\)/gi, '""')
}

/** Of what stands between two opening braces, the selector or at-rule of the second. */
export function preludeOf(part: string): string {
  return part.slice(Math.max(part.lastIndexOf(';'), part.lastIndexOf('}')) + 1).trim()
}
