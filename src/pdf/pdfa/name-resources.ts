/** Resources for what draws with those of its page, which PDF/A no longer allows (ISO 19005-2 6.2.2). */
import { type PDFDict, type PDFDocument, PDFName, PDFRawStream, PDFRef } from 'pdf-lib'
import { budgetOf } from '../work-budget'
import { allContentsOf, type Content } from './contents'
import { dictAt, dictOf, entriesOf, isType3 } from './objects'
import { breakType3Loops } from './type3-loops'

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
  breakType3Loops(doc)
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

/** Each is given those of its page; resources share lists of fonts, and each is looked through once. */
function nameResourcesOfType3(contents: Content[], refOf: (resources: PDFDict) => PDFRef): void {
  const read = new Set<PDFDict>()
  for (const { resources } of contents) {
    const fonts = dictAt(resources, 'Font')
    if (!resources || !fonts || read.has(fonts)) continue
    read.add(fonts)
    for (const { object } of entriesOf(resources, 'Font')) {
      const font = dictOf(object)
      if (isType3(font) && !dictAt(font, 'Resources')) font.set(name('Resources'), refOf(resources))
    }
  }
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
