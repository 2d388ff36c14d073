/**
 * Exact decimal arithmetic for amounts, prices, quantities and rates: a whole number of 10^-scale, so that no
 * sum of an invoice ever drifts. Rounding is commercial: half away from zero.
 */

/** `units` × 10^-`scale`; `{units: 1999n, scale: 2}` is 19.99. */
export type Decimal = { readonly units: bigint; readonly scale: number }

/** 0. */
export const zero: Decimal = { units: 0n, scale: 0 }

const hundred: Decimal = { units: 100n, scale: 0 }

const power = (scale: number) => 10n ** BigInt(scale)

/**
 * Reads a JSON number or a decimal string as written: `0.1` is exactly one tenth. Trailing zeros are dropped,
 * so that `scale` is the number of decimals that carry a value.
 * @throws RangeError where the text is not a decimal number
 */
export function decimal(value: number | string): Decimal {
  const match = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(String(value).trim())
  if (!match) throw new RangeError(`not a decimal number: ${value}`)
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const magnitude = BigInt(whole + fraction)
  const units = sign === '-' ? -magnitude : magnitude
  const scale = fraction.length - Number(exponent)
  return normalize(scale < 0 ? { units: units * power(-scale), scale: 0 } : { units, scale })
}

/** Longest text that is taken for a number: nothing on paper is longer. */
const MAX_TEXT = 40

/** Reads a finite number or a text such as `"-12.50"`; anything else is undefined, and so is a longer text. */
export function toDecimal(value: unknown): Decimal | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? decimal(value) : undefined
  if (typeof value !== 'string' || value.length > MAX_TEXT) return undefined
  const text = value.trim()
  return /^-?\d+(?:\.\d*)?$/.test(text) ? decimal(text) : undefined
}

function normalize({ units, scale }: Decimal): Decimal {
  let [value, places] = [units, scale]
  while (places > 0 && value % 10n === 0n) {
    value /= 10n
    places -= 1
  }
  return { units: value, scale: places }
}

const unitsAt = (value: Decimal, scale: number) => value.units * power(scale - value.scale)

/** Exact. */
export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return normalize({ units: unitsAt(a, scale) + unitsAt(b, scale), scale })
}

/** The same amount with the other sign. */
export const negate = (a: Decimal): Decimal => ({ units: -a.units, scale: a.scale })

/** Exact. */
export const subtract = (a: Decimal, b: Decimal): Decimal => add(a, negate(b))

/** Exact; zero for no values. */
export const sum = (values: readonly Decimal[]): Decimal => values.reduce(add, zero)

/** Exact: the product has the decimals of both. */
export const multiply = (a: Decimal, b: Decimal): Decimal =>
  normalize({ units: a.units * b.units, scale: a.scale + b.scale })

/** Without its sign. */
export const absolute = (a: Decimal): Decimal => (a.units < 0n ? negate(a) : a)

/** Negative, zero or positive, as `a` is less than, equal to or greater than `b`. */
export function compare(a: Decimal, b: Decimal): number {
  const difference = subtract(a, b).units
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Equal in value, however many zeros were written. */
export const equal = (a: Decimal, b: Decimal): boolean => compare(a, b) === 0

/**
 * `a` / `b` rounded once to `places` decimals, half away from zero.
 * @throws RangeError where `b` is zero
 */
export function divide(a: Decimal, b: Decimal, places: number): Decimal {
  if (b.units === 0n) throw new RangeError('division by zero')
  const numerator = a.units * power(b.scale + places)
  const denominator = b.units * power(a.scale)
  const negative = numerator < 0n !== denominator < 0n
  const [n, d] = [magnitude(numerator), magnitude(denominator)]
  const rounded = (n * 2n + d) / (d * 2n)
  return normalize({ units: negative ? -rounded : rounded, scale: places })
}

const magnitude = (value: bigint) => (value < 0n ? -value : value)

/** `base` × `percent` / 100, rounded once to `places` decimals: 19 % of 200 is 38. */
export const percentOf = (base: Decimal, percent: Decimal, places: number): Decimal =>
  divide(multiply(base, percent), hundred, places)

/** Rounded to `places` decimals, half away from zero. */
export const round = (a: Decimal, places: number): Decimal => divide(a, { units: 1n, scale: 0 }, places)

/** Plain notation with at least `places` decimals and never an exponent: `format(decimal(5), 2)` is `5.00`. */
export function format(value: Decimal, places = 0): string {
  const scale = Math.max(value.scale, places)
  const digits = magnitude(unitsAt(value, scale))
    .toString()
    .padStart(scale + 1, '0')
  const sign = value.units < 0n ? '-' : ''
  const whole = digits.slice(0, digits.length - scale)
  return scale === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(digits.length - scale)}`
}
