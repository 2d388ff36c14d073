/** Finding one's way in the tree of a Cross Industry Invoice. */
import { type Decimal, decimal } from './decimal'
import type { XmlElement } from './xml-read'

const rsm = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'

export const isCrossIndustryInvoice = (root: XmlElement): boolean =>
  root.name === 'CrossIndustryInvoice' && root.namespace === rsm

/** All elements at a path of local names below `element`, `Seller/Name`; dates are reached like the rest. */
export function all(element: XmlElement | undefined, path: string): XmlElement[] {
  let found = element ? [element] : []
  for (const name of path.split('/')) {
    found = found.flatMap((each) => each.children.filter((child) => child.name === name))
  }
  return found
}

/** The first element at a path. */
export const first = (element: XmlElement | undefined, path: string): XmlElement | undefined =>
  all(element, path)[0]

/** The text at a path, without the blanks around it; undefined where there is none. */
export const textAt = (element: XmlElement | undefined, path: string): string | undefined =>
  first(element, path)?.text.trim() || undefined

/** The number at a path; undefined where there is none or the text is no decimal. */
export function amountAt(element: XmlElement | undefined, path: string): Decimal | undefined {
  const text = textAt(element, path)
  return text && /^[+-]?\d{1,30}(\.\d{1,30})?$/.test(text) ? decimal(text) : undefined
}

/** The parts of the transaction, each of which the schema has once. */
export function partsOf(root: XmlElement) {
  const transaction = first(root, 'SupplyChainTradeTransaction')
  return {
    context: first(root, 'ExchangedDocumentContext'),
    document: first(root, 'ExchangedDocument'),
    lines: all(transaction, 'IncludedSupplyChainTradeLineItem'),
    agreement: first(transaction, 'ApplicableHeaderTradeAgreement'),
    delivery: first(transaction, 'ApplicableHeaderTradeDelivery'),
    settlement: first(transaction, 'ApplicableHeaderTradeSettlement'),
  }
}
