/**
 * Numbers for filters that calculate, if no schema has said that they are numbers: `"1.234,50"` counts as what it
 * means, and never as nothing.
 */
import { Drop } from 'liquidjs'
import { currencyDigits } from '../../money/currencies'
import { add, type Decimal, format, round, toDecimal, zero } from '../../money/decimal'
import { parseNumber } from '../parse-number'
import { notANumber } from '../to-text'

/** liquidjs's own, which would take a text that JavaScript does not read for 0. */
export const ARITHMETIC_FILTERS: readonly string[] =
  'abs at_least at_most ceil divided_by floor minus modulo plus round times'.split(' ')

/** What `totals` and `running_balance` calculate with; a tax rate may be given instead of its object. */
const amounts = new Set(
  (
    'quantity base_quantity gross_base_quantity net_price gross_price price_discount net_amount amount percent base_amount vat rate ' +
    'prepaid_amount rounding_amount charge payment'
  ).split(' '),
)

/** Where in a row others with amounts lie. */
const inner = new Set(['lines', 'allowances', 'charges', 'price_adjustments', 'vat'])

/** Longest blank text that counts as nothing: looking at a longer one would cost more than it is charged for. */
const MAX_BLANK_LENGTH = 60

export type Arithmetic = {
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
export function toNumber(value: unknown, { tag, data }: Pick<Arithmetic, 'tag' | 'data'>): unknown {
  if (typeof value === 'string') {
    if (value.length <= MAX_BLANK_LENGTH && value.trim() === '') return value
    const plain = parseNumber(value, tag)
    if (plain === undefined) throw notANumber(value, data)
    return plain
  }
  if (typeof value === 'object' && value !== null && !(value instanceof Drop)) throw notANumber(value, data)
  return value
}

/** A result without the noise of binary fractions: 0.1 + 0.2 prints 0.3. */
export function roundBinaryNoise(result: unknown): unknown {
  return typeof result === 'number' && !Number.isInteger(result) ? Number(result.toPrecision(15)) : result
}

/** Rows whose amounts are plain numbers, however they were written. Throws as `toNumber` does. */
export function parseAmounts<Value>(value: Value, arithmetic: Arithmetic): Value {
  if (Array.isArray(value)) return value.map((item) => parseAmounts(item, arithmetic)) as Value
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  arithmetic.charge(fields.length / 4)
  return Object.fromEntries(
    fields.map(([key, field]) => {
      if (typeof field === 'object') return [key, inner.has(key) ? parseAmounts(field, arithmetic) : field]
      return [key, amounts.has(key) ? toNumber(field, arithmetic) : field]
    }),
  ) as Value
}

/** `{{ lines | sum: 'price' }}`: the exact sum of a list, or of what lies in its items under a path. */
export function sum(items: unknown, path: unknown, arithmetic: Arithmetic): number {
  const list = Array.isArray(items) ? items : items === undefined || items === null ? [] : [items]
  const names = path === undefined || path === null ? [] : String(path).split('.')
  const total = list.reduce<Decimal>((so, item) => {
    const value = names.reduce(readField, item)
    return add(so, toDecimal(toNumber(value, arithmetic)) ?? zero)
  }, zero)
  return Number(format(total))
}

/** `{{ price | times: quantity | round_amount }}`: rounded to the currency's decimals, half away from zero, as it prints. */
export function roundAmount(value: unknown, currency: string, arithmetic: Arithmetic): unknown {
  const plain = toNumber(value, arithmetic)
  const exact = toDecimal(plain)
  return exact ? Number(format(round(exact, currencyDigits(currency)))) : plain
}

export function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}
