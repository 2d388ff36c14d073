/** Rules about colours, images and painting: ISO 19005-1 6.2 and 6.4, ISO 19005-2 6.2. */
import { PDFArray, PDFBool, type PDFContext, type PDFDict, PDFName, type PDFObject, PDFStream } from 'pdf-lib'
import { operations } from '../../content'
import { filters, undoOuterFilters } from '../../streams'
import { majorVersion } from '../images'
import { jpeg2000Problem } from '../jpeg2000'
import { arrayAt, dictAt, dictOf, nameAt, numberAt } from '../objects'
import { serialize } from '../serialize'
import { hasSoftMask, isBlendingState } from '../transparency'
import { type Finding, type OpenFile, type Rule, when } from './rule'

export const graphicsRules: Rule[] = [
  { part1: '6.2.2', part2: '6.2.3', find: outputIntent },
  { part1: '6.2.3.2', part2: '6.2.4.2', find: profiles },
  { part1: '6.2.3.3', part2: '6.2.4.3', find: cmyk },
  { part1: '6.2.4', part2: '6.2.8', find: images },
  { part1: '6.2.5', part2: '6.2.9', find: forms },
  { part1: '6.2.8', part2: '6.2.5', find: transferFunctions },
  { part2: '6.2.5', find: halftones },
  { part2: '6.2.4.2', find: overprint },
  { part1: '6.1.10', part2: '6.2.8.3', find: jpeg2000 },
  { part1: '6.1.12', part2: '6.2.4.4', find: colorants },
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
  const used = contents.filter(({ content, text }) => {
    if (!/[\d.]\s[kK](?:\s|$)/.test(text)) return false
    return [...operations(text, content.work)].some(({ operator }) => operator === 'k' || operator === 'K')
  })
  return [...when(isDeclared, message), ...used.map(({ content }) => ({ message, page: content.page + 1 }))]
}

function images({ dicts, part }: OpenFile): Finding[] {
  return dicts
    .filter((dict) => nameAt(dict, 'Subtype') === 'Image')
    .flatMap((dict) => [
      ...when(
        part === 1 && (numberAt(dict, 'BitsPerComponent') ?? 1) > 8,
        'An image has 16 bits a colour. PDF/A-2b allows them.',
      ),
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

/** The graphics states that resources and shading patterns name, whatever type they claim (ISO 32000-1 8.4.5, 8.7.4). */
function graphicsStates(dicts: PDFDict[]): PDFDict[] {
  return dicts.flatMap((dict) => {
    const named = dictAt(dict, 'ExtGState')
    if (nameAt(dict, 'Type') === 'ExtGState') return [dict]
    if (!named) return []
    const states = named.keys().map((key) => dictOf(named.lookup(key)))
    return [named, ...states.filter((state) => state !== undefined)]
  })
}

function transferFunctions({ dicts }: OpenFile): Finding[] {
  const isChanged = graphicsStates(dicts).some(
    (dict) => dict.has(PDFName.of('TR')) || (nameAt(dict, 'TR2') ?? 'Default') !== 'Default',
  )
  return when(isChanged, 'A graphics state changes how colours are transferred to the device.')
}

function halftones({ dicts }: OpenFile): Finding[] {
  const isChanged = graphicsStates(dicts).some((dict) => {
    const halftone = dictAt(dict, 'HT')
    const type = numberAt(halftone, 'HalftoneType')
    const isOwn = ['TransferFunction', 'HalftoneName'].some((key) => halftone?.has(PDFName.of(key)))
    return dict.has(PDFName.of('HTP')) || isOwn || (halftone !== undefined && type !== 1 && type !== 5)
  })
  return when(isChanged, 'A graphics state sets a halftone that the standard does not allow.')
}

/** Overprint mode 1 changes what colours of a CMYK profile look like. */
function overprint({ dicts, arrays }: OpenFile): Finding[] {
  const isSet = graphicsStates(dicts).some(
    (dict) =>
      numberAt(dict, 'OPM') === 1 &&
      ['OP', 'op'].some((key) => dict.lookup(PDFName.of(key)) === PDFBool.True),
  )
  if (!isSet) return []
  const hasInks = arrays.some((array) => {
    const isProfile = array.get(0) === PDFName.of('ICCBased')
    return isProfile && numberAt(dictOf(array.lookup(1)), 'N') === 4
  })
  return when(hasInks, 'Colours of a CMYK profile are overprinted.')
}

function jpeg2000({ streams }: OpenFile): Finding[] {
  return streams.flatMap((stream) => {
    const outer = filters(stream.dict).indexOf('JPXDecode')
    if (outer < 0) return []
    const problem = jpeg2000Problem(undoOuterFilters(stream, outer))
    return when(problem !== undefined, `A JPEG 2000 image ${problem}: store it as JPEG or PNG.`)
  })
}

/** A spot colour is the same throughout the file, and each of a DeviceN space is described (part 2). */
function colorants({ arrays, doc, part }: OpenFile): Finding[] {
  const max = part === 1 ? 8 : 32
  const separations = new Map<string, PDFArray>()
  return arrays.flatMap((array) => {
    const family = array.get(0)
    if (family === PDFName.of('DeviceN')) {
      const names = array.lookup(1)
      const described = dictAt(dictOf(array.lookup(4)), 'Colorants')
      const spots = names instanceof PDFArray ? names.asArray().filter((name) => name instanceof PDFName) : []
      const isDescribed = spots.every((name) => PROCESS.has(name.decodeText()) || described?.has(name))
      return when(
        spots.length > max || (part !== 1 && !isDescribed),
        `A colour space mixes more than ${max} inks, or inks that are not described.`,
      )
    }
    if (family !== PDFName.of('Separation') || part === 1) return []
    const ink = String(array.get(1))
    const known = separations.get(ink) ?? array
    separations.set(ink, known)
    const message = 'A spot colour of the same name means different colours.'
    return when(![2, 3].every((at) => isSameObject(known.get(at), array.get(at), doc.context)), message)
  })
}

/** Whether objects are the same, be it one or several that are equal. */
function isSameObject(one: PDFObject, other: PDFObject, context: PDFContext): boolean {
  if (String(one) === String(other)) return true
  const [first, second] = [one, other].map((object) => serialize(object, context))
  return first !== undefined && first === second
}

/** Names that need no description in DeviceN. */
const PROCESS = new Set('None Cyan Magenta Yellow Black'.split(' '))

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
    if (!isGraphicsState(dict)) return false
    const list = arrayAt(dict, 'BM')?.asArray() ?? [dict.lookup(PDFName.of('BM'))]
    return list.some((mode) => mode instanceof PDFName && !BLEND_MODES.has(mode.decodeText()))
  })
  return when(unknown, 'A blend mode is not one that the standard knows.')
}
