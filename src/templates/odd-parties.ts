/** What is odd about the parties of a document of ours: VAT identifiers that are none, postcodes that lost their zero. */
import { oddVatId } from '../money/vat-id'
import { codeOfCountry } from './country-code'
import type { Variables } from './manifest'
import { objectOf } from './object-of'

const MAX_SHOWN = 60

/** One warning for each value of a party that is read and is none. */
export function findOddParties({ properties = {} }: Variables, data: Record<string, unknown>): string[] {
  return Object.entries(properties).flatMap(([name, { properties: fields = {} }]) => {
    const party = Object.hasOwn(data, name) ? objectOf(data[name]) : {}
    const address = objectOf(party.address)
    const country = countryOf(address.country)
    return [
      ...(Object.hasOwn(fields, 'vat_id')
        ? told(`data.${name}.vat_id`, party.vat_id, (text) => oddVatId(text, country))
        : []),
      ...(Object.hasOwn(fields, 'address')
        ? told(`data.${name}.address.postcode`, address.postcode, (text) => oddPostcode(text, country))
        : []),
    ]
  })
}

function told(path: string, value: unknown, find: (text: string) => string | undefined): string[] {
  if (typeof value !== 'string' && typeof value !== 'number') return []
  const odd = find(String(value).slice(0, MAX_SHOWN))
  const shown = typeof value === 'string' ? value.slice(0, MAX_SHOWN) : value
  return odd ? [`${path} ${JSON.stringify(shown)} ${odd}`] : []
}

/** Digits of a postcode, of countries where it may begin with 0 and tables lose that. */
const DIGITS: Readonly<Record<string, number>> = {
  ...{ DE: 5, ES: 5, FI: 5, FR: 5, IT: 5, US: 5 },
  ...{ AU: 4, DK: 4, NO: 4, ZA: 4, PT: 4 },
}

function oddPostcode(text: string, country = ''): string | undefined {
  const digits = DIGITS[country.trim().toUpperCase()]
  const plain = text.trim()
  return digits !== undefined && /^\d{3,4}$/.test(plain) && plain.length === digits - 1
    ? `has ${plain.length} digits, and postcodes of ${country.trim().toUpperCase()} have ${digits}: send "0${plain}", as a text`
    : undefined
}

/** The code of a country, however it was written. */
function countryOf(country: unknown): string | undefined {
  if (typeof country !== 'string' || country.length > MAX_SHOWN) return undefined
  return country.trim().length > 2 ? codeOfCountry(country) : country
}
