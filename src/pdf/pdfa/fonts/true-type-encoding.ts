/** How the codes of a simple TrueType font may lead to its glyphs: ISO 19005-1 6.3.7, ISO 19005-2 6.2.11.6. */
import { type PDFDict, PDFName } from 'pdf-lib'
import { dictAt } from '../objects'
import { baseEncodingOf, characterOf, differencesOf } from './encodings'
import { isSymbolic } from './glyph-finder'
import { programOf } from './read-program'

/** The kinds of tables for characters of 16 bits and less: readers of PDF need not know others (OpenType 1.9, "cmap"). */
const COMMON_FORMATS = [0, 4, 6]
/** The tables that readers of PDF look characters up in, by platform and encoding (ISO 32000-1 9.6.6.4). */
const LOOKED_UP = ['1 0', '3 0', '3 1']

/** What is wrong with the way, in words that follow the font's name; undefined if nothing is. */
export function encodingProblem(font: PDFDict, part: number | undefined): string | undefined {
  return tableProblem(font) ?? (isSymbolic(font) ? symbolicProblem(font, part) : latinProblem(font, part))
}

function mapsOf(font: PDFDict) {
  return programOf(dictAt(font, 'FontDescriptor'))?.maps ?? []
}

function tableProblem(font: PDFDict): string | undefined {
  const isUncommon = mapsOf(font).some(
    ({ platform, encoding, format }) =>
      LOOKED_UP.includes(`${platform} ${encoding}`) && !COMMON_FORMATS.includes(format),
  )
  return isUncommon ? 'has a table of characters of a kind that not all readers know' : undefined
}

function symbolicProblem(font: PDFDict, part: number | undefined): string | undefined {
  if (font.has(PDFName.of('Encoding'))) return 'is symbolic and names an encoding'
  const maps = mapsOf(font)
  const hasSymbols = part !== 1 && maps.some(({ platform, encoding }) => platform === 3 && encoding === 0)
  return maps.length === 1 || hasSymbols ? undefined : 'is symbolic and has several encodings'
}

function latinProblem(font: PDFDict, part: number | undefined): string | undefined {
  const base = baseEncodingOf(font)
  if (base !== 'WinAnsiEncoding' && base !== 'MacRomanEncoding') return 'names no encoding'
  const differences = differencesOf(font)
  const maps = mapsOf(font)
  if (maps.length === 0) return 'has no table of characters'
  if (differences.size === 0) return undefined
  if (part === 1) return 'names an encoding of its own'
  const hasUnicode = maps.some(({ platform, encoding }) => platform === 3 && encoding === 1)
  const areKnown = [...differences.values()].every((name) => characterOf(name) !== undefined)
  return hasUnicode && areKnown ? undefined : 'gives its codes names that cannot be looked up'
}
