/** Values that headers and lines of a Cross Industry Invoice have alike, as the JSON of `schema.ts` has them. */

import type { Identifier, Period } from '../../schema/value-schemas'
import type { XmlElement } from '../../xml/parse-xml'
import { elementAt, elementsAt, textAt } from './path'

export type Element = XmlElement | undefined

/** Format 102 of UNTDID 2379 as `YYYY-MM-DD`; other forms stay as they are, for the check of the shape to find. */
export function date(element: Element, path: string): string | undefined {
  const given = elementAt(element, `${path}/DateTimeString`) ?? elementAt(element, `${path}/DateString`)
  const digits = /^(\d{4})(\d{2})(\d{2})$/.exec(given?.text.trim() ?? '')
  if (!digits || given?.attributes.get('format') !== '102') return given?.text
  return digits.slice(1).join('-')
}

/** An identifier with its scheme; undefined if it is empty. */
export function identifier(element: Element): Identifier | undefined {
  const id = element?.text.trim()
  return id ? { id, scheme: element?.attributes.get('schemeID') } : undefined
}

/** A `GlobalID` is one only by its scheme, so that a missing one is no code of any list (BR-CL-10). */
export const identifiers = (party: Element): Identifier[] => [
  ...elementsAt(party, 'ID').flatMap((each) => identifier(each) ?? []),
  ...elementsAt(party, 'GlobalID').map((each) => ({
    id: each.text.trim(),
    scheme: each.attributes.get('schemeID') ?? 'none',
  })),
]

/** BG-14, BG-26. */
export const period = (element: Element): Period | undefined =>
  element && { start: date(element, 'StartDateTime'), end: date(element, 'EndDateTime') }

/** BT-18, BT-128: a document of type 130. */
export function invoicedObject(element: Element): Identifier | undefined {
  const id = textAt(element, 'IssuerAssignedID')
  return id ? { id, scheme: textAt(element, 'ReferenceTypeCode') } : undefined
}
