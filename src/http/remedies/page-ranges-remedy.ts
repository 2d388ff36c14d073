/** What somebody meant by pages that are not written as ranges. */
import { isPlain, MAX_SHOWN } from './type-remedy'

export function pageRanges(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const ranges = value.slice(0, 5).filter(isPlain)
    return `send them as a text: "${ranges.join(', ').slice(0, MAX_SHOWN)}"`
  }
  if (!isPlain(value)) return undefined
  if (['', 'all'].includes(String(value).trim().toLowerCase())) return 'leave it out for all pages'
  if (/last|end/i.test(String(value))) return 'the last page is not named: "2-" is all from the second on'
  if (/^\s*first\s*$/i.test(String(value))) return 'send "1"'
  if (/odd|even/i.test(String(value))) return 'odd and even pages have no name: list them, "1, 3, 5"'
  if (/(?:^|\D)0(?:\D|$)/.test(String(value))) return 'the first page is 1'
  const [, from, to] = /^(\d{1,6})-(\d{1,6})$/.exec(String(value).slice(0, MAX_SHOWN).trim()) ?? []
  return Number(from) > Number(to) ? `a range begins with its first page: "${to}-${from}"` : undefined
}
