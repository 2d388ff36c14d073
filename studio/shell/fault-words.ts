/** What the service says of a request, for people: fields by their names, sentences with a capital. */
import { entryName } from '../form/entry-name'

/** `/request/data/lines/0/net_price` and "must be a number" as "Line 1, net price must be a number". */
export function faultOf(pointer: string, message: string): string {
  const parts = pointer.replace(/^(?:\/request)?(?:\/data(?=\/))?\//, '').split('/')
  const place = parts.reduce((said, part) => {
    if (/^\d+$/.test(part)) return said ? entryName(said, Number(part)) : String(Number(part) + 1)
    const name = part.replaceAll('_', ' ').replaceAll('~1', '/').replaceAll('~0', '~')
    return said ? `${said}, ${name}` : name
  }, '')
  const what = withoutPath(message)
  if (!place) return what
  const name = place.charAt(0).toUpperCase() + place.slice(1)
  // A sentence of its own, or what goes on from the name.
  const goesOn = /^[a-z]/.test(message) && !/^(?:data|invoice)[.[]/.test(message)
  return goesOn ? `${name} ${message}` : `${name}: ${what}`
}

/** What the service says of a field, at that field: without the path in front, and with a capital. */
export function withoutPath(said: string): string {
  return sentenceOf(said.replace(/^(?:data|invoice)(?:\.[\w-]+|\[\d+\])+:? /, ''))
}

/** With a capital, unless it begins with a name of the API. */
export function sentenceOf(said: string): string {
  return /^[a-z]+[ ,]/.test(said) ? said.charAt(0).toUpperCase() + said.slice(1) : said
}

/** Without the numbers of the terms of EN 16931, which developers have in the reference. */
export function withoutTerms(said: string): string {
  return said
    .replace(/[,;]?\s*\(?\b(?:BT|BG)-\d+(?:, (?:BT|BG)-\d+)*\)?/g, '')
    .replace(/^[\s,;:]+/, '')
    .trim()
}
