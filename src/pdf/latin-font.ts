/**
 * Helvetica for what finishing writes by itself: page numbers and form values. Readers have it, and PDF/A embeds it. Its
 * letters are those of the standard Latin set (ISO 32000-2, D.2): WinAnsiEncoding, and what that has no code for.
 */
import { type PDFDocument, PDFFont, PDFName, StandardFontEmbedder, StandardFonts } from 'pdf-lib'

/** Letters of the standard Latin set that WinAnsiEncoding lacks, at codes that it leaves free. */
const FURTHER = [
  { character: 'Ł', code: 129, name: 'Lslash' },
  { character: 'ł', code: 141, name: 'lslash' },
  { character: 'ı', code: 143, name: 'dotlessi' },
  { character: '−', code: 144, name: 'minus' },
  { character: '⁄', code: 157, name: 'fraction' },
] as const

type HelveticaName = Parameters<typeof StandardFontEmbedder.for>[0]
const helvetica = () => StandardFontEmbedder.for(StandardFonts.Helvetica as unknown as HelveticaName)

type Encoding = StandardFontEmbedder['encoding']
const { encoding: winAnsi } = helvetica()
const further = new Map(FURTHER.map(({ character, ...glyph }) => [character.codePointAt(0) ?? 0, glyph]))

/** Text with characters that the font lacks. */
class MissingCharacters extends Error {}

const latin = {
  name: winAnsi.name,
  supportedCodePoints: [...winAnsi.supportedCodePoints, ...further.keys()],
  canEncodeUnicodeCodePoint: (point) => further.has(point) || winAnsi.canEncodeUnicodeCodePoint(point),
  encodeUnicodeCodePoint: (point) => {
    const glyph = further.get(point)
    if (glyph) return glyph
    assertLatin(String.fromCodePoint(point))
    return winAnsi.encodeUnicodeCodePoint(point)
  },
} satisfies Pick<Encoding, keyof Encoding>

/** A font of its own for the document. Text that it cannot encode makes it throw `MissingCharacters`. */
export function addLatinFont(document: PDFDocument): PDFFont {
  const { context } = document
  const embedder = helvetica()
  Object.defineProperty(embedder, 'encoding', { value: latin })
  const differences = FURTHER.flatMap(({ code, name }) => [code, PDFName.of(name)])
  const encoding = { Type: 'Encoding', BaseEncoding: 'WinAnsiEncoding', Differences: differences }
  const font = { Type: 'Font', Subtype: 'Type1', BaseFont: embedder.fontName, Encoding: encoding }
  return PDFFont.of(context.register(context.obj(font)), document, embedder)
}

/** What is wrong with a text of one line that the font cannot show, with its characters; empty if it can. */
export function missingCharacters(text: string): string {
  const missing = [...text].filter((one) => !latin.canEncodeUnicodeCodePoint(one.codePointAt(0) ?? 0))
  const named = nameCharacters(missing)
  return named && `The font of form values (Helvetica) has no ${named}.`
}

/** Up to ten characters as an error names them, each once; empty if there are none. One may be several code points. */
export function nameCharacters(characters: readonly string[]): string {
  const all = [...new Set(characters)]
  const named = all.slice(0, 10).map((one) => {
    const numbers = [...one].map((point) => {
      const number = (point.codePointAt(0) ?? 0).toString(16).toUpperCase()
      return `U+${number.padStart(4, '0')}`
    })
    return /^[\p{C}\p{Z}\p{M}]/u.test(one) ? numbers.join(' ') : `“${one}” (${numbers.join(' ')})`
  })
  const more = all.length > named.length ? ` and ${all.length - named.length} more` : ''
  return `${named.join(', ')}${more}`
}

/** Throws `MissingCharacters`. */
function assertLatin(text: string): void {
  const message = missingCharacters(text)
  if (message) throw new MissingCharacters(message)
}
