/** Rules about colours, images and painting: ISO 19005-1 6.2 and 6.4, ISO 19005-2 6.2. */
import { PDFBool, PDFName, PDFStream } from 'pdf-lib'
import { majorVersion } from '../images'
import { arrayAt, dictAt, dictOf, nameAt, type numberAt } from '../objects'
import { hasSoftMask, isBlendingState } from '../transparency'
import { type Finding, type OpenFile, type Rule, when } from './rule'

export const graphicsRules: Rule[] = [
  { part1: '6.2.2', part2: '6.2.3', find: outputIntent },
  { part1: '6.2.3.2', part2: '6.2.4.2', find: profiles },
  { part1: '6.2.3.3', part2: '6.2.4.3', find: cmyk },
  { part1: '6.2.4', part2: '6.2.8', find: images },
  { part1: '6.2.5', part2: '6.2.9', find: forms },
  { part1: '6.2.8', part2: '6.2.5', find: transferFunctions },
  { part1: '6.4', find: transparency },
  { part2: '6.2.10', find: blendModes },
]

function outputIntent({ doc }: OpenFile): Finding[] {
  const intent = dictOf(arrayAt(doc.catalog, 'OutputIntents')?.lookup(0))
  const isWhole = nameAt(intent, 'S') === 'GTS_PDFA1' && dictAt(intent, 'DestOutputProfile') !== undefined
  return when(!isWhole, 'The file does not say which colours it was made for.')
}

function profiles({ arrays, part }: OpenFile): Finding[] {
  const newest = part === 1 ? 2 : 4
  const isNewer = arrays.some((array) => {
    const profile = array.get(0) === PDFName.of('ICCBased') ? array.lookup(1) : undefined
    return profile instanceof PDFStream && majorVersion(profile) > newest
  })
  return when(isNewer, `A colour profile is newer than version ${newest}: store the image as sRGB.`)
}

/** CMYK of the device needs an output intent of its own; ours is sRGB. */
function cmyk({ values, contents }: OpenFile): Finding[] {
  const message = 'Colours are given as CMYK: use sRGB.'
  const isDeclared = values.has(PDFName.of('DeviceCMYK'))
  const used = contents.filter(({ text }) => /[\d.]\s[kK](?:\s|$)/.test(text))
  return [...when(isDeclared, message), ...used.map(({ content }) => ({ message, page: content.page + 1 }))]
}

function images({ dicts }: OpenFile): Finding[] {
  return dicts
    .filter((dict) => nameAt(dict, 'Subtype') === 'Image')
    .flatMap((dict) => [
      ...when(dict.has(PDFName.of('Alternates')) || dict.has(PDFName.of('OPI')), 'An image has alternates.'),
      ...when(dict.lookup(PDFName.of('Interpolate')) === PDFBool.True, 'An image asks to be interpolated.'),
    ])
}

function forms({ dicts }: OpenFile): Finding[] {
  const isForeign = dicts.some((dict) => {
    const subtype = nameAt(dict, 'Subtype')
    if (subtype === 'PS') return nameAt(dict, 'Type') === 'XObject'
    return subtype === 'Form' && ['PS', 'OPI', 'Ref'].some((key) => dict.has(PDFName.of(key)))
  })
  return when(isForeign, 'A form holds PostScript or refers to another file.')
}

function transferFunctions({ dicts }: OpenFile): Finding[] {
  const isChanged = dicts.some((dict) => {
    if (nameAt(dict, 'Type') !== 'ExtGState') return false
    return dict.has(PDFName.of('TR')) || (nameAt(dict, 'TR2') ?? 'Default') !== 'Default'
  })
  return when(isChanged, 'A graphics state changes how colours are transferred to the device.')
}

function transparency({ dicts }: OpenFile): Finding[] {
  const blends = dicts.some((dict) => {
    const subtype = nameAt(dict, 'Subtype')
    if (nameAt(dictAt(dict, 'Group'), 'S') === 'Transparency') return true
    if (subtype === 'Image') return hasSoftMask(dict)
    return isGraphicsState(dict) && isBlendingState(dict)
  })
  return when(blends, 'Something transparent was left. PDF/A-2b allows transparency.')
}

function isGraphicsState(dict: Parameters<typeof numberAt>[0]): boolean {
  return (
    ['ca', 'CA', 'SMask', 'BM'].some((key) => dict?.has(PDFName.of(key))) && !dict?.has(PDFName.of('Rect'))
  )
}

const BLEND_MODES = new Set(
  (
    'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference ' +
    'Exclusion Hue Saturation Color Luminosity'
  ).split(' '),
)

function blendModes({ dicts }: OpenFile): Finding[] {
  const unknown = dicts.some((dict) => {
    const mode = isGraphicsState(dict) ? nameAt(dict, 'BM') : undefined
    return mode !== undefined && !BLEND_MODES.has(mode)
  })
  return when(unknown, 'A blend mode is not one that the standard knows.')
}
