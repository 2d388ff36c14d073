/** A VAT category by its code (UNTDID 5305) that is none, or that has another rate than the one beside it. */

/** What people write for the codes, in small letters. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ standard: 'S', 'standard rate': 'S', normal: 'S', full: 'S', reduced: 'S', aa: 'S', h: 'S' },
  ...{ zero: 'Z', 'zero rated': 'Z', exempt: 'E', 'tax exempt': 'E', none: 'E', free: 'E' },
  ...{ 'reverse charge': 'AE', reverse: 'AE', rc: 'AE', ic: 'K', intra: 'K', 'intra-community': 'K' },
  ...{ export: 'G', 'not subject': 'O', outside: 'O', igic: 'L', ipsi: 'M' },
}
const CODES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B']
/** Those in which no VAT is charged. */
const WITHOUT_VAT = ['Z', 'E', 'AE', 'K', 'G', 'O']
const MAX_SHOWN = 40

/** What is odd about them; undefined if nothing is. `rate` is in per cent. */
export function oddVatCategory(category: unknown, rate: unknown): string | undefined {
  if (typeof category !== 'string' || category.trim() === '') return undefined
  const code = category.trim()
  if (!CODES.includes(code)) {
    const meant = CODES.find((one) => one === code.toUpperCase()) ?? WORDS[code.toLowerCase()]
    const remedy = meant === undefined ? 'S is the standard one' : `send "${meant}"`
    return `${JSON.stringify(code.slice(0, MAX_SHOWN))} is no category of VAT (UNTDID 5305, ${CODES.slice(0, -1).join(', ')}): ${remedy}`
  }
  if (rate === undefined || rate === null || rate === '') return undefined
  const percent = Number(String(rate).replace(',', '.').replace('%', ''))
  if (WITHOUT_VAT.includes(code) && percent > 0)
    return `${code} is for what no VAT is charged on, and the rate is ${percent}: send S, or the rate 0`
  return code === 'S' && percent === 0
    ? 'S is for rates above 0, and the rate is 0: send Z (zero rated), E (exempt), AE (reverse charge), K, G or O'
    : undefined
}
