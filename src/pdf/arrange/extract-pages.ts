/**
 * Copies some pages of a document into a new one, with what belongs to them: links, destinations, outline, form fields,
 * layers, page labels and tags. Nothing of the other pages comes along, by whatever reference it is reached.
 */
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFPage,
  PDFPageLeaf,
  PDFRef,
} from 'pdf-lib'
import { dictionaries } from '../import/dictionaries'
import { addDestinations, renameDestinations } from '../merge/destinations'
import { addFields, prepareFields } from '../merge/fields'
import { Graft } from '../merge/graft'
import { addLayers } from '../merge/layers'
import { budgetOf, shareBudget } from '../work-budget'
import { dropUnusedImages } from './drop-unused-images'
import { extractLabels } from './extract-labels'
import { extractOutline } from './extract-outline'
import { extractTags, unusedElements } from './extract-tags'

const name = (key: string) => PDFName.of(key)

/** Entries of the catalog that hold for any of its pages. */
const CATALOG_ENTRIES = ['Lang', 'ViewerPreferences', 'PageLayout', 'PageMode', 'OutputIntents'].map(name)

/** The pages with these indices (from 0), in their order; one that is named twice stands twice. `source` may be asked again. */
export async function extractPages(source: PDFDocument, indices: readonly number[]): Promise<PDFDocument> {
  const target = await PDFDocument.create({ updateMetadata: false })
  const { context } = target
  shareBudget(context, budgetOf(source.context))
  context.header = source.context.header
  const graft = new Graft(source.context, context)
  const nothing = context.register(PDFNull)
  const pages = source.getPages()
  const kept = new Set(indices.map((index) => pages[index]?.ref))
  const removed = new Set(pages.map(({ ref }) => ref).filter((ref) => !kept.has(ref)))
  for (const ref of removedObjects(pages, kept)) graft.replace(ref, nothing)
  for (const ref of unusedElements(source, kept)) graft.replace(ref, nothing)

  prepareFields(target, source)
  const destinations = renameDestinations(target, source).filter(
    ([, value]) => !removed.has(destinationPage(source.context, value) as PDFRef),
  )
  addPages(target, { pages, indices, graft })
  addDestinations(target, destinations, graft)
  addFields(target, source, graft)
  if (source.catalog.has(name('OCProperties'))) addLayers(target, source, graft)
  extractLabels(target, source, indices)
  extractOutline(target, source, { graft, isKept: (page) => kept.has(page), destinations })
  extractTags(target, source, { graft, nothing })
  for (const key of CATALOG_ENTRIES) {
    const value = source.catalog.get(key)
    if (value) target.catalog.set(key, graft.copyValue(value))
  }
  const view = source.catalog.lookup(name('OpenAction'))
  if (view && kept.has(destinationPage(source.context, view)))
    target.catalog.set(name('OpenAction'), graft.copyValue(view))
  const { Info } = source.context.trailerInfo
  if (Info) context.trailerInfo.Info = graft.copyValue(Info)
  await dropUnusedImages(target)
  removeDeadEnds(context, nothing)
  removeEmptyFields(target)
  return target
}

/** The page that a destination leads to: an array whose first item is a page, alone or as `D`. */
function destinationPage(context: PDFContext, value: PDFObject | undefined): PDFRef | undefined {
  const found = context.lookup(value)
  const list = found instanceof PDFDict ? found.lookup(name('D')) : found
  const page = list instanceof PDFArray && list.size() > 0 ? list.get(0) : undefined
  return page instanceof PDFRef ? page : undefined
}

/** The pages that are left out, and the annotations that stand on them alone. */
function removedObjects(pages: PDFPage[], kept: ReadonlySet<PDFRef | undefined>): PDFRef[] {
  const annotationsOf = ({ node }: PDFPage) =>
    (node.Annots()?.asArray() ?? []).filter((annotation) => annotation instanceof PDFRef)
  const shared = new Set(pages.filter(({ ref }) => kept.has(ref)).flatMap(annotationsOf))
  return pages
    .filter(({ ref }) => !kept.has(ref))
    .flatMap((page) => [page.ref, ...annotationsOf(page).filter((annotation) => !shared.has(annotation))])
}

function addPages(
  target: PDFDocument,
  { pages, indices, graft }: { pages: PDFPage[]; indices: readonly number[]; graft: Graft },
): void {
  const { context } = target
  const used = new Set<PDFRef>()
  for (const index of indices) {
    const page = pages[index]
    if (!page) continue
    const copied = graft.copy(page.ref)
    const leaf = context.lookup(copied)
    if (!(leaf instanceof PDFPageLeaf)) throw new Error('a copied page is no page')
    if (!used.has(copied)) target.addPage(PDFPage.of(leaf, copied, target))
    else {
      const again = leaf.clone(context)
      again.delete(name('Parent'))
      // Each marked content belongs to one page.
      again.delete(name('StructParents'))
      target.addPage(PDFPage.of(again, context.register(again), target))
    }
    used.add(copied)
  }
}

/** Links and actions that lead to a page that is not there do nothing; lists lose what is left out. */
function removeDeadEnds(context: PDFContext, nothing: PDFRef): void {
  const leadsNowhere = (value: PDFObject | undefined) => {
    const list = context.lookup(value)
    return list instanceof PDFArray && list.size() > 0 && list.get(0) === nothing
  }
  const dicts = [...dictionaries(context)]
  const dead = new Set<PDFObject>()
  for (const dict of dicts) {
    if (leadsNowhere(dict.get(name('Dest')))) dict.delete(name('Dest'))
    if (dict.get(name('S')) === name('GoTo') && leadsNowhere(dict.get(name('D')))) dead.add(dict)
  }
  for (const dict of dicts) {
    for (const [key, value] of dict.entries()) {
      const found = context.lookup(value)
      if (value === nothing || (found && dead.has(found))) dict.delete(key)
      else if (found instanceof PDFArray) removeItems(found, nothing)
    }
  }
}

function removeItems(array: PDFArray, item: PDFObject): void {
  const items = array.asArray()
  if (items.includes(item))
    setItems(
      array,
      items.filter((one) => one !== item),
    )
}

/** Gives an array these of its items. */
function setItems(array: PDFArray, kept: readonly PDFObject[]): void {
  const { length } = array.asArray()
  if (kept.length === length) return
  kept.forEach((one, index) => {
    array.set(index, one)
  })
  for (let index = length - 1; index >= kept.length; index--) array.remove(index)
}

/** A field whose every widget stood on a page that is left out goes with its value. */
function removeEmptyFields({ catalog, context }: PDFDocument): void {
  const form = catalog.lookup(name('AcroForm'))
  const fields = form instanceof PDFDict ? form.lookup(name('Fields')) : undefined
  if (!(form instanceof PDFDict) || !(fields instanceof PDFArray)) return
  const work = budgetOf(context)
  const isEmpty = (value: PDFObject): boolean => {
    work.charge('objects')
    const field = context.lookup(value)
    if (!(field instanceof PDFDict)) return true
    const kids = field.lookup(name('Kids'))
    return kids instanceof PDFArray && !keepFull(kids)
  }
  /** Drops the empty fields of a list; whether any is left. */
  const keepFull = (list: PDFArray): boolean => {
    const kept = list.asArray().filter((kid) => !isEmpty(kid))
    setItems(list, kept)
    return kept.length > 0
  }
  if (!keepFull(fields)) catalog.delete(name('AcroForm'))
}
