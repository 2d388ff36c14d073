/**
 * Exact decimal arithmetic for amounts: `0.1 + 0.2` is 0.3 and 2.675 rounds to 2.68, as an accountant expects
 * and EN 16931 (rounding half up, away from zero) requires.
 */
export type Decimal = { readonly units: bigint; readonly scale: number }

export const zero: Decimal = { units: 0n, scale: 0 }

/** Longest written form that is taken for a number: nothing on paper is longer. */
const longest = 40

/** Reads a finite number or a string such as `"-12.50"`; anything else is undefined. */
export function toDecimal(value: unknown): Decimal | undefined {
  const text = typeof value === 'number' ? plainText(value) : typeof value === 'string' ? value.trim() : ''
  if (text.length > longest) return undefined
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text)
  if (!match) return undefined
  const fraction = match[3] ?? ''
  const units = BigInt(`${match[2]}${fraction}`)
  return { units: match[1] === '-' ? -units : units, scale: fraction.length }
}

/** `1e-7` is a number too; 12 places are more than any price has. */
function plainText(value: number) {
  const text = String(value)
  return text.includes('e') ? value.toFixed(12) : text
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { units: -b.units, scale: b.scale })
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

/** `percent` of `a`: 19 % of 200 is 38. */
export function percentOf(a: Decimal, percent: Decimal): Decimal {
  const product = multiply(a, percent)
  return { units: product.units, scale: product.scale + 2 }
}

/** Rounds to `places`, half away from zero. */
export function round(a: Decimal, places: number): Decimal {
  if (a.scale <= places) return { units: unitsAt(a, places), scale: places }
  const divisor = 10n ** BigInt(a.scale - places)
  const half = a.units < 0n ? -divisor / 2n : divisor / 2n
  return { units: (a.units + half) / divisor, scale: places }
}

export function isZero(a: Decimal) {
  return a.units === 0n
}

/** The plain written form, `-12.50`, which `Intl.NumberFormat` takes without loss. */
export function toText(a: Decimal): string {
  const digits = (a.units < 0n ? -a.units : a.units).toString().padStart(a.scale + 1, '0')
  const sign = a.units < 0n ? '-' : ''
  if (a.scale === 0) return sign + digits
  return `${sign}${digits.slice(0, -a.scale)}.${digits.slice(-a.scale)}`
}

function unitsAt(a: Decimal, scale: number) {
  return a.units * 10n ** BigInt(scale - a.scale)
}

/** The quotient to 12 places, which is more than an amount is rounded to; undefined for a divisor of zero. */
export function divide(a: Decimal, b: Decimal): Decimal | undefined {
  if (isZero(b)) return undefined
  const places = 12
  const units = (a.units * 10n ** BigInt(places + b.scale)) / (b.units * 10n ** BigInt(a.scale))
  return { units, scale: places }
}
