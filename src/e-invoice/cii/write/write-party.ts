/** Parties in CII, in the order of the schema's TradePartyType. */

import type { Invoice } from '../../schema'
import type { TradeParty } from '../../schema/extended-schema'
import type { Address, Buyer, Contact, Seller } from '../../schema/party-schema'
import { electronicAddressOf } from '../../terms'
import { group, leaf, type XmlNode } from '../../xml/serialise-xml'
import { code, identifier, identifiers } from './write-values'

/** BG-4. */
export const sellerParty = (seller: Seller | undefined) =>
  group(
    'ram:SellerTradeParty',
    ...identifiers(seller?.ids ?? []),
    leaf('ram:Name', seller?.name),
    leaf('ram:Description', seller?.legal_information),
    ...partyDetails(seller),
    taxRegistration('VA', seller?.vat_id),
    taxRegistration('FC', seller?.tax_registration),
  )

/** BG-7. */
export const buyerParty = (buyer: Buyer | undefined) =>
  group(
    'ram:BuyerTradeParty',
    ...identifiers([buyer?.id, ...(buyer?.ids ?? [])]),
    leaf('ram:Name', buyer?.name),
    ...partyDetails(buyer),
    taxRegistration('VA', buyer?.vat_id),
    taxRegistration('FC', buyer?.tax_registration),
  )

/** BG-11. */
export const taxRepresentativeParty = (representative: Invoice['tax_representative']) =>
  group(
    'ram:SellerTaxRepresentativeTradeParty',
    leaf('ram:Name', representative?.name),
    postalAddress(representative?.address),
    taxRegistration('VA', representative?.vat_id),
  )

/** BG-10. */
export const payeeParty = (payee: Invoice['payee']) =>
  group(
    'ram:PayeeTradeParty',
    ...identifiers([payee?.id]),
    leaf('ram:Name', payee?.name),
    group('ram:SpecifiedLegalOrganization', identifier('ram:ID', payee?.legal_registration)),
    postalAddress(payee?.address),
  )

/** BG-13 and BG-15. */
export const shipToParty = (delivery: Invoice['delivery']) =>
  group(
    'ram:ShipToTradeParty',
    ...identifiers([delivery?.location_id]),
    leaf('ram:Name', delivery?.name),
    tradeContact(delivery?.contact),
    postalAddress(delivery?.address),
  )

/** A party of EXTENDED, whose element is named for its role. */
export const tradeParty = (name: string, party: TradeParty | undefined) =>
  group(
    name,
    ...identifiers(party?.ids ?? []),
    leaf('ram:Name', party?.name),
    ...partyDetails(party),
    taxRegistration('VA', party?.vat_id),
    taxRegistration('FC', party?.tax_registration),
  )

/** What a seller and a buyer have in common, between the description and the tax registrations. */
function partyDetails(party: Seller | Buyer | TradeParty | undefined): (XmlNode | undefined)[] {
  const electronic = electronicAddressOf(party?.electronic_address)
  return [
    group(
      'ram:SpecifiedLegalOrganization',
      identifier('ram:ID', party?.legal_registration),
      leaf('ram:TradingBusinessName', party?.trading_name),
    ),
    tradeContact(party?.contact),
    postalAddress(party?.address),
    group(
      'ram:URIUniversalCommunication',
      leaf('ram:URIID', electronic?.id, { schemeID: electronic?.scheme }),
    ),
  ]
}

const tradeContact = (contact: Contact | undefined) =>
  group(
    'ram:DefinedTradeContact',
    // A contact that is a department has no person's name.
    leaf('ram:PersonName', contact?.name === contact?.department ? undefined : contact?.name),
    leaf('ram:DepartmentName', contact?.department),
    group('ram:TelephoneUniversalCommunication', leaf('ram:CompleteNumber', contact?.phone)),
    group('ram:FaxUniversalCommunication', leaf('ram:CompleteNumber', contact?.fax)),
    group('ram:EmailURIUniversalCommunication', leaf('ram:URIID', contact?.email)),
  )

const postalAddress = (address: Address | undefined) =>
  group(
    'ram:PostalTradeAddress',
    code('ram:PostcodeCode', address?.postcode),
    leaf('ram:LineOne', address?.line1),
    leaf('ram:LineTwo', address?.line2),
    leaf('ram:LineThree', address?.line3),
    leaf('ram:CityName', address?.city),
    leaf('ram:CountryID', address?.country),
    leaf('ram:CountrySubDivisionName', address?.region),
  )

/** A VAT identifier is printed in groups and transmitted without blanks; a tax number stays as it is. */
const taxRegistration = (scheme: 'VA' | 'FC', id: string | undefined) =>
  group(
    'ram:SpecifiedTaxRegistration',
    leaf('ram:ID', scheme === 'VA' ? id?.replaceAll(' ', '') : id, { schemeID: scheme }),
  )
