/** Rules about colours, images and painting: ISO 19005-1 6.2 and 6.4, ISO 19005-2 6.2. */
import { PDFArray, PDFBool, type PDFContext, type PDFDict, PDFName, type PDFObject } from 'pdf-lib'
import { filters, undoOuterFilters } from '../../streams'
import { iccSpacesOf, profileProblem } from '../icc-spaces'
import { isBits } from '../inline-entries'
import { jpeg2000Problem } from '../jpeg2000'
import { arrayAt, dictAt, dictOf, graphicsStatesOf, nameAt, numberAt, streamAt } from '../objects'
import { serialize } from '../serialize'
import { hasSoftMask, isBlendingState } from '../transparency'
import { type ConformanceFinding, type OpenFile, type Rule, when } from './conformance-rule'
import { overprint } from './overprint'

export const graphicsRules: Rule[] = [
  { part1: '6.2.3.2', part2: '6.2.4.2', find: profiles },
  { part1: '6.2.4', part2: '6.2.8', find: images },
  { part1: '6.2.5', part2: '6.2.9', ua: '7.20', find: forms },
  { part1: '6.2.8', part2: '6.2.5', find: transferFunctions },
  { part2: '6.2.5', find: halftones },
  { part2: '6.2.4.2', find: overprint },
  { part1: '6.1.10', part2: '6.2.8.3', find: jpeg2000 },
  { part1: '6.1.12', part2: '6.2.4.4', find: colorants },
  { part1: '6.4', find: transparency },
  { part2: '6.2.10', find: blendModes },
]

function profiles({ arrays, part }: OpenFile): ConformanceFinding[] {
  const used = new Set(iccSpacesOf(arrays).map((space) => space.lookup(1)))
  const problems = [...used].map((profile) => profileProblem(profile, part === 1 ? 2 : 4))
  return problems.flatMap((message) => (message ? [{ message }] : []))
}

function images({ dicts, part }: OpenFile): ConformanceFinding[] {
  const images = dicts.filter((dict) => nameAt(dict, 'Subtype') === 'Image')
  const stencils = new Set(images.map((dict) => streamAt(dict, 'Mask')?.dict))
  const softMasks = images.map((dict) => streamAt(dict, 'SMask')?.dict).filter((dict) => dict !== undefined)
  const all = new Set([...images, ...softMasks, ...[...stencils].filter((dict) => dict !== undefined)])
  return [...all].flatMap((dict) => {
    const bits = numberAt(dict, 'BitsPerComponent') ?? 1
    return [
      ...when(part === 1 && bits === 16, 'An image has 16 bits a colour. PDF/A-2b allows them.'),
      ...when(
        bits !== 16 && !isBits(bits, part),
        `An image has ${bits} bits a colour, which the standard does not know: save it with 8.`,
      ),
      ...when(stencils.has(dict) && bits !== 1, 'The mask of an image has more than one bit a pixel.'),
      ...when(dict.has(PDFName.of('Alternates')) || dict.has(PDFName.of('OPI')), 'An image has alternates.'),
      ...when(dict.lookup(PDFName.of('Interpolate')) === PDFBool.True, 'An image asks to be interpolated.'),
    ]
  })
}

/** PDF/UA forbids only those of other files. */
function forms({ dicts, part }: OpenFile): ConformanceFinding[] {
  const keys = part ? ['PS', 'OPI', 'Ref'] : ['Ref']
  const isForeign = dicts.some((dict) => {
    const subtype = nameAt(dict, 'Subtype')
    if (subtype === 'PS') return part !== undefined && nameAt(dict, 'Type') === 'XObject'
    if (subtype !== 'Form') return false
    return keys.some((key) => dict.has(PDFName.of(key))) || (part && nameAt(dict, 'Subtype2') === 'PS')
  })
  return when(isForeign, 'A form holds PostScript or refers to another file.')
}

function transferFunctions({ dicts }: OpenFile): ConformanceFinding[] {
  const isChanged = dicts
    .flatMap(graphicsStatesOf)
    .some(
      (dict) =>
        dict.has(PDFName.of('TR')) || (dict.has(PDFName.of('TR2')) && nameAt(dict, 'TR2') !== 'Default'),
    )
  return when(isChanged, 'A graphics state changes how colours are transferred to the device.')
}

function halftones({ dicts }: OpenFile): ConformanceFinding[] {
  const isChanged = dicts.flatMap(graphicsStatesOf).some((dict) => {
    const halftone = dictAt(dict, 'HT')
    return dict.has(PDFName.of('HTP')) || (halftone !== undefined && !isAllowedHalftone(halftone))
  })
  return when(isChanged, 'A graphics state sets a halftone that the standard does not allow.')
}

/**
 * Types 1 and 5 are allowed, without a name. One of type 5 holds one for each colorant, and those of colorants that are
 * no primary colours have the transfer function that ISO 32000-1 10.5.5.6 asks for. `Default` may have one, and no other.
 */
function isAllowedHalftone(halftone: PDFDict, colorant?: string): boolean {
  const type = numberAt(halftone, 'HalftoneType')
  const needsTransfer = colorant !== undefined && !PRIMARY_COLORANTS.has(colorant)
  const hasTransfer = halftone.has(PDFName.of('TransferFunction'))
  if (halftone.has(PDFName.of('HalftoneName'))) return false
  if (colorant !== 'Default' && hasTransfer !== needsTransfer) return false
  if (type !== 5 || colorant !== undefined) return type === 1
  return halftone.entries().every(([key, value]) => {
    const part = dictOf(halftone.context.lookup(value))
    return part === undefined || isAllowedHalftone(part, key.decodeText())
  })
}

const PRIMARY_COLORANTS = new Set('Cyan Magenta Yellow Black'.split(' '))

function jpeg2000({ streams }: OpenFile): ConformanceFinding[] {
  return streams.flatMap((stream) => {
    const outer = filters(stream.dict).indexOf('JPXDecode')
    if (outer < 0) return []
    const problem = jpeg2000Problem(undoOuterFilters(stream, outer))
    return when(problem !== undefined, `A JPEG 2000 image ${problem}: store it as JPEG or PNG.`)
  })
}

/** A spot colour is the same throughout the file, and each of a DeviceN space is described (part 2). */
function colorants({ arrays, doc, part }: OpenFile): ConformanceFinding[] {
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

function transparency({ dicts }: OpenFile): ConformanceFinding[] {
  return when(blendsIn(dicts), 'Something transparent was left. PDF/A-2b allows transparency.')
}

/** Whether any of a file's dictionaries is a group, an image with a soft mask, or a graphics state that blends. */
export function blendsIn(dicts: readonly PDFDict[]): boolean {
  return dicts.some((dict) => {
    const subtype = nameAt(dict, 'Subtype')
    if (nameAt(dictAt(dict, 'Group'), 'S') === 'Transparency') return true
    if (subtype === 'Image') return dict.has(PDFName.of('SMask')) || hasSoftMask(dict)
    return isGraphicsState(dict) && isBlendingState(dict)
  })
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

function blendModes({ dicts }: OpenFile): ConformanceFinding[] {
  const unknown = dicts.some((dict) => {
    if (!isGraphicsState(dict)) return false
    const list = arrayAt(dict, 'BM')?.asArray() ?? [dict.lookup(PDFName.of('BM'))]
    return list.some((mode) => mode instanceof PDFName && !BLEND_MODES.has(mode.decodeText()))
  })
  return when(unknown, 'A blend mode is not one that the standard knows.')
}
