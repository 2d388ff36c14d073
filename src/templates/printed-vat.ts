/** The VAT breakdown of a page (BG-23): the groups that the e-invoice has, with why nothing is charged. */
import { type Decimal, format, round, sum, toDecimal } from '../money/decimal'
import { assignToGroups, type Exemption, groupByVat } from '../money/group-by-vat'
import { effectiveVat, taxOf, type VatOf } from '../money/totals'

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
 * One entry a category and rate (and exemption reason), highest rate first: those of the breakdown that the data state,
 * else those of the parts. What an entry does not state is computed from its parts.
 */
export function printedVat(
  all: readonly TaxedPart[],
  { stated, places }: { stated: readonly Row[]; places: number },
): PrintedVat[] {
  const parts = all
    .filter(({ category, rate }) => category || rate)
    .map(({ row, ...part }) => ({ ...part, exemption: exemptionOf(row.vat) }))
  const given = stated.map((row) => ({
    ...effectiveVat({ category: textOf(row.category) || undefined, rate: toDecimal(row.rate) }),
    exemption: exemptionOf(row),
    row,
  }))
  const groups = given.length > 0 ? assignToGroups(parts, given).parts : groupByVat(parts, { byReason: true })
  return groups
    .map((group, index): PrintedVat => {
      const { category, rate } = (given[index] ?? group[0]) as VatOf
      const amount = (name: string) => {
        const value = toDecimal(given[index]?.row[name])
        return value && round(value, places)
      }
      const taxable = amount('taxable_amount') ?? sum(group.map((part) => part.amount))
      const own = given[index]?.exemption
      return {
        category: category ?? '',
        rate: rate ? format(rate) : '',
        taxable_amount: format(taxable, places),
        tax_amount: format(amount('tax_amount') ?? taxOf(taxable, rate, places), places),
        exemption_reason: own?.reason ?? distinct(group.map(({ exemption }) => exemption.reason)).join('; '),
        exemption_reason_code: own?.code ?? distinct(group.map(({ exemption }) => exemption.code)).join(', '),
      }
    })
    .sort((a, b) => Number(b.rate) - Number(a.rate))
}

/** The exemption reason of a row's `vat`, or of an entry of the breakdown. */
function exemptionOf(vat: unknown): Exemption {
  const row = (typeof vat === 'object' && vat !== null ? vat : {}) as Row
  return {
    reason: textOf(row.exemption_reason) || undefined,
    code: textOf(row.exemption_reason_code) || undefined,
  }
}

const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.flatMap((value) => value || [])),
]

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
