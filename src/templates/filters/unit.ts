/** The `unit` filter: the word for a unit of measure. */
import { format } from '../../money/decimal'
import type { Locale } from '../locale'
import { parsePrintedNumber } from '../parse-number'

/** What is no code is printed as it is, up to so many characters: columns of quantities are narrow. */
const MAX_LENGTH = 14

const rules = new Map<string, Intl.PluralRules>()

/**
 * The word for a unit of measure. A language whose word changes with the number has more of them, by plural category
 * (CLDR): `unit_DAY` is "days", `unit_DAY_one` is "day".
 *
 * @param code of UN/ECE Recommendation 20, such as `DAY`
 * @param quantity how many; without it the word is the one for many
 */
export function unitName(
  code: string,
  quantity: unknown,
  words: Readonly<Record<string, string>>,
  { tag, language }: Locale,
): string {
  const count = parsePrintedNumber(quantity, tag)
  const form = count && pluralRules(language).select(Number(format(count)))
  const word = (form && own(words, `unit_${code}_${form}`)) ?? own(words, `unit_${code}`)
  return word ?? (code.length > MAX_LENGTH ? `${code.slice(0, MAX_LENGTH - 1)}…` : code)
}

const own = (words: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(words, key) ? words[key] : undefined

/** There are as many as languages with words of ours. */
function pluralRules(language: string) {
  const known = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, known)
  return known
}
