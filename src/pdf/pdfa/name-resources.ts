/** Resources for what draws with those of its page, which PDF/A no longer allows (ISO 19005-2 6.2.2). */
import { type PDFDict, type PDFDocument, PDFName, PDFRawStream, PDFRef } from 'pdf-lib'
import { budgetOf } from '../budget'
import { allContentsOf, type Content } from './contents'
import { dictAt, dictOf, entriesOf, isType3 } from './objects'

const name = PDFName.of

/**
 * A form, pattern or Type 3 font without resources is given those of its page. Other pages that draw it with their own
 * get a copy. Throws WorkLimitExceeded.
 */
export function nameResources(doc: PDFDocument): void {
  const { context } = doc
  const contents = [...allContentsOf(doc)]
  const refs = new Map<PDFDict, PDFRef>()
  const refOf = (resources: PDFDict) => {
    const ref = refs.get(resources) ?? context.register(resources)
    refs.set(resources, ref)
    return ref
  }
  nameResourcesOfForms(contents, refOf)
  // Behind the forms: their copies of a page's resources name the forms that the page draws in the end.
  nameResourcesOfType3(contents, refOf)
}

function nameResourcesOfForms(contents: Content[], refOf: (resources: PDFDict) => PDFRef): void {
  /** The resources that each bare form was given. */
  const given = new Map<PDFRef, PDFDict>()
  for (const { kind, ref, resources } of contents) {
    const dict = ref && dictOf(resources?.context.lookup(ref))
    if (!['form', 'pattern'].includes(kind) || !dict || !resources || dictAt(dict, 'Resources')) continue
    dict.set(name('Resources'), refOf(resources))
    given.set(ref, resources)
  }
  if (given.size === 0) return
  for (const resources of new Set(contents.map((content) => content.resources)))
    if (resources) copyForms(resources, given, refOf)
}

/**
 * Type 3 fonts share a copy of the page's resources without Type 3 fonts: one that led to itself would keep programs
 * that follow fonts from ever ending. Only if a glyph sets a font, they share the page's own. Resources share lists of
 * fonts: each is looked through once. Throws WorkLimitExceeded.
 */
function nameResourcesOfType3(contents: Content[], refOf: (resources: PDFDict) => PDFRef): void {
  const read = new Set<PDFDict>()
  let glyphsSetFonts: Set<PDFDict | undefined> | undefined
  for (const { resources } of contents) {
    const fonts = dictAt(resources, 'Font')
    if (!resources || !fonts || read.has(fonts)) continue
    read.add(fonts)
    const bare = type3Fonts(resources).filter((font) => !dictAt(font, 'Resources'))
    if (bare.length === 0) continue
    glyphsSetFonts ??= resourcesOfGlyphsWithText(contents)
    const ref = refOf(glyphsSetFonts.has(resources) ? resources : withoutType3(resources))
    for (const font of bare) font.set(name('Resources'), ref)
  }
}

function type3Fonts(resources: PDFDict): PDFDict[] {
  return entriesOf(resources, 'Font').flatMap(({ object }) => {
    const font = dictOf(object)
    return isType3(font) ? [font] : []
  })
}

function resourcesOfGlyphsWithText(contents: Content[]): Set<PDFDict | undefined> {
  const withText = contents.filter(({ kind, read }) => kind === 'glyph' && read().includes('Tf'))
  return new Set(withText.map(({ resources }) => resources))
}

function withoutType3(resources: PDFDict): PDFDict {
  const fonts = dictAt(resources, 'Font')?.clone()
  for (const [key, value] of fonts?.entries() ?? []) {
    if (isType3(dictOf(resources.context.lookup(value)))) fonts?.delete(key)
  }
  const copy = resources.clone()
  if (fonts) copy.set(name('Font'), fonts)
  return copy
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
