/** Values of CII: dates, amounts, identifiers and codes in the forms of its data types. */
import { type Decimal, decimal, format } from '../../../money/decimal'
import type { Identifier, Period } from '../../schema/value-schemas'
import { asIdentifier, asText } from '../../terms'
import { group, leaf, type XmlNode } from '../../xml/serialise-xml'

/** Format 102 of UNTDID 2379: YYYYMMDD. */
const compactDate = (value: string | undefined) => value?.replaceAll('-', '')

/** A date in the element that CII keeps dates with times in. */
export const dateTime = (name: string, value: string | undefined) =>
  group(name, leaf('udt:DateTimeString', compactDate(value), { format: '102' }))

/** BT-7 alone is a date without a time. */
export const dateOnly = (name: string, value: string | undefined) =>
  group(name, leaf('udt:DateString', compactDate(value), { format: '102' }))

/** BT-26 is the only date in the qualified namespace. */
export const qualifiedDate = (name: string, value: string | undefined) =>
  group(name, leaf('qdt:DateTimeString', compactDate(value), { format: '102' }))

/** At least two decimals; more where the value has them (prices). */
export const amount = (name: string, value: Decimal | undefined, currency?: string) =>
  leaf(name, value && format(value, 2), { currencyID: currency })

/** Rates and percentages. */
export const percent = (name: string, value: Decimal | undefined) => leaf(name, value && format(value))

/** A quantity as given, with its unit (UN/ECE Recommendation 20). */
export const quantity = (name: string, value: number | string | undefined, unit: string | undefined) =>
  leaf(name, value === undefined ? undefined : format(decimal(value)), { unitCode: unit })

/** An identifier with its scheme as an attribute. */
export function identifier(name: string, value: Identifier | undefined): XmlNode | undefined {
  const given = asIdentifier(value)
  return leaf(name, given?.id, { schemeID: given?.scheme })
}

/** CII keeps identifiers with a scheme apart: `GlobalID`, after all `ID`s. */
export const identifiers = (values: readonly (Identifier | undefined)[]): XmlNode[] => {
  const given = values.flatMap((value) => asIdentifier(value) ?? [])
  return [
    ...given.filter(({ scheme }) => !scheme).map(({ id }) => leaf('ram:ID', id)),
    ...given
      .filter(({ scheme }) => scheme)
      .map(({ id, scheme }) => leaf('ram:GlobalID', id, { schemeID: scheme })),
  ].filter((node) => node !== undefined)
}

/** A code or a number that is a name. */
export const code = (name: string, value: string | number | undefined) => leaf(name, asText(value))

/** BG-14, BG-26. */
export const billingPeriod = (value: Period | undefined) =>
  group(
    'ram:BillingSpecifiedPeriod',
    dateTime('ram:StartDateTime', value?.start),
    dateTime('ram:EndDateTime', value?.end),
  )

/** A reference to another document by its number. */
export const reference = (name: string, id: string | number | undefined, date?: string) =>
  group(name, code('ram:IssuerAssignedID', id), qualifiedDate('ram:FormattedIssueDateTime', date))
