/** Which standard font stands for one that a file only names, by its name, its descriptor and its encoding. */
import type { PDFDict } from 'pdf-lib'
import { dictAt, numberAt } from '../objects'
import { baseEncodingOf, differencesOf } from './encodings'
import { isSymbolic } from './glyph-finder'
import type { StandardFontName } from './standard-programs'
import { withoutSubsetTag } from './subset-tag'

export type Family = 'Courier' | 'Helvetica' | 'Times'

const FACES: Record<Family, [StandardFontName, StandardFontName, StandardFontName, StandardFontName]> = {
  Courier: ['Courier', 'Courier-Bold', 'Courier-Oblique', 'Courier-BoldOblique'],
  Helvetica: ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Helvetica-BoldOblique'],
  Times: ['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic'],
}

/** Fonts of the same widths as the standard ones, by the beginning of their names without spaces and hyphens. */
const EQUAL: [RegExp, Family][] = [
  [
    /^(?:helvetica(?!neue|condensed|narrow)|arial(?!black|narrow|rounded|unicode)|liberationsans(?!narrow)|arimo|nimbussan)/,
    'Helvetica',
  ],
  [/^(?:times(?!ten)|liberationserif|tinos|nimbusrom)/, 'Times'],
  [/^(?:courier|liberationmono|cousine|nimbusmon)/, 'Courier'],
]

/** Fonts whose codes are no letters, whatever they say of their encoding. */
const NO_LETTERS = /symbol|ding|bat|wing|webd|math|music|icon|code|barc|ocr|micr|extra|expert|pi$/

const FIXED = 1
const SERIF = 2
const ITALIC = 64
const FORCE_BOLD = 1 << 18

/** The standard font that stands for a font, and whether its widths are the same; undefined if none can. */
export function faceOf(
  name: string,
  font: PDFDict,
): { name: StandardFontName; isEqual: boolean } | undefined {
  const plain = withoutSubsetTag(name)
    .toLowerCase()
    .replace(/[\s_,-]/g, '')
  if (/^symbol(?:mt|ps)?(?:bold|italic|bolditalic)?$/.test(plain))
    return { name: 'Symbol', isEqual: plain === 'symbol' }
  if (/^(?:itc)?zapfdingbats(?:itc)?$/.test(plain)) return { name: 'ZapfDingbats', isEqual: true }
  const flags = numberAt(dictAt(font, 'FontDescriptor'), 'Flags') ?? 0
  const isBold = /bold|black|heavy|demi/.test(plain) || (flags & FORCE_BOLD) !== 0
  const isItalic = /ital|obli/.test(plain) || (flags & ITALIC) !== 0
  const face = (family: Family) => FACES[family][(isBold ? 1 : 0) + (isItalic ? 2 : 0)] ?? FACES[family][0]
  const equal = EQUAL.find(([pattern]) => pattern.test(plain))
  if (equal) return { name: face(equal[1]), isEqual: true }
  const isLatin = baseEncodingOf(font) !== undefined || (!isSymbolic(font) && differencesOf(font).size > 0)
  if (!isLatin || NO_LETTERS.test(plain)) return undefined
  const isFixed = (flags & FIXED) !== 0 || /mono|typewriter|console/.test(plain)
  const hasSerifs =
    (flags & SERIF) !== 0 || /serif|roman|garamond|georgia|cambria|palatino|century/.test(plain)
  const isSans = /sans/.test(plain)
  return { name: face(isFixed ? 'Courier' : hasSerifs && !isSans ? 'Times' : 'Helvetica'), isEqual: false }
}
