/** What attached files break that can be mended without changing what they look like. */
import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFRawStream,
  PDFRef,
} from 'pdf-lib'
import { budgetOf } from '../budget'
import { filters, undoOuterFilters } from '../streams'
import { allContentsOf } from './contents'
import { arrayAt, dictAt, dictOf, flateStream, nameAt, numberAt, streamAt } from './objects'

const name = (key: string) => PDFName.of(key)

/**
 * Images are not smoothed, fonts say that their codes are glyph numbers (the default of readers), contents name the
 * resources they use, LZW becomes Flate, and what is made for a printer's device goes: transfer functions and halftones.
 * Metadata of single objects goes too, since it may be of any form (ISO 19005-1 6.7.2, ISO 19005-2 6.6.2.3). Returns
 * warnings, whole sentences, of what then acts otherwise than it did. Throws WorkLimitExceeded.
 */
export function mendObjects(doc: PDFDocument, part: 1 | 2 | 3): string[] {
  const { context, catalog } = doc
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const deflated = object instanceof PDFRawStream ? withoutLzw(context, object) : undefined
    if (deflated) context.assign(ref, deflated)
  }
  nameResources(doc)
  const warnings = holdLayers(catalog)
  for (const dict of dictionariesOf(context)) {
    if (dict !== catalog && isMetadata(dict)) dict.delete(name('Metadata'))
    mendImage(dict)
    mendFont(dict, part)
    for (const state of statesOf(dict)) mendState(state)
  }
  return warnings
}

/** What layers do by themselves, such as on printing, is not allowed (ISO 19005-2 6.9). */
function holdLayers(catalog: PDFDict): string[] {
  const settings = dictAt(dictAt(catalog, 'OCProperties'), 'D')
  const hasTriggers = (arrayAt(settings, 'AS')?.size() ?? 0) > 0
  settings?.delete(name('AS'))
  return hasTriggers
    ? ['Layers no longer change by themselves, such as on printing: PDF/A does not allow it.']
    : []
}

/** What a predictor is told (ISO 32000-1 table 8), but for `EarlyChange`, which only LZW knows. */
const PREDICTOR = ['Predictor', 'Colors', 'BitsPerComponent', 'Columns']

/**
 * A stream with Flate in place of LZW and of the filters outside of it. Predictors stay, since neither Flate nor LZW does
 * without them. Undefined if there is no LZW, or a predictor outside of it.
 */
function withoutLzw(context: PDFContext, stream: PDFRawStream): PDFRawStream | undefined {
  const names = filters(stream.dict)
  const inner = names.lastIndexOf('LZWDecode')
  const all = stream.dict.lookup(name('DecodeParms'))
  const parameters = names.map((_, index) => dictOf(all instanceof PDFArray ? all.lookup(index) : all))
  const isPredicted = (dict: PDFDict | undefined) => (numberAt(dict, 'Predictor') ?? 1) > 1
  if (inner < 0 || parameters.slice(0, inner).some(isPredicted)) return undefined
  const made = flateStream(context, undoOuterFilters(stream, inner + 1), stream.dict)
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

function* dictionariesOf(context: PDFContext): Generator<PDFDict> {
  for (const [, object] of context.enumerateIndirectObjects()) {
    const open = [object]
    for (let next = open.pop(); next; next = open.pop()) {
      const dict = dictOf(next)
      if (dict) yield dict
      const values = next instanceof PDFArray ? next.asArray() : (dict?.values() ?? [])
      for (const value of values) if (value instanceof PDFDict || value instanceof PDFArray) open.push(value)
    }
  }
}

/**
 * A form without resources draws with those of its page, which the standard no longer allows (ISO 19005-2 6.2.2): it
 * refers to them. Other pages that draw it with their own get a copy. Throws WorkLimitExceeded.
 */
function nameResources(doc: PDFDocument): void {
  const { context } = doc
  const contents = [...allContentsOf(doc)]
  const refs = new Map<PDFDict, PDFRef>()
  const refOf = (resources: PDFDict) => {
    const ref = refs.get(resources) ?? context.register(resources)
    refs.set(resources, ref)
    return ref
  }
  /** The resources that each bare form was given. */
  const given = new Map<PDFRef, PDFDict>()
  for (const { kind, ref, resources } of contents) {
    const dict = ref && dictOf(context.lookup(ref))
    if (kind !== 'form' || !dict || !resources || dictAt(dict, 'Resources')) continue
    dict.set(name('Resources'), refOf(resources))
    given.set(ref, resources)
  }
  if (given.size === 0) return
  for (const resources of new Set(contents.map((content) => content.resources)))
    if (resources) copyForms(resources, given, refOf)
}

/** What a byte of a copy costs beside one that is inflated: it stays in the file. */
const COPY_COST = 8

/** Puts copies in place of the forms that were given other resources than these. */
function copyForms(
  resources: PDFDict,
  given: Map<PDFRef, PDFDict>,
  refOf: (resources: PDFDict) => PDFRef,
): void {
  const { context } = resources
  const forms = dictAt(resources, 'XObject')
  const work = budgetOf(context)
  work.charge('objects', forms?.keys().length ?? 0)
  const copies = (forms?.entries() ?? []).flatMap(([key, value]): [PDFName, PDFRef][] => {
    const owner = value instanceof PDFRef ? given.get(value) : undefined
    const form = context.lookup(value)
    if (!owner || owner === resources || !(form instanceof PDFRawStream)) return []
    work.charge('bytes', COPY_COST * form.contents.length)
    const dict = form.dict.clone(context)
    dict.set(name('Resources'), refOf(resources))
    return [[key, context.register(PDFRawStream.of(dict, form.contents))]]
  })
  if (copies.length === 0) return
  const own = forms?.clone(context) ?? context.obj({})
  for (const [key, copy] of copies) own.set(key, copy)
  resources.set(name('XObject'), own)
}

/** A resource may have this name too. */
function isMetadata(dict: PDFDict): boolean {
  const subtype = nameAt(streamAt(dict, 'Metadata')?.dict, 'Subtype')
  return subtype !== 'Image' && subtype !== 'Form'
}

function mendImage(dict: PDFDict): void {
  if (nameAt(dict, 'Subtype') === 'Image' && dict.lookup(name('Interpolate')) === PDFBool.True)
    dict.delete(name('Interpolate'))
}

/** Lists of glyphs are optional from part 2 on, and judged if they are there. */
function mendFont(dict: PDFDict, part: 1 | 2 | 3): void {
  const descriptor = dictAt(dict, 'FontDescriptor')
  if (part > 1) descriptor?.delete(name('CharSet'))
  const isMapped = nameAt(dict, 'Subtype') !== 'CIDFontType2' || dict.has(name('CIDToGIDMap'))
  if (!isMapped && streamAt(descriptor, 'FontFile2')) dict.set(name('CIDToGIDMap'), name('Identity'))
}

/** The graphics states that resources or a shading pattern name. */
function statesOf(dict: PDFDict): PDFDict[] {
  const named = dictAt(dict, 'ExtGState')
  if (nameAt(dict, 'Type') === 'ExtGState') return [dict]
  if (!named) return []
  return [named, ...named.keys().flatMap((key) => dictOf(named.lookup(key)) ?? [])]
}

function mendState(state: PDFDict): void {
  for (const key of ['TR', 'TR2', 'HT', 'HTP', 'HTO', 'BG', 'BG2', 'UCR', 'UCR2']) {
    // A resource may have any of these names.
    if (!isNamedState(state, key)) state.delete(name(key))
  }
}

function isNamedState(state: PDFDict, key: string): boolean {
  const value = state.lookup(name(key))
  return value instanceof PDFDict && !value.has(name('FunctionType')) && !value.has(name('HalftoneType'))
}
