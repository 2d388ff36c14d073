/** The namespaces of a Cross Industry Invoice. Elements of former drafts have the same names in other namespaces. */

const STANDARD = 'urn:un:unece:uncefact:data:standard:'
const MESSAGE = `${STANDARD}CrossIndustryInvoice:100`
const AGGREGATES = `${STANDARD}ReusableAggregateBusinessInformationEntity:100`
const TYPES = { qualified: `${STANDARD}QualifiedDataType:100`, plain: `${STANDARD}UnqualifiedDataType:100` }
const MESSAGE_PARTS = [
  'CrossIndustryInvoice',
  'ExchangedDocumentContext',
  'ExchangedDocument',
  'SupplyChainTradeTransaction',
]

/** The namespace that an element has within its parent; for an element that CII does not know, that of aggregates. */
export function namespaceOf(name: string, parent: string): string {
  if (MESSAGE_PARTS.includes(name)) return MESSAGE
  if (!['DateTimeString', 'DateString', 'Indicator'].includes(name)) return AGGREGATES
  return parent.startsWith('Formatted') ? TYPES.qualified : TYPES.plain
}
