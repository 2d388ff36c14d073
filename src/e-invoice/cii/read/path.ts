/** Access to the tree of a Cross Industry Invoice by paths. */
import { type Decimal, decimal, format } from '../../../money/decimal'
import type { XmlElement } from '../../xml/parse-xml'

const rsm = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'

/** Whether a document is CII at all, and not UBL, ZUGFeRD 1 or an order. */
export const isCrossIndustryInvoice = (root: XmlElement): boolean =>
  root.name === 'CrossIndustryInvoice' && root.namespace === rsm

/** All elements at a path of local names below `element`, `Seller/Name`; dates are reached like the rest. */
export function elementsAt(element: XmlElement | undefined, path: string): XmlElement[] {
  let found = element ? [element] : []
  for (const name of path.split('/')) {
    found = found.flatMap((each) => each.children.filter((child) => child.name === name))
  }
  return found
}

/** The first element at a path. */
export const elementAt = (element: XmlElement | undefined, path: string): XmlElement | undefined =>
  elementsAt(element, path)[0]

/** The text at a path, without the blanks around it; undefined if there is none. */
export const textAt = (element: XmlElement | undefined, path: string): string | undefined =>
  elementAt(element, path)?.text.trim() || undefined

/**
 * A number as `xs:decimal` allows it (`+1.`, `.50`) in plain notation; text that is none stays as it is, for the
 * check of the shape to find.
 */
export function plainDecimal(text: string | undefined): string | undefined {
  const given = text?.trim()
  if (given === undefined) return undefined
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(given)
  if (!match || !(match[2] || match[3]) || given.length > 60) return given
  return format(decimal(`${match[1]}${match[2] || '0'}.${match[3] ?? ''}`))
}

/** The number at a path, in plain notation. */
export const numberAt = (element: XmlElement | undefined, path: string): string | undefined =>
  plainDecimal(elementAt(element, path)?.text)

/** A number; undefined if the text is none. */
export function parseDecimal(text: string | undefined): Decimal | undefined {
  const plain = plainDecimal(text)
  return plain !== undefined && /^-?\d+(\.\d+)?$/.test(plain) ? decimal(plain) : undefined
}

/** The parts of the transaction; the schema has each once. */
export function partsOf(root: XmlElement) {
  const transaction = elementAt(root, 'SupplyChainTradeTransaction')
  return {
    context: elementAt(root, 'ExchangedDocumentContext'),
    document: elementAt(root, 'ExchangedDocument'),
    lines: elementsAt(transaction, 'IncludedSupplyChainTradeLineItem'),
    agreement: elementAt(transaction, 'ApplicableHeaderTradeAgreement'),
    delivery: elementAt(transaction, 'ApplicableHeaderTradeDelivery'),
    settlement: elementAt(transaction, 'ApplicableHeaderTradeSettlement'),
  }
}
