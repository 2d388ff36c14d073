/** Resources for what draws with those of its page, which PDF/A no longer allows (ISO 19005-2 6.2.2). */
import { PDFDict, type PDFDocument, PDFName, PDFRawStream, PDFRef } from 'pdf-lib'
import { operations } from '../content-stream'
import { budgetOf, type WorkBudget } from '../work-budget'
import { allContentsOf, type Content } from './contents'
import { dictAt, dictOf, ensureDict, entriesOf, isType3 } from './objects'
import { resourceNamedBy } from './operators'
import { breakType3Loops } from './type3-loops'

const name = PDFName.of

/**
 * A form or pattern without resources is given those of its page that it names, a Type 3 font all. Other pages that draw
 * it with their own get a copy. Throws WorkLimitExceeded.
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
  nameResourcesOfForms(contents)
  // Behind the forms: their copies of a page's resources name the forms that the page draws in the end.
  nameResourcesOfType3(contents, refOf)
  breakType3Loops(doc)
}

/** Categories and names of resources, by both as one text: `Font/F1`. */
type Named = ReadonlyMap<string, readonly [category: string, key: string]>
/** A bare form, or a copy of one, the resources that it is drawn with, and what it names. */
type Bare = { form: PDFDict; resources: PDFDict; named: Named }

function nameResourcesOfForms(contents: Content[]): void {
  const bare = new Map<PDFRef, Bare>()
  for (const { kind, ref, resources, read, work } of contents) {
    const dict = ref && dictOf(resources?.context.lookup(ref))
    if (!['form', 'pattern'].includes(kind) || !dict || !resources || dictAt(dict, 'Resources')) continue
    bare.set(ref, { form: dict, resources, named: namedIn(read(), work) })
  }
  if (bare.size === 0) return
  const all = new Set(contents.map((content) => content.resources))
  const copies = [...all].flatMap((resources) => (resources ? copyForms(resources, bare) : []))
  // Behind the copies, which they may name.
  const parts = new Map<PDFDict, Map<string, PDFRef>>()
  for (const { form, resources, named } of [...bare.values(), ...copies]) {
    const known = parts.get(resources) ?? new Map<string, PDFRef>()
    parts.set(resources, known)
    const key = [...named.keys()].sort().join(' ')
    const part = known.get(key) ?? resources.context.register(partOf(resources, named))
    known.set(key, part)
    form.set(name('Resources'), part)
  }
}

function namedIn(text: string, work: WorkBudget): Named {
  const named = new Map<string, [string, string]>()
  for (const operation of operations(text, work)) {
    const resource = resourceNamedBy(operation)
    if (resource) named.set(resource.join('/'), resource)
  }
  return named
}

/** Of resources what is named, and all colour spaces, which inline images name too: the rest may be what PDF/A-1 forbids. */
function partOf(resources: PDFDict, named: Named): PDFDict {
  const { context } = resources
  budgetOf(context).charge('objects', named.size + 1)
  const part = context.obj({})
  const colorSpaces = resources.get(name('ColorSpace'))
  if (colorSpaces) part.set(name('ColorSpace'), colorSpaces)
  for (const [category, text] of named.values()) {
    const key = name(text)
    const list = category === 'ColorSpace' ? undefined : dictAt(resources, category)
    const value = list?.get(key)
    if (!list || !value) continue
    // What stands in the resources themselves is not written once more for each part.
    const shared = value instanceof PDFDict ? context.register(value) : value
    list.set(key, shared)
    ensureDict(part, category).set(key, shared)
  }
  return part
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

/** Puts copies in place of the forms that are drawn with other resources than these, and returns them. */
function copyForms(resources: PDFDict, bare: ReadonlyMap<PDFRef, Bare>): Bare[] {
  const { context } = resources
  const forms = dictAt(resources, 'XObject')
  const work = budgetOf(context)
  work.charge('objects', forms?.keys().length ?? 0)
  const own = context.obj({})
  const copies = (forms?.entries() ?? []).flatMap(([key, value]): Bare[] => {
    const known = value instanceof PDFRef ? bare.get(value) : undefined
    const form = context.lookup(value)
    if (!known || known.resources === resources || !(form instanceof PDFRawStream)) return []
    work.charge('bytes', COPY_COST * form.contents.length)
    const dict = form.dict.clone(context)
    own.set(key, context.register(PDFRawStream.of(dict, form.contents)))
    return [{ form: dict, resources, named: known.named }]
  })
  if (copies.length === 0) return []
  const changed = forms?.clone(context) ?? context.obj({})
  for (const [key, copy] of own.entries()) changed.set(key, copy)
  resources.set(name('XObject'), changed)
  return copies
}
