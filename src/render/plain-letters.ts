/**
 * Addresses as a browser reads them: their letters may be written by number in HTML (`&#97;sset:`), or escaped in CSS
 * (`\61 sset:`). Only letters and colons are read so: a quote or a bracket by its number is no end of anything.
 */

/** At most so many leading zeros, so that reading is linear. */
const REFERENCE =
  /&#x0{0,7}([0-9a-f]{2})(?:;|(?![0-9a-f]))|&#0{0,7}([0-9]{2,3})(?:;|(?![0-9]))|\\0{0,4}([0-9a-f]{2})(?:[ \t\n]|(?![0-9a-f]))|&colon;/gi
const LETTER = /[a-z:]/i

/** The text in plain letters, and where a place of that stands in the text as it was; asked for rising places only. */
export type PlainText = { plain: string; placeOf: (index: number) => number }

export function plainLetters(text: string): PlainText {
  const parts: string[] = []
  const shifts: { after: number; by: number }[] = []
  let [from, length] = [0, 0]
  for (const { index, 0: reference, 1: hex, 2: decimal, 3: escaped } of text.matchAll(REFERENCE)) {
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? escaped ?? '3a', 16)
    const letter = String.fromCharCode(code)
    if (!LETTER.test(letter)) continue
    parts.push(text.slice(from, index), letter)
    length += index - from + 1
    from = index + reference.length
    shifts.push({ after: length, by: from - length })
  }
  let passed = 0
  const placeOf = (index: number) => {
    while ((shifts[passed]?.after ?? Number.POSITIVE_INFINITY) <= index) passed++
    return index + (shifts[passed - 1]?.by ?? 0)
  }
  return { plain: parts.length === 0 ? text : parts.join('') + text.slice(from), placeOf }
}
