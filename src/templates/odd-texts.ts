/** Texts of data that were damaged or written otherwise on their way here, and print as they are. Linear. */
import { MISREAD } from '../text/misread'
import { findMissing, findPlaces, findTag, NO_VALUE, shownPlaces } from '../text/unfilled'

const MAX_SHOWN = 20

/** What no template means, whoever wrote it. */
export function damagedText(text: string): string | undefined {
  if (MISREAD.test(text)) return 'is UTF-8 that was read as Latin-1 on its way here'
  if (text.includes('\ufffd')) return 'has U+FFFD, which stands for letters that were lost: send UTF-8'
  if (/^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|BEZUG!|WERT!)$/.test(text))
    return 'is an error of a spreadsheet, and is printed'
  return undefined
}

/** The marks of other notations, which our own templates print. `isMarkdown`: where a field takes that, it reads some. */
export function foreignNotation(text: string, isMarkdown: boolean): string | undefined {
  const entity = isMarkdown ? undefined : ENTITY.exec(text)?.[0]
  if (entity) return `has ${entity.slice(0, MAX_SHOWN)}, which is printed: send the character itself`
  const escaped = /\\u[\da-f]{4}/i.exec(text)?.[0]
  if (escaped) return `has ${escaped}, which is printed: it was escaped twice on its way here`
  if (/[\w.,!?]\\n(?=[A-ZÄÖÜ\\*-])/.test(text) && !/^[a-z]:\\/i.test(text))
    return 'has \\n, which is printed: it was escaped twice on its way here'
  if (/%20|%C3%[89AB][\dA-F]/i.test(text) && !/:\/\/|^(?:data|asset):/i.test(text))
    return 'is URL-encoded, and is printed so: send the text itself'
  if (/^=(?:[A-Z]{1,3}\$?\d|[A-Z]{2,12}\()/.test(text)) return 'is a formula, and is printed: send its value'
  if (/^\d(?:[.,]\d{1,15})?E\+\d{1,2}$/.test(text) || /^#{4,}$/.test(text))
    return 'is how a spreadsheet shows what its column is too narrow for: send the value itself'
  return text === 'string' ? 'is the example of a form that was not filled in' : undefined
}

const ENTITY =
  /&(?:amp|lt|gt|quot|apos|nbsp|euro|pound|shy|[lr][ds]quo|[nm]dash|szlig|ccedil|[aeiouyn](?:uml|acute|grave|circ|tilde)|#\d{2,5}|#x[\da-f]{2,5});/i

/** A text that a program or a template of the caller's has left a value out of. */
export function oddUnfilled(text: string): string | undefined {
  if (NO_VALUE.test(text)) return undefined
  const places = shownPlaces(findPlaces(text))
  if (places !== undefined) return `has ${places}: put the value there`
  const tag = findTag(text)
  if (tag) return `has ${tag}, which is printed as it is: put the value there`
  const missing = findMissing(text)
  return missing === undefined ? undefined : `has ${missing}`
}
