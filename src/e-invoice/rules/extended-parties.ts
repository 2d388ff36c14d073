/** The tax numbers of parties in the profile EXTENDED (BR-FXEXT-03). */
import { elementsAt, partsOf } from '../cii/read/path'
import type { XmlElement } from '../xml/parse-xml'
import type { Report } from './invoice-finding'

/** Where the JSON has each party that is not the seller. */
const POINTERS: Record<string, string> = {
  BuyerTradeParty: '/buyer',
  SalesAgentTradeParty: '/other_parties/sales_agent',
  BuyerTaxRepresentativeTradeParty: '/other_parties/buyer_tax_representative',
  ProductEndUserTradeParty: '/other_parties/end_user',
  UltimateShipToTradeParty: '/other_parties/final_recipient',
  ShipFromTradeParty: '/other_parties/ship_from',
  InvoicerTradeParty: '/other_parties/invoicer',
  InvoiceeTradeParty: '/other_parties/invoicee',
  PayerTradeParty: '/other_parties/payer',
  'line ItemSellerTradeParty': '/seller',
  'line ShipToTradeParty': '/delivery',
}

/** Reports each local tax number (scheme FC) of anyone but the seller of the invoice. */
export function checkTaxNumbers(report: Report, root: XmlElement): void {
  const { agreement, delivery, settlement, lines } = partsOf(root)
  const ofInvoice = [agreement, delivery, settlement].flatMap((part) => part?.children ?? [])
  for (const party of ofInvoice) checkParty(report, party, POINTERS[party.name])
  for (const [i, line] of lines.entries()) {
    for (const party of line.children.flatMap((part) => part.children)) {
      const at = POINTERS[`line ${party.name}`]
      checkParty(report, party, at && `/lines/${i}${at}`)
    }
  }
}

function checkParty(report: Report, party: XmlElement, pointer: string | undefined) {
  if (!party.name.endsWith('TradeParty') || party.name === 'SellerTradeParty') return
  const ids = elementsAt(party, 'SpecifiedTaxRegistration/ID')
  if (ids.every((id) => id.attributes.get('schemeID') === 'VA')) return
  const message = `${party.name} has a local tax number, which in EXTENDED only the seller has (BT-32): leave it out, or use vat_id.`
  report('BR-FXEXT-03', pointer ? `${pointer}/tax_registration` : '', message)
}
