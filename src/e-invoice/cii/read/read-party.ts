/** Parties of a Cross Industry Invoice as the JSON of `schema.ts`. */
import type { TradeParty } from '../../schema/extended-schema'
import type { Address, Contact } from '../../schema/party-schema'
import { elementAt, elementsAt, textAt } from './path'
import { type Element, identifier, identifiers } from './read-values'

/** What sellers and buyers have in common. */
export const party = (element: Element) => ({
  name: textAt(element, 'Name'),
  trading_name: textAt(element, 'SpecifiedLegalOrganization/TradingBusinessName'),
  legal_registration: identifier(elementAt(element, 'SpecifiedLegalOrganization/ID')),
  vat_id: taxRegistration(element, 'VA'),
  electronic_address: identifier(elementAt(element, 'URIUniversalCommunication/URIID')),
  address: address(element),
  contact: contact(elementAt(element, 'DefinedTradeContact')),
})

/** A party of any role. */
export const tradeParty = (element: Element): TradeParty | undefined =>
  element && {
    ...party(element),
    ids: identifiers(element),
    tax_registration: taxRegistration(element, 'FC'),
  }

/** The tax number of a scheme: VA for VAT, FC for the local one. */
export const taxRegistration = (element: Element, scheme: string) =>
  elementsAt(element, 'SpecifiedTaxRegistration/ID')
    .find((each) => each.attributes.get('schemeID') === scheme)
    ?.text.trim()

/** The postal address of a party. */
export function address(element: Element): Address | undefined {
  const postal = elementAt(element, 'PostalTradeAddress')
  return (
    postal && {
      line1: textAt(postal, 'LineOne'),
      line2: textAt(postal, 'LineTwo'),
      line3: textAt(postal, 'LineThree'),
      city: textAt(postal, 'CityName'),
      postcode: textAt(postal, 'PostcodeCode'),
      region: textAt(postal, 'CountrySubDivisionName'),
      country: textAt(postal, 'CountryID'),
    }
  )
}

/** A department without a person is the contact itself; EN 16931 has one name (CII-SR-465). */
export function contact(element: Element): Contact | undefined {
  const person = textAt(element, 'PersonName')
  const department = textAt(element, 'DepartmentName')
  return (
    element && {
      name: person ?? department,
      department,
      phone: textAt(element, 'TelephoneUniversalCommunication/CompleteNumber'),
      fax: textAt(element, 'FaxUniversalCommunication/CompleteNumber'),
      email: textAt(element, 'EmailURIUniversalCommunication/URIID'),
    }
  )
}
