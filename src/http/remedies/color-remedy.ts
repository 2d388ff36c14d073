/** Colours as people write them. */

/** Longest value that is looked at. */
const MAX_SHOWN = 40

const COLORS: Readonly<Record<string, string>> = {
  black: '000000',
  white: 'FFFFFF',
  red: 'FF0000',
  green: '008000',
  blue: '0000FF',
  navy: '000080',
  yellow: 'FFFF00',
  orange: 'FFA500',
  purple: '800080',
  pink: 'FFC0CB',
  gray: '808080',
  grey: '808080',
  brown: 'A52A2A',
  teal: '008080',
  maroon: '800000',
  silver: 'C0C0C0',
  gold: 'FFD700',
  cyan: '00FFFF',
  magenta: 'FF00FF',
  lime: '00FF00',
}

/** A color as people write it, in the form that is taken. */
export function hexOf(value: string): string | undefined {
  const text = value.slice(0, MAX_SHOWN).trim().toLowerCase()
  const name = Object.hasOwn(COLORS, text) ? COLORS[text] : undefined
  const short = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text)
  const hex =
    name ??
    (short
      ? short
          .slice(1)
          .map((digit) => digit + digit)
          .join('')
      : /^[0-9a-f]{6}$/.exec(text)?.[0])
  if (hex) return `send "#${hex.toUpperCase()}"`
  const [, channels] = /^rgba?\(([\d\s,.]{5,30})\)$/.exec(text) ?? []
  return channels === undefined
    ? undefined
    : `send [${channels
        .split(',')
        .map((one) => one.trim())
        .join(', ')}]`
}
