/** VAT categories of data that are none, or whose rate they never have (UNTDID 5305, EN 16931 BR-S-05 to BR-O-05). */
import { oddVatCategory } from '../money/odd-vat-category'
import { objectOf } from './object-of'

/** Groups of VAT that are told. */
const MAX_TOLD = 5
/** Rows that are looked at. */
const MAX_ROWS = 1000

/** One warning for each way in which the lines, their adjustments and the breakdown have an odd category. */
export function findOddVat(data: Record<string, unknown>): string[] {
  const told = new Map<string, string>()
  for (const name of ['lines', 'allowances', 'charges', 'vat_breakdown']) {
    const rows = data[name]
    if (!Array.isArray(rows)) continue
    for (const [index, row] of rows.slice(0, MAX_ROWS).entries()) {
      const isGroup = name === 'vat_breakdown'
      const { category, rate } = objectOf(isGroup ? row : objectOf(row).vat)
      const odd = oddVatCategory(category, rate)
      const where = `data.${name}[${index}]${isGroup ? '' : '.vat'}.category`
      if (odd && !told.has(odd)) told.set(odd, `${where} ${odd}`)
    }
  }
  return [...told.values(), ...findMissingReason(data)].slice(0, MAX_TOLD)
}

/** An exempt line whose document does not say why (BR-E-10): the others of no VAT have reasons of their own. */
function findMissingReason({ lines, vat_breakdown, notes }: Record<string, unknown>): string[] {
  if (!Array.isArray(lines)) return []
  const hasReason = (group: unknown) => {
    const { exemption_reason, exemption_reason_code } = objectOf(group)
    return Boolean(exemption_reason) || Boolean(exemption_reason_code)
  }
  const groups = Array.isArray(vat_breakdown) ? vat_breakdown : []
  const taxes = lines.slice(0, MAX_ROWS).map((line) => objectOf(objectOf(line).vat))
  const index = taxes.findIndex(({ category }) => category === 'E')
  // A note may say it in words.
  if (index < 0 || taxes.some(hasReason) || groups.some(hasReason) || notes !== undefined) return []
  return [
    `data.lines[${index}].vat.category E is for what is exempt from VAT, and nothing says why: add "exemption_reason" beside it`,
  ]
}
