import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateQr } from '../../src/qr/generate-qr'
import { encodeSymbol, longestPrefix, sideOf } from '../../src/qr/symbol'
import { zxing } from '../support/zxing'

const scripts = fc.constantFrom(
  ...[
    '0',
    '42',
    '2026',
    'A',
    'QR-CODE',
    'b',
    'mixed Case',
    'é',
    'Größe',
    'Привет',
    'ελ',
    'שלום',
    'नमस्ते',
    '日本',
    'カナ',
  ],
  ...[
    '한글',
    '中文',
    '〜',
    '−',
    '￥',
    '①',
    '😀',
    '👩‍👩‍👧',
    '\u0301',
    '\n',
    '\t',
    '\u0000',
    '\u00a0',
    '%',
    '$',
    '/',
  ],
)
const mixed = fc.array(scripts, { minLength: 1, maxLength: 20 }).map((parts) => parts.join(''))

describe('a symbol', () => {
  it('reads back in ZXing as it was given, whatever scripts it mixes', async () => {
    await fc.assert(
      fc.asyncProperty(mixed, async (data) => {
        expect((await zxing(generateQr({ data }).bytes))?.text).toBe(data)
      }),
      { numRuns: 40 },
    )
  })

  it.each(['low', 'medium', 'quartile', 'high'] as const)(
    'has exactly the error level %s',
    async (error_level) => {
      const found = await zxing(generateQr({ data: 'x', error_level }).bytes)
      expect(found?.level).toBe(error_level[0]?.toUpperCase())
    },
  )

  it('is within one bit of the shortest mix of segments there is', () => {
    fc.assert(
      fc.property(fc.array(scripts, { minLength: 1, maxLength: 8 }), (parts) => {
        const text = parts.join('')
        const bits = shortest(text)
        const capacity = capacities.findIndex((bytes) => bits + 1 <= bytes * 8)
        expect(encodeSymbol({ text, level: 'low', maxSide: sideOf(9) })?.side).toBeLessThanOrEqual(
          sideOf(capacity),
        )
      }),
    )
  })

  it('takes kanji mode for Japanese: as many characters as its 13 bits each allow', () => {
    const text = '漢'.repeat(9)
    expect(encodeSymbol({ text, level: 'low', maxSide: sideOf(40) })?.side).toBe(sideOf(1))
  })

  it('tells how many characters fit where all do not', () => {
    const init = { text: '1'.repeat(8000), level: 'low', maxSide: sideOf(40) } as const
    expect(encodeSymbol(init)).toBeUndefined()
    expect(longestPrefix(init)).toBe(7089)
    expect(longestPrefix({ ...init, text: 'é'.repeat(2000) })).toBe(1476)
  })
})

/** Data codewords of versions 1 to 9 at level L (ISO/IEC 18004 table 7), by version. */
const capacities = [0, 19, 34, 55, 80, 108, 136, 156, 194, 232]

const japanese = /^[ぁ-んァ-ヶ一-龥]$/u
const kinds = [
  {
    fits: /^[0-9]+$/,
    bits: (n: number) => 14 + Math.floor(n / 3) * 10 + (n % 3 === 0 ? 0 : 1 + 3 * (n % 3)),
  },
  { fits: /^[0-9A-Z $%*+\-./:]+$/, bits: (n: number) => 13 + Math.floor(n / 2) * 11 + (n % 2) * 6 },
]

/** The fewest bits for `text` in versions 1 to 9, by trying every way to cut it. */
function shortest(text: string): number {
  const characters = [...text]
  const kanji = characters.every((one) => (one <= '\x7f' ? !'\\~'.includes(one) : japanese.test(one)))
  const best = Array.from({ length: characters.length + 1 }, () => [Infinity, Infinity])
  best[0] = [0, Infinity]
  for (let from = 0; from < characters.length; from++) {
    for (const eci of [0, 1]) {
      const before = best[from]?.[eci] ?? Infinity
      for (let to = from + 1; before < Infinity && to <= characters.length; to++) {
        for (const { bits, after } of segments(characters.slice(from, to), { eci, kanji })) {
          const row = best[to] as number[]
          row[after] = Math.min(row[after] ?? Infinity, before + bits)
        }
      }
    }
  }
  return Math.min(...(best.at(-1) as number[]))
}

function segments(characters: string[], { eci, kanji }: { eci: number; kanji: boolean }) {
  const text = characters.join('')
  const bytes = new TextEncoder().encode(text).length
  const switches = eci === 0 && bytes > characters.length
  return [
    ...kinds
      .filter(({ fits }) => fits.test(text))
      .map(({ bits }) => ({ bits: bits(text.length), after: eci })),
    ...(kanji && characters.every((one) => japanese.test(one))
      ? [{ bits: 12 + 13 * characters.length, after: eci }]
      : []),
    { bits: 12 + 8 * bytes + (switches ? 12 : 0), after: switches ? 1 : eci },
  ]
}
