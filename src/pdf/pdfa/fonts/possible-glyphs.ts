/** Which glyphs of a simple font's program a code may show: readers differ in how they look for them. */
import type { PDFDict } from 'pdf-lib'
import { budgetOf } from '../../work-budget'
import {
  baseNames,
  characterOf,
  codesOf,
  differencesOf,
  encodingNamed,
  macCodeOf,
  STANDARD_ENCODING,
} from './encodings'
import type { FontProgram } from './font-program'
import { SYMBOL_BLOCKS } from './glyph-finder'

/** Codes before it are shown by mistake, as line ends, and have no glyph. */
const FIRST_PRINTABLE = 32

/** Glyphs that others may be put together from, by their codes in the standard encoding (5177, `endchar`). */
export function partsOfOthers({ glyphNamed }: FontProgram): number[] {
  if (!glyphNamed) return []
  return [...codesOf(STANDARD_ENCODING).values()].flatMap((name) => glyphNamed(name) ?? [])
}

/**
 * All glyphs that any reader could take for one of the codes; undefined if readers may know more names than we do.
 * Throws WorkLimitExceeded.
 */
export function glyphsThatMayShow(
  font: PDFDict,
  program: FontProgram,
  codes: number[],
): Set<number> | undefined {
  const { glyphNamed = characterOf, maps } = program
  const isMapped = !program.glyphNamed
  if (isMapped && maps.length === 0) return undefined
  const differences = differencesOf(font)
  const tables = [
    differences,
    baseNames(font) ?? new Map<number, string>(),
    codesOf(STANDARD_ENCODING),
    encodingNamed('WinAnsiEncoding'),
    encodingNamed('MacRomanEncoding'),
  ]
  const glyphs = new Set<number>()
  budgetOf(font.context).charge('objects', codes.length)
  for (const code of codes) {
    const own = differences.get(code) ?? '.notdef'
    if (own !== '.notdef' && glyphNamed(own) === undefined) return undefined
    const names = new Set([...tables.map((table) => table.get(code)), program.nameOfCode?.(code)])
    const found = [...names].flatMap((name) => (name === undefined ? [] : glyphsNamed(name, program)))
    for (const { glyphOf } of maps) found.push(...SYMBOL_BLOCKS.map((block) => glyphOf(block + code)))
    if (code >= FIRST_PRINTABLE && !found.some(Boolean)) return undefined
    // Without a character for a code, some take it for the number of a glyph.
    if (isMapped) found.push(code)
    for (const glyph of found) if (glyph) glyphs.add(glyph)
  }
  return glyphs
}

function glyphsNamed(name: string, { glyphNamed, postNamed, maps }: FontProgram): (number | undefined)[] {
  const [character, code] = [characterOf(name), macCodeOf(name)]
  const byMaps = maps.flatMap(({ glyphOf }) => [
    character === undefined ? undefined : glyphOf(character),
    code === undefined ? undefined : glyphOf(code),
  ])
  return [glyphNamed?.(name), postNamed?.(name), ...byMaps]
}
