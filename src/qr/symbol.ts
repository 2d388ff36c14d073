/**
 * From text to the modules of a QR code (ISO/IEC 18004), in the shortest mix of numeric, alphanumeric, byte and kanji
 * segments. Text beyond ASCII is UTF-8 under its ECI, so that no reader has to guess.
 *
 * `lean-qr` picks the segments; against an exhaustive search it was one bit longer in 1 of 4,000 mixed texts.
 */
import { correction, generate, type ModeFactory, mode } from 'lean-qr'
import type { ErrorLevel } from './qr-options'

/** A symbol: `side` modules each way, row by row, 1 is dark. */
export type QrSymbol = { side: number; modules: Uint8Array }

/** No text is longer, in characters: digits in version 40 at level low. */
const MAX_CHARACTERS = 7089

export const VERSIONS = 40

const levels = {
  low: correction.L,
  medium: correction.M,
  quartile: correction.Q,
  high: correction.H,
} as const

/**
 * The characters that every Shift JIS table maps alike: kana, ideographs, full-width letters and digits, common
 * punctuation. Others, such as the wave dash, read back differently from reader to reader, so they stay UTF-8.
 */
const KANJI =
  /^[\u3001\u3002\u3005-\u3011\u3041-\u3093\u30a1-\u30f6\u30fb\u30fc\u4e00-\u9fff\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]$/
const kanji: ModeFactory = Object.assign((text: string) => mode.shift_jis(text), mode.shift_jis, {
  test: (character: string) => KANJI.test(character) && mode.shift_jis.test(character),
})

/**
 * The segments that a text may be cut into. Kanji and UTF-8 never stand in one symbol: readers (ZXing among them) take
 * a kanji segment behind the UTF-8 designator for UTF-8. Nor do kanji stand beside a backslash or a tilde, whose bytes
 * are a yen sign and an overline to a reader (zbar among them) that then takes all bytes for Shift JIS.
 */
function modesFor(text: string): ModeFactory[] {
  const other = Array.from(text).some((one) =>
    one > '\x7f' ? !kanji.test(one) : one === '\\' || one === '~',
  )
  return [mode.numeric, mode.alphaNumeric, mode.ascii, other ? mode.utf8 : kanji]
}

type SymbolInit = {
  text: string
  level: ErrorLevel
  /** Most modules each way. */
  maxSide: number
  /** Fewest modules each way; a larger symbol than needed repairs more. */
  minSide?: number
}

/** The smallest symbol that holds the text; undefined if none within `maxSide` does. */
export function encodeSymbol({
  text,
  level,
  maxSide,
  minSide = sideOf(1),
}: SymbolInit): QrSymbol | undefined {
  const maxVersion = versionWithin(maxSide)
  if (text.length > MAX_CHARACTERS || maxVersion < 1) return undefined
  const minVersion = Math.min(versionWithin(minSide), maxVersion)
  const options = {
    minCorrectionLevel: levels[level],
    maxCorrectionLevel: levels[level],
    minVersion,
    maxVersion,
  }
  try {
    const bitmap = generate(mode.auto(text, { modes: modesFor(text) }), options)
    return { side: bitmap.size, modules: rowsOf(bitmap) }
  } catch (error) {
    if (isTooLong(error)) return undefined
    throw error
  }
}

/** How many characters of `text`, from its start, fit within `maxSide`. */
export function longestPrefix({ text, level, maxSide }: SymbolInit): number {
  const characters = Array.from(text.slice(0, MAX_CHARACTERS))
  let fits = 0
  let tooMany = characters.length + 1
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    const symbol = encodeSymbol({ text: characters.slice(0, middle).join(''), level, maxSide })
    if (symbol) fits = middle
    else tooMany = middle
  }
  return fits
}

/** SVG path data: every run of dark modules in a row as a rectangle, in module units: small, and without seams at any zoom. */
export function modulePath({ side, modules }: QrSymbol): string {
  const runs: string[] = []
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (!modules[y * side + x]) continue
      const start = x
      while (x < side && modules[y * side + x]) x++
      runs.push(`M${start} ${y}h${x - start}v1H${start}z`)
    }
  }
  return runs.join('')
}

/** Modules each way of a version (ISO/IEC 18004 table 1). */
export function sideOf(version: number): number {
  return 17 + 4 * version
}

function versionWithin(side: number): number {
  return Math.min(VERSIONS, Math.floor((side - 17) / 4))
}

function rowsOf({ size, get }: ReturnType<typeof generate>): Uint8Array {
  const modules = new Uint8Array(size * size)
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) modules[y * size + x] = +get(x, y)
  return modules
}

/** lean-qr's code for a text that no version within the limits holds. */
function isTooLong(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === 4
}
