/** Encodings of simple fonts (ISO 32000-1 9.6.6 and annex D): from a code to the name of a glyph, from a name to a character. */
import { PDFArray, type PDFDict, PDFName, PDFNumber } from 'pdf-lib'
import { budgetOf } from '../../work-budget'
import { arrayAt, dictAt, nameAt } from '../objects'
import { DINGBATS, MAC_EXPERT, MAC_ROMAN, STANDARD, SYMBOL, UNICODE, WIN_ANSI } from './glyph-names.data'

export const STANDARD_ENCODING = STANDARD
const BASES = {
  StandardEncoding: STANDARD,
  WinAnsiEncoding: WIN_ANSI,
  MacRomanEncoding: MAC_ROMAN,
  MacExpertEncoding: MAC_EXPERT,
}
const BUILT_IN = { Symbol: SYMBOL, ZapfDingbats: DINGBATS }

const tables = new Map<string, Map<number, string>>()

/** The names of an encoding by their codes. */
export function codesOf(encoding: string): Map<number, string> {
  const known = tables.get(encoding)
  if (known) return known
  const codes = new Map<number, string>()
  let code = 0
  for (const word of encoding.split(' ')) {
    if (/^\d+$/.test(word)) code = Number(word)
    else codes.set(code++, word)
  }
  tables.set(encoding, codes)
  return codes
}

/** The encoding that a font names, itself or as the base of its differences. */
export function baseEncodingOf(font: PDFDict): string | undefined {
  return nameAt(font, 'Encoding') ?? nameAt(dictAt(font, 'Encoding'), 'BaseEncoding')
}

/** The names that a font gives to single codes. Throws WorkLimitExceeded. */
export function differencesOf(font: PDFDict): Map<number, string> {
  const names = new Map<number, string>()
  const list = arrayAt(dictAt(font, 'Encoding'), 'Differences')
  // Fonts share lists.
  budgetOf(font.context).charge('objects', list?.size() ?? 0)
  let code = 0
  for (let index = 0; list instanceof PDFArray && index < list.size(); index++) {
    const item = list.lookup(index)
    if (item instanceof PDFNumber) code = item.asNumber()
    else if (item instanceof PDFName) names.set(code++, item.decodeText())
  }
  return names
}

/** The names of the base encoding that a font names; undefined if it names none that is known. */
export function baseNames(font: PDFDict): Map<number, string> | undefined {
  const base = baseEncodingOf(font) ?? ''
  return Object.hasOwn(BASES, base) ? encodingNamed(base as keyof typeof BASES) : undefined
}

/** The names of a standard encoding, or of the one that a standard font of symbols has. */
export function encodingNamed(name: keyof typeof BASES | keyof typeof BUILT_IN): Map<number, string> {
  return codesOf({ ...BASES, ...BUILT_IN }[name])
}

const words = UNICODE.split(' ')
const characters = new Map(
  words.flatMap((word, at): [string, number][] =>
    at % 2 === 0 ? [[word, Number.parseInt(words[at + 1] ?? '', 16)]] : [],
  ),
)

/** The character that a name stands for in the Adobe Glyph List; undefined for names that are not in our encodings. */
export function characterOf(name: string): number | undefined {
  const known = characters.get(name)
  if (known !== undefined) return known
  const hex = /^(?:uni([0-9A-F]{4})|u([0-9A-F]{4,6}))$/.exec(name)
  return hex ? Number.parseInt(hex[1] ?? hex[2] ?? '', 16) : undefined
}

const symbols = new Set(codesOf(SYMBOL).values())

/**
 * Whether a name is itself in the Adobe Glyph List or the set of Symbol, unlike `uni0041`: files that name no characters
 * otherwise need that.
 */
export function isListedName(name: string): boolean {
  return characters.has(name) || symbols.has(name)
}

const macCodes = new Map([...codesOf(MAC_ROMAN)].map(([code, name]) => [name, code]))

/** The code of a name on the Macintosh. */
export function macCodeOf(name: string): number | undefined {
  return macCodes.get(name)
}
