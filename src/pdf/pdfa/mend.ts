/** What attached files break that can be mended without changing what they look like. */
import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFString,
} from 'pdf-lib'
import { latin1 } from '../content-stream'
import { filters, undoOuterFilters } from '../streams'
import { isActingField } from './annotations'
import { descendantOf, hasGlyphMap } from './fonts/glyph-finder'
import { mendConfigurations } from './layer-configurations'
import { nameResources } from './name-resources'
import {
  arrayAt,
  dictAt,
  dictionariesOf,
  dictOf,
  flateStream,
  graphicsStatesOf,
  isUnicode,
  nameAt,
  numberAt,
  streamAt,
} from './objects'
import { RENDERING_INTENTS } from './operators'

const name = (key: string) => PDFName.of(key)

/**
 * Images are not smoothed, fonts say that their codes are glyph numbers (the default of readers), contents name the
 * resources they use, rendering intents are known ones, LZW becomes Flate, and what is made for a printer's device
 * goes: transfer functions and halftones. Metadata of single objects goes too, since it may be of any form (ISO 19005-1
 * 6.7.2, ISO 19005-2 6.6.2.3). Returns warnings, whole sentences, of what then acts otherwise than it did. Throws
 * WorkLimitExceeded.
 */
export function mendObjects(doc: PDFDocument): string[] {
  const { context, catalog } = doc
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const deflated = object instanceof PDFRawStream ? withoutLzw(context, object) : undefined
    if (deflated) context.assign(ref, deflated)
  }
  nameResources(doc)
  catalog.delete(name('NeedsRendering'))
  const warnings = [...mendConfigurations(doc), ...holdButtons(context)]
  for (const dict of dictionariesOf(context)) {
    if (dict !== catalog && isMetadata(dict)) dict.delete(name('Metadata'))
    mendImage(dict)
    mendFont(dict)
    for (const state of graphicsStatesOf(dict)) mendState(state)
  }
  return warnings
}

/** Form fields do nothing when they are clicked (ISO 19005-1 6.6.1, ISO 19005-2 6.4.1). */
function holdButtons(context: PDFContext): string[] {
  const acting = [...dictionariesOf(context)].filter(isActingField)
  for (const field of acting) field.delete(name('A'))
  return acting.length > 0 ? ['Buttons of forms no longer lead anywhere: PDF/A does not allow it.'] : []
}

/** What a predictor is told (ISO 32000-1 table 8), but for `EarlyChange`, which only LZW knows. */
const PREDICTOR = ['Predictor', 'Colors', 'BitsPerComponent', 'Columns']

/**
 * A stream with Flate in place of LZW and of the filters outside of it. Its predictor stays, without which Flate
 * would take more bytes. Undefined if there is no LZW.
 */
function withoutLzw(context: PDFContext, stream: PDFRawStream): PDFRawStream | undefined {
  const names = filters(stream.dict)
  const inner = names.lastIndexOf('LZWDecode')
  const all = stream.dict.lookup(name('DecodeParms'))
  const parameters = names.map((_, index) => dictOf(all instanceof PDFArray ? all.lookup(index) : all))
  const isPredicted = (dict: PDFDict | undefined) => (numberAt(dict, 'Predictor') ?? 1) > 1
  if (inner < 0) return undefined
  const samples = undoOuterFilters(stream, inner + 1, { keepsPredictor: true })
  const made = flateStream(context, samples, stream.dict)
  const own = context.obj({})
  for (const key of PREDICTOR) {
    const value = isPredicted(parameters[inner]) ? parameters[inner]?.get(name(key)) : undefined
    if (value) own.set(name(key), value)
  }
  const rest = names.slice(inner + 1)
  if (rest.length > 0) made.dict.set(name('Filter'), context.obj(['FlateDecode', ...rest]))
  const told = [own, ...parameters.slice(inner + 1)]
  if (told.some((dict) => dict && dict.keys().length > 0)) {
    const each = told.map((dict) => dict ?? null)
    made.dict.set(name('DecodeParms'), rest.length > 0 ? context.obj(each) : own)
  }
  return made
}

/** A resource may have this name too. */
function isMetadata(dict: PDFDict): boolean {
  const subtype = nameAt(streamAt(dict, 'Metadata')?.dict, 'Subtype')
  return subtype !== 'Image' && subtype !== 'Form'
}

function mendImage(dict: PDFDict): void {
  const isImage = nameAt(dict, 'Subtype') === 'Image'
  if (isImage && dict.lookup(name('Interpolate')) === PDFBool.True) dict.delete(name('Interpolate'))
  // `None` is a mask of graphics states alone.
  if (isImage && !streamAt(dict, 'SMask')) dict.delete(name('SMask'))
  if (!isImage) return
  mendIntent(dict, 'Intent')
  mendBits(dict)
  for (const key of ['Mask', 'SMask']) {
    const mask = streamAt(dict, key)?.dict
    mask?.set(name('Subtype'), name('Image'))
    if (mask) mendBits(mask)
  }
}

function mendBits(image: PDFDict): void {
  const bits = bitsOf(image)
  if (bits !== undefined && image.has(name('BitsPerComponent')))
    image.set(name('BitsPerComponent'), PDFNumber.of(bits))
}

/** What readers take for the bits of a component, whatever the image says; undefined where they go by what it says. */
function bitsOf(image: PDFDict): number | undefined {
  if (image.lookup(name('ImageMask')) === PDFBool.True) return 1
  const codec = filters(image).at(-1)
  if (codec === 'DCTDecode') return 8
  return codec === 'CCITTFaxDecode' || codec === 'JBIG2Decode' ? 1 : undefined
}

/** Types of fonts (ISO 32000-1 tables 110 and 117). */
const FONT_TYPES = new Set('Type0 Type1 MMType1 TrueType Type3 CIDFontType0 CIDFontType2'.split(' '))

/** Fonts say that they are fonts, and their lists of widths end where they end. */
function mendFont(dict: PDFDict): void {
  const isUntyped = nameAt(dict, 'Type') !== 'Font' && FONT_TYPES.has(nameAt(dict, 'Subtype') ?? '')
  if (isUntyped) dict.set(name('Type'), name('Font'))
  const descriptor = dictAt(dict, 'FontDescriptor')
  const isMapped = nameAt(dict, 'Subtype') !== 'CIDFontType2' || hasGlyphMap(dict)
  const isEmbedded = hasProgram(dictAt(descendantOf(dict), 'FontDescriptor'))
  for (const one of [dict, descriptor]) mendName(one, isEmbedded)
  // Only what is under `FontFile3` has a type.
  for (const key of ['FontFile', 'FontFile2']) streamAt(descriptor, key)?.dict.delete(name('Subtype'))
  const [first, widths] = [numberAt(dict, 'FirstChar'), arrayAt(dict, 'Widths')]
  if (nameAt(dict, 'Type') === 'Font' && first !== undefined && widths)
    dict.set(name('LastChar'), PDFNumber.of(first + widths.size() - 1))
  if (!isMapped && streamAt(descriptor, 'FontFile2')) dict.set(name('CIDToGIDMap'), name('Identity'))
}

/**
 * Names of fonts are names in UTF-8 (ISO 19005-2 6.1.8, 6.2.11.2); those that are not were meant as Latin-1 or as text. In
 * fonts that are embedded nobody looks for the name: it keeps its ASCII, since not all validators know more.
 */
function mendName(dict: PDFDict | undefined, isEmbedded: boolean): void {
  for (const key of ['BaseFont', 'FontName']) {
    const value = dict?.lookup(name(key))
    if (value instanceof PDFString || value instanceof PDFHexString)
      dict?.set(name(key), name(value.decodeText().replace(/[^\w+,.-]/g, '')))
    if (!(value instanceof PDFName)) continue
    const plain = value.decodeText().replace(/[^!-~]/g, '')
    if (isEmbedded && plain !== value.decodeText()) dict?.set(name(key), name(plain || 'Font'))
    if (isEmbedded || isUnicode(value)) continue
    const text = new TextEncoder().encode(latin1(value.asBytes()))
    dict?.set(name(key), name(latin1(text)))
  }
}

function hasProgram(descriptor: PDFDict | undefined): boolean {
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => streamAt(descriptor, key))
}

/** An intent that nobody knows is the one that readers take it for. */
function mendIntent(dict: PDFDict, key: 'Intent' | 'RI'): void {
  const intent = nameAt(dict, key)
  if (intent !== undefined && !RENDERING_INTENTS.has(intent))
    dict.set(name(key), name('RelativeColorimetric'))
}

function mendState(state: PDFDict): void {
  mendIntent(state, 'RI')
  for (const key of ['TR', 'TR2', 'HT', 'HTP', 'HTO', 'BG', 'BG2', 'UCR', 'UCR2']) {
    // A resource may have any of these names.
    if (!isNamedState(state, key)) state.delete(name(key))
  }
}

function isNamedState(state: PDFDict, key: string): boolean {
  const value = state.lookup(name(key))
  return value instanceof PDFDict && !value.has(name('FunctionType')) && !value.has(name('HalftoneType'))
}
