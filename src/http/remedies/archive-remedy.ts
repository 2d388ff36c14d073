/** What somebody meant by a level of PDF/A, or a profile of Factur-X, that is not made. */
import { nearestName } from '../../text/nearest-name'
import { MAX_SHOWN } from './type-remedy'

export function archiveLevel(value: string): string | undefined {
  if (/ua/i.test(value.slice(0, 8))) return 'send "pdf_ua": true, beside any "pdf_format" or alone'
  const [, part, level = 'b'] =
    /([1-4])-?([abuef])?$/i.exec(value.slice(0, MAX_SHOWN).replace(/\s/g, '')) ?? []
  if (/x/i.test(value.slice(0, 6))) return 'PDF/X is not made; "PDF/A-2b" is for archives'
  if (part === '4' || part === undefined) return '"PDF/A-2b" is right for most archives'
  if (level.toLowerCase() === 'b') return `did you mean "PDF/A-${part}b"?`
  if (level.toLowerCase() === 'a' && part === '1') return 'did you mean "PDF/A-1a"?'
  return `level ${level.toLowerCase()} is not made for part ${part}: "PDF/A-${part}b", with "tagged": true if it is for reading aloud`
}

/** A profile of Factur-X in the form that is taken. */
export function profileOf(value: string): string {
  const name = value.slice(0, MAX_SHOWN).trim().toUpperCase()
  return /^EN\s?-?\s?16931|COMFORT|ZUGFERD|FACTUR/.test(name)
    ? 'EN 16931'
    : (nearestName(name, ['BASIC', 'EXTENDED', 'XRECHNUNG']) ?? 'EN 16931')
}
