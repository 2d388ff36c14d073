/** Rules about fonts and text: ISO 19005-1 6.3, ISO 19005-2 6.2.11, ISO 14289-1 7.21. */
import { type PDFDict, PDFName } from 'pdf-lib'
import { descendantOf } from '../fonts/glyphs'
import { findMissingGlyphs } from '../missing-glyphs'
import { dictAt, entriesOf, nameAt, streamAt } from '../objects'
import { namesNoCharacter, unmappedCodes } from '../unmapped-glyphs'
import { type Finding, type OpenFile, type Rule, when } from './rule'

export const fontRules: Rule[] = [
  { part1: '6.3.4', part2: '6.2.11.4.1', ua: '7.21.4.1', find: embedding },
  { part1: '6.3.3.2', part2: '6.2.11.3.2', ua: '7.21.3.2', find: glyphMaps },
  { part1: '6.3.5', find: subsets },
  { part1a: '6.3.8', part2: '6.2.11.8', ua: '7.21.8', find: missingGlyphs },
  { part1a: '6.3.8', ua: '7.21.7', find: unicode },
]

function fontsOf({ dicts }: OpenFile): PDFDict[] {
  return dicts.filter((dict) => nameAt(dict, 'Type') === 'Font')
}

/** Fonts that only stand in resources, or show text that is only there to be searched for, need no program. */
function embedding(file: OpenFile): Finding[] {
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

function glyphMaps(file: OpenFile): Finding[] {
  return fontsOf(file).flatMap((font) => {
    const isEmbedded = streamAt(dictAt(font, 'FontDescriptor'), 'FontFile2') !== undefined
    const isWrong =
      nameAt(font, 'Subtype') === 'CIDFontType2' && isEmbedded && !font.has(PDFName.of('CIDToGIDMap'))
    return when(isWrong, `The font ${nameAt(font, 'BaseFont')} does not say which glyphs its codes mean.`)
  })
}

const SUBSET = /^[A-Z]{6}\+/

function subsets(file: OpenFile): Finding[] {
  return fontsOf(file).flatMap((font) => {
    const name = nameAt(font, 'BaseFont') ?? ''
    const key = nameAt(font, 'Subtype')?.startsWith('CIDFont') ? 'CIDSet' : 'CharSet'
    if (key === 'CharSet' && nameAt(font, 'Subtype') !== 'Type1') return []
    const isListed = dictAt(font, 'FontDescriptor')?.has(PDFName.of(key)) ?? false
    return when(
      SUBSET.test(name) && !isListed,
      `The font ${name} does not list the glyphs it holds. PDF/A-2b needs no list.`,
    )
  })
}

function missingGlyphs({ contents }: OpenFile): Finding[] {
  return contents.flatMap(({ content, text }) =>
    when(findMissingGlyphs(text, content), 'A character is not in any font.', content.page + 1),
  )
}

function unicode(file: OpenFile): Finding[] {
  const unnamed = [...unmappedCodes(file.shown).keys()].map((font) => ({
    message: `The font ${nameAt(font, 'BaseFont') ?? 'drawn as shapes'} does not say which characters its glyphs are.`,
    page: file.shown.get(font)?.page,
  }))
  const useless = fontsOf(file).filter((font) => {
    const map = streamAt(font, 'ToUnicode')
    return map !== undefined && namesNoCharacter(map)
  })
  const pages = useless.length > 0 ? firstPages(file) : new Map<unknown, number>()
  const misnamed = useless.map((font) => ({
    message: `The font ${nameAt(font, 'BaseFont')} maps glyphs to no character.`,
    page: pages.get(font),
  }))
  return [...unnamed, ...misnamed]
}

/** The first page (counted from 1) of each font. Contents share their lists of fonts: each is read once. */
function firstPages({ contents }: OpenFile): Map<unknown, number> {
  const pages = new Map<unknown, number>()
  const read = new Set<PDFDict>()
  for (const { content } of contents) {
    const fonts = dictAt(content.resources, 'Font')
    if (!fonts || read.has(fonts)) continue
    read.add(fonts)
    for (const { object } of entriesOf(content.resources, 'Font')) {
      if (!pages.has(object)) pages.set(object, content.page + 1)
    }
  }
  return pages
}
