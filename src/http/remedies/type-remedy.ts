/** What somebody meant by a value of another JSON type. */

/** Longest value that is repeated. */
export const MAX_SHOWN = 40

const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten'.split(' ')

/** Fields that hold a whole document, or how it is made; the body itself has no name. */
const WHOLE = new Set(['', 'data', 'options', 'request'])

/** A value of the right meaning in the wrong JSON type, of the field of that name. */
export function ofAnotherType(
  value: unknown,
  { field, expected }: { field: string; expected: string | undefined },
): string | undefined {
  if (typeof value === 'string') {
    const text = value.slice(0, MAX_SHOWN).trim()
    if (expected === 'boolean' && /^(true|false)$/i.test(text))
      return `send ${text.toLowerCase()} without quotes`
    if (expected === 'boolean')
      return `send ${/^(yes|on|y|1)$/i.test(text) ? 'true' : 'true or false, without quotes'}`
    if ((expected === 'number' || expected === 'int') && /^-?\d{1,12}(\.\d{1,9})?$/.test(text))
      return `send ${text} without quotes`
    if (expected === 'number' || expected === 'int') {
      const [, number] = /^(\d{1,9}(?:\.\d{1,6})?)\s?(?:px|dpi|deg|°|pt|%|ms|s)$/i.exec(text) ?? []
      if (number !== undefined) return `send ${number}, without a unit and quotes`
    }
    const word = NUMBER_WORDS.indexOf(text.toLowerCase())
    if ((expected === 'number' || expected === 'int') && word >= 0) return `send ${word}, in digits`
    if (expected === 'array' && text.startsWith('[')) return 'send the list itself, not its JSON in a text'
    if (expected === 'array') return `send a list, even of one: ${JSON.stringify([text])}`
    if (expected === 'object' && text.startsWith('<')) return 'send {"html": "…"}'
    if ((expected === 'object' || expected === 'record') && text.startsWith('{'))
      return 'send the object itself, not its JSON in a text'
  }
  if (expected === 'string' && field === 'data' && typeof value === 'object')
    return 'send one text; what a type has beside it, such as "ssid", stands beside "data"'
  if (expected === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return `send "${value}" in quotes`
  if (expected === 'string' && typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'send one text, not a list' : 'send one text, not an object'
  if (expected === 'array' && isFlags(value))
    return `send a list: ${JSON.stringify(Object.keys(value).slice(0, 3))}`
  if (expected === 'array' && isNumbered(value))
    return 'it is an object of numbered fields: send a list (array_values() in PHP)'
  if (expected === 'boolean' && (value === 0 || value === 1)) return `send ${value === 1}`
  if ((expected === 'object' || expected === 'record') && Array.isArray(value) && WHOLE.has(field))
    return 'several documents are entries of POST /v1/batch'
  return undefined
}

/** Names that are switched on, in the place of their list. */
function isFlags(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).length > 0 &&
    Object.values(value).every((one) => one === true)
  )
}

/** Whether it is a list as PHP writes one that lost an entry. */
export function isNumbered(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const names = Object.keys(value)
  return names.length > 0 && names.every((name) => /^\d{1,9}$/.test(name))
}

/** A text or a number, as it is repeated. An object may have a field `toString`, which is no function. */
export function shown(value: unknown): string {
  return isPlain(value) ? String(value).slice(0, MAX_SHOWN).trim() : ''
}

export function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
