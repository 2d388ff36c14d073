import { gtinCheckDigit } from '../../text/gtin'

/** Width patterns of Code 128 (ISO/IEC 15417 table 1), bar and space in turn; the last one is the stop pattern. */
const code128 =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  )

const START_B = 104
const START_C = 105
const SWITCH_TO_C = 99
const SWITCH_TO_B = 100
const STOP = 106

/** Left patterns of EAN-13 (ISO/IEC 15420): L codes as bits; G is the reversed complement, R the complement. */
const eanLeft = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
const eanParity = 'LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL'.split(' ')

/**
 * Code 128 as inline SVG, 1 unit a module, ten modules of quiet zone on each side. Runs of four digits and more
 * use code set C (two digits a symbol). Undefined if the text has a character outside printable ASCII or is
 * longer than 80.
 */
export function code128Svg(text: string, label: string) {
  if (!/^[\x20-\x7e]{1,80}$/.test(text)) return undefined
  const values = code128Values(text)
  const sum = values.reduce((total, value, index) => total + value * Math.max(index, 1), 0)
  const widths = [...values, sum % 103, STOP].map((value) => code128[value] ?? '').join('')
  return barsSvg(fromWidths(widths), 10, label)
}

function code128Values(text: string) {
  const parts = text.match(/(?:\d\d){2,}|[\s\S]/g) ?? []
  const digits = (part: string | undefined) => part !== undefined && part.length > 1
  let inC = digits(parts[0])
  const values = [inC ? START_C : START_B]
  for (const part of parts) {
    if (digits(part) !== inC) {
      inC = !inC
      values.push(inC ? SWITCH_TO_C : SWITCH_TO_B)
    }
    if (inC) values.push(...(part.match(/\d\d/g) ?? []).map(Number))
    else values.push(part.charCodeAt(0) - 32)
  }
  return values
}

/**
 * EAN-13 as inline SVG with its quiet zones (11 modules left, 7 right; we give 11 on both). Twelve digits get
 * their check digit; undefined if it is not twelve or thirteen digits, or the check digit is wrong.
 */
export function ean13Svg(text: string, label: string) {
  const digits = ean13Digits(text)
  if (!digits) return undefined
  const parity = eanParity[Number(digits[0])] ?? ''
  const left = [...digits.slice(1, 7)].map((digit, index) =>
    leftPattern(Number(digit), parity[index] === 'G'),
  )
  const right = [...digits.slice(7)].map((digit) => complement(eanLeft[Number(digit)] ?? ''))
  return barsSvg(`101${left.join('')}01010${right.join('')}101`, 11, label)
}

/** The thirteen digits, check digit added or proved; undefined if it is none. */
export function ean13Digits(text: string) {
  if (!/^\d{12,13}$/.test(text)) return undefined
  const own = text.slice(0, 12)
  const digits = own + gtinCheckDigit(own)
  return text.length === 12 || digits === text ? digits : undefined
}

function leftPattern(digit: number, even: boolean) {
  const pattern = eanLeft[digit] ?? ''
  return even ? [...complement(pattern)].reverse().join('') : pattern
}

function complement(bits: string) {
  return bits.replace(/[01]/g, (bit) => (bit === '1' ? '0' : '1'))
}

function fromWidths(widths: string) {
  return [...widths].map((width, index) => (index % 2 ? '0' : '1').repeat(Number(width))).join('')
}

/**
 * Modules (`1` is a bar) as one path; the style sheet decides how high and how wide. `--quiet` is the share of the
 * width that each quiet zone takes, so that a style sheet can set the bars flush.
 */
function barsSvg(bits: string, quietZone: number, label: string) {
  const bars = [...bits.matchAll(/1+/g)].map(
    ({ 0: run, index }) => `M${index + quietZone} 0h${run.length}v1h-${run.length}z`,
  )
  const width = bits.length + 2 * quietZone
  const quiet = (quietZone / width).toFixed(4)
  return `<svg class="barcode" style="--quiet:${quiet}" viewBox="0 0 ${width} 1" preserveAspectRatio="none" role="img" aria-label="${label}" shape-rendering="crispEdges"><path d="${bars.join('')}"/></svg>`
}
