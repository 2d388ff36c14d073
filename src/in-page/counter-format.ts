/** Numbers as the predefined styles of counters write them (CSS Counter Styles 3, 6); decimal for all others. */

const ROMAN: readonly (readonly [number, string])[] = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
  ] as const),
  ...([
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
]

/** `value` in `style`. */
export function formatCounter(value: number, style: string): string {
  if (style === 'decimal-leading-zero') return String(value).padStart(2, '0')
  if (value < 1 || value > 3999) return String(value)
  if (style === 'lower-roman') return roman(value)
  if (style === 'upper-roman') return roman(value).toUpperCase()
  if (style === 'lower-alpha' || style === 'lower-latin') return letters(value)
  if (style === 'upper-alpha' || style === 'upper-latin') return letters(value).toUpperCase()
  return String(value)
}

function roman(value: number): string {
  let rest = value
  let text = ''
  for (const [size, sign] of ROMAN) {
    text += sign.repeat(Math.floor(rest / size))
    rest %= size
  }
  return text
}

function letters(value: number): string {
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text
  }
  return text
}
