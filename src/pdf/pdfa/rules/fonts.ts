/** Rules about fonts and text: ISO 19005-1 6.3, ISO 19005-2 6.2.11, ISO 14289-1 7.21. */
import { type PDFDict, PDFName } from 'pdf-lib'
import { filterInTurns } from '../../read-in-turns'
import { cidFinder } from '../fonts/character-map'
import { descendantOf, glyphNamesOf, hasGlyphMap } from '../fonts/glyph-finder'
import { heldGlyphs, listedGlyphs, listKeyOf } from '../fonts/glyph-lists'
import { programOf } from '../fonts/read-program'
import { isSubset } from '../fonts/subset-tag'
import { findMissingGlyphs } from '../missing-glyphs'
import { arrayAt, dictAt, nameAt, numberAt, streamAt } from '../objects'
import { pagesOfPrivateUse } from '../private-use'
import { fontsOfNoCharacters, privateUseCodes, unmappedCodes } from '../unmapped-glyphs'
import { type ConformanceFinding, type OpenFile, type Rule, when } from './conformance-rule'

export const fontRules: Rule[] = [
  { part1: '6.3.4', part2: '6.2.11.4.1', ua: '7.21.4.1', find: embedding },
  { part1: '6.3.3.2', part2: '6.2.11.3.2', ua: '7.21.3.2', find: glyphMaps },
  { part1: '6.3.5', part2: '6.2.11.4.2', ua: '7.21.4.2', find: glyphLists },
  { part1: '6.3.2', part2: '6.2.11.2', find: widthLists },
  { part1: '6.3.2', part2: '6.2.11.2', find: names },
  { part1a: '6.3.8', part2: '6.2.11.8', ua: '7.21.8', find: missingGlyphs },
  { part1a: '6.3.8', part2u: '6.2.11.7.2', ua: '7.21.7', find: unicode },
  { part2a: '6.2.11.7.3', find: privateUse },
]

function fontsOf({ dicts }: OpenFile): PDFDict[] {
  return dicts.filter((dict) => nameAt(dict, 'Type') === 'Font')
}

/** Fonts that only stand in resources, or show text that is only there to be searched for, need no program. */
function embedding(file: OpenFile): ConformanceFinding[] {
  const fontless = [...file.fontless].map((page) => ({
    message: 'Text is shown in a font that is not in the file.',
    page,
  }))
  const absent = [...file.shown].flatMap(([font, { visible, page }]) => {
    const subtype = nameAt(font, 'Subtype')
    if (subtype === 'Type3' || visible.size === 0) return []
    const descriptor = dictAt(descendantOf(font), 'FontDescriptor')
    const isEmbedded = ['FontFile', 'FontFile2', 'FontFile3'].some((key) => streamAt(descriptor, key))
    const name = nameAt(font, 'BaseFont') ?? 'without a name'
    return when(!isEmbedded, `The font ${name} is not embedded: save that document with its fonts.`, page)
  })
  return [...absent, ...fontless]
}

/** Part 1 asks it of fonts that are painted with, the others of all that are embedded. */
function glyphMaps(file: OpenFile): ConformanceFinding[] {
  const painted = [...file.shown].flatMap(([font, { visible }]) =>
    visible.size > 0 ? (descendantOf(font) ?? []) : [],
  )
  return (file.part === 1 ? [...new Set(painted)] : fontsOf(file)).flatMap((font) => {
    const isEmbedded = streamAt(dictAt(font, 'FontDescriptor'), 'FontFile2') !== undefined
    const isWrong = nameAt(font, 'Subtype') === 'CIDFontType2' && isEmbedded && !hasGlyphMap(font)
    return when(isWrong, `The font ${nameAt(font, 'BaseFont')} does not say which glyphs its codes mean.`)
  })
}

/** Simple fonts list their widths, those of text that is only there to be searched for too. */
function widthLists({ shown }: OpenFile): ConformanceFinding[] {
  return [...shown].flatMap(([font, { page }]) => {
    const isSimple = ['Type1', 'MMType1', 'TrueType'].includes(nameAt(font, 'Subtype') ?? '')
    const [first, last] = [numberAt(font, 'FirstChar') ?? -1, numberAt(font, 'LastChar') ?? -1]
    const isListed = first >= 0 && arrayAt(font, 'Widths')?.size() === last - first + 1
    const name = nameAt(font, 'BaseFont') ?? 'without a name'
    return when(isSimple && !isListed, `The font ${name} does not list its widths.`, page)
  })
}

function names({ shown }: OpenFile): ConformanceFinding[] {
  return [...shown].flatMap(([font, { page }]) => {
    const isNameless = nameAt(font, 'Subtype') !== 'Type3' && nameAt(font, 'BaseFont') === undefined
    return when(isNameless, 'A font has no name.', page)
  })
}

/** Part 1 wants a list of each subset, with all that is shown; later parts want one that is there to be whole. */
function glyphLists(file: OpenFile): ConformanceFinding[] {
  return file.part === 1 ? unlistedGlyphs(file) : wrongLists(file)
}

function unlistedGlyphs(file: OpenFile): ConformanceFinding[] {
  const absent = fontsOf(file).flatMap((font) => {
    const key = listKeyOf(font)
    const isListed = key !== undefined && dictAt(font, 'FontDescriptor')?.has(PDFName.of(key))
    const message = `The font ${nameAt(font, 'BaseFont')} does not list the glyphs it holds. PDF/A-2b needs no list.`
    return when(key !== undefined && isSubset(font) && !isListed, message)
  })
  const incomplete = [...file.shown].flatMap(([font, { visible, page }]) => {
    const described = descendantOf(font)
    const listed = described && isSubset(described) ? listedGlyphs(described) : undefined
    const held = described && listed && heldGlyphs(described)
    if (!held) return []
    const nameOf =
      listKeyOf(described) === 'CharSet' ? glyphNames(font) : (cidFinder(font) ?? (() => undefined))
    const isUnlisted = (glyph: string | number | undefined) =>
      glyph !== undefined && held.has(glyph) && !listed.has(glyph)
    const message = `The font ${nameAt(font, 'BaseFont')} shows a glyph that is not in its list. PDF/A-2b needs no list.`
    return when(
      [...visible].some((code) => isUnlisted(nameOf(code))),
      message,
      page,
    )
  })
  return [...absent, ...incomplete]
}

function glyphNames(font: PDFDict): (code: number) => string | undefined {
  const program = programOf(dictAt(font, 'FontDescriptor'))
  return program ? glyphNamesOf(font, program) : () => undefined
}

function wrongLists(file: OpenFile): ConformanceFinding[] {
  return fontsOf(file).flatMap((font) => {
    const listed = listedGlyphs(font)
    const held = listed && heldGlyphs(font)
    if (!held) return []
    listed.delete('.notdef')
    const isWhole = listed.size === held.size && [...held].every((glyph) => listed.has(glyph))
    const message = `The font ${nameAt(font, 'BaseFont')} lists other glyphs than it holds: leave the list out.`
    return when(!isWhole, message)
  })
}

async function missingGlyphs({ contents }: OpenFile): Promise<ConformanceFinding[]> {
  const message = 'A character is not in any font.'
  const wrong = await filterInTurns(contents, ({ content, text }) => findMissingGlyphs(text, content))
  return wrong.map(({ content }) => ({ message, page: content.page + 1 }))
}

function unicode(file: OpenFile): ConformanceFinding[] {
  const unnamed = [...unmappedCodes(file.shown).keys()].map((font) => ({
    message: `The font ${nameAt(font, 'BaseFont') ?? 'drawn as shapes'} does not say which characters its glyphs are.`,
    page: file.shown.get(font)?.page,
  }))
  const misnamed = fontsOfNoCharacters(file.shown).map((font) => ({
    message: `The font ${nameAt(font, 'BaseFont') ?? 'drawn as shapes'} maps glyphs to no character.`,
    page: file.shown.get(font)?.page,
  }))
  return [...unnamed, ...misnamed]
}

/** Whatever shows it: artifacts and hidden text too. */
async function privateUse({ doc, contents, shown }: OpenFile): Promise<ConformanceFinding[]> {
  const codes = privateUseCodes(shown)
  if (codes.size === 0) return []
  const message = 'A character for private use, such as that of an icon, has no text that says what it is.'
  return [...(await pagesOfPrivateUse(doc, contents, codes))].map((page) => ({ message, page }))
}
