/** The VAT breakdown of a page (BG-23): the groups that the e-invoice has, with why nothing is charged. */
import { type Decimal, format, round, sum, toDecimal } from '../money/decimal'
import { effectiveVat, taxOf, type VatOf, vatKey } from '../money/totals'

type Row = Record<string, unknown>

/** Something that is taxed: a line, an allowance (negative) or a charge, with the row that it stands in. */
export type TaxedPart = VatOf & { amount: Decimal; row: Row }

/** Amounts are in their plain written form; `category` is empty if the data name none, `rate` if there is none. */
export type PrintedVat = {
  category: string
  rate: string
  taxable_amount: string
  tax_amount: string
  exemption_reason: string
  exemption_reason_code: string
}

/**
 * One entry a category and rate, highest rate first: those of the breakdown that the data state, else those of the
 * parts. What an entry does not state is computed from its parts.
 */
export function printedVat(
  all: readonly TaxedPart[],
  { stated, places }: { stated: readonly Row[]; places: number },
): PrintedVat[] {
  const parts = Map.groupBy(
    all.filter(({ category, rate }) => category || rate),
    vatKey,
  )
  const groups =
    stated.length > 0
      ? stated.map((row) => {
          const vat = effectiveVat({ category: textOf(row.category) || undefined, rate: toDecimal(row.rate) })
          return { vat, row, parts: parts.get(vatKey(vat)) ?? [] }
        })
      : [...parts.values()].map((group) => ({ vat: group[0] as VatOf, row: {} as Row, parts: group }))
  return groups
    .map(({ vat: { category, rate }, row, parts: group }) => {
      const given = (name: string) => {
        const value = toDecimal(row[name])
        return value && round(value, places)
      }
      const taxable = given('taxable_amount') ?? sum(group.map(({ amount }) => amount))
      return {
        category: category ?? '',
        rate: rate ? format(rate) : '',
        taxable_amount: format(taxable, places),
        tax_amount: format(given('tax_amount') ?? taxOf(taxable, rate, places), places),
        exemption_reason: reasonOf('exemption_reason', row, group, '; '),
        exemption_reason_code: reasonOf('exemption_reason_code', row, group, ', '),
      }
    })
    .sort((a, b) => Number(b.rate) - Number(a.rate))
}

/** What the breakdown states, else what its parts say, once each. */
function reasonOf(name: string, stated: Row, parts: readonly TaxedPart[], separator: string): string {
  const own = textOf(stated[name])
  if (own) return own
  const reasons = parts.map(({ row }) =>
    typeof row.vat === 'object' && row.vat !== null ? textOf((row.vat as Row)[name]) : '',
  )
  return [...new Set(reasons.filter(Boolean))].join(separator)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
