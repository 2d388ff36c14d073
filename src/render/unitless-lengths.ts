/**
 * Lengths without a unit (`width: 210`), which CSS leaves out in silence (CSS Values 4, 6): only a document in quirks
 * mode, without a doctype, has them read as pixels. Linear: one pattern is tried once.
 */

/** Lengths that are told of one text. */
const MAX_TOLD = 3

/** A declaration, or a feature of a media query, that takes lengths and no plain numbers. */
const LENGTH =
  /(?<![\w-])((?:min-|max-)?(?:width|height)|(?:margin|padding|inset)(?:-(?:top|right|bottom|left))?|top|right|bottom|left|(?:row-|column-)?gap|border-(?:(?:top|right|bottom|left)-)?width|border-radius|font-size|text-indent|(?:letter|word)-spacing)\s?:([^;{}()!"'<]{1,60})/gi
const PLAIN_NUMBER = /^-?(?:\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})$/
/** What may stand beside it in a list. */
const OTHER = /^(?:auto|-?[\d.]{1,9}(?:px|pt|pc|mm|cm|in|r?em|ex|ch|v[wh]|%))$/i

/** What is told of style rules, or of what a style attribute has, in `where`. */
export function findUnitless(where: string, css: string): string[] {
  const found = [...css.matchAll(LENGTH)].flatMap(([, property = '', text = '']) => {
    const parts = text.trim().split(/\s+/)
    const isList = parts.every((part) => PLAIN_NUMBER.test(part) || OTHER.test(part))
    if (!isList || !parts.some(isUnitless)) return []
    const meant = parts.map((part) => (isUnitless(part) ? `${part}px` : part)).join(' ')
    return `${where} has ${property}: ${parts.join(' ')} without a unit, which is not read: write ${meant}`
  })
  return [...new Set(found)].slice(0, MAX_TOLD)
}

/** Of a number, whether it needs a unit: 0 does not. */
function isUnitless(part: string): boolean {
  return PLAIN_NUMBER.test(part) && Number(part) !== 0
}

/** Whether a browser certainly shows the document in standards mode. */
export function isStandards(html: string): boolean {
  return /^\s{0,99}<!doctype html\s{0,9}>/i.test(html.slice(0, 200))
}
