/**
 * BG-23, the VAT breakdown: as it is stated, its missing amounts computed, or computed from lines, allowances and charges.
 */
import { type Decimal, decimal, negate, sum } from '../money/decimal'
import { agrees, assignToGroups, type Exemption, groupByVat, type Taxed } from '../money/group-by-vat'
import { countsInTotals, effectiveVat, taxOf, type VatOf } from '../money/totals'
import type { CheckedAmount, CompleteInvoice, VatGroup } from './invoice-amounts'
import type { Invoice } from './schema'
import type { Vat } from './schema/line-schema'

export type InvoiceParts = Pick<CompleteInvoice, 'lines' | 'allowances' | 'charges'>
type Part = Taxed & { pointer: string; net: Decimal }

export type Breakdown = {
  groups: VatGroup[]
  /** Parts that do not say which of several groups they belong to. */
  unclear: Pick<Part, 'pointer' | 'category'>[]
  /** By the JSON Pointer to the `vat` of a part, the reason of the group that a part belongs to, or its own if that is another. */
  exemptions: ReadonlyMap<string, Exemption>
}

/** Everything that carries VAT, with its sign: a line or a charge adds, an allowance takes away. */
function partsOf(invoice: Invoice, { lines, allowances, charges }: InvoiceParts): Part[] {
  const part = (
    { category, rate }: VatOf,
    given: { vat?: Vat | undefined } | undefined,
    place: { pointer: string; net: Decimal },
  ): Part => ({ category, rate, exemption: exemptionOf(given?.vat), ...place })
  return [
    ...lines.flatMap((line, i) => {
      const given = invoice.lines?.[i]
      if (!countsInTotals(given?.status)) return []
      return part(line, given, { pointer: `/lines/${i}/vat`, net: line.netAmount.value })
    }),
    ...allowances.map((each, i) =>
      part(each, invoice.allowances?.[i], { pointer: `/allowances/${i}/vat`, net: negate(each.amount) }),
    ),
    ...charges.map((each, i) =>
      part(each, invoice.charges?.[i], { pointer: `/charges/${i}/vat`, net: each.amount }),
    ),
  ]
}

type StatedExemption = { exemption_reason?: string | undefined; exemption_reason_code?: string | undefined }

/** The reason that a part or a group states itself. */
export const exemptionOf = (given: StatedExemption | undefined): Exemption => ({
  reason: given?.exemption_reason || undefined,
  code: given?.exemption_reason_code || undefined,
})

/**
 * The stated breakdown with its missing amounts computed, or one computed from the parts (BG-23).
 *
 * @param byReason whether a computed breakdown has a group for each exemption reason, as the profile EXTENDED does
 */
export function vatBreakdown(
  invoice: Invoice,
  given: InvoiceParts,
  { places, byReason }: { places: number; byReason: boolean },
): Breakdown {
  const all = partsOf(invoice, given)
  const taxed = all.filter((part) => part.category)
  const stated = (invoice.vat_breakdown ?? []).map((each) => ({
    ...statedVat(each),
    exemption: exemptionOf(each),
  }))
  const { parts, unclear } = stated.length
    ? assignToGroups(taxed, stated)
    : { parts: groupByVat(taxed, { byReason }), unclear: [] }
  const groups = parts.map((own, i) => {
    const { category, rate } = stated[i] ?? (own[0] as Part)
    return vatGroup({ category, rate }, { parts: own, stated: invoice.vat_breakdown?.[i] ?? {}, places })
  })
  const isUnclear = new Set(unclear)
  const found = parts.flatMap((own, i) =>
    own.map(
      (part) => [part.pointer, isUnclear.has(part) ? part.exemption : ofGroup(part, groups[i])] as const,
    ),
  )
  return { groups, unclear, exemptions: new Map(found) }
}

/** A part says what its group says, unless it says something else. */
function ofGroup({ exemption }: Part, group: VatGroup | undefined): Exemption {
  const shared = { reason: group?.reason, code: group?.reasonCodes[0] }
  return agrees(exemption, shared) ? shared : exemption
}

type StatedGroup = NonNullable<Invoice['vat_breakdown']>[number]

const statedVat = ({ category, rate }: StatedGroup): VatOf =>
  effectiveVat({ category, rate: rate === undefined ? undefined : decimal(rate) })

const amount = (stated: number | string | undefined, expected: Decimal): CheckedAmount => {
  const given = stated === undefined ? undefined : decimal(stated)
  return { stated: given, expected, value: given ?? expected }
}

function vatGroup(
  vat: VatOf,
  { parts, stated, places }: { parts: Part[]; stated: StatedGroup; places: number },
): VatGroup {
  const taxable = amount(stated.taxable_amount, sum(parts.map((part) => part.net)))
  const tax = amount(stated.tax_amount, taxOf(taxable.value, vat.rate, places))
  const reasons = distinct(parts.map(({ exemption }) => exemption.reason))
  const codes = distinct(parts.map(({ exemption }) => exemption.code))
  const reason = stated.exemption_reason || reasons.join('; ') || undefined
  const reasonCodes = stated.exemption_reason_code ? [stated.exemption_reason_code] : codes
  const implied = reason || reasonCodes.length ? [] : distinct([impliedReasonCodes[vat.category ?? '']])
  return {
    ...vat,
    taxable,
    tax,
    parts: parts.length,
    pointer: (parts.find(({ exemption }) => exemption.reason || exemption.code) ?? parts[0])?.pointer,
    reason,
    reasonCodes: [...reasonCodes, ...implied],
    lineTotal: stated.line_total,
    adjustmentTotal: stated.adjustment_total,
  }
}

/** The code that says no more than the category does already (BR-AE-10, BR-IC-10, BR-G-10, BR-O-10). */
const impliedReasonCodes: Record<string, string> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}

const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.flatMap((value) => value || [])),
]
