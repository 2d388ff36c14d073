/** Values that are one of a list, and codes beside which words are printed: those that are none of them. */
import { design } from './builtin.data'
import { codeOfCountry, mistakenCode } from './country-code'
import { oddUnit } from './odd-units'
import type { Place } from './unread-data'

const MAX_COUNTRY = 60

const MISSPELT_PAID = /^(?:payed|payd|paied|is[ _-]?paid|paid[ .!]{0,3}in full)$/

/** What is odd about a code that invoices have; other templates may call something else so. */
export function oddCodeOfInvoice(value: string | number, place: Place): string | undefined {
  if (typeof value !== 'string') return undefined
  return oddCountry(value, place) ?? oddStatus(value, place)
}

/** The same of all templates that are ours; `data` have the document's language. */
export function oddCode(
  text: string,
  { place, data }: { place: Place; data: Record<string, unknown> },
): string | undefined {
  if (place?.key === 'unit' && place.parent?.parent) return oddUnit(text, data)
  if (!place || place.parent) return undefined
  if (place.key === 'direction') return oddDirection(text)
  return place.key === 'type_code' && !/^\d{0,3}$/.test(text)
    ? 'is no code of a document (UNTDID 1001): send "380" for an invoice, "381" for a credit note'
    : undefined
}

/** Names of countries are translated and ordered by their codes, and e-invoices have nothing else. */
function oddCountry(value: string, place: Place): string | undefined {
  if (place?.key !== 'country' || value.length > MAX_COUNTRY) return undefined
  const code = value.length > 2 ? codeOfCountry(value) : undefined
  if (code) return `is a name: send ${JSON.stringify(code)}, its code (ISO 3166-1)`
  const [, region] = /^[a-z]{2}[-_]([a-z]{2})$/i.exec(value.trim()) ?? []
  if (region)
    return `is a locale: send ${JSON.stringify(region.toUpperCase())}, the code of the country (ISO 3166-1)`
  const mistaken = mistakenCode(value.trim())
  return mistaken && `is no code of two letters (ISO 3166-1): send one such as "${mistaken.meant ?? 'DE'}"`
}

/** A status in a language's own word prints, but an invoice that is so paid is still due. */
function oddStatus(value: string, place: Place): string | undefined {
  if (place?.key !== 'status' || place.parent) return undefined
  const text = value.trim().toLowerCase()
  const known = ['paid', 'overdue', 'draft']
  if (known.includes(text)) return undefined
  if (MISSPELT_PAID.test(text)) return 'prints and does nothing else: send "paid"'
  // Also with words around it, such as a day.
  const words = text.split(/[^\p{L}]+/u)
  const meant = known.find((name) =>
    Object.values(design.words).some((dictionary) => {
      const word = dictionary[`status_${name}`]?.toLowerCase() ?? ''
      return word === text || (word.length > 3 && words.length < 8 && words.includes(word))
    }),
  )
  return meant && `prints and does nothing else: send "${meant}", which the document says in its language`
}

/** The document's own direction, which is that of its language without it. */
function oddDirection(text: string): string | undefined {
  if (text === '' || /^(?:ltr|rtl)$/.test(text)) return undefined
  const meant = /^(?:right|rtl)/i.test(text) ? 'rtl' : 'ltr'
  return `is not read: send "${meant}", or leave it out for the direction of the language`
}
