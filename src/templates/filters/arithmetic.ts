/**
 * Numbers for filters that reckon, where no schema has said that they are numbers: `"1.234,50"` counts as what it
 * means, and never as nothing.
 */
import { Drop } from 'liquidjs'
import { add, type Decimal, format, toDecimal, zero } from '../../money/decimal'
import { readNumeral } from '../parse-number'
import { unfitNumber } from '../to-text'

/** liquidjs's own, which would take a text that JavaScript does not read for 0. */
export const arithmetic: readonly string[] =
  'abs at_least at_most ceil divided_by floor minus modulo plus round times'.split(' ')

/** What `totals` and `running_balance` reckon with; a tax rate may stand in the place of its object. */
const amounts = new Set(
  (
    'quantity base_quantity net_price gross_price price_discount net_amount amount percent base_amount vat rate ' +
    'prepaid_amount rounding_amount charge payment'
  ).split(' '),
)

/** Where in a row others with amounts lie. */
const inner = new Set(['lines', 'allowances', 'charges', 'vat'])

/** Longest blank text that counts as nothing: looking at a longer one would cost more than it is charged for. */
const longestBlank = 60

export type Reckoning = {
  /** Language of the numbers. */
  tag: string
  /** The request's data, to find where a value stands. */
  data: unknown
  /** Takes so many steps from the rendering's budget. */
  charge: (steps: number) => void
}

/**
 * What Liquid's arithmetic can take: a text that is a number in its plain form, everything else as it is. What is
 * missing or blank counts as nothing, as Liquid has it.
 *
 * @throws Problem `invalid_request` with a pointer for what is no number
 */
export function reckoned(value: unknown, { tag, data }: Pick<Reckoning, 'tag' | 'data'>): unknown {
  if (typeof value === 'string') {
    if (value.length <= longestBlank && value.trim() === '') return value
    const plain = readNumeral(value, tag)
    if (plain === undefined) throw unfitNumber(value, data)
    return plain
  }
  if (typeof value === 'object' && value !== null && !(value instanceof Drop)) throw unfitNumber(value, data)
  return value
}

/** A result without the noise of binary fractions: 0.1 + 0.2 prints 0.3. */
export function withoutNoise(result: unknown): unknown {
  return typeof result === 'number' && !Number.isInteger(result) ? Number(result.toPrecision(15)) : result
}

/** Rows whose amounts are plain numbers, however they were written. Throws as `reckoned` does. */
export function withAmounts<Value>(value: Value, reckoning: Reckoning): Value {
  if (Array.isArray(value)) return value.map((item) => withAmounts(item, reckoning)) as Value
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  reckoning.charge(fields.length / 4)
  return Object.fromEntries(
    fields.map(([key, field]) => {
      if (typeof field === 'object') return [key, inner.has(key) ? withAmounts(field, reckoning) : field]
      return [key, amounts.has(key) ? reckoned(field, reckoning) : field]
    }),
  ) as Value
}

/** `{{ lines | sum: 'price' }}`: the exact sum of a list, or of what lies in its items under a path. */
export function sum(items: unknown, path: unknown, reckoning: Reckoning): number {
  const list = Array.isArray(items) ? items : items === undefined || items === null ? [] : [items]
  const names = path === undefined || path === null ? [] : String(path).split('.')
  const total = list.reduce<Decimal>((so, item) => {
    const value = names.reduce(own, item)
    return add(so, toDecimal(reckoned(value, reckoning)) ?? zero)
  }, zero)
  return Number(format(total))
}

export function own(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}
